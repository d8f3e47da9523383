"""A transaction as the tables need it, and how its database says what databases say otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from eventsourcing.persistence import StoredEvent

from ledger.messages import Sentence
from ledger.store.tables.recorder import FactsRecorder


class Dialect(NamedTuple):
    """Expressions in SQL by which a database differs from others.

    `opening_name`: the name in an opening, NULL where it has none. `as_bytes` and `as_text` are
    formats: a text as its bytes, a parameter of bytes as a text. `is_text` is a format too: whether
    a column holds text. `is_fact` and `is_head`: whether each value of a row has its type; {leaf}
    is the column of the hash.
    """

    opening_name: str
    as_bytes: str
    as_text: str
    is_text: str
    is_fact: str
    is_head: str


class Rows(Protocol):
    """The rows of an answer."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Cursor(Protocol):
    """A transaction, as the tables need it: facts are read by the recorder, the rest by statements."""

    @property
    def recorder(self) -> FactsRecorder:
        """Return the recorder of the event store library; what it reads, it reads here."""
        ...

    @property
    def dialect(self) -> Dialect:
        """Return the expressions of this database."""
        ...

    def execute(self, statement: str, parameters: Sequence[Any] = (), /) -> Rows:
        """Run a statement."""
        ...

    def fetchall(self) -> list[Any]:
        """Return the remaining rows of the last statement."""
        ...

    def stream(self, statement: str, parameters: Sequence[Any] = (), /) -> Iterator[Any]:
        """Yield the rows of a question that may have many; they are not all in memory."""
        ...

    def execute_each(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        """Run a statement for each row of parameters."""
        ...

    def add_facts(self, rows: Sequence[StoredEvent], /) -> list[int]:
        """Add rows to the table of facts, and nothing else; return their sequences."""
        ...

    def version(self) -> int:
        """Return the version of the tables, as the ledger states it."""
        ...

    def last_sequence(self) -> int | None:
        """Return the last sequence ever given, by the database's own count; None: it has none."""
        ...

    def faults(self) -> Iterator[Sentence]:
        """Yield what the database finds wrong with its own pages and indexes."""
        ...
