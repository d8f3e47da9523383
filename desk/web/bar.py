"""The pages in the bar on top of the desk: those that the reader's role may ask for."""

from __future__ import annotations

from typing import NamedTuple

from desk.formats.registry import format_of
from desk.web.request import Request
from desk.web.routes import route
from ledger.state.book import Book


class BarEntry(NamedTuple):
    """A page: its route, its name in words, whether the reader is there, and what waits there."""

    route: str
    words: str
    current: bool
    waiting: int


def bar(request: Request, book: Book) -> list[BarEntry]:
    """Return the pages of a tournament that the reader may ask for; none outside of one.

    A page that is not in the bar, such as a board's, counts as the one that it stands below, else
    as that of its module.
    """
    if not request.tournament:
        return []
    names = [name for name in format_of(book.rules).bar if request.may(name)]
    here = request.route.below or request.route.name
    if here not in names:
        module = _module(here)
        here = next((name for name in names if _module(name) == module), "")
    return [
        BarEntry(name, request.say(f"web-parts.page.{name}"), name == here, _waiting(book, name))
        for name in names
    ]


def _waiting(book: Book, name: str) -> int:
    """Return how much waits on a page for a decision: boards where the players differ."""
    if name != "round" or not book.state.rounds:
        return 0
    last = book.state.rounds[-1]
    stands = (
        book.state.hall.claims_of(last.number, game).stand for game in last.games if game.open
    )
    return sum(stand == "conflict" for stand in stands)


def _module(name: str) -> str:
    return route(name).page.__module__
