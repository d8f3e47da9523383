"""The event store library, fitted to our file: its connections, its recorder.

The only importer of eventsourcing; `ledger.store.store` is the only importer of this.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from ledger.errors import named
from ledger.store.kept_hashes import StoredFact, grow
from ledger.store.people import forget_people, save_people
from ledger.store.sqlite_file import EVENTS_TABLE

__all__ = ["Datastore", "IntegrityError", "PersistenceError", "Recorder", "StoredEvent"]


class _Connections(SQLiteConnectionPool):
    """One connection. The file is in WAL mode since it was made, so the mode is not set here."""

    def __init__(self, uri: str, patience_s: float) -> None:
        super().__init__(db_name=uri, pool_size=1, max_overflow=0)
        self.patience_s = patience_s

    def _create_connection(self) -> SQLiteConnection:
        connection = sqlite3.connect(
            self.db_name, uri=True, timeout=self.patience_s, isolation_level=None,
            check_same_thread=False,
        )  # fmt: skip
        # A fact that was acknowledged must survive a power cut, so each commit reaches the disk.
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


class Recorder(SQLiteApplicationRecorder):
    """The library's recorder over our own table, which has a sequence that is never reused."""

    def __init__(self, datastore: SQLiteDatastore) -> None:
        super().__init__(datastore, EVENTS_TABLE)
        self.insert_events_statement = (
            f"INSERT INTO {EVENTS_TABLE} (originator_id, originator_version, topic, state)"
            " VALUES (?, ?, ?, ?)"
        )

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int]:
        rows = []
        for event in stored_events:
            # Text, so that other tools can look inside with their JSON functions.
            row = (event.originator_id, event.originator_version, event.topic, event.state.decode())
            c.execute(self.insert_events_statement, row)
            assert c.lastrowid is not None
            rows.append(StoredFact(c.lastrowid, *row[:3], event.state))  # type: ignore[arg-type]
        grow(c, rows)
        save_people(c, kwargs["tournament"], kwargs["people"])
        forget_people(c, kwargs["tournament"], kwargs["forget"])
        for key, value in kwargs.get("meta", ()):
            c.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))
        return [row.sequence for row in rows]


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
