"""Sets of moved-down players of 2017: the digits have the order in which the text meets them."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from pairing.fide_dutch.brackets_2017 import MovedOrder2017
from pairing.graphs.digits import Digits


@pytest.mark.clause("fide-dutch-2017 D3")
@pytest.mark.parametrize(
    ("scores", "residents"), [([7, 7, 7], 3), ([9, 8, 8, 7], 4), ([9, 9, 8, 6, 6], 3)]
)
def test_more_then_higher_scores_then_smaller_numbers_come_first(
    scores: list[int], residents: int
) -> None:
    order = MovedOrder2017(scores, residents)
    digits = Digits(order.spans)
    met = []
    for m1 in range(min(len(scores), residents), -1, -1):
        sets = combinations(range(1, len(scores) + 1), m1)
        for chosen in sorted(sets, key=lambda s: ([-scores[a - 1] for a in s], s)):
            for opponents in permutations(range(1, residents + 1), m1):
                pairs = zip(chosen, opponents, strict=True)
                met.append(sum(digits.weigh(order.digits(a, b)) for a, b in pairs))
    assert met == sorted(set(met))


def test_a_set_of_higher_scores_comes_before_one_of_smaller_numbers() -> None:
    order = MovedOrder2017([9, 8, 8, 7], 4)
    digits = Digits(order.spans)

    def weight(*numbers: int) -> int:
        return sum(digits.weigh(order.digits(a, b)) for b, a in enumerate(numbers, 1))

    assert weight(1, 2) < weight(1, 3) < weight(1, 4) < weight(2, 3) < weight(2, 4)
    assert weight(2, 3, 4) < weight(1, 2)
