"""A ledger on a server, written into a ledger file: row by row, in the order of the sequences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from ledger.store.file.engine import named_errors
from ledger.store.file.sqlite_file import create_file
from ledger.store.server.cursor import ServerCursor
from ledger.store.server.schema import TABLES
from ledger.store.tables.layout import EVENTS_TABLE
from ledger.store.tables.port import Progress

_PATIENCE_S = 5
_BATCH = 5000


def write_file(cursor: ServerCursor, path: Path, progress: Progress) -> None:
    """Write everything that a transaction sees into an empty file.

    The file then has the same facts, bytes and heads, that of the whole ledger too.
    """
    total: int = cursor.execute(f"SELECT COUNT(*) FROM {EVENTS_TABLE}").fetchall()[0][0]
    with named_errors(path):
        create_file(path, _PATIENCE_S)
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("PRAGMA synchronous = FULL")
            file.execute("BEGIN IMMEDIATE")
            for table, kinds in TABLES.items():
                columns = ", ".join(kinds)
                done = 0
                for batch in _batches(cursor.stream(f"SELECT {columns} FROM {table} ORDER BY 1")):
                    places = ", ".join("?" for _ in kinds)
                    # Of the other tables an empty file has rows already: about itself.
                    how = "INSERT" if table == EVENTS_TABLE else "INSERT OR REPLACE"
                    file.executemany(f"{how} INTO {table} ({columns}) VALUES ({places})", batch)
                    done += len(batch)
                    if table == EVENTS_TABLE:
                        progress(done, total)
            file.execute("COMMIT")
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    progress(total, total)


def _batches(rows: Iterator[tuple[object, ...]]) -> Iterator[list[tuple[object, ...]]]:
    while batch := list(islice(rows, _BATCH)):
        yield batch
