"""Facts in a file: appended once, read back in order, never changed.

A tournament is one aggregate: its id is the originator id, a fact's position the version. The file
holds any number of tournaments, and the records of people beside them; facts and records of one
command are saved in one transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Self

from ledger.errors import (
    DamagedLedger,
    conflict,
    damaged,
    disk_full,
    gap,
    in_the_way,
    is_locked,
    usage,
)
from ledger.facts.codec import decode, encode
from ledger.facts.stamps import Recorded, stamped
from ledger.facts.tournament import AnyFact
from ledger.hash_tree import Head
from ledger.messages import do, message
from ledger.runtime import Runtime
from ledger.store import engine, kept_hashes, old_files, open_files, sqlite_file
from ledger.store.engine import named_errors, without_collection
from ledger.store.kept_hashes import StoredFact
from ledger.store.listing import Listed, listed
from ledger.store.people import PersonRecord, StoredPerson, changed_record, load_people, write_again
from ledger.store.sqlite_file import EVENTS_TABLE, SCHEMA

PATIENCE_S = 5.0
"""How long SQLite waits for another program's transaction; a write waits twice."""

_AFTER = "WHERE originator_id = ? AND originator_version > ?"
_BETWEEN = "WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?"

_PAGE_FACTS = 500

_COLUMNS = "sequence, originator_id, originator_version, topic, CAST(state AS BLOB)"
"""The state is read as bytes: exactly as stored, even where damage made it invalid text."""

_WITHOUT_LEAVES = f"SELECT {_COLUMNS}, NULL FROM {EVENTS_TABLE}"
_WITH_LEAVES = f"SELECT {_COLUMNS}, hash FROM {EVENTS_TABLE} LEFT JOIN leaves USING (sequence)"
"""The query for a `StoredFact`."""


class Store:
    """A ledger file, open for reading and appending; use it in a `with` statement.

    With `create` the file is made if it does not exist. Opening, and every method, raises
    StoreError with a named refusal for any fault that a user can cause: a file that is missing,
    foreign, locked, read-only, damaged or newer, and a full disk. `patience_s` is the time to wait
    for another program's transaction.
    """

    def __init__(self, path: Path, *, create: bool = False, patience_s: float = PATIENCE_S) -> None:
        self.path = path
        self._wrote = False
        self._place: open_files.FilePlace | None = None
        with named_errors(path), open_files.OPENING:
            if create:
                sqlite_file.create_file(path, patience_s)
            sqlite_file.check_header(path)
            self._datastore, self._schema, self._without_room = engine.opened(path, patience_s)
            self._place = open_files.hold(path)
            self._recorder = engine.Recorder(self._datastore)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, with everything written here in the file itself; twice does no harm."""
        self.settle()
        self._datastore.close()
        open_files.release(self._place)
        self._place = None

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
        with named_errors(self.path), self._datastore.transaction(commit=False) as c:
            return listed(c, self._schema)

    def changes(self) -> int:
        """Return a number that differs from the last one if anybody else wrote to the file since.

        Another `Store` on the file is somebody else, in this program too. It is cheap to ask.
        """
        with named_errors(self.path), self._datastore.get_connection(commit=False) as connection:
            version: int = connection._sqlite_conn.execute("PRAGMA data_version").fetchone()[0]
            return version

    def settle(self) -> None:
        """Move the facts written here from the log beside the file into the file.

        A copy of the file alone then has them, even while others keep the ledger open.
        """
        if self._wrote:
            self._wrote = False
            with suppress(sqlite3.Error), self._datastore.get_connection(commit=False) as c:
                c._sqlite_conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def head(self, tournament: str) -> int:
        """Return the position of the last fact, 0 when there is none."""
        with named_errors(self.path), self._datastore.transaction(commit=False) as c:
            c.execute(
                f"SELECT COALESCE(MAX(originator_version), 0) FROM {EVENTS_TABLE}"
                " WHERE originator_id = ?",
                (tournament,),
            )
            head: int = c.fetchone()[0]
            return head

    def facts(
        self, tournament: str, *, upto: int | None = None, after: int = 0
    ) -> tuple[Recorded, ...]:
        """Return the facts at the positions `after` + 1 to `upto`, or to the last one when None.

        Raise DamagedLedger when a position is missing or a fact is unreadable.
        """
        rows, size = self._rows_of(tournament, after, upto)
        facts: list[Recorded] = []
        with without_collection():
            for expected, row in enumerate(rows, start=after + 1):
                facts.append(self._fact(row))
                if row.position != expected:
                    raise gap(tournament, expected, row.position)
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
        with named_errors(self.path), self._datastore.transaction(commit=False) as c:
            return kept_hashes.load_heads(c, tournament)

    def without_names(self) -> tuple[str, ...]:
        """Return the tournaments that were opened from a bundle without names."""
        with named_errors(self.path), self._datastore.transaction(commit=False) as c:
            return kept_hashes.load_without_names(c)

    def facts_since(
        self, sequence: int = 0, limit: int | None = None
    ) -> Iterator[tuple[int, Recorded]]:
        """Yield the facts of all tournaments in file order, after a sequence, with their sequences.

        Facts are read a page at a time, so memory is constant and writers are not blocked. `limit`
        is the greatest number of facts, or None for all.
        """
        left = limit
        while left is None or left > 0:
            page = _PAGE_FACTS if left is None else min(left, _PAGE_FACTS)
            with named_errors(self.path), self._datastore.transaction(commit=False) as c:
                where = "WHERE sequence > ? ORDER BY sequence LIMIT ?"
                c.execute(f"{self._rows} {where}", (sequence, page))
                rows = [StoredFact(*row) for row in c.fetchall()]
            with without_collection():
                facts = [(row.sequence, self._fact(row)) for row in rows]
            yield from facts
            if len(rows) < page:
                return
            sequence = rows[-1].sequence
            left = None if left is None else left - page

    def people(self, tournament: str) -> dict[str, StoredPerson]:
        """Return the records kept beside a tournament's facts, by key.

        To decide on facts and people, read the facts first: every change of a record comes with a
        fact, so a record newer than the facts is noticed when the decision is appended.
        """
        with named_errors(self.path), self._datastore.transaction(commit=False) as c:
            return load_people(c, tournament)

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
        recorded = stamped(tournament, expected, facts, previous, runtime, correlation_id)
        events = [
            engine.StoredEvent(tournament, one.stamp.position, one.fact.TOPIC, encode(one))
            for one in recorded
        ]
        with named_errors(self.path):
            try:
                self._put(tournament, events, people, forget)
            except engine.IntegrityError as error:
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
        *, names: bool, forget: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Add facts of another ledger's tournament, byte for byte, after those that are here.

        Without `names` its records are left out, and the file says so. `forget` are the keys of
        records to delete. Raise Conflict where there are other facts.
        """
        events = [engine.StoredEvent(r.tournament, r.position, r.topic, r.state) for r in rows]
        left_out = sorted({*self.without_names(), tournament})
        meta = [] if names else [(kept_hashes.WITHOUT_NAMES, kept_hashes.sealed(left_out))]
        with named_errors(self.path):
            try:
                self._put(tournament, events, people, forget, meta=meta)
            except engine.IntegrityError as error:
                if (head := self.head(tournament)) == rows[0].position - 1:
                    raise in_the_way(tournament, error) from error
                raise conflict(tournament, rows[0].position - 1, head) from error

    def scrub(self) -> bool:
        """Clear the bytes of deleted records from the file and the log beside it.

        Facts are not touched, so the cost depends on the number of people, not of facts. Return
        False when another program has the file open, so that old bytes may be left.
        """
        with named_errors(self.path), self._datastore.get_connection(commit=False) as connection:
            raw = connection._sqlite_conn
            raw.execute("PRAGMA temp_store = MEMORY")  # names must not reach any other file
            try:
                raw.execute("BEGIN IMMEDIATE")
                write_again(raw.cursor())
                raw.execute("COMMIT")
                busy, *_ = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error as error:
                raw.rollback()
                if not is_locked(error):
                    raise
                return False
            return not busy

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give the connection within one read transaction, for `ledger.integrity.evidence`."""
        with named_errors(self.path), self._datastore.get_connection(commit=False) as connection:
            raw = connection._sqlite_conn
            raw.execute("BEGIN")
            try:
                yield raw
            finally:
                raw.rollback()

    def _put(
        self,
        tournament: str,
        events: Sequence[engine.StoredEvent],
        people: Sequence[PersonRecord],
        forget: Sequence[str],
        meta: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Save in one transaction; retry once after a lock, when nothing was written."""
        for last in (False, True):
            try:
                self._begin_writing()
                self._recorder.insert_events(
                    events, tournament=tournament, people=people, forget=forget, meta=meta
                )
            except (engine.PersistenceError, sqlite3.OperationalError) as error:
                self._roll_back()
                if last or not is_locked(error):
                    raise
            else:
                self._wrote = True
                return

    @property
    def _hashed(self) -> bool:
        """Tell whether the file keeps hashes; those of the first version do not."""
        return self._schema > 1

    @property
    def _rows(self) -> str:
        return _WITH_LEAVES if self._hashed else _WITHOUT_LEAVES

    def _begin_writing(self) -> None:
        """Give a file of the second version the tree of the file; refuse one of the first."""
        if self._without_room:
            raise disk_full(self.path)
        if self._schema == 1:
            what = message("store.before-hashes", path=str(self.path))
            step = message("store.upgrade", command=do("upgrade"))
            raise usage("ledger-from-before-hashes", what, step)
        if self._schema < SCHEMA:
            self.bring_up_to_date(Runtime(), "")

    def bring_up_to_date(
        self, runtime: Runtime, program: str,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> tuple[Recorded, ...]:  # fmt: skip
        """Bring a file of an earlier version to this one; return the facts that record the change.

        `program` is the version that makes the change; see `old_files` for `progress`. Raise
        DamagedLedger when the file cannot be trusted.
        """
        added: tuple[Recorded, ...] = ()
        with named_errors(self.path), self._datastore.get_connection(commit=False) as connection:
            raw = connection._sqlite_conn
            raw.execute("BEGIN IMMEDIATE")
            try:
                schema = sqlite_file.check_schema(raw, self.path)
                if schema < SCHEMA:
                    cursor = raw.cursor()
                    added = old_files.bring_up_to_date(cursor, schema, runtime, program, progress)
                raw.execute("COMMIT")
            except BaseException:
                raw.rollback()
                raise
        self._schema, self._wrote = SCHEMA, True
        return added

    def _rows_of(
        self, tournament: str, after: int, upto: int | None
    ) -> tuple[tuple[StoredFact, ...], int | None]:
        """Read rows of a tournament, and the number of facts in its tree (None: it has no tree)."""
        where = _AFTER if upto is None else _BETWEEN
        parameters = (tournament, after) if upto is None else (tournament, after, upto)
        with named_errors(self.path), self._datastore.transaction(commit=False) as c:
            c.execute(f"{self._rows} {where} ORDER BY originator_version", parameters)
            rows = tuple(StoredFact(*row) for row in c.fetchall())
            tree = kept_hashes.load_tree(c, tournament) if self._hashed else None
            return rows, None if tree is None else tree.size

    def _fact(self, row: StoredFact) -> Recorded:
        """Read a row as a fact; raise DamagedLedger when it is not as recorded."""
        recorded = decode(row.tournament, row.position, row.topic, row.state)
        if self._hashed and row.leaf != row.own_hash:
            what = message("store.changed", position=row.position, tournament=row.tournament)
            raise damaged(what, row.position)
        if self._schema < SCHEMA:
            old_files.refuse_too_new(self._schema, recorded, row.state)
        return recorded

    def _roll_back(self) -> None:
        """End a transaction that SQLite may have kept open when its commit failed."""
        with self._datastore.get_connection(commit=False) as connection:
            connection.rollback()

    def _time_at(self, tournament: str, expected: int) -> datetime | None:
        head = self.head(tournament)
        if head > expected:
            raise conflict(tournament, expected, head)
        assert head == expected, f"{tournament} has {head} facts, {expected} were decided on"
        last = self.facts(tournament, after=expected - 1, upto=expected) if expected else ()
        return last[0].stamp.recorded_at if last else None
