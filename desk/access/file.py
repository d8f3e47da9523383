"""The file beside a ledger with accounts and sessions: its tables, its key, its checks.

It holds no facts and is in no backup: who loses it invites everybody again, and no result is lost.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Self

from ledger.errors import INSTALL_NEWER, DamagedLedger, StoreError, is_locked, named
from ledger.kept_names import ACCOUNTS
from ledger.messages import Sentence, message
from ledger.place import LedgerPlace, ServerAddress, beside
from ledger.private_files import make_private
from ledger.refusals import Exit, Refusal
from ledger.runtime import Runtime
from ledger.store.file.open_files import sqlite_uri
from ledger.store.store import Store

SCHEMA = 1
"""The version of the tables. A newer file is refused."""

APPLICATION_ID = int.from_bytes(b"TBDK")
"""In the header, so that the file of another program is recognised."""

PATIENCE_S = 5
"""How long SQLite waits for another program's transaction."""

_SHARED_KEY = "ticket-key"
"""Under which a ledger on a server keeps the key that its desks have in common."""

TABLES = {
    "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "accounts": """
        CREATE TABLE accounts (
            key TEXT PRIMARY KEY,
            role TEXT NOT NULL,
            number INTEGER NOT NULL,
            shown TEXT NOT NULL,
            passphrase TEXT,
            UNIQUE (role, number)
        )""",
    "grants": """
        CREATE TABLE grants (
            account TEXT NOT NULL,
            tournament TEXT NOT NULL,
            role TEXT NOT NULL,
            PRIMARY KEY (account, tournament)
        ) WITHOUT ROWID""",
    "invitations": """
        CREATE TABLE invitations (
            token BLOB PRIMARY KEY,
            account TEXT,
            shown TEXT NOT NULL,
            tournament TEXT NOT NULL,
            role TEXT NOT NULL,
            expires INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) WITHOUT ROWID""",
    "sessions": """
        CREATE TABLE sessions (
            token BLOB PRIMARY KEY,
            account TEXT,
            tournament TEXT NOT NULL,
            round INTEGER,
            position INTEGER,
            player INTEGER,
            board INTEGER,
            device TEXT NOT NULL,
            began INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) WITHOUT ROWID""",
    "devices": """
        CREATE TABLE devices (
            tournament TEXT NOT NULL,
            player INTEGER NOT NULL,
            key TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (tournament, player, key)
        ) WITHOUT ROWID""",
}


def access_path(ledger: LedgerPlace) -> Path:
    """Return the file of accounts beside a ledger: cup.ledger.desk beside cup.ledger.

    A link to a ledger has the accounts of that ledger; for one on a server see `beside`.
    """
    own = Path(os.path.realpath(beside(ledger)))
    return own.with_name(own.name + ACCOUNTS)


def hash_of(token: str) -> bytes:
    """Return the hash under which a secret of the program's own is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class AccessFile:
    """The file of accounts beside a ledger, open for several threads; use it in a `with` statement.

    It is made if it does not exist, readable for its owner only. Opening, and every use, raises
    StoreError with a named refusal when it is damaged, newer, locked or cannot be written.
    """

    def __init__(self, ledger: LedgerPlace, runtime: Runtime) -> None:
        self.ledger = ledger
        self.path = access_path(ledger)
        self.runtime = runtime
        self._shared: bytes | None = None
        self._lock = RLock()
        with _named_errors(self.path):
            make_private(self.path)
            self._connection = _connected(self.path)
            try:
                self._secret = _checked(self._connection, self.path, runtime)
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Closing twice does no harm."""
        with self._lock:
            self._connection.close()

    def now_s(self) -> int:
        """Return the time now, in whole seconds since 1970 (UTC)."""
        return int(self.runtime.now().timestamp())

    def mac(self, purpose: str, *parts: str | int) -> bytes:
        """Return 256 bits that only the holder of this file's key can compute from these parts."""
        return _mac(self._secret, purpose, *parts)

    def shared_mac(self, purpose: str, *parts: str | int) -> bytes:
        """Return 256 bits that every desk of the ledger computes from these parts, and no other.

        The desks on a ledger file have this file in common. Those on a server have a file each, and
        their common key stands in the ledger, where its readers do not see it; on tables of an
        earlier version each desk has its own. Raise StoreError when the server is away.
        """
        with self._lock:
            if self._shared is None:
                self._shared = self._secret
                if isinstance(self.ledger, ServerAddress):
                    (kept,) = self._kept({_SHARED_KEY: self.runtime.new_token()})
                    self._shared = self._secret if kept is None else kept.encode()
            return _mac(self._shared, purpose, *parts)

    def claim(self, keys: Iterable[str]) -> tuple[bool, ...]:
        """Claim keys of accounts for this desk; tell of each whether no other desk has it.

        On a ledger file every desk has this file, which knows them all.
        """
        if not isinstance(self.ledger, ServerAddress):
            return tuple(True for _ in keys)
        desk = self.mac("desk").hex()[:32]
        kept = self._kept({f"account {key}": desk for key in keys})
        return tuple(one in (None, desk) for one in kept)

    def _kept(self, wanted: Mapping[str, str]) -> tuple[str | None, ...]:
        """Return what the ledger keeps for its desks: the values given here, or earlier ones."""
        with Store(self.ledger) as store:
            return tuple(store.keep_for_desks(key, value) for key, value in wanted.items())

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give the connection, to one thread at a time."""
        with self._lock, _named_errors(self.path):
            yield self._connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection in one transaction: all or nothing, and on the disk at its end."""
        with self._lock, _named_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.rollback()
                raise

    def check(self) -> None:
        """Raise StoreError when the file cannot be read; the look is a short one."""
        with self.reading() as connection:
            connection.execute("SELECT COUNT(*) FROM meta").fetchone()

    def scrub(self) -> bool:
        """Clear the bytes of deleted rows from the log beside the file; False: others use it."""
        with self.reading() as connection:
            try:
                busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.OperationalError as error:
                if not is_locked(error):
                    raise
                return False
            return not busy


def _mac(secret: bytes, purpose: str, *parts: str | int) -> bytes:
    return hmac.digest(secret, json.dumps([purpose, *parts]).encode(), "sha256")


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        sqlite_uri(path.absolute()) + "?mode=rw",
        uri=True,
        timeout=PATIENCE_S,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA synchronous = FULL")
    # The name of a device that was forgotten must not stay behind in unused bytes.
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _checked(connection: sqlite3.Connection, path: Path, runtime: Runtime) -> bytes:
    """Return the key of a file, which is made if the file is empty."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]:
            _make_tables(connection, runtime)
        _check(connection, path)
        key: str = connection.execute("SELECT value FROM meta WHERE key = 'key'").fetchone()[0]
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    # Another program that opens the file at the same moment switches it.
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode = WAL")
    return key.encode()


def _make_tables(connection: sqlite3.Connection, runtime: Runtime) -> None:
    for statement in TABLES.values():
        connection.execute(statement)
    connection.execute("INSERT INTO meta VALUES ('key', ?)", (runtime.new_token(),))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise StoreError when the file is another program's, newer, or not as it was made."""
    file = str(path)
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise _damaged(message("access.other-program", path=file))
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA:
        what = message("access.newer", path=file, version=version, known=SCHEMA)
        raise StoreError(Refusal("newer-desk-file", what, INSTALL_NEWER, exit=Exit.USAGE))
    objects = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    there = {name: sql.split() for name, sql in objects}
    if there != {name: sql.split() for name, sql in TABLES.items()}:
        raise _damaged(message("access.other-tables", path=file))
    fault: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    keys = connection.execute("SELECT COUNT(*) FROM meta WHERE key = 'key'").fetchone()[0]
    if fault != "ok" or keys != 1:
        raise _damaged(message("access.damaged", path=file))


def _damaged(what: Sentence) -> StoreError:
    step = message("access.move-away")
    return StoreError(Refusal("desk-file-damaged", what, step, exit=Exit.DAMAGED))


@contextmanager
def _named_errors(path: Path) -> Iterator[None]:
    """Turn errors of the database and the file system into refusals that a person can read."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        refusal = named(error, path)
        if isinstance(refusal, DamagedLedger):
            raise _damaged(message("access.damaged", path=str(path))) from error
        if refusal is None:
            raise
        raise refusal from error
