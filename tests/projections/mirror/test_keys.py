"""Primary and foreign keys of a mirror, whatever was recorded and taken back."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from pairing.review.decisions import DECIDING
from projections.mirror.files import mirror_path
from projections.mirror.tables import LARGE, STORED, TABLES
from projections.sql.connections import looked_at
from tests.helpers.bad_luck import simulate
from tests.helpers.fide_halls import fide_hall
from tests.helpers.hall import Hall
from tests.helpers.mirrors import mirror, refresh
from tests.helpers.references import dangling, doubled
from tests.helpers.terminal import Terminal
from tests.oracles.keizer_seasons import random_season


@pytest.mark.parametrize("seed", [2, 8, 13])
def test_a_key_has_one_row_and_a_reference_has_its_row(seed: int, tmp_path: Path) -> None:
    simulate(seed, 45, tmp_path, at_the_end=True)
    (ledger,) = tmp_path.glob("*.ledger")
    refresh(ledger)
    with looked_at(mirror_path(ledger)) as database:
        assert (doubled(database), dangling(database)) == ({}, {})
        taken_back = database.execute("SELECT count(*) FROM players WHERE taken_back_by > 0")
        assert taken_back.fetchone() != (0,)


@pytest.mark.parametrize("seed", [2, 4])
def test_the_keys_hold_in_a_season_and_under_rules_of_fide(seed: int) -> None:
    for facts in (random_season(seed).book.recorded, fide_hall(seed).book.recorded):
        with mirror(facts, {}, deciding=DECIDING) as database:
            assert (doubled(database), dangling(database)) == ({}, {})


def test_duckdb_itself_holds_the_keys_of_the_small_tables() -> None:
    with mirror(Hall(4, 3).book.recorded, {}) as database:
        held = database.execute(
            "SELECT table_name, constraint_column_names FROM duckdb_constraints()"
            " WHERE constraint_type = 'PRIMARY KEY'"
        ).fetchall()
        expected = {
            table.name: [column.name for column in table.columns if column.key]
            for table in STORED
            if table.name not in LARGE
        }
        assert dict(held) == {name: key for name, key in expected.items() if key}
        with pytest.raises(duckdb.ConstraintException):
            database.execute("INSERT INTO tournaments FROM tournaments")


def test_every_position_in_a_table_points_to_a_fact() -> None:
    silent = [
        f"{table.name}.{column.name}"
        for table in TABLES
        for column in table.columns
        if column.type == "BIGINT" and column.text.startswith("Position ") and not column.of
    ]
    assert silent == ["events.position"]


def test_rating_lists_are_a_table_and_their_ratings_replace_those_before(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for number in range(4):
        terminal.run("enter", f"Player {chr(65 + number)}", "--rating", 2000 - number)
    terminal.run("rating-list", "FIDE", "2026-09-01", "--player", "Player A", "--rating", 2100)
    terminal.run("schedule", 1, "2026-09-05")
    terminal.run(
        "rating-list",
        "FIDE",
        "2026-10-01",
        "--player",
        "Player A",
        "--rating",
        0,
        "--confirm",
        "yes",
    )
    terminal.run("rating-list", "KNSB", "--player", "Player B", "--rating", 1, "--kind", "national")
    terminal.run("undo")
    refresh(terminal.ledger)
    with looked_at(mirror_path(terminal.ledger)) as database:
        rows = database.execute(
            "SELECT player, kind, list, valid_from::VARCHAR, rating, taken_back_by IS NOT NULL"
            " FROM rating_lists ORDER BY position"
        ).fetchall()
        assert rows == [
            (1, "fide", "FIDE", "2026-09-01", 2100, False),
            (1, "fide", "FIDE", "2026-10-01", None, False),
            (2, "national", "KNSB", None, 1, True),
        ]
        ratings = database.execute(
            "SELECT rating FROM ratings WHERE player = 1 ORDER BY known_from"
        )
        assert ratings.fetchall() == [(1999 + 1,), (2100,)]
        assert database.execute("SELECT rating FROM players WHERE player = 1").fetchone() == (2100,)


def test_prohibitions_and_virtual_points_are_tables(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run(
        "init",
        "Open",
        "--rules",
        "fide-dutch-2026",
        "--rounds",
        5,
        "--set",
        "fide.acceleration=by_player",
    )
    for number in range(8):
        terminal.run("enter", f"Player {chr(65 + number)}", "--rating", 2000 - number)
    terminal.run("lots", "--first-colour", "white")
    terminal.run("prohibit", 1, 5, "--rounds", "1-3", "--reason", "one family")
    terminal.run("prohibit", 2, 3, 4)
    terminal.run("prohibit", 2, 3, 4, "--cancel", "--rounds", 3)
    terminal.run("accelerate", 1, 2, "--points", "0.5", "--rounds", "1-2")
    refresh(terminal.ledger)
    with looked_at(mirror_path(terminal.ledger)) as database:
        rows = database.execute(
            "SELECT players, from_round, to_round, lifted_from, p.reason, e.fact, p.taken_back_by"
            " FROM prohibitions p LEFT JOIN events e ON e.position = p.lifted_by"
            " ORDER BY p.position"
        ).fetchall()
        assert rows == [
            ([1, 5], 1, 3, None, "one family", None, None),
            ([2, 3, 4], 1, None, 3, None, "pairs-allowed", None),
        ]
        points = database.execute("SELECT round, player, points::DOUBLE FROM virtual_points")
        assert sorted(points.fetchall()) == [(1, 1, 0.5), (1, 2, 0.5), (2, 1, 0.5), (2, 2, 0.5)]
        assert database.execute("SELECT agreement FROM tournaments").fetchall() == [("tap",)]
