"""Duals where the first of a pair has a price bound every matching, and mostly some attains them."""

from __future__ import annotations

from random import Random

import pytest

from pairing.graphs.cheapest_matching import cheapest_perfect_matching
from pairing.graphs.first_of_pairs import duals_of_firsts
from pairing.graphs.matching import bits


def matching_and_duals(prices: list[list[int]], seconds: list[int]) -> tuple[int | None, int]:
    """Return twice the cost of the cheapest matching, and the sum of duals that were checked.

    None: there is no complete matching, and duals were not asked for.
    """
    of = [(a, price) for a, row in enumerate(prices) for price in row]
    costs: list[list[int | None]] = []
    for i, (a, one) in enumerate(of):
        row: list[int | None] = []
        for j, (b, two) in enumerate(of):
            ways = [one] * (seconds[a] >> b & 1) + [two] * (seconds[b] >> a & 1)
            row.append(min(ways, default=None) if i != j else None)
        costs.append(row)
    mates = cheapest_perfect_matching(costs)
    if mates is None:
        return None, 0
    duals = duals_of_firsts(prices, seconds)
    for a, row_of_a in enumerate(duals):
        for b in bits(seconds[a]):
            for at, price in enumerate(prices[a]):
                others = [dual for to, dual in enumerate(duals[b]) if (a, at) != (b, to)]
                assert all(2 * price >= row_of_a[at] + dual for dual in others)
    total = sum(costs[i][j] or 0 for i, j in enumerate(mates))
    return total, sum(map(sum, duals))


def some_prices(chance: Random, sizes: list[int]) -> list[list[int]]:
    return [sorted(chance.randint(-9, 9) for _ in range(size)) for size in sizes]


@pytest.mark.parametrize("two_sides", [False, True])
def test_they_bound_the_cheapest_matching_and_with_two_sides_they_meet_it(two_sides: bool) -> None:
    chance = Random(1)
    met = matchings = 0
    for _ in range(300):
        count = chance.randint(2, 5)
        prices = some_prices(chance, [chance.randint(1, 3) for _ in range(count)])
        left = (1 << count // 2) - 1
        seconds = []
        for a in range(count):
            may = sum(1 << b for b in range(count) if chance.random() < 0.7)
            seconds.append(may & (~left if left >> a & 1 else left) if two_sides else may)
        total, least = matching_and_duals(prices, seconds)
        if total is not None:
            assert least <= total
            matchings += 1
            met += least == total
    assert matchings > 30
    assert met == matchings if two_sides else met > matchings // 2


def test_a_class_alone_has_its_lower_half_first() -> None:
    assert matching_and_duals([[1, 2, 5, 9]], [1]) == (6, 6)
    # Of three players one is half first and half second, if they need not be in pairs.
    assert matching_and_duals([[1, 2, 5], [7]], [3, 0]) == (6, 6)


def test_who_may_not_be_first_is_second() -> None:
    assert matching_and_duals([[4, 8], [1, 2]], [0b10, 0]) == (24, 24)
