"""The tables of a mirror file, and a meaning for every column."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from zlib import crc32

from projections.mirror.schema.arbiter import ARBITER
from projections.mirror.schema.macros import MACROS
from projections.mirror.schema.relation import Col, Relation
from projections.mirror.schema.replays import REPLAYS
from projections.mirror.schema.rounds import ROUNDS
from projections.mirror.schema.tournaments import TOURNAMENTS

VERSION = 14
"""The version of the rows of these tables. A mirror or a lake of another version is made anew."""

TABLES = (*TOURNAMENTS, *ROUNDS, *ARBITER, *REPLAYS)
"""Every table and view; a view comes after the tables it reads."""

STORED = tuple(t for t in TABLES if not t.view)
"""The tables that have rows of their own."""

DECISIONS = "pairing_decisions"
"""The table to which rows are only added: the decisions of a publication never change."""

DECIDED = "decided_tournaments"
"""The table of the tournaments that have decisions."""

OF_DECISIONS = (DECISIONS, DECIDED)
"""The tables of rounds decided again, which are made where somebody asks for them."""

OF_PAIRINGS = ("pairing_replays", "replayed_rounds", "replayed_pairings", "replayed_changes")
"""The tables of rounds paired again, which are made after all others."""

_OF_A_STAGE = (*OF_DECISIONS, *OF_PAIRINGS)

OF_A_TOURNAMENT = tuple(
    t.name
    for t in STORED
    if t.name not in _OF_A_STAGE and any(c.name == "tournament" for c in t.columns)
)
"""The tables that are made anew for a tournament with new facts."""

OF_A_VERSION = ("standings", "other_tie_breaks", "replays")
"""The tables with rows of a rule version under which a tournament was replayed."""


LARGE = frozenset(
    {
        "events",
        "players",
        "names",
        "ratings",
        "rating_lists",
        "rating_forecast",
        "virtual_points",
        "games",
        "pairings",
        "pairing_decisions",
        "colours",
        "floats",
        "standings",
        "other_tie_breaks",
        "keizer_values",
        "keizer_points",
        "external_games",
        "replayed_pairings",
    }
)
"""The tables with rows for each player or game; their keys are held by a test alone."""


def statements(
    queries: Mapping[str, str] | None = None,
    *,
    described: bool = True,
    alone: Collection[str] | None = None,
) -> Iterator[str]:
    """Yield what makes tables, comments, views and macros; a table with a query here is a view.

    `described` False: without the comments, which take most of the time. `alone` are the names of
    the tables, views and macros that are made, None: all of them.
    """
    for one in _statements(queries or {}, alone):
        if described or not one.startswith("COMMENT ON "):
            yield one


def stored_tables() -> Iterator[str]:
    """Yield what makes the tables to be filled, and nothing that describes or asks them."""
    yield from map(_table, STORED)


def _table(table: Relation) -> str:
    columns = ", ".join((*map(_column, table.columns), *_primary_key(table)))
    return f"CREATE TABLE {table.name} ({columns})"


def _statements(queries: Mapping[str, str], alone: Collection[str] | None) -> Iterator[str]:
    for table in TABLES:
        if alone is None or table.name in alone:
            yield from of_relation(table, queries.get(table.name, ""))
    for called, (text, question) in MACROS.items():
        name = called.partition("(")[0]
        if alone is None or name in alone:
            yield f"CREATE MACRO {called} AS TABLE {question}"
            yield f"COMMENT ON MACRO TABLE {name} IS {_quoted(text)}"


def of_relation(table: Relation, query: str = "") -> Iterator[str]:
    """Yield what makes a table or view, and its comments; with a query it is a view."""
    view = table.view or query
    kind = "VIEW" if view else "TABLE"
    yield f"CREATE VIEW {table.name} AS {view}" if view else _table(table)
    yield f"COMMENT ON {kind} {table.name} IS {_quoted(table.text)}"
    for column in table.columns:
        place = f"{table.name}.{column.name}"
        yield f"COMMENT ON COLUMN {place} IS {_quoted(column.text)}"


def table_named(name: str) -> Relation:
    """Return the table or view of a name."""
    return next(table for table in TABLES if table.name == name)


IN_A_MIRROR = (
    "what decided the rounds is not in this mirror; to make it: toernooi mirror build --decisions"
)
"""How decisions are made, for whatever program asks a mirror without them."""


def without_decisions(how: str = IN_A_MIRROR) -> dict[str, str]:
    """Return, for `statements`, the view in the place of decisions: an error with a code and `how`.

    An empty table would be an answer.
    """
    table = table_named(DECISIONS)
    text = f"{NO_DECISIONS}: {how}"
    # Cells are made from the error too: with constants DuckDB would answer some conditions itself.
    cells = ", ".join(f"e::{column.type} AS {column.name}" for column in table.columns)
    return {DECISIONS: f"SELECT {cells} FROM (SELECT error({_quoted(text)}) AS e) WHERE e IS NULL"}


NO_DECISIONS = "no-decisions"
"""The code of that error."""


def asks_for_comments(question: str) -> bool:
    """Tell whether a question may be about the meanings of tables and columns."""
    return bool(re.search("duckdb_|comment", question.lower()))


def asks_for_decisions(question: str) -> bool:
    """Tell whether a question names the table."""
    return DECISIONS in question.lower()


@cache
def version() -> int:
    """Return the version of a mirror: that of its rows, and a checksum of all that defines it.

    A change of a view, a macro or a meaning thus needs no new number.
    """
    return VERSION << 32 | crc32("\n".join(statements()).encode())


def _column(column: Col) -> str:
    # Long texts that differ in every row: this packs them well, at twice the default speed.
    packed = " USING COMPRESSION zstd" if column.type == "JSON" else ""
    return f"{column.name} {column.type}{packed}"


def _primary_key(table: Relation) -> Iterator[str]:
    """Yield the key that DuckDB itself holds.

    A key of every table takes loading 2.5 times as long, that of the small ones 3 per cent.
    """
    if table.name not in LARGE and (key := ", ".join(c.name for c in table.columns if c.key)):
        yield f"PRIMARY KEY ({key})"


def loading(table: Relation) -> str:
    """Return the query that puts the rows of `part` into a table."""
    taken = ", ".join(
        f"{c.name} * {c.unit}" if c.unit else f"{c.name}::{c.type}" for c in table.columns
    )
    return f"INSERT INTO {table.name} SELECT {taken} FROM part"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
