"""The overviews of a season."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers.season import OVERVIEWS
from desk.answers.season import overview as overview_of
from desk.web.answers import Answer, Page
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import message
from ledger.names import alphabetical
from ledger.refusals import Refusal
from projections.views.view import View


class OverviewPage(NamedTuple):
    """One of the seven overviews, after a round, of a period or of a member."""

    which: str
    overviews: list[str]
    chosen: dict[str, int | None]
    view: View | None
    members: list[tuple[int, str]]
    periods: list[tuple[int, int]]
    numbers: list[tuple[int, int]]


@get("overview", "/{t}/overview/{page}", EVERYBODY, below="overviews")
@get("overviews", "/{t}/overview", EVERYBODY)
def overview(request: Request, services: Services) -> Answer:
    """Show one of the seven overviews, after a round, of a period or of a member."""
    which = str(request.path.get("page", "standing"))
    chosen = {key: request.number(key) for key in ("after", "period", "round")}
    player = request.number("player")
    answer: View | Refusal
    if which not in OVERVIEWS:
        answer = Refusal(
            "no-overview", message("web-season.no-overview"), message("web.not-found-step")
        )
    else:
        answer = overview_of(
            services.book,
            which=which,
            after=chosen["after"],
            period=chosen["period"],
            round_number=chosen["round"],
            player=None if player is None else str(player),
        )
    state = services.book.state
    book = services.book
    members = sorted(
        ((state.label(p), book.name(p)) for p in state.players),
        key=lambda one: alphabetical(one[1]),
    )
    return Page(
        "overview.html",
        OverviewPage(
            which=which,
            overviews=list(OVERVIEWS),
            chosen={**chosen, "player": player},
            view=request.view(answer) if isinstance(answer, View) else None,
            members=members,
            periods=[(n, n) for n in range(1, len(state.season.periods) + 2)],
            numbers=[(n, n) for n in range(1, len(state.rounds) + 1)],
        ),
        200 if isinstance(answer, View) else 409,
        refusals=(answer,) if isinstance(answer, Refusal) else (),
    )
