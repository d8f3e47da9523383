"""Baku acceleration: the group, its virtual points, and who belongs to it after late entries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rulebooks.scores import Scores
from projections.games.acceleration import group_of, group_size, members, schedule

ONE = Scores()


@pytest.mark.clause("fide-dutch-2026 ACC1.2")
@pytest.mark.parametrize(
    ("players", "size"),
    [(161, 82), (1, 2), (2, 2), (4, 2), (5, 4), (8, 4), (9, 6), (160, 80), (164, 82), (165, 84)],
)
def test_the_group_is_twice_a_quarter_of_the_players_rounded_up(players: int, size: int) -> None:
    assert group_size(players) == size


@given(st.integers(1, 10_000))
def test_the_group_is_even_and_at_least_half_of_the_players(players: int) -> None:
    size = group_size(players)
    assert size % 2 == 0
    assert players <= 2 * size < players + 4


@pytest.mark.clause("fide-dutch-2026 ACC1.4")
@pytest.mark.parametrize(
    ("rounds", "win", "halves"),
    [
        (9, 2, (2, 2, 2, 1, 1)),
        (11, 4, (4, 4, 4, 2, 2, 2)),
        (1, 2, (2,)),
        (2, 2, (2,)),
        (3, 2, (2, 1)),
        (5, 2, (2, 2, 1)),
        (7, 2, (2, 2, 1, 1)),
        (8, 2, (2, 2, 1, 1)),
    ],
)
def test_half_of_the_rounds_are_accelerated_first_by_a_win_then_by_a_draw(
    rounds: int, win: int, halves: tuple[int, ...]
) -> None:
    assert schedule(rounds, ONE.model_copy(update={"win": win, "draw": win // 2})) == halves


@pytest.mark.clause("fide-dutch-2026 ACC1.3")
def test_a_late_entry_above_the_last_player_makes_the_group_odd_and_one_below_does_not() -> None:
    numbers = {player: player for player in range(1, 162)}
    group = group_of(numbers, 9, ONE)
    assert group is not None
    assert (group.size, group.last_player) == (82, 82)
    assert members(group, numbers) == set(range(1, 83))
    above = {player: number + (number >= 40) for player, number in numbers.items()} | {162: 40}
    assert members(group, above) == {*range(1, 83), 162}
    below = numbers | {162: 162}
    assert members(group, below) == set(range(1, 83))
    right_below = {p: number + (number >= 83) for p, number in numbers.items()} | {162: 83}
    assert members(group, right_below) == set(range(1, 83))


def test_nobody_makes_no_group_and_one_player_a_group_of_one() -> None:
    assert group_of({}, 5, ONE) is None
    alone = group_of({7: 1}, 5, ONE)
    assert alone is not None
    assert (alone.size, alone.last_player) == (1, 7)
