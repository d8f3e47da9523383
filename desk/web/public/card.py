"""The card of a player: their rounds, as known at a moment."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from desk.access.roles import EVERYBODY, READERS
from desk.answers import competition
from desk.formats.registry import format_of
from desk.site.model import SiteCell, SiteHeading, SiteTable
from desk.site.tables import card_table, way_to_why
from desk.web.answers import Answer, Page
from desk.web.public import moments
from desk.web.public.moments import Known, MenuChoice, known
from desk.web.request import DeskAddresses, Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.state.tournament import Entrant
from projections.views.rating_forecast import is_forecast
from projections.views.view import View


class CardPage(NamedTuple):
    """The rounds of one player, as known at a moment."""

    known: Known
    number: int
    entrant: Entrant
    has_forecast: bool
    table: SiteTable
    name: str
    label: int
    summary: str
    moments: list[MenuChoice]


@get("player", "/{t}/player/{p:int}", EVERYBODY, below="standing")
def card(request: Request, services: Services) -> Answer:
    """Show the rounds of one player, as known at a moment."""
    then = known(request, services.book)
    number = int(request.path["p"])
    book = then.book
    player = services.book.state.by_label(number)  # today's number, at whatever moment
    if player is None or player not in book.state.players:
        return nobody_of(services, then, number)
    view = competition.player(services.judging(book), str(book.state.label(player)))
    assert isinstance(view, View), "the player is there"
    if request.role not in READERS:
        view = replace(view, notes=view.notes[:-1])  # the last one is personal
    if not services.shows_forecasts:
        view = replace(view, notes=tuple(one for one in view.notes if not is_forecast(one)))
    to = DeskAddresses(request, book, services.book)

    table = card_table(
        view, request.words, to, lambda row: "", caption=request.words(book.name(player))
    )
    whys = [_why(request, to, book, player, row.get("round")) for row in view.cells]
    entrant = book.state.players[player]
    return Page(
        "card.html",
        CardPage(
            known=then,
            number=number,
            entrant=entrant,
            has_forecast=services.shows_forecasts
            and getattr(view.head, "forecast", None) is not None,
            table=replace(
                table,
                headings=(
                    *table.headings,
                    SiteHeading(request.say("web-standing.why"), unseen=True),
                ),
                rows=tuple((*row, why) for row, why in zip(table.rows, whys, strict=True)),
                notes=tuple(request.words(note) for note in view.notes),
            ),
            name=book.name(player),
            label=book.state.label(player),
            summary=request.say(
                "web-standing.has-points", points=format_of(book.rules).points_on_card(view)
            ),
            moments=moments.moments_offered(
                request, "player", then, len(book.state.rounds), p=number
            ),
        ),
        refusals=then.refusals,
    )


def nobody_of(services: Services, then: Known, number: int) -> Page:
    """Return the page that there is nobody of a number, at the moment that was asked for."""
    what = message("book.no-number", number=str(number))
    step = message("web-standing.from-the-list")
    unknown = Refusal("unknown-player", what, step, exit=Exit.USAGE)
    return services.refuse(*then.refusals, unknown, status=404)


def _why(request: Request, to: DeskAddresses, book: Book, player: int, number: object) -> SiteCell:
    """Return the way to why a player met whom they met in a round; empty without a game."""
    round_ = book.state.round(number) if isinstance(number, int) else None
    board = None if round_ is None else round_.board_of(player)
    if round_ is None or board is None:
        return way_to_why(request.words, "", None, None)
    lead = to.board(round_.number, board)
    return way_to_why(request.words, lead, round_.number, board)
