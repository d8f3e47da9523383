"""A ledger on a server, open: the port's implementation with PostgreSQL.

Every transaction that writes first locks the one row of the tree of the ledger. So sequences have
no gaps and appear in the order of the commits: a reader that follows the ledger misses nothing.

The recorder of the event store library reads (`recorder`), and does not write: it repeats an insert
whose answer was lost, and takes its own facts for those of another writer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeVar

import psycopg
from eventsourcing.persistence import ApplicationRecorder, Subscription

from ledger.errors import StoreError, damaged
from ledger.facts.stamps import Recorded
from ledger.hash_tree import Head
from ledger.messages import message
from ledger.place import ServerAddress
from ledger.runtime import Runtime
from ledger.store.server.carrying import read_ledger, write_file
from ledger.store.server.cursor import LAST, ServerCursor
from ledger.store.server.faults import answer_lost, refused_statement
from ledger.store.server.following import following
from ledger.store.server.link import Link
from ledger.store.server.making import bring_up_to_date, make
from ledger.store.server.schema import VERSION, without_statistics
from ledger.store.tables.appending import write_entry
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import FILE_TREE, TREE
from ledger.store.tables.last_head import Loss
from ledger.store.tables.layout import SCHEMA
from ledger.store.tables.port import Entry, PositionTaken, Progress
from ledger.store.tables.reading import LAST_POSITION

T = TypeVar("T")

_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED"

_LOCKING = f"""{FILE_TREE}
    WHERE set_config('idle_in_transaction_session_timeout', ?, true) IS NOT NULL FOR UPDATE"""
"""The tree of the ledger, with the lock on it; the server ends a transaction that rests too long."""

_AT = f"""
    SELECT ({LAST}), ({LAST_POSITION}), size, peaks
    FROM (SELECT) AS one LEFT JOIN trees ON tournament = ?"""
"""Where a ledger and a tournament end, with the tree of the tournament, NULL where it has none."""

_OWNS = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'people'::regclass"

_SAMPLED = (
    "SELECT EXISTS (SELECT 1 FROM pg_stats WHERE schemaname = 'toernooi' AND tablename = 'people')"
)

_LOCKED = "55P03"
"""PostgreSQL's code for a lock that another transaction held too long."""


class LedgerServer:
    """See `ledger.store.tables.port.OpenPlace` for the methods."""

    schema = SCHEMA

    def __init__(self, address: ServerAddress, create: bool, patience_s: float) -> None:
        self.address = address
        self._link = Link(address, patience_s)
        self._committing = False
        if create:
            make(self._link)
        self._link.live()

    def close(self) -> None:
        """Close the connection; twice does no harm."""
        self._link.close()

    def loss(self) -> Loss | None:
        """Return None: nothing is remembered beside a server; a desk remembers by itself."""
        return None

    def accept_loss(self) -> None:
        """Do nothing: nothing is remembered beside a server."""

    def look(self, work: Callable[[ServerCursor], T], /, *, once: bool = False) -> T:
        """Return what `work` returns, in a transaction; look again when the connection was lost."""
        with self._link.turn() as began_s:
            while True:
                try:
                    with self._link.whole():
                        return self._look(work, once)
                except psycopg.Error as error:
                    if not self._link.lost(error) or not self._link.again(began_s):
                        raise refused_statement(error, self.address) from error

    def _look(self, work: Callable[[ServerCursor], T], once: bool) -> T:
        connection = self._link.live()
        cursor = ServerCursor(connection)
        if once:
            return work(cursor)
        with connection.pipeline():
            cursor.execute(_READING)
            answer = work(cursor)
            cursor.execute("ROLLBACK")
        return answer

    @contextmanager
    def reading(self, *, lenient: bool = False) -> Iterator[ServerCursor]:
        """Give one read transaction. A text is always text here, and Ctrl-C always ends a question.

        When the connection is lost in the middle, the reading ends with a refusal.
        """
        with self._link.turn() as began_s:
            cursor = self._begun(began_s)
            try:
                with self._link.whole():
                    yield cursor
                    cursor.execute("ROLLBACK")
            except psycopg.Error as error:
                raise refused_statement(error, self.address) from error

    def _begun(self, began_s: float) -> ServerCursor:
        """Begin a read transaction, on a new connection where the old one was lost meanwhile."""
        while True:
            try:
                cursor = ServerCursor(self._link.live())
                cursor.execute(_READING)
            except psycopg.Error as error:
                if not self._link.lost(error) or not self._link.again(began_s):
                    raise refused_statement(error, self.address) from error
            else:
                return cursor

    def put(self, entry: Entry, /) -> None:
        """Write an entry in one transaction.

        It is tried once more after a lock, and again after a loss of the connection. When the
        answer of the commit was lost, the facts are looked up first, so they are recorded once.
        """
        began_s = time.monotonic()
        with self._link.lock:
            self._committing = locked = False
            while True:
                try:
                    with self._link.whole():
                        return self._write(entry)
                except psycopg.IntegrityError as error:
                    raise PositionTaken(str(error)) from error
                except psycopg.Error as error:
                    if self._link.lost(error):
                        if self._again(began_s):
                            continue
                        raise self._refused(error) from error
                    if error.sqlstate != _LOCKED or locked:
                        raise refused_statement(error, self.address) from error
                    locked = True

    def _again(self, began_s: float) -> bool:
        try:
            return self._link.again(began_s)
        except StoreError:
            if self._committing:
                return False
            raise

    def _refused(self, error: psycopg.Error) -> StoreError:
        """Return the refusal of an entry after the connection was lost and did not come back."""
        if self._committing:
            return answer_lost(self.address)
        return refused_statement(error, self.address)

    def _write(self, entry: Entry) -> None:
        connection = self._link.live()
        cursor = ServerCursor(connection)
        first = entry.rows[0].originator_version
        with connection.pipeline():
            cursor.execute(_WRITING)
            # A writer that vanished must not hold the lock for ever.
            wait_ms = round(self._link.patience_s * 2000)
            tree = cursor.execute(_LOCKING, (str(max(wait_ms, 1)),))
            # Asked after it, so it is what the writer before left behind.
            at = cursor.execute(_AT, (entry.tournament, entry.tournament))
            ((sequence, position, *own),) = at.fetchall()
            cursor.know(FILE_TREE, (), tree.fetchall())
            cursor.know(LAST, (), [(sequence,)])
            cursor.know(TREE, (entry.tournament,), [own] if None not in own else [])
            if position >= first:
                if not (self._committing and _is_there(cursor, entry)):
                    raise PositionTaken(str(first))
                # They may be on this server alone, if it waited for its standby when it crashed.
                # A commit that writes anything waits for everything before it.
                cursor.execute("UPDATE file_tree SET size = size")
            else:
                cursor.recorder.insert_events(entry.rows, write=lambda: write_entry(cursor, entry))
            self._committing = True
            committed = connection.execute("COMMIT")
        if committed.statusmessage != "COMMIT":
            raise psycopg.OperationalError(str(committed.statusmessage))

    def changes(self) -> int:
        """Return the number of facts: nothing else is written without a fact.

        After facts were lost, because a standby took over, it is another number too.
        """
        size = "SELECT size FROM file_tree"
        return self.look(lambda c: int(c.execute(size).fetchall()[0][0]), once=True)

    def following(self) -> AbstractContextManager[Subscription[ApplicationRecorder]]:
        """Give each new fact as it is recorded: the library listens for NOTIFY."""
        return following(self.address, self._link.options(), self.changes())

    def settle(self) -> None:
        """Do nothing: what was acknowledged is where everybody reads it."""

    def scrub(self) -> bool:
        """Write the table of people again without the deleted rows, if the role owns it.

        Return False when it does not, or somebody reads the table for a long time. The server's log
        of changes, standbys and backups keep what was deleted for as long as they are kept.
        """
        with self._link.lock:
            try:
                with self._link.whole():
                    cursor = ServerCursor(self._link.live())
                    if not cursor.execute(_OWNS).fetchall()[0][0]:
                        return False
                    self._without_statistics(cursor)
                    cursor.execute("VACUUM (FULL) people")
                    return True
            except psycopg.Error as error:
                if error.sqlstate == _LOCKED:
                    return False
                raise refused_statement(error, self.address) from error

    def _without_statistics(self, cursor: ServerCursor) -> None:
        """Delete the samples of records in the planner's statistics, where somebody took them."""
        if not cursor.execute(_SAMPLED).fetchall()[0][0]:
            return
        with self._link.live().transaction():
            for statement in without_statistics():
                cursor.execute(statement)
        # Who does not own the database gets a warning in place of this.
        cursor.execute("VACUUM (FULL) pg_catalog.pg_statistic")

    def keep_for_desks(self, key: str, value: str, /) -> str | None:
        """Keep a value for all desks of the ledger, once; see the port."""
        if self._link.version < VERSION:
            return None
        began_s = time.monotonic()
        with self._link.lock:
            while True:
                try:
                    with self._link.whole():
                        cursor = ServerCursor(self._link.live())
                        cursor.execute(
                            "INSERT INTO desk VALUES (?, ?) ON CONFLICT DO NOTHING", (key, value)
                        )
                        asked = cursor.execute("SELECT value FROM desk WHERE key = ?", (key,))
                        return str(asked.fetchall()[0][0])
                except psycopg.Error as error:
                    if not self._link.lost(error) or not self._link.again(began_s):
                        raise refused_statement(error, self.address) from error

    def copy_to(self, path: Path, progress: Progress, /) -> None:
        """Write the ledger as it stands now into an empty file, as a ledger file."""
        with self.reading() as cursor:
            write_file(cursor, path, progress)

    def take_in(self, source: Cursor, head: Head, progress: Progress, /) -> bool:
        """Write all of another ledger in one transaction; False: there are facts here already.

        `head` is that over all facts of the other one, in order; DamagedLedger where it differs
        in the end. Nothing is tried again after the connection was lost.
        """
        with self._link.lock:
            self._committing = False
            try:
                with self._link.whole():
                    return self._take_in(source, head, progress)
            except psycopg.Error as error:
                raise self._refused(error) from error

    def _take_in(self, source: Cursor, head: Head, progress: Progress) -> bool:
        cursor = ServerCursor(self._link.live())
        cursor.execute(_WRITING)
        cursor.execute("SELECT id FROM file_tree FOR UPDATE")
        if cursor.execute(LAST).fetchall()[0][0]:
            cursor.execute("ROLLBACK")
            return False
        tree = read_ledger(cursor, source, progress)
        cursor.recorder.tell()
        if Head(tree.size, tree.root) != head:
            raise damaged(message("store.not-taken-in", place=str(self.address)))
        self._committing = True
        cursor.execute("COMMIT")
        return True

    def bring_up_to_date(
        self, runtime: Runtime, program: str, progress: Progress, /
    ) -> tuple[Recorded, ...]:
        """Bring the tables and their guards to this version: the facts are as they should be."""
        with self._link.lock:
            bring_up_to_date(self._link)
            self._link.drop()
            self._link.live()
        return ()

    @property
    def outdated(self) -> bool:
        """Tell whether the tables are of an earlier version; they are used as they are."""
        return self._link.version < VERSION


def _is_there(cursor: ServerCursor, entry: Entry) -> bool:
    """Tell whether exactly these facts are recorded: each has an id, so no others are the same."""
    first, last = (row.originator_version for row in (entry.rows[0], entry.rows[-1]))
    there = cursor.recorder.select_events(entry.tournament, gt=first - 1, lte=last)
    return [*there] == [*entry.rows]
