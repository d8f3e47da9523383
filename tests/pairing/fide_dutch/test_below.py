"""Who stays over in the next bracket: few, and the highest of the first ones not among them."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pairing.fide_dutch.below import left_out
from pairing.fide_dutch.engine import pair
from pairing.graphs.matching import bits
from tests.helpers.fide_fields import by_text
from tests.helpers.fide_tournaments import tournament

SIZE = 7
GRAPHS = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=14)


def covered_sets(rows: list[int], alive: int) -> set[int]:
    """Return the masks that a matching of those alive covers exactly."""
    sets = {0}
    for one, two in combinations(bits(alive), 2):
        if rows[one] >> two & 1:
            both = 1 << one | 1 << two
            sets |= {mask | both for mask in sets if not mask & both}
    return sets


@given(GRAPHS, st.integers(0, 2**SIZE - 1), st.integers(0, 2**SIZE - 1))
def test_a_greatest_matching_leaves_out_the_lowest_of_the_first_ones(
    edges: list[tuple[int, int]], group: int, first: int
) -> None:
    rows = [0] * SIZE
    for one, two in edges:
        if one != two:
            rows[one] |= 1 << two
            rows[two] |= 1 << one
    first &= group
    sets = covered_sets(rows, group)
    most = max(mask.bit_count() for mask in sets)
    best = max(
        ([mask >> at & 1 for at in bits(first)] for mask in sets if mask.bit_count() == most),
        default=[],
    )
    covered = group & ~left_out(rows, first, group)
    assert covered.bit_count() == most
    assert [covered >> at & 1 for at in bits(first)] == best


def test_a_floater_with_no_opponent_below_gives_way_to_one_of_the_same_score() -> None:
    """Player 16 met both of the next bracket, so that 13 of the same score floats."""
    rounds = [*tournament(101_174, pair, baku=True)]
    position, _ = rounds[8]
    text = by_text(position)
    assert text is not None
    assert {(13, 6), (16, 3), (7, 21)} <= text.boards
    pairing = {(b.white, b.black) for b in getattr(rounds[8][1], "boards", ())}
    assert pairing == text.boards
