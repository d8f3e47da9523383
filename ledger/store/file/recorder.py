"""The recorder of the event store library over the facts of a file.

Facts are read by it and by nothing else; their places in the file are the ids of notifications.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore

from ledger.store.tables.layout import EVENTS_TABLE
from ledger.store.tables.recorder import COLUMNS, Answering, FactsRecorder


def _facts(hash_: str, join: str) -> str:
    """Return our table, with the hashes beside it, under the names that the library uses."""
    # As bytes: exactly as stored, even where damage made it invalid text.
    return (
        "(SELECT sequence AS rowid, sequence, originator_id, originator_version, topic,"
        f" CAST(state AS BLOB) AS state, {hash_} AS hash FROM {EVENTS_TABLE} {join})"
    )


_HASHED = _facts("hash", "LEFT JOIN leaves USING (sequence)")
_UNHASHED = _facts("NULL", "")


class Recorder(FactsRecorder, SQLiteApplicationRecorder):
    """The library's recorder over our own table, which never reuses a sequence.

    `hashed`: there are hashes beside the facts; files of the first version have none.
    """

    datastore: Any

    def __init__(self, datastore: SQLiteDatastore, *, hashed: bool = True) -> None:
        facts = _HASHED if hashed else _UNHASHED
        super().__init__(datastore, facts)
        # An id that damage made no text is asked for by its bytes.
        self.select_events_statement = (
            f"SELECT {', '.join(COLUMNS)} FROM {facts} WHERE originator_id = CAST(? AS TEXT) "
        )
        self.select_max_notification_id_statement = f"SELECT MAX(sequence) FROM {EVENTS_TABLE}"


class JoinedDatastore(SQLiteDatastore, Answering):
    """A datastore of one connection: what is read by it joins the transaction that is open there.

    So facts, hashes and people are of one moment. Errors stay those of SQLite. It has no pool of
    connections, which would take a tenth of a transaction to make.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.originator_id_type = "text"
        self._connection = connection

    def close(self) -> None:
        """Do nothing: the connection is of whoever began the transaction."""

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """Give a cursor in the open transaction, which whoever began it ends."""
        assert not commit, "facts are written by whoever began the transaction"
        cursor = self._connection.cursor()
        cursor.row_factory = sqlite3.Row if self.taken is None else None
        answering = _TakenFrom(cursor, self)
        with answering:
            yield answering


class _TakenFrom(SQLiteCursor):
    """The library's cursor, of whose rows the datastore may take all."""

    def __init__(self, cursor: sqlite3.Cursor, datastore: Answering) -> None:
        super().__init__(cursor)
        self._datastore = datastore

    def fetchall(self) -> Any:
        """Return the remaining rows."""
        return self._datastore.answered(super().fetchall())
