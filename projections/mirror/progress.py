"""The progress of a mirror file, and opening it for questions."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from ledger.messages import do, message
from ledger.place import LedgerPlace
from ledger.store.snapshot import End, snapshot
from ledger.store.store import Store
from projections.mirror.files import MirrorError, mirror_path
from projections.mirror.tables import version
from projections.sql.connections import connected, interrupts_raised, is_duckdb, opened
from projections.sql.duck import duckdb

MirrorMade: TypeAlias = Literal["from zero", "continued", "current"]
"""The starting point of a refresh; current: no changes were needed."""


class Reached(NamedTuple):
    """The progress of a mirror; not complete while it is being made; `origin` as in Refreshed."""

    end: End
    complete: bool
    origin: MirrorMade


def reached(path: Path) -> End | None:
    """Return the position a mirror has reached, None when the file has none of these tables."""
    progress = how_far(path)
    return progress.end if progress and progress.complete else None


def how_far(path: Path) -> Reached | None:
    """Return the progress of a file, None when it has none of these tables."""
    if not path.is_file() or not is_duckdb(path):
        return None
    with suppress(duckdb.Error), connected(path, read_only=True) as database:
        return row_of(database)
    return None


def row_of(database: duckdb.DuckDBPyConnection) -> Reached | None:
    """Return the progress of a mirror, None when it is of another version."""
    row = database.execute(
        "SELECT sequence, leaf, complete, made FROM mirror WHERE version = ?", [version()]
    ).fetchone()
    return Reached(End(row[0], row[1]), row[2], row[3]) if row else None


def set_row(database: duckdb.DuckDBPyConnection, progress: Reached) -> None:
    """Store the progress of a mirror."""
    database.execute("DELETE FROM mirror")
    row = [version(), *progress.end, progress.complete, progress.origin]
    database.execute("INSERT INTO mirror VALUES (?, ?, ?, ?, ?)", row)


def is_other(path: Path) -> bool:
    """Tell whether a file is a DuckDB file of another program: one without a mirror of any version.

    An unreadable file does not count as one, and a mirror of an older version is ours.
    """
    if not path.is_file() or not is_duckdb(path):
        return False
    with suppress(duckdb.Error), connected(path, read_only=True) as database:
        question = "SELECT 1 FROM duckdb_tables() WHERE table_name = 'mirror'"
        return database.execute(question).fetchone() is None
    return False


def damaged_in(database: duckdb.DuckDBPyConnection) -> int:
    """Return how many tournaments of the ledger are damaged, and not in a mirror."""
    return count(database, "SELECT count(*) FROM damaged")


def count(database: duckdb.DuckDBPyConnection, question: str) -> int:
    """Return the single number that a query gives."""
    row = database.execute(question).fetchone()
    assert row is not None
    return int(row[0])


@interrupts_raised()
def open_current(ledger: LedgerPlace) -> duckdb.DuckDBPyConnection:
    """Open the mirror of a ledger for questions; raise MirrorError when it is not up to date."""
    path = mirror_path(ledger)
    with Store(ledger) as store, snapshot(store) as now:
        end = now.end()
    if not path.is_file():
        what = message("mirror.missing", path=str(path))
        raise MirrorError("mirror-missing", what, do("mirror-build"))
    try:
        database = opened(path, read_only=True)
    except duckdb.Error as error:
        what = message("mirror.unreadable", path=str(path))
        raise MirrorError("mirror-unreadable", what, do("mirror-build")) from error
    progress = None
    with suppress(duckdb.Error):
        progress = row_of(database)
    if progress is None or progress.end != end or not progress.complete:
        database.close()
        what = message("mirror.of-another-version", path=str(path))
        if progress is not None:
            there = progress.end.sequence
            all_ = end.sequence
            what = message("mirror.stale", path=str(path), end=there, ledger=all_)
        raise MirrorError("mirror-stale", what, do("mirror-update"))
    return database
