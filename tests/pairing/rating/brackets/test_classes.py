"""The fast paths of a bracket: nearly always one answers, and as the cheapest matchings do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from pairing.rating.brackets.bracket import _Search
from pairing.rating.brackets.classes import pairing_by_classes
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField
from pairing.rating.brackets.limits import Limits
from pairing.rating.brackets.tight_bracket import tight_pairing
from tests.helpers.rating_rounds import random_players

Way = Callable[[RatingField, Bracket, Level, Sequence[int]], Candidate | None]


def asked(seeds: range) -> Iterator[tuple[RatingField, Bracket, Level, Sequence[int]]]:
    """Yield brackets of all kinds, with some or no players moved down, at all numbers of pairs."""
    for seed in seeds:
        players = random_players(seed, 6 + seed % 7, 1 + seed % 6)
        field, places = RatingField(players, 2 + seed % 6), tuple(range(len(players)))
        may_float = places[seed % 3 :] if seed % 2 else places
        for moved in sorted({0, 1, len(places) // 3}):
            bracket = Bracket(places, places[:moved], (), moved, last=False)
            for pairs in range(moved, bracket.p0 + 1):
                for m1 in sorted({0, moved}):
                    yield field, bracket, Level(m1, pairs), may_float


@pytest.mark.clause("knsb-rating-2014 A7d, A7e, A8, B2, B5, B6, C10, D1, D2")
@pytest.mark.parametrize(
    ("way", "answered_of_100", "with_floats"),
    [(pairing_by_classes, 98, 500), (tight_pairing, 35, 0)],
)
def test_a_short_way_finds_the_first_pairing_that_drops_least_and_seldom_fails_to(
    way: Way, answered_of_100: int, with_floats: int
) -> None:
    possible = answered = floats = 0
    for field, bracket, level, may_float in asked(range(150)):
        first = _Search(field, bracket, level, may_float).candidate()
        candidate = way(field, bracket, level, may_float)
        assert candidate is None or as_sets(candidate) == as_sets(first)
        possible += first is not None
        answered += candidate is not None
        floats += candidate is not None and any(candidate.vector[4:])
    assert 100 * answered >= answered_of_100 * possible
    assert floats >= with_floats


@pytest.mark.clause("knsb-rating-2014 C14b2, D1, D2, D3")
def test_where_not_all_who_moved_down_can_be_in_s1_the_classes_answer_as_well() -> None:
    possible = answered = 0
    for seed in range(400):
        players = random_players(seed, 7 + seed % 8, 2 + seed % 6)
        field, places = RatingField(players, 3 + seed % 7), tuple(range(len(players)))
        count = 2 + seed % (len(places) // 2)
        bracket = Bracket(places, places[:count], (), count, last=False)
        m1 = Limits(field).most_with_moved(bracket)
        for pairs in range(m1, bracket.p0 + 1 if 0 < m1 < count else 0):
            first = _Search(field, bracket, Level(m1, pairs), places).candidate()
            candidate = pairing_by_classes(field, bracket, Level(m1, pairs), places)
            assert candidate is None or as_sets(candidate) == as_sets(first)
            possible += first is not None
            answered += candidate is not None
    assert possible > 100
    assert 100 * answered >= 90 * possible


def as_sets(candidate: Candidate | None) -> object:
    return candidate and (sorted(candidate.pairs), candidate.floaters, candidate.vector)
