"""The texts of 2017 and 2026, candidate by candidate: where they differ, and beside others."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from pairing.fide_dutch import engine_2017
from tests.helpers.fide_fields import READINGS, Found, by_engine, by_text, initial_of, players_of
from tests.helpers.fide_rounds import file_text, random_position, without_prohibited
from tests.helpers.fide_tournaments import tournament
from tests.helpers.other_programs import by_gacrux
from tests.oracles.judge_2017 import beside_py4swiss


@pytest.mark.parametrize(
    ("seed", "size", "rounds", "of_2017", "of_2026"),
    [
        (13, 8, 2, ["4-5", "3-8", "7-1", "6-2"], ["4-5", "3-8", "7-2", "6-1"]),
        (18, 8, 3, ["5-1", "3-4", "2-8", "6-0"], ["1-8", "3-4", "5-2", "6-0"]),
        (53, 8, 2, ["6-7", "8-3", "5-1", "2-0"], ["5-3", "6-7", "2-1", "8-0"]),
        (98, 8, 3, ["3-1", "6-7", "2-5", "8-0"], ["5-3", "6-7", "2-1", "8-0"]),
    ],
)
def test_the_editions_pair_these_positions_each_in_its_way(
    seed: int, size: int, rounds: int, of_2017: list[str], of_2026: list[str]
) -> None:
    position = random_position(seed, size, rounds)
    assert named(by_text(position, "2017")) == sorted(of_2017)
    assert named(by_engine(position, "2017")) == sorted(of_2017)
    assert named(by_engine(position)) == sorted(of_2026)


def named(round_: Found | None) -> list[str]:
    assert round_ is not None
    free = [f"{round_.bye}-0"] if round_.bye else []
    return sorted([f"{white}-{black}" for white, black in round_.boards] + free)


@pytest.mark.peers
@pytest.mark.skipif(find_spec("gacrux") is None, reason="needs gacrux")
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_the_engine_pairs_as_gacrux_does_by_2026(first: int, tmp_path: Path) -> None:
    path, compared = tmp_path / "round.trf", 0
    for seed in range(first, first + 50):
        position = random_position(seed, 5 + seed % 36, 1 + seed % 3)
        if (round_ := by_engine(position)) is not None:
            path.write_text(file_text(position, "trf26"))
            assert by_gacrux(path, position.table.rounds + 1) == named(round_), seed
            compared += 1
    assert compared > 40


needs_py4swiss = pytest.mark.skipif(find_spec("py4swiss") is None, reason="needs py4swiss")


def how_py4swiss_differs(seed: int, size: int, rounds: int) -> str:
    position = without_prohibited(random_position(seed, size, rounds))
    return beside_py4swiss(
        position, engine_2017.pair(players_of(position, "2017"), initial_of(position))
    )


@pytest.mark.peers
@needs_py4swiss
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_every_difference_with_py4swiss_has_a_clause_of_2017(first: int) -> None:
    differences = [
        how_py4swiss_differs(seed, 5 + seed % 36, 1 + seed // 7 % 6)
        for seed in range(first, first + 50)
    ]
    assert [how for how in differences if how.startswith("?")] == []
    assert differences.count("same") > 40


@pytest.mark.peers
@needs_py4swiss
@pytest.mark.parametrize("seed", range(20))
def test_tournaments_are_paired_as_py4swiss_pairs_them_but_for_a_clause(seed: int) -> None:
    for position, ours in tournament(seed, engine_2017.pair, (6, 30), READINGS["2017"]):
        if position.table.rounds:
            assert not beside_py4swiss(position, ours).startswith("?")


@pytest.mark.peers
@needs_py4swiss
@pytest.mark.parametrize(
    ("seed", "size", "rounds", "clause"),
    [
        (38, 11, 6, "A6: two games of one colour at the end decide the side"),
        (61, 18, 3, "E5: numbers of those in pairings"),
        (1046, 11, 6, "C7: who may not have the bye, and is left over, counts for three"),
        (1116, 35, 7, "C9: ours is better"),
    ],
)
def test_py4swiss_reads_these_clauses_otherwise(
    seed: int, size: int, rounds: int, clause: str
) -> None:
    assert how_py4swiss_differs(seed, size, rounds) == clause
