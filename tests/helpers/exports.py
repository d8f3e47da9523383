"""Exports to Parquet, looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb

from projections.exports.parquet import Exported, export
from projections.mirror.progress import open_current
from tests.helpers.terminal import Terminal


def nothing(done: int, total: int) -> None:
    """Ignore the progress."""


def exported(
    ledger: Path, folder: Path, progress: Callable[[int, int], None], *, names: bool = False
) -> Exported:
    """Export the mirror of a ledger, which must be up to date."""
    with open_current(ledger) as database:
        return export(database, folder, "x", progress, names=names)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def beside(club: Terminal) -> list[str]:
    return sorted(path.name for path in club.ledger.parent.iterdir())


def files_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.parquet"))


NAMES = ("Beer, B.", "Das, D.", "Veldhuis, M.")


def names_in(folder: Path) -> list[str]:
    """Return the names that any column of any file holds."""
    text = ""
    with duckdb.connect() as database:
        for path in sorted(folder.rglob("*.parquet")):
            text += str(database.sql(f"FROM '{path}'").fetchall())
    return [name for name in NAMES if name in text]
