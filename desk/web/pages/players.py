"""The players: the list, with what is announced for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from desk.access.roles import READERS
from desk.answers import status
from desk.web.answers import Answer, Page
from desk.web.forms.news import NewsItem, done
from desk.web.request import Request
from desk.web.round.first_steps import first_steps
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import Sentence
from ledger.names import folded
from ledger.state.book import Book
from projections.views.status import PlayerRow


class PlayersPage(NamedTuple):
    """The players, with what is announced for them."""

    rows: list[PlayerLine]
    total: int
    q: str
    numbered: bool
    fixed: bool
    closed: bool
    with_club: bool
    done: NewsItem | None
    first: list[tuple[str, str]]
    may_enter: bool


@get("players", "/{t}/players", READERS)
def show(request: Request, services: Services) -> Answer:
    """Show the players, with what is announced for them."""
    book = services.book
    rows = [row for row in _rows(book) if _is_meant(row, request.query.get("q", ""))]
    numbered = any(entrant.number is not None for entrant in book.state.players.values())
    return Page(
        "players.html",
        PlayersPage(
            rows=rows,
            total=len(book.state.players),
            q=request.query.get("q", ""),
            numbered=numbered,
            fixed=bool(book.state.rounds),
            closed=book.state.closed,
            with_club=any(row.club for row in rows),
            done=done(request, services.book),
            first=first_steps(request, services.book),
            may_enter=request.may("enter") and bool(book.state.rounds) and not book.state.closed,
        ),
    )


class PlayerLine(NamedTuple):
    """A player in the list.

    `id` is the number, `state` what is announced. `away`: they miss the coming round; `unknown`:
    they were forgotten.
    """

    id: int
    name: str
    title: str
    rating: int | None
    state: Sentence
    club: str
    away: bool
    unknown: bool


def _rows(book: Book) -> Iterator[PlayerLine]:
    for row in status.players(book).rows:
        assert isinstance(row, PlayerRow)
        entrant = book.state.players[row.entry]
        yield PlayerLine(
            id=row.id,
            name=row.name,
            title=row.title,
            rating=row.rating,
            state=row.state,
            club=book.people.get(entrant.person, {}).get("club", ""),
            away=entrant.withdrawn_in(book.state.next_round),
            unknown=entrant.forgotten is not None,
        )


def _is_meant(row: PlayerLine, typed: str) -> bool:
    """Tell whether what is typed is the number, or a part of the name or the club."""
    part = folded(typed)
    return not part or part == str(row.id) or part in folded(f"{row.name} {row.club}")
