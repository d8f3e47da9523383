"""Two players beside each other: their common opponents, and their games, as known at a moment."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers import competition
from desk.formats.registry import format_of
from desk.site.model import SiteLink, SiteLinks, SiteTable
from desk.site.tables import BesideTables
from desk.web.answers import Answer, Page
from desk.web.public.card import nobody_of
from desk.web.public.moments import Known, known
from desk.web.request import DeskAddresses, Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import Sentence, message
from ledger.names import alphabetical
from ledger.state.book import Book
from projections.views.view import View


class BesidePage(NamedTuple):
    """Two players beside each other, as known at a moment; of less than two there are no tables."""

    known: Known
    players: list[tuple[int, str]]
    asked: tuple[int | None, int | None]
    of_both: SiteLinks | None
    tables: tuple[SiteTable, ...]


@get("beside", "/{t}/beside", EVERYBODY, below="standing")
def beside(request: Request, services: Services) -> Answer:
    """Show two players beside each other, whom the address has by number: ?a=17&b=4."""
    then = known(request, services.book)
    book = then.book
    asked = request.number("a"), request.number("b")
    chosen = dict[int, int]()
    for number in asked:
        player = None if number is None else services.book.state.by_label(number)
        if number is not None and (player is None or player not in book.state.players):
            return nobody_of(services, then, number)
        if player is not None:
            chosen[book.state.label(player)] = player
    of_both = None
    tables: tuple[SiteTable, ...] = ()
    if len(chosen) == 2:
        of_both, tables = _beside(request, services, then, chosen)
    ordered = sorted(book.state.players, key=lambda player: alphabetical(book.name(player)))
    return Page(
        "beside.html",
        BesidePage(
            known=then,
            players=[
                (services.book.state.label(player), book.name(player))
                for player in ordered
                if player in services.book.state.players
            ],
            asked=asked,
            of_both=of_both,
            tables=tables,
        ),
        refusals=then.refusals,
    )


def _beside(
    request: Request, services: Services, then: Known, chosen: dict[int, int]
) -> tuple[SiteLinks, tuple[SiteTable, SiteTable]]:
    """Return what both have, and their tables; `chosen` are their keys by their numbers then."""
    book = then.book
    to = DeskAddresses(request, book, services.book)
    (a, one), (b, other) = [(number, _card(services, book, number)) for number in chosen]
    standing = competition.standings(book, None)
    places = (
        {row["id"]: row["rank"] for row in standing.cells} if isinstance(standing, View) else {}
    )

    def about(number: int, card: View) -> str:
        rating = book.state.players[chosen[number]].rating
        said: list[Sentence] = [message("web-standing.rating", rating=rating)] if rating else []
        points = format_of(book.rules).points_on_card(card)
        said.append(message("web-standing.has-points", points=points))
        if (place := places.get(number)) is not None:
            said.append(message("site.place", place=str(place)))
        return " · ".join(map(request.words, said))

    names = {number: request.words(book.name(player)) for number, player in chosen.items()}
    links = tuple(
        SiteLink(names[number], to.card(number), about(number, card))
        for number, card in ((a, one), (b, other))
    )
    tables = BesideTables(request.words, (names[a], names[b]))
    of_both = SiteLinks("", links)
    return of_both, (tables.between(one, other, (a, b)), tables.common(one, other, to))


def _card(services: Services, book: Book, number: int) -> View:
    view = competition.player(services.judging(book), str(number))
    assert isinstance(view, View), "the player is there"
    return view
