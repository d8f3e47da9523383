"""The first exchange of one player by trial: the same that costs would find."""

from __future__ import annotations

import random

import pytest

from pairing.graphs.matching import EXPOSED
from pairing.rating.brackets.in_order import InOrder, _Nothing
from pairing.rating.brackets.remainder import Remainder


@pytest.mark.clause("knsb-rating-2014 D2")
def test_the_first_exchange_of_one_player_is_the_one_of_least_cost() -> None:
    cases = 0
    for seed in range(300):
        chance = random.Random(seed)
        size = chance.choice([6, 8, 10])
        rows = [0] * size
        for one in range(size):
            for two in range(one):
                if chance.random() < 0.45:
                    rows[one] |= 1 << two
                    rows[two] |= 1 << one
        graph = InOrder(range(size), rows, 0, size // 2)
        if graph.matched() is None:
            continue
        s1, s2 = list(range(size // 2)), list(range(size // 2, size))
        between, mates = graph._between(s1, s2, None)
        if EXPOSED not in mates:
            continue
        tried = graph._after_one_exchange(s1, s2, between, mates)
        cheapest, _ = Remainder(_Nothing(graph), range(size), size // 2, ()).after_exchange()
        if len({*s1} - {*cheapest}) == 1:
            assert tried is not None
            assert tried[0] == cheapest
            cases += 1
        else:
            assert tried is None
    assert cases > 50
