"""FIDE's model of results: a worked game, bounds everywhere, and how numbers become results."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.making.fide_results import BILLION, chances_of, fide_outcome

RATINGS = st.integers(1, 3500)


def test_a_game_of_2467_with_white_against_2344() -> None:
    won, lost = chances_of(2467, 2344)
    assert [round(float(x), 3) for x in (won, lost, 1 - won - lost)] == [0.511, 0.138, 0.351]


def test_equal_players_of_1200_win_a_little_less_often_with_black() -> None:
    # Difference 0 lies below the centre of both: squares of the way from the lower limits.
    won, lost = chances_of(1200, 1200)
    lower, seen_by_black = (
        Fraction(-1492) + Fraction(4692, 10),
        Fraction(-1428) + Fraction(4656, 10),
    )
    assert won == Fraction(45, 100) * (-lower / (40 - lower)) ** 2
    assert lost == Fraction(46, 100) * (-seen_by_black / (80 - seen_by_black)) ** 2


def test_who_is_better_by_far_wins_for_certain() -> None:
    assert chances_of(2800, 1900) == (Fraction(1), Fraction(0))
    assert chances_of(1900, 2800) == (Fraction(0), Fraction(1))


@pytest.mark.parametrize("mean", range(1000, 2801, 100))
def test_a_draw_is_never_less_than_nothing(mean: int) -> None:
    for difference in range(-900, 901, 20):
        won, lost = chances_of(mean + difference // 2, mean - difference // 2)
        assert won >= 0 <= lost
        assert won + lost <= 1


@given(RATINGS, RATINGS, st.integers(0, BILLION - 1))
def test_a_higher_number_is_never_better_for_white(white: int, black: int, number: int) -> None:
    worth = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
    assert (
        worth[fide_outcome(white, black, number)]
        >= worth[fide_outcome(white, black, min(number + BILLION // 10, BILLION - 1))]
    )


def test_of_all_numbers_as_many_are_won_as_the_chance_says() -> None:
    won, lost = chances_of(2467, 2344)
    assert fide_outcome(2467, 2344, int(won * BILLION)) == "1-0"
    assert fide_outcome(2467, 2344, int(won * BILLION) + 1) == "1/2-1/2"
    assert fide_outcome(2467, 2344, BILLION - int(lost * BILLION)) == "0-1"
    assert fide_outcome(2467, 2344, BILLION - int(lost * BILLION) - 1) == "1/2-1/2"
