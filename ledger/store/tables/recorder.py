"""What the recorders of both kinds of ledger add to that of the event store library.

The library asks for facts and makes events of the answers; the same rows hold the place of each
fact in the ledger and the hash beside it, which it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from eventsourcing.persistence import ApplicationRecorder, StoredEvent

from ledger.garbage import without_collection
from ledger.hash_tree import leaf_hash

PAGE = 200
"""Facts of a long reading that are in memory at a time."""


class StoredFact(NamedTuple):
    """A stored event with its place in the ledger, by the names of a fact.

    `leaf` is the hash stored beside it, None if absent.
    """

    sequence: int
    tournament: str
    position: int
    topic: str
    state: bytes
    leaf: bytes | None = None

    @property
    def own_hash(self) -> bytes:
        """Return the hash of the row's present content."""
        return leaf_hash(self.position, self.topic, self.state)

    @property
    def event(self) -> StoredEvent:
        """Return the event as the library writes it."""
        return StoredEvent(self.tournament, self.position, self.topic, self.state)


COLUMNS = ("sequence", "originator_id", "originator_version", "topic", "state", "hash")
"""The names that the library, and we, give to the fields of a `StoredFact`."""


class Answering:
    """A datastore whose answer to a question can be taken, before the library makes events of it."""

    taken: list[Any] | None = None
    """The rows that were taken, None: the library has its answers itself."""

    def taking(self, ask: Callable[[], object]) -> list[Any]:
        """Return the rows, plain tuples, of the answer to the question that `ask` asks."""
        rows: list[Any] = []
        self.taken = rows
        try:
            ask()
        finally:
            self.taken = None
        return rows

    def answered(self, rows: list[Any]) -> list[Any]:
        """Return the rows of an answer that are left to the library."""
        if self.taken is None:
            return rows
        self.taken += rows
        return []


class FactsRecorder(ApplicationRecorder):
    """A recorder of the library that reads facts with their places and hashes, in one transaction.

    The last columns of its answers are those of a `StoredFact`, in order; the hash is NULL where
    there is none.
    """

    datastore: Answering

    def facts(
        self,
        tournament: str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[StoredFact]:
        """Read facts of a tournament in order of position; see `select_events`."""
        return self._stored(
            lambda: self.select_events(tournament, gt=gt, lte=lte, desc=desc, limit=limit)
        )

    def page(self, after: int | None, limit: int, stop: int | None = None) -> list[StoredFact]:
        """Read facts of the ledger in order of their places; see `select_notifications`."""
        return self._stored(
            lambda: self.select_notifications(after, limit, stop, inclusive_of_start=False)
        )

    def pages(self, size: int = PAGE) -> Iterator[list[StoredFact]]:
        """Yield all facts in order of their places in the ledger, some at a time."""
        after: int | None = None
        while page := self.page(after, size):
            yield page
            if after is not None and page[-1].sequence <= after:
                return  # damage put them out of order
            after = page[-1].sequence

    def _stored(self, ask: Callable[[], object]) -> list[StoredFact]:
        with without_collection():
            rows = self.datastore.taking(ask)
            return [_stored(StoredFact, row[_FROM_LAST:]) for row in rows]


_FROM_LAST = -len(COLUMNS)
_stored = cast("Any", tuple.__new__)
"""Makes a StoredFact of a tuple, in half the time: it is done for every fact."""
