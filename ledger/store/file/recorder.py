"""The recorder of the event store library over the facts of a file.

Facts are read by it and by nothing else; their places in the file are the ids of notifications.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore

from ledger.store.tables.layout import EVENTS_TABLE

_FACTS = (
    # As bytes: exactly as stored, even where damage made it invalid text.
    "(SELECT sequence AS rowid, originator_id, originator_version, topic,"
    f" CAST(state AS BLOB) AS state FROM {EVENTS_TABLE})"
)
"""Our table under the names that the library uses."""


class Recorder(SQLiteApplicationRecorder):
    """The library's recorder over our own table, which never reuses a sequence."""

    def __init__(self, datastore: SQLiteDatastore) -> None:
        super().__init__(datastore, _FACTS)
        # An id that damage made no text is asked for by its bytes.
        self.select_events_statement = (
            f"SELECT * FROM {_FACTS} WHERE originator_id = CAST(? AS TEXT) "
        )


class JoinedDatastore(SQLiteDatastore):
    """A datastore of one connection: what is read by it joins the transaction that is open there.

    So facts, hashes and people are of one moment. Errors stay those of SQLite.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__("", originator_id_type="text")
        self._connection = connection

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """Give a cursor in the open transaction, which whoever began it ends."""
        assert not commit, "facts are written by whoever began the transaction"
        cursor = self._connection.cursor()
        cursor.row_factory = sqlite3.Row
        with SQLiteCursor(cursor) as _:
            yield SQLiteCursor(cursor)
