"""What was recorded: by the form before a page, and by others since a page was opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desk.handlers.disputes import to_take_back
from ledger.messages import Sentence
from ledger.refusals import Refusal
from ledger.values import whole_number

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


def done(visit: Visit) -> NewsItem | None:
    """Return the fact that led to this page, None where no form did."""
    position = visit.number("done")
    if position is None or not 1 <= position <= len(visit.book.recorded):
        return None
    return _items(visit, [position])[0]


def of_undo(visit: Visit, wanted: int | None) -> tuple[NewsItem, ...]:
    """Return what undo takes back, by one of its facts (None: the last); the first few."""
    facts = to_take_back(visit.book, wanted)
    if isinstance(facts, Refusal):
        return ()
    return _items(visit, [stamp.position for _, stamp in facts][:MOST_NEWS])


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
    from projections.log.sentences import teller

    book, tell = visit.book, teller(visit.book)
    return tuple(NewsItem(at, tell(at), f"{book.recorded_at(at):%H:%M}") for at in positions)
