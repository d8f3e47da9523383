"""A transaction on a ledger file, as the tables need it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from eventsourcing.persistence import StoredEvent

from ledger.messages import Sentence, message
from ledger.store.file.recorder import JoinedDatastore, Recorder
from ledger.store.tables.cursor import Cursor, Dialect
from ledger.store.tables.layout import EVENTS_TABLE

SQLITE = Dialect(
    opening_name="IIF(json_valid(state), json_extract(state, '$.name'), NULL)",
    as_bytes="CAST({} AS BLOB)",
    as_text="CAST({} AS TEXT)",
    is_text="typeof({}) = 'text'",
    is_fact="typeof(originator_id) = 'text' AND typeof(originator_version) = 'integer'"
    " AND typeof(topic) = 'text' AND typeof(state) = 'text'"
    " AND typeof({leaf}) IN ('blob', 'null')",
    is_head="typeof(size) = 'integer' AND typeof(root) = 'blob'",
)

_INSERT = (
    f"INSERT INTO {EVENTS_TABLE} (originator_id, originator_version, topic, state)"
    " VALUES (?, ?, ?, ?)"
)


class FileCursor:
    """The connection to a file within a transaction."""

    dialect = SQLITE

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._last = connection.cursor()

    @cached_property
    def recorder(self) -> Recorder:
        """Return the library's recorder in this transaction."""
        hashed = self.execute("SELECT 1 FROM sqlite_schema WHERE name = 'leaves'").fetchone()
        return Recorder(JoinedDatastore(self._connection), hashed=hashed is not None)

    def execute(self, statement: str, parameters: Sequence[Any] = (), /) -> sqlite3.Cursor:
        """Run a statement."""
        self._last = self._connection.execute(statement, parameters)
        return self._last

    def fetchall(self) -> list[Any]:
        """Return the remaining rows of the last statement."""
        return self._last.fetchall()

    def stream(self, statement: str, parameters: Sequence[Any] = (), /) -> Iterator[Any]:
        """Yield the rows of a question; SQLite reads one at a time."""
        return self._connection.execute(statement, parameters)

    def execute_each(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        """Run a statement for each row of parameters."""
        self._connection.executemany(statement, rows)

    def add_facts(self, rows: Sequence[StoredEvent], /) -> list[int]:
        """Add rows to the table of facts; SQLite gives the sequences."""
        sequences: list[int] = []
        for one in rows:
            # Text, so that other tools can look inside with their JSON functions.
            state = one.state.decode()
            self.execute(_INSERT, (one.originator_id, one.originator_version, one.topic, state))
            assert self._last.lastrowid is not None
            sequences.append(self._last.lastrowid)
        return sequences

    def version(self) -> int:
        """Return the version of the tables, as the file states it."""
        version: int = self.execute("PRAGMA user_version").fetchone()[0]
        return version

    def last_sequence(self) -> int | None:
        """Return the last sequence that SQLite gave, 0 where its count is not one of facts."""
        counters = self.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
        if [name for name, _ in counters] not in ([], [EVENTS_TABLE]):
            return -1
        return counters[0][1] if counters and isinstance(counters[0][1], int) else 0

    def faults(self) -> Iterator[Sentence]:
        """Yield what SQLite finds wrong with pages and indexes."""
        for (report,) in self.execute("PRAGMA integrity_check(20)").fetchall():
            if report != "ok":
                yield message("integrity.sqlite", said=report)


def write_again(cursor: Cursor) -> None:
    """Write all records of people again, on cleared pages, in the transaction of the cursor.

    A deleted record is cleared where it stood (`secure_delete`), but SQLite also leaves bytes of a
    record on pages from which it once moved to a neighbour. A table that is emptied gives back all
    of its pages, and these are cleared whole.
    """
    cursor.execute("CREATE TEMP TABLE copied AS SELECT * FROM people")
    cursor.execute("DELETE FROM people")
    cursor.execute("INSERT INTO people SELECT * FROM temp.copied")
    cursor.execute("DROP TABLE temp.copied")
