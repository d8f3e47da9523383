"""The event store library, adapted to our file: its connections, its recorder.

`recorder` reads facts; the connections are made here, and writing is.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from ledger.errors import StoreError, named, no_room_for_log
from ledger.kept_names import OF_SQLITE
from ledger.store.file.cursor import FileCursor
from ledger.store.file.open_files import sqlite_uri
from ledger.store.file.recorder import Recorder
from ledger.store.file.sqlite_file import check_schema
from ledger.store.tables.appending import write_entry

__all__ = ["Datastore", "IntegrityError", "PersistenceError", "WritingRecorder"]

_IN_USE = OF_SQLITE[:2]
"""How the names end of the two files that SQLite keeps beside a ledger in use."""

_NO_FILES_BESIDE = ("SQLITE_READONLY_DIRECTORY", "SQLITE_CANTOPEN", "SQLITE_READONLY_CANTINIT")
_NO_ROOM = (
    "SQLITE_FULL",
    "SQLITE_IOERR_SHMOPEN",
    "SQLITE_IOERR_SHMSIZE",
    "SQLITE_IOERR_SHMMAP",
    "SQLITE_IOERR_WRITE",
)


class _Connections(SQLiteConnectionPool):
    """One connection. The file is in WAL mode from its creation, so the mode is not set here."""

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
        # An acknowledged fact must survive a power cut, so each commit reaches the disk.
        connection.execute("PRAGMA synchronous = FULL")
        # A forgotten or corrected record of a person must not stay behind in unused bytes.
        connection.execute("PRAGMA secure_delete = ON")
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, max_age=None)


class Datastore(SQLiteDatastore):
    """The library's datastore with our connection."""

    def __init__(self, uri: str, patience_s: float) -> None:
        super().__init__(uri, originator_id_type="text")
        self.pool = _Connections(uri, patience_s)

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """Give SQLite's connection, as soon as nobody else in this program has it."""
        with self.get_connection(commit=False) as connection, connection.cursor() as cursor:
            yield cursor.connection


class WritingRecorder(Recorder):
    """The recorder of an open file, whose transaction writes facts with all that belongs to them.

    `insert_events` is given the entry whose rows the events are.
    """

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int]:
        return write_entry(FileCursor(c.sqlite_cursor.connection), kwargs["entry"])


class Opened(NamedTuple):
    """An open file, its schema, and whether the disk had no room to open it for writing."""

    datastore: Datastore
    schema: int
    without_room: bool = False


def opened(path: Path, patience_s: float) -> Opened:
    """Open a file and check its schema; open it read-only if writing is impossible.

    SQLite keeps two files beside a ledger in use. If it cannot make them, in a read-only folder or
    on a full disk, and there is no log of an unfinished session, then nobody is writing there, and
    the file alone is the whole ledger. So it is where nobody may write the file and these two are
    not there: SQLite would make them, as read-only as the file, and leave them behind.
    """
    uri = sqlite_uri(path.absolute())
    _make_writable_beside(path)
    if _is_read_only(path):
        datastore = Datastore(f"{uri}?mode=ro&immutable=1", patience_s)
        return Opened(datastore, _checked(datastore, path))
    datastore = Datastore(f"{uri}?mode=rw", patience_s)
    try:
        return Opened(datastore, _checked(datastore, path))
    except sqlite3.OperationalError as error:
        datastore.close()
        name = getattr(error, "sqlite_errorname", "")
        if name in _NO_ROOM and _has_log(path):
            raise no_room_for_log(path) from error
        if name not in _NO_FILES_BESIDE + _NO_ROOM or _has_log(path):
            raise
    datastore = Datastore(f"{uri}?mode=ro&immutable=1", patience_s)
    return Opened(datastore, _checked(datastore, path), name in _NO_ROOM)


def _make_writable_beside(path: Path) -> None:
    """Give the files beside a ledger that may be written again the permissions of the ledger.

    SQLite made them by those that the ledger had before.
    """
    with suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        for ending in _IN_USE if mode & stat.S_IWUSR else ():
            other = f"{path}{ending}"
            with suppress(FileNotFoundError):
                if not os.stat(other).st_mode & stat.S_IWUSR:
                    os.chmod(other, mode)


def _is_read_only(path: Path) -> bool:
    """Tell whether nobody may write a file, this user neither, and nobody has it open."""
    if path.stat().st_mode & 0o222 or os.access(path, os.W_OK):
        return False
    return not any(path.with_name(path.name + ending).exists() for ending in _IN_USE)


def _has_log(path: Path) -> bool:
    """Tell whether facts may stand beside the file; an empty log has just been created."""
    try:
        return path.with_name(path.name + "-wal").stat().st_size > 0
    except FileNotFoundError:
        return False


def _checked(datastore: Datastore, path: Path) -> int:
    try:
        with datastore.connection() as connection:
            return check_schema(connection, path)
    except StoreError:
        datastore.close()
        raise


@contextmanager
def named_errors(path: Path) -> Iterator[None]:
    """Turn errors of the database and the file system into the refusals a user can read."""
    try:
        yield
    except (OSError, sqlite3.Error, PersistenceError, UnicodeDecodeError) as error:
        refusal = named(error, path)
        if refusal is None:
            raise
        raise refusal from error
