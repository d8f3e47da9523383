"""DuckDB opened in one way: in a version that others can read, and interruptible like Python.

Ctrl-C may interrupt DuckDB, or Python code that works for DuckDB. DuckDB then raises an error of
its own, which becomes a KeyboardInterrupt again here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock

from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal
from projections.sql.duck import duckdb

STORAGE = "v1.2.0"
"""The storage version of every written DuckDB file: 1.2 and all later ones can open it."""

ROWS_A_GROUP = 30_720
"""Rows that a file which is loaded in bulk has together; DuckDB's own size is four times this.

With groups of this size, transactions of half the size take no longer, and half the memory.
"""

LOADED = "loaded"
"""What a file that is loaded in bulk is called in its connection."""

_LOOKED_AT = "looked_at"
_ONE_LOOK = Lock()


class NotOpened(Exception):
    """A file that DuckDB cannot open by its name; `refusal` says why."""

    def __init__(self, path: Path, why: Sentence) -> None:
        named = str(path).encode("utf-8", "backslashreplace").decode()
        super().__init__(named)
        what = message("sql.not-opened", path=named, why=why)
        next_ = message("sql.rename")
        self.refusal = Refusal("name-unreadable", what, next_, exit=Exit.USAGE)


def file_of(path: Path) -> str:
    """Return a file name for DuckDB, which takes some names for a service; see NotOpened."""
    absolute = str(path.absolute())
    try:
        absolute.encode()
    except UnicodeEncodeError as error:
        raise NotOpened(path, message("sql.no-utf-8")) from error
    return absolute


def is_duckdb(path: Path) -> bool:
    """Tell whether a file can be read and has the mark of a DuckDB file.

    DuckDB itself takes an SQLite file for one, and looks for an extension in the network.
    """
    try:
        with path.open("rb") as file:
            return file.read(12)[8:] == b"DUCK"
    except OSError:
        return False


def _written_file_of(path: Path) -> str:
    """Return the name of a file that DuckDB may make, which it cuts at a question mark."""
    file = file_of(path)
    if "?" in file:
        raise NotOpened(path, message("sql.question-mark"))
    return file


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Turn DuckDB's error after Ctrl-C into KeyboardInterrupt."""
    try:
        yield
    except duckdb.InterruptException as error:
        raise KeyboardInterrupt from error
    except (RuntimeError, duckdb.InvalidInputException) as error:
        text = str(error).rstrip(": \n")
        if re.fullmatch("Query interrupted", text) or text.endswith(": KeyboardInterrupt"):
            raise KeyboardInterrupt from error
        raise


def opened(path: Path | None = None, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Open a DuckDB file, None: an in-memory database. Raise NotOpened, and DuckDB's own errors."""
    file = ":memory:" if path is None else _written_file_of(path)
    with interrupts_raised():
        database = duckdb.connect(
            file, read_only=read_only, config={"storage_compatibility_version": STORAGE}
        )
        # Where no program's file was started, DuckDB writes a bar on standard output: into JSON.
        return database.execute("SET enable_progress_bar = false")


def attached(path: Path) -> duckdb.DuckDBPyConnection:
    """Open a DuckDB file for reading, apart from every other connection of this process to it.

    DuckDB gives a second connection to a file the settings of the first, and what the file was
    then. Raise NotOpened, and DuckDB's own errors.
    """
    database = opened()
    with interrupts_raised():
        file = file_of(path).replace("'", "''")
        database.execute(f"ATTACH '{file}' AS attached (READ_ONLY); USE attached")
    return database


@contextmanager
def connected(
    path: Path | None = None, *, read_only: bool = False
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give an open DuckDB file, closed at the end; see `opened`, and `interrupts_raised`."""
    with interrupts_raised(), opened(path, read_only=read_only) as database:
        yield database


@contextmanager
def looked_at(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a DuckDB file for a short look: read only, and one at a time in a process.

    DuckDB starts a database in twenty milliseconds, and has a file attached to one in two. Raise
    NotOpened, and DuckDB's own errors.
    """
    file = file_of(path).replace("'", "''")
    with interrupts_raised(), _ONE_LOOK:
        looking = _looking()
        try:
            looking.execute(f"ATTACH OR REPLACE '{file}' AS {_LOOKED_AT} (TYPE duckdb, READ_ONLY)")
            with looking.cursor() as database:
                database.execute(f"USE {_LOOKED_AT}")
                yield database
        finally:
            looking.execute(f"DETACH DATABASE IF EXISTS {_LOOKED_AT}")


@cache
def _looking() -> duckdb.DuckDBPyConnection:
    """Return the database in memory that files are attached to for a look."""
    return opened()


def attach_to_load(path: Path) -> str:
    """Return the statement that opens a file as LOADED, and makes it as it is loaded in bulk.

    Raise NotOpened.
    """
    file = _written_file_of(path).replace("'", "''")
    return (
        f"ATTACH '{file}' AS {LOADED} (STORAGE_VERSION '{STORAGE}', ROW_GROUP_SIZE {ROWS_A_GROUP})"
    )


@contextmanager
def bulk_loading(path: Path, memory: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a DuckDB file for writing many rows, with the settings that take little of a processor.

    `memory` bounds DuckDB's own buffers, as "128MB". Raise NotOpened, and DuckDB's own errors.
    """
    with interrupts_raised(), opened() as database:
        file = _written_file_of(path).replace("'", "''")
        for statement in (
            f"SET memory_limit = '{memory}'",
            f"SET temp_directory = '{file}.tmp'",
            # The other processors work on the next rows, and one thread uses less in total.
            "SET threads = 1",
            # Full groups go to the file at once, not five together.
            "SET write_buffer_row_group_count = 1",
            # To try these takes a tenth of the time, and saves a twentieth of the file.
            "SET disabled_compression_methods = 'fsst,dict_fsst'",
            attach_to_load(path),
            f"USE {LOADED}",
        ):
            database.execute(statement)
        yield database
