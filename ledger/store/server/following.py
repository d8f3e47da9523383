"""Being told by the server of new facts: the event store library listens, on connections of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from eventsourcing.persistence import ApplicationRecorder, PersistenceError, Subscription
from eventsourcing.postgres import ConnectionPool, PostgresDatastore
from psycopg.rows import DictRow, dict_row

from ledger.errors import StoreError
from ledger.place import ServerAddress
from ledger.store.server.faults import refused_statement
from ledger.store.server.guards import NAMESPACE
from ledger.store.server.recorder import Recorder

_PATIENCE_S = 5
"""How long to wait for a connection."""

_CONNECTIONS = 2
"""One listens, the other reads what it heard of."""


class _Datastore(PostgresDatastore):
    """The library's datastore on a server of an address."""

    def __init__(self, address: ServerAddress, options: dict[str, Any]) -> None:
        super().__init__("", "", "", "", "", schema=NAMESPACE, originator_id_type="text")
        self.pool = ConnectionPool(
            address.uri,
            connection_class=psycopg.Connection[DictRow],
            kwargs={**options, "row_factory": dict_row},
            min_size=_CONNECTIONS,
            max_size=_CONNECTIONS,
            open=False,
            configure=self.after_connect_func(),
            timeout=_PATIENCE_S,
        )


@contextmanager
def following(
    address: ServerAddress, options: dict[str, Any], after: int
) -> Iterator[Subscription[ApplicationRecorder]]:
    """Give the facts after a place in the ledger, and each new one when it is recorded.

    `stop` ends it, from any thread. Raise StoreError when the connection is lost, or none comes
    about; nothing is tried again.
    """
    try:
        with (
            closing(_Datastore(address, options)) as datastore,
            Recorder(datastore).subscribe(gt=after) as facts,
        ):
            yield facts
    except (psycopg.Error, PersistenceError) as error:
        raise _refused(error, address) from error


def _refused(error: BaseException, address: ServerAddress) -> StoreError:
    """Return the refusal for an error of the library, or for that of the driver inside it."""
    inside = error if isinstance(error, psycopg.Error) else error.__cause__
    if not isinstance(inside, psycopg.Error):
        inside = psycopg.OperationalError(str(error))
    return refused_statement(inside, address)
