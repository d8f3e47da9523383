"""The recorder of the event store library over the facts of a ledger on a server.

Facts are read by it and by nothing else; their places in the ledger are the ids of notifications.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from eventsourcing.persistence import Notification, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.rows import DictRow
from psycopg.sql import SQL

from ledger.store.server.guards import NAMESPACE
from ledger.store.tables.layout import EVENTS_TABLE

_COLUMNS = "originator_id, originator_version, topic, convert_to(state, 'UTF8') AS state"
_FROM = f"FROM {NAMESPACE}.{EVENTS_TABLE}"


class Recorder(PostgresApplicationRecorder):
    """The library's recorder over our own table, whose sequence has no gaps."""

    def __init__(self, datastore: PostgresDatastore) -> None:
        super().__init__(datastore, events_table_name=EVENTS_TABLE)
        self.select_events_statement = SQL(
            f"SELECT {_COLUMNS} {_FROM} WHERE originator_id = %s"
        ).format()
        self.max_notification_id_statement = SQL(f"SELECT MAX(sequence) {_FROM}").format()

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
        question = f"SELECT sequence, {_COLUMNS} {_FROM} {which} ORDER BY sequence LIMIT %s"
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
                for row in cursor
            ]


class JoinedDatastore(PostgresDatastore):
    """A datastore of one connection: what is read by it joins the transaction that is open there.

    So facts, hashes and people are of one moment. Errors stay those of psycopg, which the library
    does not take for a reason to try again.
    """

    def __init__(self, connection: psycopg.Connection[DictRow]) -> None:
        super().__init__("", "", "", "", "", schema=NAMESPACE, originator_id_type="text")
        self._connection = connection

    def register_type_adapters(self) -> None:
        """Do nothing: the tables have no types of their own."""

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """Give the connection."""
        yield self._connection
