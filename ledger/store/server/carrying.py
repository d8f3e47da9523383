"""All of a ledger from a server into a file, and back: row by row, in the order of sequences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from ledger.hash_tree import CompactRange
from ledger.store.file.engine import named_errors
from ledger.store.file.sqlite_file import create_file
from ledger.store.server.cursor import ServerCursor
from ledger.store.server.schema import TABLES
from ledger.store.tables.appending import append_rows
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import (
    WITHOUT_NAMES,
    load_file_tree,
    load_without_names,
    sealed,
)
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
            done = 0
            for page in cursor.recorder.pages(_BATCH):
                file.executemany(
                    f"INSERT INTO {EVENTS_TABLE} ({', '.join(TABLES[EVENTS_TABLE])})"
                    " VALUES (?, ?, ?, ?, ?)",
                    ((*row[:4], row.state.decode()) for row in page),
                )
                done += len(page)
                progress(done, total)
            for table, kinds in TABLES.items():
                if table == EVENTS_TABLE:
                    continue
                columns = ", ".join(kinds)
                # The version of a file is its own.
                which = "WHERE key <> 'schema'" if table == "meta" else ""
                rows = cursor.stream(f"SELECT {columns} FROM {table} {which} ORDER BY 1")
                for batch in _batches(rows):
                    places = ", ".join("?" for _ in kinds)
                    # An empty file has rows already: about itself.
                    file.executemany(
                        f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({places})", batch
                    )
            file.execute("COMMIT")
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    progress(total, total)


def read_ledger(cursor: ServerCursor, source: Cursor, progress: Progress) -> CompactRange:
    """Write everything that a transaction on another ledger sees into one without facts.

    Return the tree over all facts. Raise DamagedLedger where the ledger holds others afterwards.
    """
    total: int = source.execute(f"SELECT COUNT(*) FROM {EVENTS_TABLE}").fetchall()[0][0]
    done = 0
    for page in source.recorder.pages(_BATCH):
        append_rows(cursor, [row.event for row in page])
        done += len(page)
        progress(done, total)
    for people in _batches(source.stream("SELECT tournament, key, record, salt FROM people")):
        cursor.execute_each(
            "INSERT INTO people (tournament, key, record, salt) VALUES (?, ?, ?, ?)", people
        )
    if left_out := load_without_names(source):
        cursor.execute("INSERT INTO meta VALUES (?, ?)", (WITHOUT_NAMES, sealed(left_out)))
    return load_file_tree(cursor)


def _batches(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while batch := list(islice(rows, _BATCH)):
        yield batch
