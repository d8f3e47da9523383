"""The progress of a mirror file, and opening it for questions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from ledger.messages import do, message
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from ledger.store.snapshot import End, snapshot
from ledger.store.store import Store
from projections.mirror.files import MirrorError, mirror_path, next_path
from projections.mirror.tables import DECISIONS, version
from projections.sql.connections import interrupts_raised, is_duckdb, looked_at, opened
from projections.sql.duck import duckdb

MirrorMade: TypeAlias = Literal["from zero", "continued", "current"]
"""The starting point of a refresh; current: no changes were needed."""


@dataclass(frozen=True, slots=True)
class Refreshed:
    """The result of a refresh.

    `origin` is "from zero", "continued", or "current" if no changes were needed. `replayed` are, by
    rule version, the numbers of tournaments replayed now, and before. `refused` are the damaged
    tournaments, which are not in the mirror; `seasons` is the number of seasons.
    """

    path: Path
    origin: MirrorMade
    sequence: int
    events: int = 0
    tournaments: int = 0
    rows: int = 0
    load_ms: int = 0
    publish_ms: int = 0
    replayed: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    refused: tuple[tuple[str, Refusal], ...] = ()
    seasons: int = 0


class Stopped(KeyboardInterrupt):
    """Ctrl-C while parts were written: `kept` of `facts` facts are ready for the next run."""

    def __init__(self, kept: int, facts: int) -> None:
        super().__init__()
        self.kept = kept
        self.facts = facts


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
    with suppress(duckdb.Error), looked_at(path) as database:
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


def has_decisions(database: duckdb.DuckDBPyConnection) -> bool:
    """Tell whether a database has decisions, and not the view that says how to get them."""
    return has_table(database, DECISIONS)


def has_table(database: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Tell whether a database has a table of this name."""
    question = """
        SELECT 1 FROM duckdb_tables() WHERE table_name = ? AND database_name = current_database()
    """
    return database.execute(question, [name]).fetchone() is not None


def is_other(path: Path) -> bool:
    """Tell whether a file is a DuckDB file of another program: one without a mirror of any version.

    An unreadable file does not count as one, and a mirror of an older version is ours.
    """
    if not path.is_file() or not is_duckdb(path):
        return False
    with suppress(duckdb.Error), looked_at(path) as database:
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


def nothing_to_do(ledger: LedgerPlace) -> Refreshed | None:
    """Return the result for a mirror that needs no changes; None: a refresh knows whether it does.

    This looks at what is quickly seen, without the modules that make a mirror: where engines made
    rows, their versions count too.
    """
    path = mirror_path(ledger)
    if next_path(path).exists() or not path.is_file() or not is_duckdb(path):
        return None
    with Store(ledger) as store, snapshot(store) as now:
        end = now.end()
        with suppress(duckdb.Error), looked_at(path) as database:
            progress = row_of(database)
            if progress is None or not progress.complete or progress.end != end:
                return None
            if has_decisions(database) or now.records_changed(end.sequence):
                return None
            if damaged_in(database) or count(database, "SELECT count(*) FROM pairing_versions"):
                return None
            return Refreshed(path, "current", end.sequence)
    return None


def open_if_current(
    ledger: LedgerPlace, *, decisions: bool = False
) -> duckdb.DuckDBPyConnection | None:
    """Open the mirror of a ledger for questions; None where it has to be made or continued first.

    `decisions`: likewise without the decisions of rounds. Raise MirrorError for a file that is no
    mirror.
    """
    try:
        database = open_current(ledger)
    except MirrorError as error:
        if error.refusal.code not in ("mirror-missing", "mirror-stale"):
            raise
        return None
    if decisions and not has_decisions(database):
        database.close()
        return None
    return database
