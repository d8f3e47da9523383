"""What a question needs of the tables, views and macros of a mirror."""

from __future__ import annotations

import re
from collections.abc import Collection

from projections.mirror.schema.macros import MACROS
from projections.mirror.tables import OF_DECISIONS, TABLES
from projections.sql.duck import duckdb
from projections.sql.questions import tables_named

_NAMES = frozenset(t.name for t in TABLES)
_MACROS = {called.partition("(")[0]: question for called, (_, question) in MACROS.items()}
_READ_BY_MACROS = {
    name: frozenset(re.findall(r"\w+", question)) & (_NAMES | _MACROS.keys())
    for name, question in _MACROS.items()
}
"""The macros by their names, each with the tables, views and macros that it may read."""


def needed_by(
    database: duckdb.DuckDBPyConnection, question: str, beside: Collection[str] = ()
) -> frozenset[str] | None:
    """Return the tables, views and macros that a question needs, None: it may need them all.

    `database` may be without tables. `beside` are the names of others that are there, too. The
    decisions of rounds are never there without the rest.
    """
    needed = tables_named(database, question, _MACROS)
    if needed is None:
        return None
    for macro, read in reversed(_READ_BY_MACROS.items()):
        if macro in needed:
            needed |= read
    for table in reversed(TABLES):
        if table.view and table.name in needed:
            of_view = tables_named(database, table.view)
            assert of_view is not None, table.view
            needed |= of_view
    there = (_NAMES - {*OF_DECISIONS}).union(_MACROS, beside)
    return needed if needed <= there else None
