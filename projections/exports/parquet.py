"""The mirror as Parquet files: a folder for each table and season, files of some 128 MB.

Folders are named as Hive names them (`season=2026-2027`), so that DuckDB, polars, Arrow, pandas and
R give every row its season, and read only the seasons that a question is about.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from ledger.messages import Sentence, do, message
from ledger.records import Record
from ledger.system_errors import cannot_be_written
from projections.exports.replacement import (
    NotReplaced,
    manifest_of,
    replacing_folder,
    write_manifest,
)
from projections.mirror.progress import has_decisions
from projections.mirror.schema.relation import Col
from projections.mirror.tables import DECISIONS, TABLES
from projections.sql.connections import file_of, interrupts_raised
from projections.sql.duck import duckdb
from projections.sql.interruptible import stoppable
from projections.sql.questions import name_in_sql, quoted
from projections.views.columns import columns_of
from projections.views.view import View

PERSONAL = "names"
"""The table of names. It, and the views that read it, are left out unless requested."""

_TABLES = """
SELECT table_name, '' FROM duckdb_tables() WHERE NOT internal AND NOT temporary
UNION ALL SELECT view_name, sql FROM duckdb_views() WHERE NOT internal AND NOT temporary
ORDER BY 1
"""

_EMPTY = "SELECT table_name FROM duckdb_tables() WHERE NOT internal AND estimated_size = 0"
"""The tables that never had a row. One of which all rows were deleted may have an estimate."""

_BYTES_A_FILE = 128_000_000
"""The size of a file, unless one tournament is larger."""

_ROWS_A_TRIAL = 250_000
"""Rows that are written to measure their size, for a table of more."""

_MEMORY = "1GB"
"""Memory for sorting a file; the rest is sorted on disk, in the new folder."""

PartitionedBy: TypeAlias = Literal["season", "tournament"]
"""A file for each season, or for each tournament, in the folder of its season."""

PointsType: TypeAlias = Literal["double", "decimal"]
"""The type of points and tie-breaks; pandas can only compute with double."""


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
    by: PartitionedBy
    points: PointsType
    replaced: bool
    tables: tuple[WrittenTable, ...]


def export(
    database: duckdb.DuckDBPyConnection,
    folder: Path,
    program: str,
    progress: Callable[[int, int], None],
    *,
    names: bool = False,
    by: PartitionedBy = "season",
    points: PointsType = "double",
) -> Exported:
    """Write every table and view of an open mirror; that of names only with `names`.

    That of decisions is left out where the mirror does not have them.

    A table without tournaments, and a view of one's own, is a file by itself. The same mirror gives
    the same bytes. `program` is the version to write in export.json; `progress` is called with the
    number of files done and the total. Raise NotReplaced, and KeyboardInterrupt when stopped: `folder`
    is then unchanged.
    """
    with interrupts_raised(), replacing_folder(folder) as fresh:
        replaced = manifest_of(folder) is not None
        if names:
            fresh.chmod(folder.stat().st_mode if replaced else 0o700)
        sequence, leaf = _all(database, "SELECT sequence, leaf FROM mirror")[0]
        file_of(fresh)
        try:
            rows = _Writing(database, fresh, by, points).write(names, progress)
        except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
            what = cannot_be_written(folder, error)
            step = message("exports.make-room")
            raise NotReplaced("export-unwritable", what, step) from error
        tables = tuple(_written(fresh / table, count) for table, count in rows.items())
        write_manifest(
            fresh,
            {
                "program": program,
                "sequence": sequence,
                "leaf": leaf,
                "names": names,
                "by": by,
                "points": points,
                "tables": {
                    t.table: {"rows": t.rows, "files": t.files, "bytes": t.bytes} for t in tables
                },
            },
        )
    return Exported(
        folder=folder,
        sequence=sequence,
        leaf=leaf,
        names=names,
        by=by,
        points=points,
        replaced=replaced,
        tables=tables,
    )


def _all(database: duckdb.DuckDBPyConnection, question: str) -> list[Any]:
    return database.execute(question).fetchall()


class _Job(NamedTuple):
    """A file to write: its table, its place in the export, and the rows that it has."""

    table: str
    file: str
    where: str


class _Writing:
    """An export that is being written."""

    def __init__(
        self,
        database: duckdb.DuckDBPyConnection,
        fresh: Path,
        by: PartitionedBy,
        points: PointsType,
    ) -> None:
        self.database = database
        self.fresh = fresh
        self.by = by
        self.points = points

    def write(self, names: bool, progress: Callable[[int, int], None]) -> dict[str, int]:
        """Write the files; return the number of rows of each table."""
        aside = self.fresh / ".aside"
        aside.mkdir()
        # A single thread keeps the order of rows.
        self.database.execute(f"SET threads = 1; SET memory_limit = '{_MEMORY}'")
        self.database.execute(f"SET temp_directory = {quoted(file_of(aside))}")
        jobs = [job for table in self._tables(names) for job in self._jobs(table, aside)]
        rows: dict[str, int] = {}
        for done, job in enumerate(jobs):
            progress(done, len(jobs))
            file = self.fresh / job.table / job.file
            file.parent.mkdir(parents=True, exist_ok=True)
            rows[job.table] = rows.get(job.table, 0) + self._copy(job.table, job.where, file)
        shutil.rmtree(aside)
        progress(len(jobs), len(jobs))
        return rows

    def _tables(self, names: bool) -> list[str]:
        left_out = [*([] if names else [PERSONAL])]
        left_out += [] if has_decisions(self.database) else [DECISIONS]
        return [
            table
            for table, made_by in _all(self.database, _TABLES)
            if not any(table == out or re.search(rf"(?i)\b{out}\b", made_by) for out in left_out)
        ]

    def _copy(self, table: str, where: str, file: Path) -> int:
        """Write a file in the order of its key, or of all its columns; return its rows."""
        keys = ", ".join(name_in_sql(c.name) for c in _columns(table) if c.key) or "ALL"
        rows = f"SELECT {self._cells(table)} FROM {name_in_sql(table)} {where} ORDER BY {keys}"
        job = f"COPY ({rows}) TO {quoted(file_of(file))} (FORMAT parquet)"
        ((count,),) = stoppable(self.database, partial(_all, self.database, job))
        return int(count)

    def _cells(self, table: str) -> str:
        """Return the columns to select, decimals as DOUBLE unless they are to stay.

        Whole numbers, halves and quarters are exact in it. The season is in the name of the folder.
        """
        relation = self.database.sql(f"FROM {name_in_sql(table)} LIMIT 0")
        return ", ".join(
            f"CAST({name_in_sql(name)} AS DOUBLE) AS {name_in_sql(name)}"
            if kind.id == "decimal" and self.points == "double"
            else name_in_sql(name)
            for name, kind in zip(relation.columns, relation.types, strict=True)
            if not (name == "season" and _columns(table))
        )

    def _jobs(self, table: str, aside: Path) -> Iterator[_Job]:
        """Yield the files of a table: whole tournaments of one season, in order."""
        counted = self._counted(table)
        if not counted:
            yield _Job(table, "part_001.parquet", "")
            return
        most = 0 if self.by == "tournament" else self._rows_a_file(table, counted, aside)
        is_one_season = len({season for season, _ in self._tournaments}) == 1
        for season, some in groupby(counted, key=lambda each: each[0]):
            of_season = (
                " AND tournament IN"
                f" (SELECT tournament FROM tournaments WHERE season = {quoted(season)})"
            )
            parts = _parts([(tournament, rows) for _, tournament, rows in some], most)
            for number, (first, last) in enumerate(parts, 1):
                name = f"part_{number:03}" if self.by == "season" else _file_name(first)
                file = f"season={_file_name(season)}/{name}.parquet"
                own = f"WHERE tournament BETWEEN {quoted(first)} AND {quoted(last)}"
                yield _Job(table, file, own if is_one_season else own + of_season)

    def _counted(self, table: str) -> list[tuple[str, str, int]]:
        """Return season, tournament and number of rows of a table of tournaments, in order.

        A table without rows has those of the first tournament: none.
        """
        if table == "damaged" or not any(c.name == "tournament" for c in _columns(table)):
            return []
        question = f"SELECT tournament, count(*) FROM {name_in_sql(table)} GROUP BY ALL"
        rows = {} if table in self._empty else dict(_all(self.database, question))
        every = [(season, one, rows.get(one, 0)) for season, one in self._tournaments]
        return [one for one in every if one[2]] or every[:1]

    @cached_property
    def _empty(self) -> frozenset[str]:
        """Return the tables without rows: most of those of a small ledger."""
        return frozenset(table for (table,) in _all(self.database, _EMPTY))

    @cached_property
    def _tournaments(self) -> list[tuple[str, str]]:
        """Return season and id of each tournament, in order."""
        question = "SELECT season, tournament FROM tournaments ORDER BY season, tournament"
        return _all(self.database, question)

    def _rows_a_file(self, table: str, counted: Sequence[tuple[str, str, int]], aside: Path) -> int:
        """Return how many rows of a table make a file; for a large one, by a trial."""
        if sum(rows for _, _, rows in counted) <= _ROWS_A_TRIAL:
            return _ROWS_A_TRIAL
        tournaments = sorted((tournament, rows) for _, tournament, rows in counted)
        first, last = next(_parts(tournaments, _ROWS_A_TRIAL))
        trial = aside / "trial.parquet"
        where = f"WHERE tournament BETWEEN {quoted(first)} AND {quoted(last)}"
        rows = self._copy(table, where, trial)
        size = trial.stat().st_size
        trial.unlink()
        return max(1, _BYTES_A_FILE * rows // size)


def _columns(table: str) -> Sequence[Col]:
    """Return the columns of a table of the mirror, none for one of somebody's own."""
    return next((each.columns for each in TABLES if each.name == table), ())


def _file_name(text: str) -> str:
    """Return an id as the name of a file; one that is no such name, as its hash."""
    if re.fullmatch(r"\w[\w-]*", text, re.ASCII):
        return text
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _parts(counted: Iterable[tuple[str, int]], most: int) -> Iterator[tuple[str, str]]:
    """Yield the first and the last tournament of each file of at most so many rows."""
    part: list[str] = []
    rows = 0
    for tournament, count in counted:
        if part and rows + count > most:
            yield part[0], part[-1]
            part = []
            rows = 0
        part.append(tournament)
        rows += count
    if part:
        yield part[0], part[-1]


def _written(folder: Path, rows: int) -> WrittenTable:
    sizes = [path.stat().st_size for path in folder.rglob("*.parquet")]
    return WrittenTable(folder.name, rows, len(sizes), sum(sizes))


_COLUMNS = columns_of(WrittenTable, "table", "rows", "files", "bytes")


class ExportHead(Record):
    """The head of an export with --parquet."""

    folder: Annotated[str, "The folder, as typed."]
    sequence: Annotated[int, "Last fact of the ledger that is in it, by sequence."]
    leaf: Annotated[str, "Hash of that fact."]
    names: Annotated[bool, "Whether it tells who is who."]
    by: Annotated[PartitionedBy, "What a file is of, at most: a season or a tournament."]
    points: Annotated[PointsType, "Type of points and tie-breaks."]
    replaced: Annotated[bool, "Whether it took the place of an earlier export."]


def exported_view(done: Exported) -> View:
    """Return the result of an export, one line for each table."""
    head = ExportHead(
        folder=str(done.folder),
        sequence=done.sequence,
        leaf=done.leaf,
        names=done.names,
        by=done.by,
        points=done.points,
        replaced=done.replaced,
    )
    total = sum(table.bytes for table in done.tables)
    title = message("exports.title", folder=str(done.folder), sequence=done.sequence)
    replaced: Sentence = message("exports.replaced") if done.replaced else ""
    files = sum(t.files for t in done.tables)
    notes: tuple[Sentence, ...] = (
        message("exports.files", n=files, bytes=total, replaced=replaced),
        message("exports.with-names" if done.names else "exports.without-names"),
    )
    if done.tables and all(each.table != DECISIONS for each in done.tables):
        step = do("mirror-update", decisions=True)
        notes = (*notes, message("exports.without-decisions", table=DECISIONS, command=step))
    return View(title, _COLUMNS, done.tables, head, notes)
