"""What a desk remembers of its ledger: the last head that it saw acknowledged.

It stands in the file of accounts, so that facts which are gone from the end of a ledger are noticed
even where the file beside the ledger is gone as well, and on a server, beside which there is none.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from desk.access.file import AccessFile, access_path
from ledger.errors import StoreError
from ledger.place import LedgerPlace
from ledger.runtime import Runtime
from ledger.store.tables.last_head import LastHead, remembered

_KEY = "last-head"
"""The name in the table meta."""


def known_head(file: AccessFile) -> LastHead | None:
    """Return the head that a desk remembers, None: none, or none that can be read."""
    with file.reading() as connection:
        rows = connection.execute("SELECT value FROM meta WHERE key = ?", (_KEY,)).fetchall()
    return remembered(str(rows[0][0])) if rows else None


def remember(file: AccessFile, head: LastHead) -> None:
    """Remember a head, unless a newer one of the same ledger is remembered; or the file is closed.

    Raise StoreError when it cannot be written.
    """
    with suppress(sqlite3.ProgrammingError):
        if not head.is_newer_than(known_head(file)):
            return
        with file.writing() as connection:
            rows = connection.execute("SELECT value FROM meta WHERE key = ?", (_KEY,)).fetchall()
            if not rows or head.is_newer_than(remembered(str(rows[0][0]))):
                connection.execute("REPLACE INTO meta VALUES (?, ?)", (_KEY, head.written()))


def known_by_desk(ledger: LedgerPlace, runtime: Runtime) -> LastHead | None:
    """Return the head that the desk of a ledger remembers; None where it has none, or no file."""
    with suppress(StoreError):
        if access_path(ledger).exists():
            with AccessFile(ledger, runtime) as file:
                return known_head(file)
    return None


def accept(ledger: LedgerPlace, runtime: Runtime, head: LastHead | None) -> None:
    """Let the desk of a ledger, if it has one, remember this head instead of any other.

    Raise StoreError when its file cannot be written.
    """
    if known_by_desk(ledger, runtime) is None:
        return
    with AccessFile(ledger, runtime) as file, file.writing() as connection:
        connection.execute("DELETE FROM meta WHERE key = ?", (_KEY,))
        if head is not None:
            connection.execute("INSERT INTO meta VALUES (?, ?)", (_KEY, head.written()))
