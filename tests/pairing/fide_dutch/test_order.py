"""The order key of candidates is the place at which articles 3 and 4 first meet them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations

import pytest

from pairing.fide_dutch.order import MovedOrder, RemainderOrder
from pairing.graphs.digits import Digits
from tests.oracles.fide_dutch_text import exchanges, homogeneous, transpositions

Pairs = tuple[tuple[int, int], ...]


def key(order: MovedOrder | RemainderOrder, pairs: Iterable[tuple[int, int]]) -> int:
    digits = Digits(order.spans)
    return sum(digits.weigh(order.digits(a, b)) for a, b in pairs)


@pytest.mark.clause("fide-dutch-2026 3.6, 4.2, 4.3")
@pytest.mark.parametrize(
    ("size", "pairs"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (6, 2), (7, 3), (7, 2), (8, 3)]
)
def test_a_remainder_is_ordered_as_it_is_enumerated(size: int, pairs: int) -> None:
    legal = [(1 << (size + 1)) - 1] * (size + 1)
    first_met = dict.fromkeys(
        tuple(sorted((min(pair), max(pair)) for pair in matching))
        for matching in homogeneous(range(1, size + 1), pairs, legal)
    )
    order = RemainderOrder(size, pairs)
    keys = [key(order, matching) for matching in first_met]
    assert keys == sorted(set(keys))


@pytest.mark.clause("fide-dutch-2026 3.7, 4.4")
@pytest.mark.parametrize(("moved", "residents", "m1"), [(1, 4, 1), (3, 4, 2), (4, 4, 2), (3, 3, 3)])
def test_moved_down_players_are_ordered_as_they_are_enumerated(
    moved: int, residents: int, m1: int
) -> None:
    order = MovedOrder(moved, residents)
    keys = [
        key(order, zip(chosen, opponents, strict=True))
        for chosen in combinations(range(1, moved + 1), m1)
        for opponents in permutations(range(1, residents + 1), m1)
    ]
    assert keys == sorted(set(keys))


def test_eleven_players_have_as_many_transpositions_as_the_text_says() -> None:
    legal = [(1 << 12) - 1] * 12
    orders = list(transpositions([1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], legal))
    assert len(orders) == 720
    assert [[two for _, two in pairs] for pairs in orders[:2]] == [
        [6, 7, 8, 9, 10],
        [6, 7, 8, 9, 11],
    ]


def test_exchanges_come_by_number_then_difference_then_who_leaves_then_who_enters() -> None:
    assert exchanges(6, 3)[:10] == [
        ((), ()),
        ((3,), (4,)),
        ((3,), (5,)),
        ((2,), (4,)),
        ((3,), (6,)),
        ((2,), (5,)),
        ((1,), (4,)),
        ((2,), (6,)),
        ((1,), (5,)),
        ((1,), (6,)),
    ]
    assert exchanges(6, 3)[10] == ((2, 3), (4, 5))
