"""Games, periods and first ratings are as the literal twin has them, in every edition."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.values import Tempo
from projections.ratings.edition import RatingEdition
from projections.ratings.edition_files import shipped_edition
from projections.ratings.first_rating import first_rating
from projections.ratings.game import Played, changes, too_far_apart
from projections.ratings.k_factor import KnownOfK, k_by_rule
from projections.ratings.period import period_change
from projections.standings.opponents_ratings import (
    RatedGame,
    expected_percentage,
    performance,
    rating_difference,
)
from tests.helpers.family import examples
from tests.oracles import fide_rating_text as text

ratings = st.one_of(
    st.integers(1400, 2900), st.sampled_from([1400, 1800, 1999, 2300, 2600, 2649, 2650, 2700])
)
names = st.sampled_from(text.EDITIONS)
tempos: st.SearchStrategy[Tempo] = st.sampled_from(["standard", "rapid", "blitz"])
halves = st.integers(0, 2)


def rules(name: str) -> RatingEdition:
    found = shipped_edition(name)
    assert isinstance(found, RatingEdition)
    return found


def test_the_tables_of_the_tie_breaks_are_those_of_the_rating_rules() -> None:
    for percentage in range(101):
        assert rating_difference(percentage, 50) == text.dp(percentage)
    for difference in range(-900, 901):
        assert expected_percentage(difference) == 100 * text.expectation(difference)


@given(names, tempos, ratings, st.lists(st.tuples(ratings, halves), max_size=11))
@examples(200)
def test_games_and_their_sum_change_a_rating_as_in_the_twin(
    name: str, tempo: Tempo, own: int, games: list[tuple[int, int]]
) -> None:
    edition = rules(name)
    made = changes([Played(own, *game) for game in games], edition, tempo)
    twin = text.worths([(own, other, Fraction(half, 2)) for other, half in games], name, tempo)
    assert [Fraction(game.hundredths, 100) for game in made] == twin
    for other, _ in games:
        rated = text.is_rated(own, other, name, tempo)
        assert too_far_apart(own, other, edition, tempo) is not rated
    for k in (10, 20, 40):
        change = period_change(own, k, [game.hundredths for game in made], edition)
        assert (change.rounded, change.new) == text.period(own, k, twin, name)


@given(ratings, st.integers(1, 40), st.lists(st.tuples(ratings, halves), min_size=1, max_size=80))
@examples(60)
def test_many_games_make_k_smaller_as_in_the_twin(
    own: int, k: int, games: list[tuple[int, int]]
) -> None:
    name = text.EDITIONS[-1]
    made = changes([Played(own, *game) for game in games], rules(name), "rapid")
    change = period_change(own, k, [game.hundredths for game in made], rules(name))
    twin = text.worths([(own, other, Fraction(half, 2)) for other, half in games], name, "rapid")
    assert (change.rounded, change.new) == text.period(own, k, twin, name)


@given(names, st.lists(st.tuples(ratings, halves), max_size=12))
@examples(200)
def test_a_first_rating_and_a_performance_are_those_of_the_twin(
    name: str, games: list[tuple[int, int]]
) -> None:
    made = first_rating(games, rules(name))
    twin = [(rating, Fraction(half, 2)) for rating, half in games]
    assert (made.rating if made else None) == text.first(twin, name)
    own = performance([RatedGame(rating, half) for rating, half in games])
    assert own == text.performance(twin)


@given(
    ratings,
    ratings,
    st.none() | st.integers(5, 30),
    st.none() | st.integers(0, 60),
)
@examples(200)
def test_k_by_the_rule_is_that_of_the_twin(
    rating: int, highest: int, age: int | None, games: int | None
) -> None:
    known = KnownOfK(rating, highest, age, games)
    assert k_by_rule(known, rules(text.EDITIONS[0]).k).k == text.k_of(rating, highest, age, games)


@pytest.mark.parametrize(
    ("name", "own", "other", "half", "k", "change"),
    [
        ("2025-10", 2000, 2000, 2, 10, 500),
        ("2025-10", 2391, 2000, 2, 10, 90),
        ("2025-10", 2392, 2000, 2, 10, 80),
        ("2024-12", 2650, 2150, 2, 10, 80),
        ("2025-10", 2650, 2150, 2, 10, 40),
        ("2025-10", 2649, 2150, 2, 10, 80),
        ("2025-10", 2700, 1900, 0, 10, -1000),
        ("2025-10", 1900, 2700, 2, 20, 1840),
        ("2025-10", 1500, 2000, 1, 20, 840),
    ],
)
def test_the_worked_examples_of_one_game(
    name: str, own: int, other: int, half: int, k: int, change: int
) -> None:
    (game,) = changes([Played(own, other, half)], rules(f"fide-rating-{name}"), "standard")
    assert k * game.hundredths == change


def test_games_of_several_events_are_summed_before_they_are_rounded() -> None:
    edition = rules("fide-rating-2024-03")
    change = period_change(2054, 20, [144, 114, 234, 79, -27, *[0] * 34], edition)
    assert (change.k, change.hundredths, change.rounded, change.new) == (17, 9248, 92, 2146)
    assert period_change(2024, 20, [-256, -21, 19], edition).rounded == -52


def test_a_newcomer_with_three_of_five_against_2000_gets_1993() -> None:
    made = first_rating(
        [(2000, 2), (2000, 2), (2000, 2), (2000, 0), (2000, 0)], rules("fide-rating-2024-03")
    )
    assert made is not None
    assert (round(float(made.average), 2), made.percentage, made.rating) == (1942.86, 57, 1993)
