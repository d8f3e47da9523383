"""Who gets which prize, as known at a moment."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers import competition
from desk.site.model import SiteTable
from desk.site.tables import prizes_table
from desk.web.answers import Answer, Page
from desk.web.public import moments
from desk.web.public.moments import Known, MenuChoice, known
from desk.web.request import DeskAddresses, Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.refusals import Refusal
from projections.views.view import View


class PrizesPage(NamedTuple):
    """Who gets which prize, as known at a moment."""

    known: Known
    table: SiteTable | None
    refusal: Refusal | None
    moments: list[MenuChoice]


@get("prizes", "/{t}/prizes", EVERYBODY)
def prizes(request: Request, services: Services) -> Answer:
    """Show who gets which prize, as known at a moment."""
    then = known(request, services.book)
    view = competition.prizes(services.judging(then.book))
    to = DeskAddresses(request, then.book, services.book)
    return Page(
        "prizes.html",
        PrizesPage(
            known=then,
            table=_table(request, view, to) if isinstance(view, View) else None,
            refusal=view if isinstance(view, Refusal) else None,
            moments=moments.moments_offered(request, "prizes", then, len(then.book.state.rounds)),
        ),
        refusals=then.refusals,
    )


def _table(request: Request, view: View, to: DeskAddresses) -> SiteTable:
    """Return the prizes as the website has them, with the notes for who gives them too."""
    notes = tuple(request.words(note) for note in view.notes)
    return replace(prizes_table(view, request.words, to), notes=notes)
