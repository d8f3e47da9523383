"""A ledger file, open: the port's implementation with SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TypeVar

from ledger.errors import StoreError, disk_full, is_locked, usage
from ledger.facts.stamps import Recorded
from ledger.messages import do, message
from ledger.runtime import Runtime
from ledger.store.file import engine, head_beside, old_files, open_files, sqlite_file
from ledger.store.file.cursor import FileCursor, write_again
from ledger.store.file.engine import named_errors
from ledger.store.tables.last_head import Loss, load_last_head, loss_of
from ledger.store.tables.layout import SCHEMA, shown
from ledger.store.tables.port import Entry, PositionTaken, Progress

T = TypeVar("T")

_ASKED_EVERY = 100_000
"""SQLite checks for Ctrl-C after this many steps."""

_PAGES = 2000
"""Pages that are copied between two reports of progress."""


class LedgerFile:
    """See `ledger.store.tables.port.OpenPlace` for the methods."""

    def __init__(self, path: Path, create: bool, patience_s: float) -> None:
        self.path = path
        self._wrote = False
        self._place: open_files.FilePlace | None = None
        with named_errors(path), open_files.OPENING:
            if create:
                sqlite_file.create_file(path, patience_s)
            sqlite_file.check_header(path)
            self._datastore, self.schema, self._without_room = engine.opened(path, patience_s)
            self._place = open_files.hold(path)
            self._recorder = engine.WritingRecorder(self._datastore)

    def loss(self) -> Loss | None:
        """Return what the file lacks of the head remembered beside it, None: nothing."""
        known = head_beside.known_head(self.path)  # first, as the file may grow meanwhile
        return self.look(lambda cursor: loss_of(cursor, self.schema, known)) if known else None

    def accept_loss(self) -> None:
        """Remember the file as it is, without the facts that it lacks."""
        head = self.look(load_last_head) if self.schema == SCHEMA else None
        with named_errors(self.path):
            if head is None:
                head_beside.forget(self.path)
            else:
                head_beside.remember(self.path, head, anyway=True)

    def close(self) -> None:
        """Close the file, with everything written here in the file itself; twice does no harm."""
        self.settle()
        self._datastore.close()
        open_files.release(self._place)
        self._place = None

    def look(self, work: Callable[[FileCursor], T], /, *, once: bool = False) -> T:
        """Return what `work` returns, in a transaction."""
        with named_errors(self.path), self._datastore.connection() as connection:
            connection.execute("BEGIN")
            try:
                return work(FileCursor(connection))
            finally:
                connection.rollback()

    @contextmanager
    def reading(self, *, lenient: bool = False) -> Iterator[FileCursor]:
        """Give one read transaction; see the port."""
        with named_errors(self.path), self._datastore.connection() as connection:
            connection.execute("BEGIN")
            try:
                with _lenient(connection) if lenient else nullcontext():
                    yield FileCursor(connection)
            finally:
                connection.rollback()

    def put(self, entry: Entry, /) -> None:
        """Write an entry in one transaction; retry once after a lock, when nothing was written."""
        with named_errors(self.path):
            for last in (False, True):
                try:
                    self._begin_writing()
                    self._recorder.insert_events(entry.rows, entry=entry)
                except engine.IntegrityError as error:
                    raise PositionTaken(str(error)) from error
                except (engine.PersistenceError, sqlite3.OperationalError) as error:
                    self._roll_back()
                    if last or not is_locked(error):
                        raise
                else:
                    self._wrote = True
                    self._remember()
                    return

    def changes(self) -> int:
        """Return the version of the data, which another connection's writing changes."""
        with named_errors(self.path), self._datastore.connection() as connection:
            version: int = connection.execute("PRAGMA data_version").fetchone()[0]
            return version

    def following(self) -> None:
        """Return None: SQLite tells nobody of a change."""
        return

    def settle(self) -> None:
        """Move the facts written here from the log beside the file into the file.

        A copy of the file alone then has them, even while others keep the ledger open.
        """
        if self._wrote:
            self._wrote = False
            with suppress(sqlite3.Error), self._datastore.connection() as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def scrub(self) -> bool:
        """Clear the bytes of deleted records from the file and the log beside it.

        Facts are not touched, so the cost depends on the number of people, not of facts. Return
        False when another program has the file open, so that old bytes may be left.
        """
        with named_errors(self.path), self._datastore.connection() as connection:
            connection.execute("PRAGMA temp_store = MEMORY")  # names must not reach any other file
            try:
                connection.execute("BEGIN IMMEDIATE")
                write_again(FileCursor(connection))
                connection.execute("COMMIT")
                busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error as error:
                connection.rollback()
                if not is_locked(error):
                    raise
                return False
            return not busy

    def copy_to(self, path: Path, progress: Progress, /) -> None:
        """Copy the pages of the file and of the log beside it; writers are not blocked."""
        with (
            named_errors(self.path),
            self._datastore.connection() as source,
            named_errors(path),
            closing(sqlite3.connect(path)) as copy,
        ):
            source.execute("BEGIN")
            try:
                source.execute("SELECT 1 FROM sqlite_schema").fetchone()  # fixes the snapshot
                source.backup(
                    copy,
                    pages=_PAGES,
                    progress=lambda _, left, total: progress(total - left, total),
                )
            finally:
                source.rollback()

    @property
    def outdated(self) -> bool:
        """Tell whether the file is of an earlier version."""
        return self.schema < SCHEMA

    def keep_for_desks(self, key: str, value: str, /) -> None:
        """Keep nothing: the file of accounts beside a ledger is that of each desk on it."""
        return

    def bring_up_to_date(
        self, runtime: Runtime, program: str, progress: Progress, /
    ) -> tuple[Recorded, ...]:
        """Bring a file of an earlier version to this one; see `old_files`."""
        added: tuple[Recorded, ...] = ()
        with named_errors(self.path), self._datastore.connection() as connection:
            sqlite_file.check_own_name(self.path, self._place)
            connection.execute("BEGIN IMMEDIATE")
            try:
                schema = sqlite_file.check_schema(connection, self.path)
                if schema < SCHEMA:
                    cursor = FileCursor(connection)
                    added = old_files.bring_up_to_date(cursor, schema, runtime, program, progress)
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise
        self.schema = SCHEMA
        self._wrote = True
        self._remember()
        return added

    def _remember(self) -> None:
        """Remember the head beside the file, if that is possible: the facts are on the disk."""
        with suppress(OSError, StoreError, sqlite3.Error, engine.PersistenceError):
            head = self.look(load_last_head)
            if head is not None:
                head_beside.remember(self.path, head)

    def _begin_writing(self) -> None:
        """Refuse a file that must not be written; give one of the second version its tree."""
        if self._without_room:
            raise disk_full(self.path)
        sqlite_file.check_own_name(self.path, self._place)
        if self.schema == 1:
            what = message("store.before-hashes", path=str(self.path))
            step = message("store.upgrade", command=do("upgrade"))
            raise usage("ledger-from-before-hashes", what, step)
        if self.schema < SCHEMA:
            self.bring_up_to_date(Runtime(), "", lambda done, total: None)

    def _roll_back(self) -> None:
        """End a transaction that SQLite may have kept open when its commit failed."""
        with self._datastore.connection() as connection:
            connection.rollback()


@contextmanager
def _lenient(connection: sqlite3.Connection) -> Iterator[None]:
    """Read invalid text with its bytes spelled out; let Ctrl-C end a long statement."""
    factory = connection.text_factory
    connection.text_factory = shown
    # During a long query Ctrl-C is noticed here; SQLite then reports an interruption.
    connection.set_progress_handler(lambda: 0, _ASKED_EVERY)
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname == "SQLITE_INTERRUPT":
            raise KeyboardInterrupt from error
        raise
    finally:
        connection.set_progress_handler(None, 0)
        connection.text_factory = factory
