"""The connection of an open ledger to its server: made when it is needed, and again when lost.

Each open ledger has one connection, used by one thread at a time; a program that wants to read
while it writes opens the ledger twice. A pool would hide why a connection failed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import RLock
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from ledger.errors import StoreError
from ledger.place import ServerAddress
from ledger.store.server.cursor import ServerCursor
from ledger.store.server.faults import is_lost, refused_connection, refused_statement
from ledger.store.server.guards import NAMESPACE
from ledger.store.server.recorder import Session
from ledger.store.server.schema import check
from ledger.store.tables.port import PositionTaken

# A lost connection is named by its refusal; the library would write a line of its own beside it.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

_PAUSE_S = 0.1
"""Between two attempts to reach a server that was there a moment ago."""

_SETTINGS = """
    SELECT set_config('search_path', ?, false), set_config('lock_timeout', ?, false),
        set_config('statement_timeout', '0', false),
        set_config('idle_in_transaction_session_timeout', '0', false),
        set_config('default_transaction_isolation', 'read committed', false),
        set_config('synchronous_commit',
            CASE WHEN current_setting('synchronous_commit') IN ('on', 'remote_apply')
                THEN current_setting('synchronous_commit') ELSE 'on' END, false)"""
"""A commit is acknowledged when it is on the disk, whatever the server's own settings say."""


class Link:
    """The connection to a server; hold `lock` while using it.

    `version` is that of the tables when the connection was made, 0 before the first.
    """

    def __init__(self, address: ServerAddress, patience_s: float) -> None:
        self.address = address
        self.patience_s = patience_s
        self.lock = RLock()
        self._connection: Session | None = None
        self.version = 0
        self._closed = False
        self._failed: tuple[float, StoreError] | None = None

    def connect(self) -> Session:
        """Return a new connection with our settings; raise StoreError where none comes about."""
        try:
            connection = Session.connect(self.address.uri, row_factory=dict_row, **self.options())
        except psycopg.Error as error:
            refused = refused_connection(error, self.address)
            self._failed = time.monotonic(), refused
            raise refused from None
        try:
            wait_ms = round(self.patience_s * 1000)
            settings = (f"{NAMESPACE}, pg_temp", str(max(wait_ms, 1)))
            ServerCursor(connection).execute(_SETTINGS, settings)
        except psycopg.Error as error:
            connection.close()
            raise refused_statement(error, self.address) from None
        return connection

    def options(self) -> dict[str, Any]:
        """Return the options of a connection beside its address, which may name them otherwise."""
        own: dict[str, Any] = {
            "connect_timeout": max(2, round(self.patience_s)),
            "application_name": "toernooi",
            # A cable that was pulled out is noticed within this time, while data is on its way.
            "tcp_user_timeout": round(self.patience_s * 2000),
            "keepalives_idle": 30,
        }
        named = conninfo_to_dict(self.address.uri)
        chosen = {key: value for key, value in own.items() if key not in named}
        return {"autocommit": True, "client_encoding": "UTF8", **chosen}

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Hold the lock; give the monotonic time since which it was wanted.

        Raise StoreError where somebody found the server away meanwhile: whoever waited does not
        begin to look for it once more.
        """
        began_s = time.monotonic()
        with self.lock:
            if self._connection is None and self._failed and self._failed[0] > began_s:
                raise StoreError(self._failed[1].refusal)
            yield began_s

    def live(self) -> Session:
        """Return the connection; make it again where it was lost, and check the tables again."""
        connection = self._connection
        if connection is not None and not connection.closed:
            return connection
        assert not self._closed, "the ledger was closed"
        connection = self.connect()
        try:
            self.version = check(ServerCursor(connection), self.address)
        except psycopg.Error as error:
            connection.close()
            raise refused_statement(error, self.address) from error
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def again(self, since_s: float) -> bool:
        """Make the connection again after a loss; False: the server did not come back in time.

        `since_s` is the monotonic time of the first attempt. Raise StoreError when it is back but
        does not let us in, or has another ledger.
        """
        self.drop()
        while True:
            try:
                self.live()
            except StoreError as error:
                if error.refusal.code not in _MAY_COME_BACK:
                    raise
                if time.monotonic() - since_s > 2 * self.patience_s:
                    return False
                time.sleep(_PAUSE_S)
            else:
                return True

    def drop(self) -> None:
        """Give the connection up; the server rolls back what was not committed."""
        connection = self._connection
        self._connection = None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()

    def close(self) -> None:
        """Close the connection for good."""
        with self.lock:
            self._closed = True
            self.drop()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Give the connection up when the block was left in the middle of a statement."""
        try:
            yield
        except (psycopg.Error, StoreError, PositionTaken):
            self._roll_back()
            raise
        except BaseException:
            self.drop()
            raise

    def _roll_back(self) -> None:
        connection = self._connection
        if connection is not None and not connection.closed:
            try:
                connection.rollback()
            except psycopg.Error:
                self.drop()

    def lost(self, error: psycopg.Error) -> bool:
        """Tell whether the connection was lost; see `is_lost`."""
        return is_lost(error, self._connection)


_MAY_COME_BACK = frozenset(
    {
        "server-unreachable",
        "server-starting",
        "server-silent",
        "connection-lost",
        "server-full",
        "server-not-that-kind",
        "server-refuses",
    }
)
"""Refusals that a server which starts again, or a standby that takes over, may end."""
