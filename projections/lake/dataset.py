"""A lake opened in DuckDB: the tables, views and macros of a mirror, over its Parquet files.

Two tables more say where a tournament comes from: `ledgers` and `sources`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ledger.messages import message
from projections.lake.errors import LakeError, lake_error
from projections.lake.files import (
    OF_LEDGER,
    LakeManifest,
    done_part,
    file_of_part,
    lake_damaged,
    read_manifest,
)
from projections.mirror.needed import needed_by
from projections.mirror.schema.relation import Col, Relation
from projections.mirror.tables import STORED, statements, version, without_decisions
from projections.sql.connections import file_of, interrupts_raised, opened
from projections.sql.duck import duckdb
from projections.sql.questions import QuestionRefused, quoted

_LEDGERS = Relation(
    "ledgers",
    "The ledgers of the lake.",
    (
        Col("ledger", "VARCHAR", "The file."),
        Col("sequence", "BIGINT", "Last sequence of it that is in the lake."),
        Col("leaf", "VARCHAR", "Hash of that fact."),
    ),
)
_PARTS = Relation(
    "lake_parts",
    "The parts of the lake, and the ledgers in each.",
    (
        Col("part", "VARCHAR", "Name of the files of a part."),
        Col("number", "INTEGER", "Number of a ledger in the part, from 1."),
        Col("ledger", "VARCHAR", "That ledger."),
    ),
)
_SOURCES = "sources"
_MAKES_SOURCES = (
    "CREATE VIEW sources AS SELECT tournament, ledger FROM ({tournaments}) JOIN lake_parts"
    " USING (part, number); COMMENT ON VIEW sources IS 'The ledger of each tournament.'"
)


@interrupts_raised()
def open_lake(
    folder: Path, *, described: bool = True, question: str = ""
) -> duckdb.DuckDBPyConnection:
    """Open a lake for questions.

    `described` False: its views and columns have no comments, which take most of the time.
    `question` is all that is asked of it, "": anything; only the views that it needs are then made,
    and only their files are looked at. Raise LakeError when it is not finished, of another version,
    or has lost such files.
    """
    manifest = read_manifest(folder)
    database = opened()
    try:
        _fill(database, folder, manifest, described=described, question=question)
    except duckdb.Error as error:
        database.close()
        raise lake_damaged(folder) from error
    return database


def _fill(
    database: duckdb.DuckDBPyConnection,
    folder: Path,
    manifest: LakeManifest,
    *,
    described: bool,
    question: str,
) -> None:
    """Make the views of the tables in a lake, and the tables that only a lake has."""
    own = (_LEDGERS.name, _PARTS.name, _SOURCES)
    alone = needed_by(database, question, own) if question else None
    if alone is not None and _SOURCES in alone:
        alone |= {"tournaments"}
    queries = {
        table.name: _query(folder, table, manifest)
        for table in STORED
        if alone is None or table.name in alone
    }
    if not manifest.decisions:
        queries |= without_decisions("in a lake")
    for statement in statements(queries, described=described, alone=alone):
        database.execute(statement)
    parts = [
        (part.name, number, manifest.ledgers[at].place)
        for ledgers, part in manifest.parts
        for number, at in enumerate(ledgers, 1)
    ]
    for table, rows in ((_LEDGERS, manifest.ledgers), (_PARTS, parts)):
        database.execute(f"CREATE TABLE {table.name} AS {_values(table, rows)}")
        database.execute(f"COMMENT ON TABLE {table.name} IS {quoted(table.text)}")
    if alone is None or _SOURCES in alone:
        database.execute(_sources(folder, manifest))


def _sources(folder: Path, manifest: LakeManifest) -> str:
    """Return what makes the view with the ledger of each tournament."""
    files = _files(folder, "tournaments", manifest)
    if files == "[]":
        cells, of = "NULL::INTEGER AS number, NULL::VARCHAR AS part", "tournaments"
    else:
        cells = f"{OF_LEDGER} AS number, parse_filename(filename, true) AS part"
        of = f"read_parquet({files}, filename = true)"
    return _MAKES_SOURCES.format(tournaments=f"SELECT tournament, {cells} FROM {of}")


def files_of_lake(folder: Path) -> list[Path]:
    """Return the files that questions about a lake read; raise LakeError where it is none."""
    return [
        file_of_part(folder, table, part.name)
        for _, part in read_manifest(folder).parts
        for table in part.rows
    ]


@contextmanager
def lake_asked(
    folder: Path, *, described: bool = True, question: str = ""
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give an open lake, see `open_lake`.

    Raise LakeError for a question that failed as it was built again.
    """
    before = read_manifest(folder)
    try:
        with open_lake(folder, described=described, question=question) as database:
            yield database
    except (QuestionRefused, LakeError) as error:
        if read_manifest(folder) != before:
            what = message("lake.changed", folder=str(folder))
            raise lake_error("lake-changed", what, message("lake.ask-again")) from error
        if any(done_part(folder, part.name) is None for _, part in before.parts):
            raise lake_damaged(folder) from error
        raise


def damaged_tournaments(folder: Path) -> int:
    """Return how many tournaments of the ledgers are damaged, and not in the lake."""
    return sum(len(part.damaged) for _, part in read_manifest(folder).parts)


def _query(folder: Path, table: Relation, manifest: LakeManifest) -> str:
    """Return the query for the rows of a table, with its types."""
    if table.name == "versions":
        return _values(table, manifest.versions)
    if table.name == "pairing_versions":
        rows = [
            (name, f"[{', '.join(knowledge)}]", hash_, keys)
            for name, knowledge, hash_, keys, _ in manifest.pairings
        ]
        return _values(table, rows)
    if table.name == "mirror":
        ends = [
            (version(), sequence, leaf, True, "from zero") for _, sequence, leaf in manifest.ledgers
        ]
        return _values(table, ends)
    files = _files(folder, table.name, manifest)
    if files == "[]":
        return _values(table, ())
    cells = ", ".join(f"{column.name}::{column.type} AS {column.name}" for column in table.columns)
    return f"SELECT {cells} FROM read_parquet({files})"


def _files(folder: Path, table: str, manifest: LakeManifest) -> str:
    names = (part.name for _, part in manifest.parts if table in part.rows)
    return f"[{', '.join(quoted(file_of(file_of_part(folder, table, name))) for name in names)}]"


def _values(table: Relation, rows: Sequence[Sequence[object]]) -> str:
    """Return a query for a few rows of texts, numbers and booleans."""
    types = [column.type for column in table.columns]
    blank = [None] * len(types)
    lines = ", ".join(
        f"({', '.join(f'{_literal(v)}::{t}' for v, t in zip(row, types, strict=True))})"
        for row in (rows or [blank])
    )
    names = ", ".join(column.name for column in table.columns)
    return f"SELECT * FROM (VALUES {lines}) AS v({names})" + ("" if rows else " WHERE false")


def _literal(value: object) -> str:
    return "NULL" if value is None else quoted(str(value))
