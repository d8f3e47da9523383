"""Every game of every player, after a round, as known at a moment."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers import competition
from desk.render.grid import Grid, grid
from desk.site.model import SiteHeading
from desk.site.tables import headings_of
from desk.web.answers import Answer, Page, Redirect
from desk.web.public import moments
from desk.web.public.moments import Known, MenuChoice, known
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import Sentence
from ledger.refusals import Refusal
from projections.views.view import View


class CrosstablePage(NamedTuple):
    """Every game of every player, after a round, as known at a moment."""

    known: Known
    number: int
    table: Grid
    headings: tuple[SiteHeading, ...]
    players: dict[int, int]
    shown_notes: tuple[Sentence, ...]
    me: int | None
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
    slim = [replace(row, rounds=[]) if hasattr(row, "rounds") else row for row in view.rows]  # type: ignore[type-var]  # rows of a crosstable are records
    players = {then.book.state.label(player): player for player in then.book.state.players}
    shown = request.view(replace(view, rows=slim))
    table = grid(shown)
    rounds = {
        f"r{n}": request.link("pairings", round=n, as_of=then.as_of)
        for n in range(1, len(then.book.state.rounds) + 1)
    }
    return Page(
        "crosstable.html",
        CrosstablePage(
            known=then,
            number=number,
            table=table,
            headings=tuple(
                one._replace(href=rounds.get(column.key, ""))
                for column, one in zip(table.columns, headings_of(table), strict=True)
            ),
            players=players,
            shown_notes=shown.notes,
            me=request.visitor.player,
            rounds=moments.rounds_offered(
                request, services.book, "crosstable", number, as_of=then.as_of
            ),
            moments=moments.moments_offered(request, "crosstable", then, number, after=number),
            rest={"after": number},
        ),
        refusals=wrong,
    )
