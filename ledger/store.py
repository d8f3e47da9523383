"""Facts in a file: appended once, read back in order, never changed.

The only importer of eventsourcing. A tournament is one aggregate: its id is the originator id, a
fact's position the version. The file holds any number of tournaments, and the records of people
beside them; facts and records of one command are saved in one transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, cast

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    EventStore,
    IntegrityError,
    JSONTranscoder,
    Mapper,
    Notification,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from ledger.codec import decode, encode
from ledger.events import FACTS, NEVER, AnyFact, TournamentOpened
from ledger.people import PersonRecord, StoredPerson, load_people, save_people
from ledger.runtime import Runtime
from ledger.store_errors import DamagedLedger, StoreError, conflict, damaged, is_locked, named
from ledger.store_file import EVENTS_TABLE, check_header, check_schema, create_file

PATIENCE_S = 5.0
"""How long SQLite waits for another program's transaction; a write waits twice."""

_PAGE_FACTS = 500

_COLUMNS = "originator_id, originator_version, topic, CAST(state AS BLOB) AS state"
"""The state as bytes: what was stored, also where damage made it no text any more."""

_FIRST_FACTS = f"""
    WITH RECURSIVE stream (id) AS (
        SELECT MIN(originator_id) FROM {EVENTS_TABLE}
        UNION ALL
        SELECT (SELECT MIN(originator_id) FROM {EVENTS_TABLE} WHERE originator_id > stream.id)
        FROM stream WHERE stream.id IS NOT NULL)
    SELECT id, originator_version, topic, CAST(state AS BLOB)
    FROM stream LEFT JOIN {EVENTS_TABLE} ON originator_id = id AND originator_version = 1
    WHERE id IS NOT NULL ORDER BY sequence"""
"""A jump from id to id in the index, so that the cost is by tournaments and not by facts."""

_NO_FILES_BESIDE = ("SQLITE_READONLY_DIRECTORY", "SQLITE_CANTOPEN", "SQLITE_READONLY_CANTINIT")


class FactMapper(Mapper[str]):
    """Facts to stored rows and back, in one step each: see `ledger.codec`."""

    def __init__(self) -> None:
        super().__init__(JSONTranscoder())  # asked for by the library, and not used

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Write a stamped fact as a row."""
        assert isinstance(domain_event, FACTS)
        return StoredEvent(
            originator_id=domain_event.tournament,
            originator_version=domain_event.position,
            topic=domain_event.TOPIC,
            state=encode(domain_event),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> AnyFact:
        """Read a row as a fact of today's form; raises DamagedLedger or NewerLedger."""
        return decode(
            cast(str, stored_event.originator_id),
            stored_event.originator_version,
            stored_event.topic,
            stored_event.state,
        )


class _Connections(SQLiteConnectionPool):
    """One connection. The file is in WAL mode since it was made, so the mode is not set here."""

    def __init__(self, uri: str, patience_s: float) -> None:
        super().__init__(db_name=uri, pool_size=1, max_overflow=0)
        self.patience_s = patience_s

    def _create_connection(self) -> SQLiteConnection:
        connection = sqlite3.connect(
            self.db_name,
            uri=True,
            timeout=self.patience_s,
            isolation_level=None,
            check_same_thread=False,
        )
        # A fact that was acknowledged must survive a power cut, so each commit reaches the disk.
        connection.execute("PRAGMA synchronous = FULL")
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, max_age=None)


class _Datastore(SQLiteDatastore):
    def __init__(self, uri: str, patience_s: float) -> None:
        super().__init__(uri, originator_id_type="text")
        self.pool = _Connections(uri, patience_s)


class _Recorder(SQLiteApplicationRecorder):
    """The library's recorder over our own table, which has a sequence that is never reused."""

    def __init__(self, datastore: SQLiteDatastore) -> None:
        super().__init__(datastore, EVENTS_TABLE)
        self.insert_events_statement = (
            f"INSERT INTO {EVENTS_TABLE} (originator_id, originator_version, topic, state)"
            " VALUES (?, ?, ?, ?)"
        )
        self.select_events_statement = (
            f"SELECT {_COLUMNS} FROM {EVENTS_TABLE} WHERE originator_id=? "
        )
        self.select_max_notification_id_statement = f"SELECT MAX(sequence) FROM {EVENTS_TABLE}"

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int]:
        sequences = []
        for event in stored_events:
            # Text, so that other tools can look inside with their JSON functions.
            row = (event.originator_id, event.originator_version, event.topic, event.state.decode())
            c.execute(self.insert_events_statement, row)
            sequences.append(c.lastrowid)
        save_people(c, kwargs["tournament"], kwargs["people"])
        return sequences

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return stored facts in file order; the library's own asks for an unnamed sequence."""
        assert stop is None
        assert not topics
        after = (start or 0) - inclusive_of_start
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                f"SELECT sequence, {_COLUMNS} FROM {EVENTS_TABLE}"
                " WHERE sequence > ? ORDER BY sequence LIMIT ?",
                (after, limit),
            )
            return [Notification(row[1], row[2], row[3], row[4], id=row[0]) for row in c.fetchall()]


class Store:
    """A ledger file, open for reading and appending; use it in a `with` statement.

    With create it is made when it is not there. Opening, and every method, raises StoreError with a
    named refusal for what a user can cause: a file that is missing, foreign, locked, read-only,
    damaged or newer, and a full disk. patience_s is how long another program's transaction is
    waited for.
    """

    def __init__(self, path: Path, *, create: bool = False, patience_s: float = PATIENCE_S) -> None:
        self.path = path
        with _named_errors(path):
            if create:
                create_file(path, patience_s)
            check_header(path)
            self._datastore = self._open(patience_s)
            self._recorder = _Recorder(self._datastore)
            # EventStore.put is the library's save without the aggregate: our decisions are facts
            # already, and it does not check a protocol for each of them.
            self._events = EventStore(FactMapper(), self._recorder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Closing twice does no harm."""
        self._datastore.close()

    def tournaments(self) -> tuple[tuple[str, str], ...]:
        """Return id and name of every tournament in the file, in order of opening.

        Raises DamagedLedger when one does not begin with its opening.
        """
        with _named_errors(self.path), self._datastore.transaction(commit=False) as c:
            c.execute(_FIRST_FACTS)
            rows = c.fetchall()
        found = []
        for tournament, position, topic, state in rows:
            if position is None:
                raise damaged(f"tournament {tournament} lacks #1", 1)
            fact = decode(tournament, position, topic, state)
            if not isinstance(fact, TournamentOpened):
                raise damaged(f"#1 of tournament {tournament} does not open it", 1)
            found.append((tournament, fact.name))
        return tuple(found)

    def head(self, tournament: str) -> int:
        """Return the position of the last fact, 0 when there is none."""
        with _named_errors(self.path), self._datastore.transaction(commit=False) as c:
            c.execute(
                f"SELECT COALESCE(MAX(originator_version), 0) FROM {EVENTS_TABLE}"
                " WHERE originator_id = ?",
                (tournament,),
            )
            head: int = c.fetchone()[0]
            return head

    def facts(
        self, tournament: str, *, upto: int | None = None, after: int = 0
    ) -> tuple[AnyFact, ...]:
        """Return the facts at the positions after + 1 to upto, or to the last one when None.

        Raises DamagedLedger when a position is missing or a fact is unreadable.
        """
        with _named_errors(self.path):
            read = cast("Iterator[AnyFact]", self._events.get(tournament, gt=after, lte=upto))
        found: list[AnyFact] = []
        for expected, fact in enumerate(read, start=after + 1):
            if fact.position != expected:  # which is the row's: `decode` compared them
                raise _gap(tournament, expected, fact.position)
            found.append(fact)
        return tuple(found)

    def facts_since(
        self, sequence: int = 0, limit: int | None = None
    ) -> Iterator[tuple[int, AnyFact]]:
        """Yield the facts of all tournaments in file order, after a sequence, with their sequences.

        Reads a page at a time, so memory is constant and writers are not held up. limit is the
        greatest number of facts, or None for all there are.
        """
        left = limit
        while left is None or left > 0:
            page = _PAGE_FACTS if left is None else min(left, _PAGE_FACTS)
            with _named_errors(self.path):
                rows = self._recorder.select_notifications(sequence, page, inclusive_of_start=False)
            for row in rows:
                yield row.id, cast("AnyFact", self._events.mapper.to_domain_event(row))
            if len(rows) < page:
                return
            sequence = rows[-1].id
            left = None if left is None else left - page

    def people(self, tournament: str) -> dict[str, StoredPerson]:
        """Return the records kept beside a tournament's facts, by key.

        Whoever decides on facts and people reads the facts first: every change of a record comes
        with a fact, so a record newer than the facts is noticed when the decision is appended.
        """
        with _named_errors(self.path), self._datastore.transaction(commit=False) as c:
            return load_people(c, tournament)

    def append(
        self,
        tournament: str,
        expected: int,
        facts: Sequence[AnyFact],
        people: Sequence[PersonRecord] = (),
        *,
        runtime: Runtime,
        correlation_id: str | None = None,
    ) -> tuple[AnyFact, ...]:
        """Stamp and add facts after the position expected, with their people; all or nothing.

        Returns the facts as they are stored. Their time is the runtime's, but never before that of
        the fact in front; each but the first is caused by the one before it. When this returns they
        are on the disk. Raises Conflict when the tournament is no longer at that position.
        """
        assert facts or not people, "a record is saved with the fact that carries its hash"
        if not facts:
            return ()
        previous = self._time_at(tournament, expected)
        stamped = _stamped(tournament, expected, facts, previous, runtime, correlation_id)
        with _named_errors(self.path):
            try:
                self._put(tournament, stamped, people)
            except IntegrityError:
                head = self.head(tournament)
                if head == expected:
                    raise
                raise conflict(tournament, expected, head) from None
        return stamped

    def _put(
        self, tournament: str, stamped: Sequence[AnyFact], people: Sequence[PersonRecord]
    ) -> None:
        """Save in one transaction; when it was locked out, nothing was written: try once more."""
        for last in (False, True):
            try:
                self._events.put(stamped, tournament=tournament, people=people)
            except PersistenceError as error:
                self._roll_back()
                if last or not is_locked(error):
                    raise
            else:
                return

    def _roll_back(self) -> None:
        """Leave a transaction that SQLite may have kept open when its commit failed."""
        with self._datastore.get_connection(commit=False) as connection:
            connection.rollback()

    def _time_at(self, tournament: str, expected: int) -> datetime:
        head = self.head(tournament)
        if head > expected:
            raise conflict(tournament, expected, head)
        assert head == expected, f"{tournament} has {head} facts, {expected} were decided on"
        last = self.facts(tournament, after=expected - 1, upto=expected) if expected else ()
        return last[0].recorded_at if last else NEVER

    def _open(self, patience_s: float) -> SQLiteDatastore:
        """Open the file; a file in a folder that cannot be written is read as a fixed image.

        SQLite keeps two files beside a ledger in use. Where it cannot make them and there is no log
        of an unfinished session, nobody is writing there, and the file alone is the whole ledger.
        """
        uri = self.path.absolute().as_uri()
        datastore = _Datastore(f"{uri}?mode=rw", patience_s)
        try:
            self._check(datastore)
        except sqlite3.OperationalError as error:
            datastore.close()
            log = self.path.with_name(self.path.name + "-wal")
            if getattr(error, "sqlite_errorname", "") not in _NO_FILES_BESIDE or log.exists():
                raise
            datastore = _Datastore(f"{uri}?mode=ro&immutable=1", patience_s)
            self._check(datastore)
        return datastore

    def _check(self, datastore: SQLiteDatastore) -> None:
        try:
            with datastore.get_connection(commit=False) as connection:
                check_schema(connection._sqlite_conn, self.path)
        except StoreError:
            datastore.close()
            raise


def _stamped(
    tournament: str,
    expected: int,
    facts: Sequence[AnyFact],
    previous: datetime,
    runtime: Runtime,
    correlation_id: str | None,
) -> tuple[AnyFact, ...]:
    """Give facts what only their recording knows; those of one call share their time."""
    now = runtime.now()
    assert now.tzinfo is not None, "the clock tells its zone"
    shared = {
        "tournament": tournament,
        "recorded_at": max(now.astimezone(UTC), previous),
        "actor": runtime.actor,
        "correlation_id": correlation_id or runtime.new_id(),
    }
    stamped: list[AnyFact] = []
    cause: str | None = None
    for position, fact in enumerate(facts, start=expected + 1):
        assert fact.position == 0, f"{fact.TOPIC} was recorded before"
        event_id = runtime.new_id()
        own = {"position": position, "event_id": event_id, "causation_id": cause}
        stamped.append(fact.model_copy(update=shared | own))
        cause = event_id
    return tuple(stamped)


def _gap(tournament: str, expected: int, found: int) -> DamagedLedger:
    missing = f"#{expected}" if found == expected + 1 else f"#{expected} to #{found - 1}"
    return damaged(f"tournament {tournament} lacks {missing}", expected)


@contextmanager
def _named_errors(path: Path) -> Iterator[None]:
    """Turn errors of the database and the file system into the refusals a user can read."""
    try:
        yield
    except (OSError, sqlite3.Error, PersistenceError) as error:
        known = named(error, path)
        if known is None:
            raise
        raise known from error
