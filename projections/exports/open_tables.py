"""Tables as open data: their columns from the fields of records, and their rows in files."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from ledger.records import Extra, Record
from projections.sql.duck import duckdb

_IN_SQL: Final = {"string": "TEXT", "integer": "INTEGER", "boolean": "INTEGER", "date": "TEXT"}
_IN_PARQUET: Final = {
    "string": "VARCHAR",
    "integer": "BIGINT",
    "boolean": "BOOLEAN",
    "date": "DATE",
}


class OpenTable(NamedTuple):
    """A table: its rows are unique by `key`; `foreign` has columns, another table, columns there."""

    name: str
    row: type[Record]
    key: tuple[str, ...]
    foreign: tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...] = ()


class OpenColumn(NamedTuple):
    """A column: its type is string, integer, boolean or date."""

    name: str
    type: str
    meaning: str
    required: bool
    pattern: str = ""
    values: tuple[str, ...] = ()


def columns_of_table(table: OpenTable) -> tuple[OpenColumn, ...]:
    """Return the columns of a table, from the fields of its rows."""
    hints = get_type_hints(table.row, include_extras=True)
    return tuple(_column(name, hint) for name, hint in hints.items())


def _column(name: str, hint: Any) -> OpenColumn:
    kind, *notes = get_args(hint)
    while get_args(kind) and hasattr(kind, "__metadata__"):
        kind, *inner = get_args(kind)
        notes = [*inner, *notes]
    extra = next((one for one in notes if isinstance(one, Extra)), Extra())
    meaning = next(one for one in notes if isinstance(one, str))
    kinds = get_args(kind) or (kind,)
    types = {str: "string", int: "integer", bool: "boolean"}
    type_ = next(types[one] for one in kinds if one in types)
    is_day = extra.pattern == "date"
    return OpenColumn(
        name,
        "date" if is_day else type_,
        meaning,
        type(None) not in kinds,
        "" if is_day else extra.pattern,
        extra.values,
    )


def write_parquet(
    database: duckdb.DuckDBPyConnection,
    path: Path,
    columns: Sequence[OpenColumn],
    rows: Sequence[tuple[object, ...]],
) -> None:
    """Write rows as a Parquet file; the same rows give the same bytes. Raise OSError on a full disk.

    `database` is one in memory, for any number of files: to start it takes longer than to write them.
    """
    listed = ", ".join(f'"{one.name}" {_IN_PARQUET[one.type]}' for one in columns)
    with _told_by_the_system(path):
        database.execute("SET threads = 1")
        database.execute(f"CREATE OR REPLACE TABLE rows ({listed})")
        if rows:
            marks = ", ".join("?" for _ in columns)
            database.executemany(f"INSERT INTO rows VALUES ({marks})", rows)
        where = str(path).replace("'", "''")
        database.execute(f"COPY rows TO '{where}' (FORMAT parquet)")


def write_sqlite(
    path: Path, tables: Sequence[OpenTable], cells: Mapping[str, Sequence[tuple[object, ...]]]
) -> None:
    """Write the rows of tables, by name, as a SQLite file with their keys.

    Raise OSError on a full disk.
    """
    with _told_by_the_system(path), closing(sqlite3.connect(path)) as database:
        for table in tables:
            columns = columns_of_table(table)
            parts = [
                f'"{one.name}" {_IN_SQL[one.type]}{" NOT NULL" if one.required else ""}'
                for one in columns
            ]
            parts.append(f"PRIMARY KEY ({_names(table.key)})")
            parts += [
                f'FOREIGN KEY ({_names(own)}) REFERENCES "{other}" ({_names(there)})'
                for own, other, there in table.foreign
            ]
            database.execute(f'CREATE TABLE "{table.name}" ({", ".join(parts)}) WITHOUT ROWID')
            marks = ", ".join("?" for _ in columns)
            database.executemany(f'INSERT INTO "{table.name}" VALUES ({marks})', cells[table.name])
        database.commit()
        database.execute("VACUUM")


@contextmanager
def _told_by_the_system(path: Path) -> Iterator[None]:
    """Raise what a database says of a disk as what the system says of a file."""
    try:
        yield
    except (duckdb.IOException, duckdb.OutOfMemoryException, sqlite3.OperationalError) as error:
        raise OSError(errno.EIO, str(error), str(path)) from error


def _names(columns: Sequence[str]) -> str:
    return ", ".join(f'"{one}"' for one in columns)
