"""The keys of a mirror's tables: rows that two of have, and references to rows that are not there.

DuckDB holds the primary keys of small tables alone, and no foreign key: an update deletes a row
that others refer to, and writes it again, in one transaction, which it refuses.
"""

from __future__ import annotations

from typing import Any

import duckdb

from projections.mirror.schema.relation import Relation
from projections.mirror.tables import TABLES

_KEY_OF = {
    "tournaments": (),
    "players": ("player",),
    "events": ("position",),
    "rounds": ("round",),
    "versions": ("rules",),
    "pairing_versions": ("rules",),
}


def doubled(database: duckdb.DuckDBPyConnection) -> dict[str, list[Any]]:
    """Return the keys that more than one row has, or that are not complete, by table."""
    wrong = {}
    for table in TABLES:
        key = [column.name for column in table.columns if column.key]
        if key:
            cells = ", ".join(key)
            missing = " OR ".join(f"{name} IS NULL" for name in key)
            question = (
                f"SELECT {cells} FROM {table.name} GROUP BY {cells} HAVING count(*) > 1"
                f" UNION ALL SELECT {cells} FROM {table.name} WHERE {missing}"
            )
            if rows := database.execute(question).fetchall():
                wrong[table.name] = rows
    return wrong


def dangling(database: duckdb.DuckDBPyConnection) -> dict[str, list[Any]]:
    """Return the references to rows that are not there, by column.

    A round whose publication was taken back has no row.
    """
    wrong = {}
    for table in TABLES:
        for column in table.columns:
            if column.of and (rows := database.execute(_question(table, column)).fetchall()):
                wrong[f"{table.name}.{column.name}"] = rows
    return wrong


def _question(table: Relation, column: Any) -> str:
    key = _KEY_OF[column.of]
    pairs = [(column.name, name) for name in key] or [(column.name, "tournament")]
    if key and not column.of.endswith("versions"):
        pairs.append(("tournament", "tournament"))
    same = " AND ".join(f"o.{theirs} = t.{ours}" for ours, theirs in pairs)
    marked = column.of == "rounds" and any(c.name == "taken_back_by" for c in table.columns)
    in_force = " AND t.taken_back_by IS NULL" if marked else ""
    return (
        f"SELECT t.* FROM {table.name} t WHERE t.{column.name} IS NOT NULL{in_force}"
        f" AND NOT EXISTS (FROM {column.of} o WHERE {same})"
    )
