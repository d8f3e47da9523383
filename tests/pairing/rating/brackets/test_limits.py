"""Limits that counts of matchings give of a bracket at once."""

from __future__ import annotations

from itertools import combinations

import pytest

from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.field import Bracket, Level, RatingField
from pairing.rating.brackets.limits import Limits
from tests.helpers.rating_rounds import Literal, random_players


@pytest.mark.clause("knsb-rating-2014 C13, C14b2")
def test_those_moved_down_cannot_all_be_paired_first_where_they_can_only_meet_each_other() -> None:
    met = {1: {3, 4}, 2: {3, 4}, 3: {1, 2}, 4: {1, 2}}
    players = [
        RatedPlayer(key, 8 - 2 * key, "", frozenset(others), True, False, ("", ""))
        for key, others in met.items()
    ]
    limits = Limits(RatingField(players, 5))
    bracket = Bracket((0, 1, 2), (0, 1), (), 2, last=False)
    assert limits.allow_above(bracket, Level(1, 1), (3,))
    assert not limits.allow_above(bracket, Level(2, 2), (3,))
    assert not limits.moved_stay(bracket, (3,))
    free = Limits(
        RatingField(
            [
                RatedPlayer(p.key, p.points_halves, "", frozenset(), True, False, ("", ""))
                for p in players
            ],
            5,
        )
    )
    four = Bracket((0, 1, 2, 3), (0, 1), (), 2, last=False)
    assert free.moved_stay(four, ())


@pytest.mark.clause("knsb-rating-2014 C12, C14b1, C14b2")
def test_a_level_with_all_who_moved_down_is_possible_when_they_can_be_paired_apart() -> None:
    tally = {True: 0, False: 0}
    for seed in range(250):
        players = random_players(seed, 4 + seed % 5, 1 + seed % 5)
        field, places = RatingField(players, 3 + seed % 4), tuple(range(len(players)))
        limits, literal = Limits(field), Literal(field)
        for count in range(1, len(places)):
            bracket = Bracket(places, places[:count], (), count, last=seed % 3 == 0)
            for pairs in range(bracket.p0 if bracket.last else count, bracket.p0 + 1):
                if count <= pairs:
                    possible = literal.possible(bracket, Level(count, pairs))
                    assert limits.moved_apart(bracket, Level(count, pairs)) == possible
                    tally[possible] += 1
    assert min(tally.values()) > 50


@pytest.mark.clause("knsb-rating-2014 C12, C13")
def test_who_joins_others_so_that_enough_pairs_can_be_made_is_known_at_once() -> None:
    tally = {True: 0, False: 0}
    for seed in range(120):
        players = random_players(seed, 6 + seed % 5, 2 + seed % 5)
        limits, size = Limits(RatingField(players, 4)), len(players)
        for some in combinations(range(size), min(4, size - 1)):
            for bye in (True, False):
                for left in range(3):
                    mask = limits.joining(some, bye, left)
                    for one in {*range(size)} - {*some}:
                        enough = limits.left_over((*some, one), bye) <= left
                        assert bool(mask >> one & 1) == enough
                        tally[enough] += 1
    assert min(tally.values()) > 1_000
