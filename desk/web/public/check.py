"""The check of a head on a sheet: anybody may see whether anything was altered since."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers.head_check import HeadOfLedger, NotOfLedger, check_head
from desk.web.answers import Answer, Page
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from projections.log.dossier import local

LONGEST = 200
"""Characters of a head that are read; a scanned one has 130."""


class CheckPage(NamedTuple):
    """What was typed, and the head that it is, with its moment and tournament; or why it is none."""

    text: str
    found: HeadOfLedger | None = None
    not_found: NotOfLedger | None = None
    moment: str = ""
    slug: str = ""


@get("check", "/check", EVERYBODY)
def check(request: Request, services: Services) -> Answer:
    """Say whether a typed or scanned head is of this ledger and unaltered."""
    text = request.query.get("head", "").strip()[:LONGEST]
    model = CheckPage(text)
    if text:
        office = services.office
        slugs = {tournament: slug for slug, (tournament, _) in office.slugs().items()}
        answer = check_head(office.live.place, text, slugs, office.live.public_book)
        if isinstance(answer, HeadOfLedger):
            moment = local(answer.moment, answer.moment.tzinfo)
            slug = slugs[answer.tournament]
            model = CheckPage(text, found=answer, moment=moment, slug=slug)
        else:
            model = CheckPage(text, not_found=answer)
    return Page("check.html", model)
