"""The data of a crosstable beside its cells."""

from __future__ import annotations

import pytest

from projections.games.crosstable import SeasonTable, of_tournament
from tests.helpers.hall import Hall


def test_a_period_of_the_season_begins_with_its_first_round() -> None:
    table = SeasonTable(periods=(4, 9))
    assert [table.period_of(number) for number in (1, 3, 4, 8, 9, 20)] == [1, 1, 2, 2, 3, 3]
    assert SeasonTable().period_of(9) == 1


@pytest.mark.clause("berger withdrawal")
@pytest.mark.parametrize(
    ("players", "cycles", "rounds", "struck"),
    [(6, 1, 2, {6}), (6, 1, 3, set()), (4, 2, 2, {4}), (4, 2, 3, set())],
)
def test_who_leaves_before_half_of_their_games_is_struck(
    players: int, cycles: int, rounds: int, struck: set[int]
) -> None:
    hall = Hall(players, rules="berger", set={"round_robin.cycles": cycles})
    for _ in range(rounds):
        hall.play()
    hall.do("withdraw", player=players)
    assert of_tournament(hall.state, hall.book.rules, rounds).struck == struck
    assert of_tournament(hall.state, hall.book.rules, rounds - 1).struck == set()
