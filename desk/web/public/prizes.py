"""Who gets which prize, as known at a moment."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers import competition
from desk.render.grid import Grid, grid
from desk.web.answers import Answer, Page
from desk.web.public import moments
from desk.web.public.moments import Known, MenuChoice, known
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import Sentence
from ledger.refusals import Refusal
from projections.views.view import View


class PrizesPage(NamedTuple):
    """Who gets which prize, as known at a moment."""

    known: Known
    table: Grid | None
    shown_notes: tuple[Sentence, ...]
    refusal: Refusal | None
    keys: dict[int, int]
    moments: list[MenuChoice]


@get("prizes", "/{t}/prizes", EVERYBODY)
def prizes(request: Request, services: Services) -> Answer:
    """Show who gets which prize, as known at a moment."""
    then = known(request, services.book)
    view = competition.prizes(services.judging(then.book))
    shown = request.view(view) if isinstance(view, View) else None
    return Page(
        "prizes.html",
        PrizesPage(
            known=then,
            table=grid(shown) if shown else None,
            shown_notes=shown.notes if shown else (),
            refusal=view if isinstance(view, Refusal) else None,
            keys={then.book.state.label(each): each for each in then.book.state.players},
            moments=moments.moments_offered(request, "prizes", then, len(then.book.state.rounds)),
        ),
        refusals=then.refusals,
    )
