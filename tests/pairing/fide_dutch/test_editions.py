"""The texts of 2017 and 2026, candidate by candidate: where they differ, and beside others."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.helpers.fide_fields import by_engine, initial_of
from tests.helpers.fide_rounds import Position, file_text, random_position
from tests.helpers.other_programs import by_gacrux, by_py4swiss
from tests.oracles.fide_dutch_text_2017 import DutchText2017
from tests.oracles.fide_people import people

Boards = tuple[frozenset[tuple[int, int]], int | None]


def by_text_of_2017(position: Position) -> Boards | None:
    players = people(position.table, position.present, position.last_round, edition=2017)
    text = DutchText2017(players, initial_of(position))
    return text.boards() if text.run() else None


def by_2026(position: Position) -> Boards | None:
    found = by_engine(position)
    return found and (found.boards, found.bye)


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
    assert named(by_text_of_2017(position)) == sorted(of_2017)
    assert named(by_2026(position)) == sorted(of_2026)


def named(found: Boards | None) -> list[str]:
    assert found is not None
    boards, bye = found
    return sorted([f"{white}-{black}" for white, black in boards] + ([f"{bye}-0"] if bye else []))


@pytest.mark.peers
@pytest.mark.skipif(find_spec("gacrux") is None, reason="needs gacrux")
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_the_engine_pairs_as_gacrux_does_by_2026(first: int, tmp_path: Path) -> None:
    path, compared = tmp_path / "round.trf", 0
    for seed in range(first, first + 50):
        position = random_position(seed, 5 + seed % 36, 1 + seed % 3)
        if (found := by_2026(position)) is not None:
            path.write_text(file_text(position, "trf26"))
            assert by_gacrux(path, position.table.rounds + 1) == named(found), seed
            compared += 1
    assert compared > 40


@pytest.mark.peers
@pytest.mark.skipif(find_spec("py4swiss") is None, reason="needs py4swiss")
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_the_text_of_2017_pairs_as_py4swiss_does(first: int, tmp_path: Path) -> None:
    path, compared = tmp_path / "round.trf", 0
    for seed in range(first, first + 50):
        position = random_position(seed, 5 + seed % 5, 1 + seed // 7 % 6)
        if position.prohibited or len(position.present) < 2 or seed in DIFFERENT:
            continue
        if (found := by_text_of_2017(position)) is not None:
            path.write_text(file_text(position, "xx"))
            assert by_py4swiss(path) == named(found), seed
            compared += 1
    assert compared > 15


DIFFERENT = {194: "C.7: the PSD of the next bracket, with the player who has the bye there"}
"""Positions that py4swiss pairs otherwise, and where the texts part."""
