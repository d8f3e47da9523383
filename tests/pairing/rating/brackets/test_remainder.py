"""The place of the remainder's pairs in the procedure, as the judge computes it separately."""

from __future__ import annotations

import pytest

from pairing.rating.brackets.bracket import _Search
from pairing.rating.brackets.field import Bracket, Level, RatingField
from pairing.rating.explain.orders import split
from tests.helpers.rating_rounds import random_players


@pytest.mark.clause("knsb-rating-2014 D1.1, D2")
def test_the_order_of_a_search_is_the_rank_of_its_pairs() -> None:
    exchanged = 0
    for seed in range(400):
        players = random_players(seed, 5 + seed % 6, 2 + seed % 4)
        field, places = RatingField(players, 3 + seed % 4), tuple(range(len(players)))
        bracket = Bracket(places, (), (), 0, last=False)
        for pairs in range(1, bracket.p0 + 1):
            search = _Search(field, bracket, Level(0, pairs), places)
            candidate = search.candidate()
            if candidate is None:
                continue
            rank = split(bracket, 0, candidate.pairs).rank
            count, difference, down, up, opponents = search.order
            assert isinstance(down, tuple)
            assert isinstance(up, tuple)
            assert isinstance(opponents, tuple)
            counted = *(at - 1 for at in down), *(at + 1 for at in up)
            assert (count, difference, *counted) == rank["d2"]
            assert tuple(at + 1 for at in opponents) == rank["d1"]
            exchanged += len(down) > 0
    assert exchanged > 50
