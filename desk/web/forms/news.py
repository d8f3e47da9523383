"""What was recorded: by the form before a page, and by others since a page was opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from desk.handlers.disputes import to_take_back
from desk.web.request import Request
from ledger.messages import Sentence, message, run_on
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.values import whole_number
from projections.log.sentences import teller

MOST_NEWS = 5
"""Facts that are written out; the log has the others."""


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A fact in words, with its position, and the time of day on the clock of the hall."""

    position: int
    what: Sentence
    moment: str


class OneCommand(NamedTuple):
    """The first few facts of a command, and how many more it recorded."""

    facts: tuple[NewsItem, ...]
    more: int


def done(request: Request, book: Book) -> NewsItem | None:
    """Return the last fact of the command that led to this page, None where no form did.

    Where it recorded several, as a list of players does, the words say how many more.
    """
    position = request.number("done")
    if position is None or not 1 <= position <= len(book.recorded):
        return None
    (item,) = _items(book, [position])
    more = len(_command_of(book, position)) - 1
    if not more:
        return item
    return replace(item, what=run_on(item.what, message("log.and-more", n=more), between="; "))


def of_undo(book: Book, wanted: int | None) -> OneCommand:
    """Return what undo takes back, by one of its facts (None: the last)."""
    facts = to_take_back(book, wanted)
    together = [] if isinstance(facts, Refusal) else [stamp.position for _, stamp in facts]
    return OneCommand(_items(book, together[:MOST_NEWS]), max(len(together) - MOST_NEWS, 0))


def _command_of(book: Book, position: int) -> list[int]:
    """Return the positions of the facts of the command that recorded a fact."""
    recorded = book.recorded
    meant = recorded[position - 1].stamp.correlation_id
    return [stamp.position for _, stamp in recorded if stamp.correlation_id == meant]


def news(request: Request, book: Book) -> tuple[NewsItem, ...]:
    """Return what others recorded after the position that the form was made at."""
    seen = whole_number(request.form.get("seen", ""))
    if seen is None or not request.tournament:
        return ()
    others = [
        stamp.position for _, stamp in book.recorded[seen:] if stamp.actor != request.visitor.key
    ]
    return _items(book, others[:MOST_NEWS])


def _items(book: Book, positions: Sequence[int]) -> tuple[NewsItem, ...]:
    tell = teller(book)
    return tuple(NewsItem(at, tell(at), f"{book.recorded_at(at):%H:%M}") for at in positions)
