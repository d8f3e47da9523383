"""Every game of every player, after a round, as known at a moment."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers import competition
from desk.site.model import SiteTable
from desk.site.tables import crosstable_table
from desk.web.answers import Answer, Page, Redirect
from desk.web.public import moments
from desk.web.public.moments import Known, MenuChoice, known
from desk.web.request import DeskAddresses, Request, own_number
from desk.web.routes import get
from desk.web.services import Services
from ledger.refusals import Refusal
from projections.views.view import View


class CrosstablePage(NamedTuple):
    """Every game of every player, after a round, as known at a moment."""

    known: Known
    number: int
    table: SiteTable
    rounds: list[MenuChoice]
    moments: list[MenuChoice]
    rest: dict[str, int]


@get("crosstable", "/{t}/crosstable", EVERYBODY)
def crosstable(request: Request, services: Services) -> Answer:
    """Show every game of every player, after a round, as known at a moment."""
    if not all(request.query.values()):
        return Redirect(request.here(request.query))
    then = known(request, services.book)
    wanted = request.number("after")
    view = competition.crosstable(then.book, wanted)
    wrong = then.refusals
    if isinstance(view, Refusal):
        wrong += (view,)
        view = competition.crosstable(then.book)
        assert isinstance(view, View)
    number = len(then.book.state.rounds) if wanted is None or wrong else wanted
    mine = own_number(request, then.book)
    to = DeskAddresses(request, then.book, services.book, then.as_of)
    table = replace(
        crosstable_table(view, request.words, to),
        caption=request.say("standings.crosstable", name=request.tournament_name, round=number),
        notes=tuple(request.words(note) for note in view.notes),
        mine=frozenset(
            at for at, row in enumerate(view.cells) if mine is not None and row["id"] == mine
        ),
    )
    return Page(
        "crosstable.html",
        CrosstablePage(
            known=then,
            number=number,
            table=table,
            rounds=moments.rounds_offered(
                request, services.book, "crosstable", number, as_of=then.as_of
            ),
            moments=moments.moments_offered(request, "crosstable", then, number, after=number),
            rest={"after": number},
        ),
        refusals=wrong,
    )
