"""The check of a head on a sheet: anybody may see whether anything was altered since."""

from __future__ import annotations

from typing import Any

from desk.access.roles import EVERYBODY
from desk.hall.head_check import HeadOfLedger, check_head
from desk.web.answers import Answer, Page
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from projections.log.dossier import local

LONGEST = 200
"""Characters of a head that are read; a scanned one has 130."""


@get("check", "/check", EVERYBODY)
def check(request: Request, services: Services) -> Answer:
    """Say whether a typed or scanned head is of this ledger and unaltered."""
    text = request.query.get("head", "").strip()[:LONGEST]
    values: dict[str, Any] = {
        "text": text,
        "found": None,
        "not_found": None,
        "moment": "",
        "slug": "",
    }
    if text:
        office = services.office
        slugs = {tournament: slug for slug, (tournament, _) in office.slugs().items()}
        answer = check_head(office.live.place, text, slugs, office.live.public_book)
        if isinstance(answer, HeadOfLedger):
            moment = local(answer.moment, answer.moment.tzinfo)
            values |= {"found": answer, "moment": moment, "slug": slugs[answer.tournament]}
        else:
            values["not_found"] = answer
    return Page("check.html", values)
