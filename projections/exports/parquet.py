"""The mirror as Parquet files: a folder for each table, a file for about a million rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ledger.messages import Sentence, message
from ledger.place import LedgerPlace
from ledger.records import Record
from projections.exports.replacement import (
    NotReplaced,
    manifest_of,
    replacing_folder,
    write_manifest,
)
from projections.mirror.progress import open_current
from projections.mirror.tables import TABLES
from projections.sql.connections import file_of, interrupts_raised
from projections.sql.interruptible import stoppable
from projections.sql.questions import name_in_sql, quoted
from projections.views.view import Column, View

if TYPE_CHECKING:
    import duckdb

PERSONAL = "names"
"""The table of names. It, and the views that read it, are left out unless requested."""

_TABLES = """
SELECT table_name, '' FROM duckdb_tables() WHERE NOT internal AND NOT temporary
UNION ALL SELECT view_name, sql FROM duckdb_views() WHERE NOT internal AND NOT temporary
ORDER BY 1
"""

_ROWS_A_FILE = 1_000_000
"""The size of a file, unless one tournament is larger: a file is sorted in memory."""


class WrittenTable(Record):
    """A table in an export."""

    table: Annotated[str, "Name of the table or view, and of its folder."]
    rows: Annotated[int, "Rows."]
    files: Annotated[int, "Files."]
    bytes: Annotated[int, "Bytes of its files."]


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export. `replaced` says whether an earlier one was there."""

    folder: Path
    sequence: int
    leaf: str
    names: bool
    replaced: bool
    tables: tuple[WrittenTable, ...]


def export(
    ledger: LedgerPlace, folder: Path, program: str, progress: Callable[[int, int], None], *,
    names: bool = False,
) -> Exported:  # fmt: skip
    """Write every table and view of the mirror of a ledger; that of names only with `names`.

    The same mirror gives the same bytes. `program` is the version to write in export.json;
    `progress` is called with the number of parts done and the total. Raise MirrorError when the
    mirror is not up to date, NotReplaced, and KeyboardInterrupt when stopped: `folder` is then
    unchanged.
    """
    import duckdb

    with interrupts_raised(), open_current(ledger) as database, replacing_folder(folder) as fresh:
        replaced = manifest_of(folder) is not None
        if names:
            fresh.chmod(folder.stat().st_mode if replaced else 0o700)
        sequence, leaf = _all(database, "SELECT sequence, leaf FROM mirror")[0]
        file_of(fresh)
        try:
            rows = _write(database, fresh, names, progress)
        except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
            what = message("exports.unwritable", path=str(folder), error=str(error))
            step = message("exports.make-room")
            raise NotReplaced("export-unwritable", what, step) from error
        tables = tuple(_written(fresh / table, count) for table, count in rows.items())
        write_manifest(fresh, {
            "program": program, "sequence": sequence, "leaf": leaf, "names": names,
            "tables": {t.table: {"rows": t.rows, "files": t.files, "bytes": t.bytes}
                       for t in tables},
        })  # fmt: skip
    return Exported(folder, sequence, leaf, names, replaced, tables)


def _all(database: duckdb.DuckDBPyConnection, question: str) -> list[Any]:
    return database.execute(question).fetchall()


def _write(
    database: duckdb.DuckDBPyConnection, fresh: Path, names: bool,
    progress: Callable[[int, int], None],
) -> dict[str, int]:  # fmt: skip
    """Write the files; return the number of rows of each table."""
    # A single thread keeps the order of rows; without a folder, a sort must fit in memory.
    database.execute("SET threads = 1; SET temp_directory = ''")
    rows: dict[str, int] = {}
    jobs = [(table, job) for table in _tables(database, names)
            for job in _jobs(database, table, fresh / table)]  # fmt: skip
    for done, (table, job) in enumerate(jobs):
        progress(done, len(jobs))
        (fresh / table).mkdir(exist_ok=True)
        ((count,),) = stoppable(database, partial(_all, database, job))
        rows[table] = rows.get(table, 0) + count
    progress(len(jobs), len(jobs))
    return rows


def _tables(database: duckdb.DuckDBPyConnection, names: bool) -> list[str]:
    return [
        table
        for table, made_by in _all(database, _TABLES)
        if names or not (table == PERSONAL or re.search(rf"(?i)\b{PERSONAL}\b", made_by))
    ]


def _jobs(database: duckdb.DuckDBPyConnection, table: str, folder: Path) -> Iterator[str]:
    """Yield the statements that write a table, one for each file: whole tournaments, in order.

    A view, or a table that is not part of the mirror itself, is one file, ordered by all its
    columns.
    """
    name = name_in_sql(table)
    columns = [column for each in TABLES if each.name == table for column in each.columns]
    keys = ", ".join(name_in_sql(column.name) for column in columns if column.key)
    where = [""]
    if any(column.name == "tournament" for column in columns):
        count = f"SELECT tournament, count(*) FROM {name} GROUP BY ALL ORDER BY tournament"
        where = [
            f"WHERE tournament BETWEEN {quoted(first)} AND {quoted(last)}"
            for first, last in _parts(_all(database, count))
        ] or where
    for number, some in enumerate(where, 1):
        file = quoted(str(folder / f"part_{number:03}.parquet"))
        rows = f"SELECT {_cells(database, name)} FROM {name} {some} ORDER BY {keys or 'ALL'}"
        yield f"COPY ({rows}) TO {file} (FORMAT parquet)"


def _cells(database: duckdb.DuckDBPyConnection, name: str) -> str:
    """Return the columns to select: all of them, decimals as DOUBLE, which other tools can use.

    Whole numbers, halves and quarters are exact in them.
    """
    relation = database.sql(f"FROM {name} LIMIT 0")
    return ", ".join(
        " AS ".join((f"{cell}::DOUBLE", cell)) if kind.id == "decimal" else cell
        for cell, kind in zip(map(name_in_sql, relation.columns), relation.types, strict=True)
    )


def _parts(counted: Iterable[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """Yield the first and the last tournament of each file."""
    part: list[str] = []
    rows = 0
    for tournament, count in counted:
        if part and rows + count > _ROWS_A_FILE:
            yield part[0], part[-1]
            part, rows = [], 0
        part.append(tournament)
        rows += count
    if part:
        yield part[0], part[-1]


def _written(folder: Path, rows: int) -> WrittenTable:
    sizes = [path.stat().st_size for path in folder.glob("*.parquet")]
    return WrittenTable(folder.name, rows, len(sizes), sum(sizes))


_COLUMNS = (
    Column("table"), Column("rows", align="right"), Column("files", align="right"),
    Column("bytes", align="right"),
)  # fmt: skip


class ExportHead(Record):
    """The head of an export with --parquet."""

    folder: Annotated[str, "The folder, as typed."]
    sequence: Annotated[int, "Last fact of the ledger that is in it, by sequence."]
    leaf: Annotated[str, "Hash of that fact."]
    names: Annotated[bool, "Whether it tells who is who."]
    replaced: Annotated[bool, "Whether it took the place of an earlier export."]


def exported_view(done: Exported) -> View:
    """Return the result of an export, one line for each table."""
    head = ExportHead(str(done.folder), done.sequence, done.leaf, done.names, done.replaced)
    total = sum(table.bytes for table in done.tables)
    title = message("exports.title", folder=str(done.folder), sequence=done.sequence)
    replaced: Sentence = message("exports.replaced") if done.replaced else ""
    files = sum(t.files for t in done.tables)
    notes = (
        message("exports.files", n=files, bytes=total, replaced=replaced),
        message("exports.with-names" if done.names else "exports.without-names"),
    )
    return View(title, _COLUMNS, done.tables, head, notes)
