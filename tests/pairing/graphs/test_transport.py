"""Duals of classes bound every matching, and some matching attains the bound."""

from __future__ import annotations

import random

from pairing.graphs.cheapest_matching import cheapest_perfect_matching
from pairing.graphs.transport import class_duals


def test_duals_of_classes_bound_the_cheapest_matching_and_often_meet_it() -> None:
    chance = random.Random(1)
    met = 0
    for _ in range(400):
        count = chance.randint(1, 4)
        sizes = [chance.randint(1, 3) for _ in range(count)]
        costs: list[list[int | None]] = [[None] * count for _ in range(count)]
        for a in range(count):
            for b in range(a, count):
                if chance.random() < 0.8 and (a != b or sizes[a] > 1):
                    costs[a][b] = costs[b][a] = chance.randint(0, 9)
        of = [a for a in range(count) for _ in range(sizes[a])]
        mates = cheapest_perfect_matching(
            [[None if i == j else costs[a][b] for j, b in enumerate(of)] for i, a in enumerate(of)]
        )
        duals = class_duals(costs, sizes)
        if duals is None:
            assert mates is None
            continue
        for a, row in enumerate(costs):
            assert all(c is None or 2 * c >= duals[a] + duals[b] for b, c in enumerate(row))
        if mates is not None:
            total = sum(costs[of[i]][of[j]] or 0 for i, j in enumerate(mates))
            assert sum(duals[a] for a in of) <= total
            met += sum(duals[a] for a in of) == total
    assert met > 100


def test_classes_that_cannot_all_be_matched_have_no_duals() -> None:
    assert class_duals([[None, 1], [1, None]], [2, 1]) is None
    duals = class_duals([[None, 3], [3, None]], [2, 2])
    assert duals is not None
    assert sum(duals) == 6
