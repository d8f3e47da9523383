"""What others recorded since a page was opened, for a form that was filled in on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ledger.messages import Sentence

if TYPE_CHECKING:
    from desk.web.visit import Visit

MOST_NEWS = 5
"""Facts that are written out; the log has the others."""


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A fact in words, with its position."""

    position: int
    what: Sentence


def news(visit: Visit) -> tuple[NewsItem, ...]:
    """Return what others recorded after the position that the form was made at."""
    seen = visit.form.get("seen", "")
    if not seen.isdecimal() or len(seen) > 9 or not visit.tournament:
        return ()
    from projections.log.sentences import teller

    tell = teller(visit.book)
    others = [
        stamp.position for _, stamp in visit.book.recorded[int(seen) :]
        if stamp.actor != visit.visitor.key
    ][:MOST_NEWS]  # fmt: skip
    return tuple(NewsItem(position, tell(position)) for position in others)
