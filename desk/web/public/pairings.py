"""A published round, by board or by name, as known at a moment."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers import competition
from desk.site.model import SiteTable
from desk.site.tables import RoundTables
from desk.web.answers import Answer, Page
from desk.web.public import moments
from desk.web.public.moments import Known, MenuChoice, known
from desk.web.request import DeskAddresses, Request, own_number
from desk.web.routes import get
from desk.web.services import Services
from ledger.records import part_of
from ledger.refusals import Refusal
from ledger.values import Unnumbered
from projections.views.pairings import RoundHead
from projections.views.view import View


class PairingsPage(NamedTuple):
    """A published round, by board or by name, as known at a moment."""

    known: Known
    by_name: bool
    number: int
    table: SiteTable | None
    rounds: list[MenuChoice]
    moments: list[MenuChoice]
    rest: dict[str, int | str | None]


@get("pairings", "/{t}/pairings", EVERYBODY)
def pairings(request: Request, services: Services) -> Answer:
    """Show a published round, by board or by name, as known at a moment."""
    then = known(request, services.book)
    book = then.book
    by_name = request.query.get("by") == "name"
    number = request.number("round")
    view = competition.pairings(book, number, by_name)
    wrong = then.refusals
    if isinstance(view, Refusal):
        if book.state.rounds:
            wrong += (view,)
        view = competition.pairings(book, None, by_name)
    head = part_of(view.head, RoundHead) if isinstance(view, View) else None
    chosen = head.round if head else 0
    rest = {"by": "name" if by_name else None}
    return Page(
        "pairings.html",
        PairingsPage(
            known=then,
            by_name=by_name,
            number=chosen,
            table=_table(request, services, then, view, by_name)
            if isinstance(view, View)
            else None,
            rounds=[
                moments.MenuChoice(
                    str(each.number),
                    str(each.number),
                    request.link("pairings", round=each.number, as_of=then.as_of, **rest),
                    each.number == chosen,
                )
                for each in book.state.rounds
            ],
            moments=moments.moments_offered(
                request, "pairings", then, chosen, round=chosen or None, **rest
            ),
            rest={"round": chosen or None, **rest},
        ),
        refusals=wrong,
    )


def _table(
    request: Request, services: Services, then: Known, view: View, by_name: bool
) -> SiteTable:
    """Return a round as the website has it, the row of who reads marked."""
    tables = RoundTables(
        words=request.words,
        to=DeskAddresses(request, then.book, services.book),
        about=lambda number: "" if isinstance(number, Unnumbered) else str(number),
        spoken=True,
        mine=own_number(request, then.book),
    )
    table = tables.by_name(view) if by_name else tables.by_board(view)
    return replace(table, notes=tuple(request.words(note) for note in view.notes))
