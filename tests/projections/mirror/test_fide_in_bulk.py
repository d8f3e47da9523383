"""Standings under rules of FIDE, made in bulk in a mirror: row for row those of the plain functions."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

import projections.mirror.standings
from desk.render.english import english
from ledger.facts.codec import encode
from ledger.state.book import Book
from ledger.store.snapshot import Read
from projections.mirror.blocks import ReadTournament, Wanted
from projections.mirror.in_memory import load
from projections.mirror.parts import part_of
from projections.mirror.standings import Under
from projections.mirror.tables import statements
from projections.sql.connections import opened
from projections.standings.bulk import in_bulk
from tests.helpers.competitions import Competition
from tests.helpers.crosstables import rules
from tests.helpers.family import by_seed

LISTS = (
    ("fide-2026", "DE WIN BH/C1/P SB/C1 lots"),
    ("fide-2024", "mutual_result BH/M1 FB/C1 KS/L-1 PS/C1 lots"),
    ("fide-2022", "BH/C2 SB/C2 DE/P REP BPG SNO"),
)
TABLES = ("standings", "other_tie_breaks", "corrections")


def _versions() -> list[Under]:
    made = [rules(name, ranking__final=json.dumps(codes.split())) for name, codes in LISTS]
    assert all(map(in_bulk, made))
    return [Under(one, one.hash) for one in made]


def _rows(book: Book) -> dict[str, list[str]]:
    """Return the rows of the tables that have standings, under the rules in force and others."""
    versions = _versions()
    recorded = book.recorded
    read = [Read(one.stamp.position, encode(one), *one) for one in recorded]
    under = tuple(range(len(versions)))
    wanted = Wanted(recorded[0].stamp.tournament, len(recorded), whole=True, versions=under)
    with opened() as database:
        for statement in statements(described=False, alone=TABLES):
            database.execute(statement)
        part = part_of([ReadTournament(wanted, read, {})], versions, english)
        load(database, {table: part[table] for table in TABLES if table in part})
        return {
            table: sorted(map(repr, database.execute(f"FROM {table}").fetchall()))
            for table in TABLES
        }


@pytest.mark.parametrize("system", ["fide-dutch-2026", "fide-dutch-2017", "fide-burstein-2026"])
@by_seed(4)
def test_every_row_is_that_of_the_plain_functions(tmp_path: Path, system: str, seed: int) -> None:
    """Random commands, with undo, corrections, amendments, byes and withdrawals."""
    made = Competition(tmp_path / "open.ledger", system, seed, 7 + seed % 3)
    for _ in range(40):
        made.carry_on()
    bulk = _rows(made.book)
    with patch.object(projections.mirror.standings, "in_bulk", lambda rules: False):
        assert _rows(made.book) == bulk
    assert bool(bulk["other_tie_breaks"]) is bool(bulk["standings"])


def test_lots_at_the_end_that_change_nothing_make_no_version_in_bulk_either(tmp_path: Path) -> None:
    """With lots the plain functions make the final ranking, without them it is made in bulk."""
    made = Competition(tmp_path / "open.ledger", "fide-dutch-2026", 385105224, 7)
    for _ in range(40):
        made.carry_on()
    assert made.state.final_lots
    bulk = _rows(made.book)
    with patch.object(projections.mirror.standings, "in_bulk", lambda rules: False):
        assert _rows(made.book) == bulk


def test_standings_under_rules_of_fide_are_made_in_bulk(tmp_path: Path) -> None:
    """So that the rows above are not those of the plain functions twice."""
    made = Competition(tmp_path / "open.ledger", "fide-dutch-2026", 1, 8)
    while not made.state.rounds or made.state.rounds[0].open_games:
        made.carry_on()
    with patch.object(projections.mirror.standings, "_plain", side_effect=AssertionError):
        assert _rows(made.book)["standings"]
