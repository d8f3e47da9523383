"""No condition on a view makes DuckDB take in many times as many rows as there are.

DuckDB once joined all players with all players for a condition over the numbers of both players of
a game: two minutes and 2 GB for a year of 1,001 tournaments. The measure is the most rows that a
step of the plan gives, beside those that the tables have: it holds on any machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import duckdb
import pytest

from desk.making.year import LEAST_SIZE
from projections.mirror.files import mirror_path
from projections.mirror.tables import TABLES
from projections.sql.connections import looked_at
from tests.helpers.family import by_seed
from tests.helpers.year import shared_year

VIEWS = (
    *(table.name for table in TABLES if table.view),
    "games_as_of(60)",
    "games_as_of_time(TIMESTAMP '2027-01-01')",
    "standings_as_of(60)",
    "standings_as_of_time(TIMESTAMP '2027-01-01')",
    "standings_changed(50, 90)",
    "standings_diff('knsb-wp-1996', 'knsb-wp-2014')",
)
OPERATORS = ("<>", "=", "<")
TIMES = 3
"""How many times the rows of the largest table a step of a plan may give: some unnest lists."""


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """Return the mirror of a year, which is only to be read."""
    path = mirror_path(shared_year(tmp_path_factory, LEAST_SIZE).ledger)
    with looked_at(path) as database:
        yield database


def columns(year: duckdb.DuckDBPyConnection, view: str) -> list[str]:
    rows = year.execute(f"SELECT column_name FROM (DESCRIBE FROM {view})").fetchall()
    return [name for (name,) in rows]


def most_rows(year: duckdb.DuckDBPyConnection, question: str) -> int:
    """Return the most rows that a step of the plan of a question gives."""
    ((_, text),) = year.execute(f"EXPLAIN (ANALYZE, FORMAT json) {question}").fetchall()
    rows: int = max(_rows(json.loads(text)["operator"]))
    return rows


def _rows(steps: list[Any]) -> Iterator[int]:
    for step in steps:
        yield step["intermediate_rows"]
        yield from _rows(step.get("children", []))


def bound(year: duckdb.DuckDBPyConnection, view: str) -> int:
    """Return how many rows a step may give: by the tables, and by the view without a condition."""
    plain = most_rows(year, f"SELECT count(*) FROM {view}")
    ((stored,),) = year.execute("SELECT max(estimated_size) FROM duckdb_tables()").fetchall()
    return TIMES * max(plain, int(stored))


@pytest.mark.parametrize(
    ("view", "one", "other"),
    [
        ("games_now", "white", "black"),
        ("games_now", "white_rating", "black_rating"),
        ("games_as_of_time(TIMESTAMP '2027-01-01')", "white_number", "black_number"),
        ("pairings_differ", "white", "black"),
        ("tie_breaks", "number", "opponent_number"),
    ],
)
def test_a_condition_over_both_sides_of_a_game_takes_in_no_more_than_the_games(
    year: duckdb.DuckDBPyConnection, view: str, one: str, other: str
) -> None:
    most = bound(year, view)
    for operator in OPERATORS:
        question = f"SELECT count(*) FROM {view} WHERE {one} {operator} {other}"
        assert most_rows(year, question) <= most, question


@by_seed(len(VIEWS))
def test_a_condition_over_any_two_columns_takes_in_no_more_than_the_tables(
    year: duckdb.DuckDBPyConnection, seed: int
) -> None:
    chance = Random(seed)
    view = VIEWS[seed % len(VIEWS)]
    most = bound(year, view)
    pairs = [*combinations(columns(year, view), 2)]
    for one, other in chance.sample(pairs, min(8, len(pairs))):
        question = f"SELECT count(*) FROM {view} WHERE {one} {chance.choice(OPERATORS)} {other}"
        try:
            rows = most_rows(year, question)
        except (duckdb.BinderException, duckdb.ConversionException):
            continue  # a text beside a number
        assert rows <= most, question


def test_a_game_has_one_row_in_every_view_of_games(year: duckdb.DuckDBPyConnection) -> None:
    for view, now in (("games_now", "known_to IS NULL"), ("games_as_of(60)", "true")):
        own = f"SELECT tournament, round, board FROM {view}"
        assert year.execute(f"{own} GROUP BY ALL HAVING count(*) > 1").fetchall() == [], view
        lost = f"FROM games WHERE {now} AND known_from <= 60 AND coalesce(known_to, 61) > 60"
        question = f"SELECT tournament, round, board {lost} EXCEPT {own}"
        assert year.execute(question).fetchall() == [], view
