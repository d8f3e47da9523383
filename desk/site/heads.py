"""The moments whose pages are kept for ever: each publication, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from desk.answers.permalinks import PUBLISHES, name_of
from desk.site.contents import Contents
from desk.site.proofs import checkpoint
from ledger.hash_tree import Head


class Kept(NamedTuple):
    """A moment: the position of its fact, its head, and the round published then; None: the end."""

    position: int
    head: Head
    round: int | None

    @property
    def name(self) -> str:
        """Return the name of the moment in addresses: 13-4QDA-MCBG."""
        return name_of(self.head)


def kept_moments(of: Contents) -> tuple[Kept, ...]:
    """Return the moments whose pages are kept, in order."""
    return tuple(_moments(of))


def timed_checkpoints(of: Contents) -> list[tuple[datetime, str]]:
    """Return the heads of the moments that are kept, as checkpoints, with when they were recorded."""
    recorded = of.book.recorded
    return [
        (recorded[kept.position - 1].stamp.recorded_at, checkpoint(of.book.id, kept.head))
        for kept in kept_moments(of)
    ]


def _moments(of: Contents) -> Iterator[Kept]:
    book = of.book
    for position in sorted(book.heads):
        fact = book.fact_at(position) if position <= len(book.recorded) else None
        if isinstance(fact, PUBLISHES):
            yield Kept(position, book.heads[position], fact.round)
    end = book.state.closed_at
    head = of.head_at(end) if end is not None else None
    if head is not None and end is not None:
        yield Kept(end, head, None)
