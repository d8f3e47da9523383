"""What was recorded: by the form before a page, and by others since a page was opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from desk.handlers.disputes import to_take_back
from ledger.messages import Sentence, message, run_on
from ledger.refusals import Refusal
from ledger.values import whole_number
from projections.log.sentences import teller

if TYPE_CHECKING:
    from desk.web.visit import Visit

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


def done(visit: Visit) -> NewsItem | None:
    """Return the last fact of the command that led to this page, None where no form did.

    Where it recorded several, as a list of players does, the words say how many more.
    """
    position = visit.number("done")
    if position is None or not 1 <= position <= len(visit.book.recorded):
        return None
    (item,) = _items(visit, [position])
    more = len(_command_of(visit, position)) - 1
    if not more:
        return item
    return replace(item, what=run_on(item.what, message("log.and-more", n=more), between="; "))


def of_undo(visit: Visit, wanted: int | None) -> OneCommand:
    """Return what undo takes back, by one of its facts (None: the last)."""
    facts = to_take_back(visit.book, wanted)
    together = [] if isinstance(facts, Refusal) else [stamp.position for _, stamp in facts]
    return OneCommand(_items(visit, together[:MOST_NEWS]), max(len(together) - MOST_NEWS, 0))


def _command_of(visit: Visit, position: int) -> list[int]:
    """Return the positions of the facts of the command that recorded a fact."""
    recorded = visit.book.recorded
    meant = recorded[position - 1].stamp.correlation_id
    return [stamp.position for _, stamp in recorded if stamp.correlation_id == meant]


def news(visit: Visit) -> tuple[NewsItem, ...]:
    """Return what others recorded after the position that the form was made at."""
    seen = whole_number(visit.form.get("seen", ""))
    if seen is None or not visit.tournament:
        return ()
    others = [
        stamp.position
        for _, stamp in visit.book.recorded[seen:]
        if stamp.actor != visit.visitor.key
    ]
    return _items(visit, others[:MOST_NEWS])


def _items(visit: Visit, positions: Sequence[int]) -> tuple[NewsItem, ...]:
    book = visit.book
    tell = teller(visit.book)
    return tuple(NewsItem(at, tell(at), f"{book.recorded_at(at):%H:%M}") for at in positions)
