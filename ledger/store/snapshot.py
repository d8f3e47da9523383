"""A ledger read in bulk, within one read transaction: for a mirror, which copies all of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from ledger.errors import damaged
from ledger.facts.records import PersonCorrected, PersonForgotten
from ledger.facts.stamps import Stamp
from ledger.facts.tournament import AnyFact
from ledger.garbage import without_collection
from ledger.hash_tree import leaf_hash
from ledger.messages import message
from ledger.store.file.old_files import all_as_recorded
from ledger.store.store import Store
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import ends_elsewhere, load_without_names
from ledger.store.tables.layout import EVENTS_TABLE, SCHEMA, STREAMS
from ledger.store.tables.people import changed_record, load_people
from ledger.store.tables.recorder import StoredFact


class Read(NamedTuple):
    """A fact and its stamp, the sequence of its row, and its stored bytes."""

    sequence: int
    state: bytes
    fact: AnyFact
    stamp: Stamp


_TOGETHER = 1_000
"""Facts of a tournament that are in memory at a time."""

_read = tuple.__new__
"""Makes a Read of a tuple, in half the time: it is done for every fact."""


class KnownUpTo(NamedTuple):
    """A tournament and the position of its last fact."""

    tournament: str
    position: int


class End(NamedTuple):
    """The last fact of a file: its sequence (0: no facts), and the hash of its content.

    The hash is "" where the row is too damaged to have one.
    """

    sequence: int
    leaf: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole file as it stood when it was opened, however long the reading takes."""

    cursor: Cursor
    schema: int

    @property
    def hashed(self) -> bool:
        """Tell whether hashes are kept; a file of the first version has none."""
        return self.schema > 1

    def end(self, upto: int | None = None) -> End:
        """Return the last fact, or that of a sequence; End(0, "") if there is none."""
        recorder = self.cursor.recorder
        last = recorder.max_notification_id() if upto is None else upto
        for one in recorder.select_notifications(last, 1, stop=last) if last is not None else ():
            row = (one.originator_version, one.topic, one.state)
            return End(one.id, leaf_hash(*row).hex() if _is_fact(*row) else "")
        return End(0, "")

    def tournaments(self) -> list[KnownUpTo]:
        """Return every tournament, in order of opening, with one or two index seeks each."""
        rows = self.cursor.execute(
            f"SELECT sequence, originator_id, (SELECT MAX(originator_version) FROM {EVENTS_TABLE}"
            f" WHERE originator_id = opened.originator_id) FROM {EVENTS_TABLE} opened"
            f" WHERE sequence IN ({STREAMS}"
            f" SELECT (SELECT sequence FROM {EVENTS_TABLE} WHERE originator_id = id"
            " ORDER BY originator_version LIMIT 1) FROM stream) ORDER BY sequence"
        )
        return [KnownUpTo(tournament, position) for _, tournament, position in rows]

    def tip(self, tournament: str, position: int) -> str:
        """Return a hash of the facts up to a position, of their hashes and places in the file.

        It is "" where there are fewer facts. A file of the first version has no hashes: there it
        is over the facts themselves.
        """
        rows: Iterable[tuple[int, bytes | None]]
        if self.hashed:
            rows = self.cursor.execute(
                f"SELECT sequence, hash FROM {EVENTS_TABLE} LEFT JOIN leaves USING (sequence)"
                " WHERE originator_id = ? AND originator_version <= ? ORDER BY originator_version",
                (tournament, position),
            )
        else:
            stored = self.cursor.recorder.facts(tournament, lte=position)
            rows = ((row.sequence, row.topic.encode() + row.state) for row in stored)
        digest = hashlib.sha256()
        count = 0
        for sequence, hashed in rows:
            digest.update(b"%d:" % sequence + (hashed or b""))
            count += 1
        return digest.hexdigest() if count == position else ""

    def records_changed(self, after: int) -> bool:
        """Tell whether a person's record was corrected or deleted after a sequence."""
        changed = self.cursor.recorder.select_notifications(
            after,
            1,
            topics=(PersonCorrected.TOPIC, PersonForgotten.TOPIC),
            inclusive_of_start=False,
        )
        return len(changed) > 0

    def read(self, tournament: str, upto: int | None = None) -> Iterator[Read]:
        """Yield the facts of a tournament; raise DamagedLedger when one is not as recorded.

        So it does at the end, when the hashes of the tournament do not end where its facts do.

        `upto` is the last position to read, None: all.
        """
        after: int | None = None  # damage may have put facts before the first
        full = True
        while full:
            with without_collection():
                rows = self.cursor.recorder.facts(tournament, gt=after, lte=upto, limit=_TOGETHER)
                page = [*self._read(rows, (after or 0) + 1)]
            yield from page
            after = (after or 0) + len(page)
            full = len(page) == _TOGETHER
        if self.schema == SCHEMA and ends_elsewhere(self.cursor, tournament):
            raise damaged(message("store.hashes-differ", tournament=tournament))

    def _read(self, rows: Sequence[StoredFact], first: int) -> Iterator[Read]:
        """Yield rows as facts; their positions count on from `first`."""
        recorded = all_as_recorded(rows, self.schema)
        for expected, (sequence, tournament, position, _, state, _) in enumerate(rows, first):
            if position != expected:
                what = message("store.lacks", tournament=tournament, first=expected)
                raise damaged(what, expected)
            fact, stamp = next(recorded)
            yield _read(Read, (sequence, state, fact, stamp))

    def people(self, tournament: str, facts: Iterable[Read]) -> dict[str, Mapping[str, str]]:
        """Return the records kept beside a tournament, by key; `facts` are all of its facts.

        Raise DamagedLedger when one was changed.
        """
        cursor = self.cursor
        kept = load_people(cursor, tournament)
        nameless = tournament in load_without_names(cursor)
        recorded = ((one.fact, one.stamp) for one in facts)
        wrong = changed_record(kept, recorded, nameless=nameless)
        if wrong is not None:
            raise wrong
        return {key: person.record for key, person in kept.items()}


def _is_fact(position: object, topic: object, state: object) -> bool:
    """Tell whether the values of a row have the types of a fact's values."""
    return isinstance(position, int) and isinstance(topic, str) and isinstance(state, bytes)


@contextmanager
def snapshot(store: Store) -> Iterator[Snapshot]:
    """Give a ledger's content as it stands now; writers are not blocked."""
    with store.reading() as cursor:
        yield Snapshot(cursor, cursor.version())
