"""A transaction on a server, as the tables need it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg.rows import tuple_row

from ledger.messages import Sentence
from ledger.store.server.recorder import Recorder, Session
from ledger.store.tables.cursor import Dialect, Rows
from ledger.store.tables.layout import EVENTS_TABLE, SCHEMA

POSTGRESQL = Dialect(
    opening_name="name_of(state)",
    as_bytes="convert_to({}, 'UTF8')",
    as_text="convert_from({}, 'UTF8')",
    # A column has one type, and no NULL: the server sees to it.
    is_text="{} IS NOT NULL",
    is_fact="TRUE",
    is_head="TRUE",
)

LAST = f"SELECT COALESCE(MAX(sequence), 0) FROM {EVENTS_TABLE}"
_INSERT = f"INSERT INTO {EVENTS_TABLE} VALUES (?, ?, ?, ?, ?)"

_TOGETHER = 200
"""Rows that one statement inserts."""

_FETCHED = 5_000
"""Rows of a long answer that are in memory at a time."""


@lru_cache(maxsize=500)
def translated(statement: str) -> str:
    """Return a statement with the signs for parameters that psycopg reads."""
    assert "%" not in statement, statement
    return statement.replace("?", "%s")


class _Known(list[Any]):
    """The rows of an answer that is known."""

    def fetchall(self) -> list[Any]:
        """Return the rows."""
        return self


class ServerCursor:
    """The connection to a server within a transaction.

    Answers come in the binary form, so bytes are the bytes as they are stored. In a pipeline a
    statement is only sent; its errors come with the next answer that is read.
    """

    dialect = POSTGRESQL

    def __init__(self, connection: Session) -> None:
        self._connection = connection
        self._last: Rows
        self._known: dict[tuple[str, tuple[Any, ...]], Rows] = {}
        self._streams = 0

    @property
    def recorder(self) -> Recorder:
        """Return the library's recorder in this transaction."""
        return self._connection.recorder

    def execute(self, statement: str, parameters: Sequence[Any] = (), /) -> Rows:
        """Run a statement, or take the answer to it that is known."""
        known = self._known.pop((statement, tuple(parameters)), None)
        self._last = self._run(statement, parameters) if known is None else known
        return self._last

    def know(self, statement: str, parameters: Sequence[Any], rows: Sequence[Any]) -> None:
        """Take the answer to a question from another one, for when it is asked.

        Nothing may change that answer in between.
        """
        self._known[statement, tuple(parameters)] = _Known(rows)

    def _run(self, statement: str, parameters: Sequence[Any]) -> psycopg.Cursor:
        cursor = self._connection.cursor(binary=True, row_factory=tuple_row)
        return cursor.execute(translated(statement), parameters)

    def fetchall(self) -> list[Any]:
        """Return the remaining rows of the last statement."""
        return self._last.fetchall()

    def stream(self, statement: str, parameters: Sequence[Any] = (), /) -> Iterator[Any]:
        """Yield the rows of a question; the server keeps those that were not read yet."""
        self._streams += 1
        name = f"stream_{self._streams}"
        declared = psycopg.ClientCursor(self._connection)
        declared.execute(translated(f"DECLARE {name} NO SCROLL CURSOR FOR {statement}"), parameters)
        while rows := self.execute(f"FETCH {_FETCHED} FROM {name}").fetchall():
            yield from rows
        self.execute(f"CLOSE {name}")

    def execute_each(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        """Insert rows: `statement` ends in VALUES with the parameters of one row."""
        start, _, one = statement.rpartition("VALUES ")
        for at in range(0, len(rows), _TOGETHER):
            part = rows[at : at + _TOGETHER]
            every = ", ".join([one] * len(part))
            self._run(f"{start}VALUES {every}", [value for row in part for value in row])

    def add_facts(self, rows: Sequence[StoredEvent], /) -> list[int]:
        """Add rows to the table of facts, in the order of their sequences.

        The caller holds the lock on the tree of the ledger, so no other writer is between.
        """
        last: int = self.execute(LAST).fetchall()[0][0]
        numbered = [
            (
                last + after,
                one.originator_id,
                one.originator_version,
                one.topic,
                one.state.decode(),
            )
            for after, one in enumerate(rows, 1)
        ]
        self.execute_each(_INSERT, numbered)
        return [row[0] for row in numbered]

    def version(self) -> int:
        """Return the version of a file with the same tables; of this one see `schema.VERSION`."""
        return SCHEMA

    def last_sequence(self) -> int | None:
        """Return None: sequences follow from the facts, and the server keeps no count."""
        return None

    def faults(self) -> Iterator[Sentence]:
        """Yield nothing: PostgreSQL names a broken page when it is read."""
        yield from ()
