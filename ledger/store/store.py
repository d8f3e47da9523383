"""Facts in a ledger: appended once, read back in order, never changed.

A tournament is one aggregate: its id is the originator id, a fact's position the version. A ledger
holds any number of tournaments, and the records of people beside them; facts and records of one
command are saved in one transaction. A file and a server differ below the port only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Self

from eventsourcing.persistence import ApplicationRecorder, StoredEvent, Subscription

from ledger.errors import DamagedLedger, conflict, gap, in_the_way, lost
from ledger.facts.codec import encode
from ledger.facts.stamps import Recorded, stamped
from ledger.facts.tournament import AnyFact
from ledger.garbage import without_collection
from ledger.hash_tree import Head
from ledger.place import LedgerPlace
from ledger.runtime import Runtime
from ledger.store.file.old_files import all_as_recorded, as_recorded
from ledger.store.listing import Listed, listed, names_put_right
from ledger.store.places import opened
from ledger.store.tables import kept_hashes
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.last_head import LastHead, Loss, load_last_head, loss_of
from ledger.store.tables.layout import SCHEMA
from ledger.store.tables.people import PersonRecord, StoredPerson, changed_record, load_people
from ledger.store.tables.port import Entry, PositionTaken, Progress
from ledger.store.tables.reading import last_position
from ledger.store.tables.recorder import StoredFact

PATIENCE_S = 5.0
"""How long to wait for another program's transaction; a write waits twice."""


class Store:
    """A ledger, open for reading and appending; use it in a `with` statement.

    With `create` the file, or the tables on a server, are made if they do not exist. Opening, and
    every method, raises StoreError with a named refusal for any fault that a user can cause: a
    ledger that is missing, foreign, locked, read-only, damaged or newer, a full disk, a server that
    cannot be reached. `patience_s` is the time to wait for another program's transaction.

    A ledger that lacks facts which were acknowledged, by the head remembered beside it, is refused
    as damaged. `despite_loss`: it is opened, to see what is left; `loss` says what it lacks.
    """

    def __init__(
        self,
        place: LedgerPlace,
        *,
        create: bool = False,
        patience_s: float = PATIENCE_S,
        despite_loss: bool = False,
    ) -> None:
        self.place = place
        self._open = opened(place, create, patience_s)
        try:
            self.loss = self._open.loss()
            if self.loss is not None and not despite_loss:
                raise lost(str(place), self.loss.what)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the ledger, with everything written here in a file itself; twice does no harm."""
        self._open.close()

    def loss_since(self, known: LastHead | None) -> Loss | None:
        """Return what the ledger lacks of a head that somebody else remembers, None: nothing."""
        return self._open.look(lambda cursor: loss_of(cursor, self._open.schema, known))

    def accept_loss(self) -> None:
        """Take the ledger as it is, without the facts that are gone; StoreError: not possible."""
        self._open.accept_loss()
        self.loss = None

    def last_head(self) -> LastHead | None:
        """Return the head over all facts, to be remembered; None: no facts, or an old file."""
        return self._open.look(load_last_head) if self._open.schema == SCHEMA else None

    def tournaments(self) -> tuple[tuple[str, str], ...]:
        """Return id and name of every tournament; raise DamagedLedger where one is damaged."""
        named, refused = self.listed()
        for _, refusal in refused:
            raise DamagedLedger(refusal)
        return named

    def listed(self) -> Listed:
        """Return id and name of the tournaments in order of opening, and the damaged ones.

        See `listing`. Raise DamagedLedger when facts are gone that may belong to any of them.
        """
        return self._open.look(lambda cursor: listed(cursor, self._open.schema))

    def names_put_right(self) -> dict[str, str]:
        """Return the names of tournaments that were put right after their opening, by id.

        A tournament is called by the name of its opening, too: addresses and files have that one.
        """
        return self._open.look(names_put_right)

    def changes(self) -> int:
        """Return a number that differs from the last one if anybody else wrote here since.

        Another `Store` on the ledger is somebody else, in this program too. It is cheap to ask.
        """
        return self._open.changes()

    def following(self) -> AbstractContextManager[Subscription[ApplicationRecorder]] | None:
        """Give each fact that is recorded from now on; None: nobody tells. See the port."""
        return self._open.following()

    def settle(self) -> None:
        """Move the facts written here from the log beside a file into the file.

        A copy of the file alone then has them, even while others keep the ledger open.
        """
        self._open.settle()

    def head(self, tournament: str) -> int:
        """Return the position of the last fact, 0 when there is none."""
        return self._open.look(lambda cursor: last_position(cursor, tournament), once=True)

    def facts(
        self, tournament: str, *, upto: int | None = None, after: int = 0
    ) -> tuple[Recorded, ...]:
        """Return the facts at the positions `after` + 1 to `upto`, or to the last one when None.

        Raise DamagedLedger when a position is missing or a fact is unreadable.
        """
        facts: list[Recorded] = []
        with without_collection():
            rows, size = self._rows_of(tournament, after, upto)
            read = all_as_recorded(rows, self._open.schema)
            for expected, recorded in enumerate(read, start=after + 1):
                if recorded.stamp.position != expected:
                    raise gap(tournament, expected, recorded.stamp.position)
                facts.append(recorded)
        last = after + len(facts)
        if upto is None and size is not None and last < size:
            raise gap(tournament, last + 1, size + 1)
        return tuple(facts)

    def stored(self, tournament: str) -> tuple[StoredFact, ...]:
        """Return the rows of a tournament as they stand in the file, in order of position."""
        return self._rows_of(tournament, 0, None)[0]

    def heads(self, tournament: str) -> tuple[Head, ...]:
        """Return the heads recorded at the publications of a tournament, in order.

        A file of the first schema has none until it is brought up to date. Raise DamagedLedger when
        they are not those of its facts.
        """
        if not self._hashed:
            return ()
        return self._open.look(lambda cursor: kept_hashes.load_heads(cursor, tournament))

    def check_hashes(self, tournament: str) -> None:
        """Read all of a tournament again; raise DamagedLedger where a fact or a hash was changed.

        That is what reading it from the start finds, without making facts of the rows.
        """
        if not self._hashed:
            return

        def work(cursor: Cursor) -> list[StoredFact]:
            kept_hashes.load_heads(cursor, tournament)
            return cursor.recorder.facts(tournament)

        for row in self._open.look(work):
            kept_hashes.check_hash(row)

    def without_names(self) -> tuple[str, ...]:
        """Return the tournaments that were opened from a bundle without names."""
        return self._open.look(kept_hashes.load_without_names)

    def people(self, tournament: str) -> dict[str, StoredPerson]:
        """Return the records kept beside a tournament's facts, by key.

        To decide on facts and people, read the facts first: every change of a record comes with a
        fact, so a record newer than the facts is noticed when the decision is appended.
        """
        return self._open.look(lambda cursor: load_people(cursor, tournament))

    def records(
        self, tournament: str, recorded: Sequence[Recorded]
    ) -> dict[str, Mapping[str, str]]:
        """Return the records as plain mappings, checked against the hashes in the facts.

        `recorded` are all facts read so far. Raise DamagedLedger when a record was changed; a
        change by a fact that was recorded meanwhile is not damage.
        """
        facts = tuple(recorded)
        while True:
            people = self.people(tournament)
            nameless = tournament in self.without_names()
            if (wrong := changed_record(people, facts, nameless=nameless)) is None:
                return {key: person.record for key, person in people.items()}
            newer = self.facts(tournament, after=len(facts))
            if not newer:
                raise wrong
            facts += newer

    def append(
        self,
        tournament: str,
        expected: int,
        facts: Sequence[AnyFact],
        people: Sequence[PersonRecord] = (),
        *,
        runtime: Runtime,
        correlation_id: str | None = None,
        forget: Sequence[str] = (),
    ) -> tuple[Recorded, ...]:
        """Stamp and add facts after the position `expected`, with their people; all or nothing.

        `forget` are the keys of the records to delete; `scrub` then clears their bytes.

        Return the facts as they are stored. Their time is the runtime's, but never before that of
        the previous fact; each but the first is caused by the one before it. When this returns they
        are on the disk. Raise Conflict when the tournament is no longer at that position.
        """
        assert facts or not people, "a record is saved with the fact that carries its hash"
        if not facts:
            return ()
        previous = self._time_at(tournament, expected)
        recorded = stamped(
            tournament,
            last=expected,
            facts=facts,
            previous=previous,
            runtime=runtime,
            correlation_id=correlation_id,
        )
        rows = [
            StoredEvent(tournament, one.stamp.position, one.fact.TOPIC, encode(one))
            for one in recorded
        ]
        try:
            self._open.put(Entry(tournament, rows, people, forget))
        except PositionTaken as error:
            head = self.head(tournament)
            if head == expected:
                raise in_the_way(tournament, error) from error
            raise conflict(tournament, expected, head) from None
        return recorded

    def restore(
        self,
        tournament: str,
        rows: Sequence[StoredFact],
        people: Sequence[PersonRecord],
        *,
        names: bool,
        forget: Sequence[str] = (),
    ) -> None:
        """Add facts of another ledger's tournament, byte for byte, after those that are here.

        Without `names` its records are left out, and the file says so. `forget` are the keys of
        records to delete. Raise Conflict where there are other facts.
        """
        new = [row.event for row in rows]
        left_out = sorted({*self.without_names(), tournament})
        meta = [] if names else [(kept_hashes.WITHOUT_NAMES, kept_hashes.sealed(left_out))]
        try:
            self._open.put(Entry(tournament, new, people, forget, meta))
        except PositionTaken as error:
            if (head := self.head(tournament)) == rows[0].position - 1:
                raise in_the_way(tournament, error) from error
            raise conflict(tournament, rows[0].position - 1, head) from error

    def scrub(self) -> bool:
        """Clear the bytes of deleted records, as far as the place allows.

        Return False when old bytes may be left: another program has the file open.
        """
        return self._open.scrub()

    def reading(self, *, lenient: bool = False) -> AbstractContextManager[Cursor]:
        """Give one read transaction, for bulk reading; see the port for `lenient`."""
        return self._open.reading(lenient=lenient)

    def copy_to(self, path: Path, progress: Progress) -> None:
        """Write the ledger as it stands now into an empty file, as a ledger file."""
        self._open.copy_to(path, progress)

    def bring_up_to_date(
        self, runtime: Runtime, program: str, progress: Progress = lambda done, total: None
    ) -> tuple[Recorded, ...]:
        """Bring a file of an earlier version to this one; return the facts that record the change.

        `program` is the version that makes the change; see `old_files` for `progress`. Raise
        DamagedLedger when the file cannot be trusted.
        """
        return self._open.bring_up_to_date(runtime, program, progress)

    @property
    def outdated(self) -> bool:
        """Tell whether the tables are of an earlier version, which `bring_up_to_date` ends."""
        return self._open.outdated

    def keep_for_desks(self, key: str, value: str) -> str | None:
        """Keep a value for all desks of the ledger, once; return the one kept. See the port."""
        return self._open.keep_for_desks(key, value)

    @property
    def _hashed(self) -> bool:
        """Tell whether the ledger keeps hashes; files of the first version do not."""
        return self._open.schema > 1

    def _rows_of(
        self, tournament: str, after: int, upto: int | None
    ) -> tuple[tuple[StoredFact, ...], int | None]:
        """Read rows of a tournament, and the number of facts in its tree (None: it has no tree)."""

        def work(cursor: Cursor) -> tuple[tuple[StoredFact, ...], int | None]:
            # Both questions are on their way before one of them is answered.
            tree = cursor.execute(kept_hashes.TREE, (tournament,)) if self._hashed else None
            rows = tuple(cursor.recorder.facts(tournament, gt=after, lte=upto))
            return rows, None if tree is None else kept_hashes.tree_in(tree, tournament).size

        return self._open.look(work)

    def _time_at(self, tournament: str, expected: int) -> datetime | None:
        last = self._open.look(
            lambda cursor: cursor.recorder.facts(tournament, desc=True, limit=1), once=True
        )
        head = last[0].position if last else 0
        if head > expected:
            raise conflict(tournament, expected, head)
        if head < expected:  # a server was replaced by a copy that lacks the last facts
            raise gap(tournament, head + 1, expected + 1)
        return as_recorded(last[0], self._open.schema).stamp.recorded_at if last else None
