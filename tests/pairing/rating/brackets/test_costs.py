"""The cheapest pairs of a bracket, by itself and with others below it."""

from __future__ import annotations

import pytest

from pairing.rating.brackets.costs import Below, Matched, MorePairs, cheapest

EDGES = {(0, 1): 0, (0, 2): 1, (1, 2): 2}
FREE = dict.fromkeys(range(3), 0)


def below(*joined: tuple[int, int]) -> Below:
    """Player 3 below, who can meet only these."""
    legal = [0, 0, 0, 0]
    for i, j in joined:
        legal[i] |= 1 << j
        legal[j] |= 1 << i
    return Below((3,), legal, ())


def test_the_cheapest_pairs_leave_over_only_who_may_be() -> None:
    assert cheapest((0, 1, 2), EDGES, FREE, 1) == Matched([(0, 1)], [2], 0)
    assert cheapest((0, 1, 2), EDGES, {1: 5}, 1) == Matched([(0, 2)], [1], 6)
    assert cheapest((0, 1, 2), EDGES, {}, 1) is None
    assert cheapest((0, 1, 2), EDGES, FREE, 2) is None


@pytest.mark.clause("knsb-rating-2014 C12, C13")
def test_with_others_below_the_cheapest_pairs_leave_over_who_can_meet_them() -> None:
    assert cheapest((0, 1, 2), EDGES, FREE, 1, below((1, 3))) == Matched([(0, 2)], [1], 1)
    assert cheapest((0, 1, 2), EDGES, FREE, 1, below((0, 3), (1, 3))) == Matched([(0, 2)], [1], 1)
    assert cheapest((0, 1, 2), EDGES, FREE, 1, below()) is None
    assert cheapest((0, 1, 2), EDGES, {0: 0}, 1, below((1, 3))) is None


@pytest.mark.clause("knsb-rating-2014 C13")
def test_where_more_pairs_can_be_made_than_asked_for_nothing_is_told_and_where_fewer_none() -> None:
    with pytest.raises(MorePairs):
        cheapest((0, 1, 2), EDGES, FREE, 0, below((1, 3)))
    assert cheapest((0, 1), {}, FREE, 1, Below((2, 3), [12, 12, 11, 7], ())) is None
