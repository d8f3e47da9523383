"""The recorder of the event store library over the facts of a ledger on a server.

Facts are read by it and by nothing else; their places in the ledger are the ids of notifications.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from types import SimpleNamespace
from typing import Any

import psycopg
from eventsourcing.persistence import Notification, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.pq import Format
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL

from ledger.store.server.guards import NAMESPACE
from ledger.store.tables.layout import EVENTS_TABLE
from ledger.store.tables.recorder import Answering, FactsRecorder

_FACTS = f"{NAMESPACE}.{EVENTS_TABLE}"

# Hashes are looked up one by one, whatever the planner knows of the tables: a join reads them all.
_SELECT = f"""
    SELECT sequence, originator_id, originator_version, topic, convert_to(state, 'UTF8') AS state,
        (SELECT hash FROM {NAMESPACE}.leaves WHERE sequence = fact.sequence) AS hash
    FROM {_FACTS} AS fact"""


class Recorder(FactsRecorder, PostgresApplicationRecorder):
    """The library's recorder over our own table, whose sequence has no gaps."""

    datastore: Any

    def __init__(self, datastore: PostgresDatastore) -> None:
        super().__init__(datastore, events_table_name=EVENTS_TABLE)
        self.select_events_statement = SQL(f"{_SELECT} WHERE originator_id = %s").format()
        self.max_notification_id_statement = SQL(f"SELECT MAX(sequence) FROM {_FACTS}").format()

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Write facts in the open transaction, and tell of them when it commits.

        `write` writes them with all that belongs to them, and returns their sequences.
        """
        sequences: Sequence[int] = kwargs["write"]()
        self.tell()
        return sequences

    def tell(self) -> None:
        """Tell those who follow the ledger of new facts, when the open transaction commits."""
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            self._notify_channel(cursor)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return facts as the library does, which has another name for the sequence in here."""
        where: list[str] = []
        parameters: list[Any] = []
        for condition, value in (
            (f"sequence {'>=' if inclusive_of_start else '>'} %s", start),
            ("sequence <= %s", stop),
            ("topic = ANY(%s)", list(topics) or None),
        ):
            if value is not None:
                where.append(condition)
                parameters.append(value)
        which = f"WHERE {' AND '.join(where)}" if where else ""
        question = f"{_SELECT} {which} ORDER BY sequence LIMIT %s"
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            cursor.execute(SQL(question), (*parameters, limit), prepare=True)
            return [
                Notification(
                    id=row["sequence"],
                    originator_id=row["originator_id"],
                    originator_version=row["originator_version"],
                    topic=row["topic"],
                    state=row["state"],
                )
                for row in cursor.fetchall()
            ]


class Session(psycopg.Connection[DictRow]):
    """A connection with the library's recorder over it, which reads in its transactions."""

    @cached_property
    def recorder(self) -> Recorder:
        """Return the recorder."""
        return Recorder(_JoinedDatastore(self))


class _JoinedDatastore(PostgresDatastore, Answering):
    """A datastore of one connection: what is read by it joins the transaction that is open there.

    So facts, hashes and people are of one moment. Errors stay those of psycopg, which the library
    does not take for a reason to try again.
    """

    def __init__(self, connection: Session) -> None:
        super().__init__("", "", "", "", "", schema=NAMESPACE, originator_id_type="text")
        # What the library asks of a connection.
        self._connection = SimpleNamespace(cursor=partial(_TakenFrom, connection, self))

    def register_type_adapters(self) -> None:
        """Do nothing: the tables have no types of their own."""

    @contextmanager
    def get_connection(self) -> Iterator[Any]:
        """Give the connection."""
        yield self._connection


class _TakenFrom(psycopg.Cursor[Any]):
    """The library's cursor, of whose rows the datastore may take all.

    Answers come in the binary form, so that bytes are the bytes as they are stored.
    """

    def __init__(self, connection: Session, datastore: Answering) -> None:
        rows: Any = dict_row if datastore.taken is None else tuple_row
        super().__init__(connection, row_factory=rows)
        self.format = Format.BINARY
        self._datastore = datastore

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        return self._datastore.answered(super().fetchall())
