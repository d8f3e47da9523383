"""Prize money is divided to the cent (F12.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.prizes.division import Division, Method, divided
from projections.standings.standing import final_standing
from projections.views.view import money
from tests.helpers.crosstables import R2014, table
from tests.helpers.prizes import prizes
from tests.helpers.words import words

METHODS: tuple[Method, ...] = ("shared", "by_rank", "half_shared")


@pytest.mark.clause("knsb-wp-2014 F12.1")
@pytest.mark.clause("knsb-wp-1996 F12.1")
def test_players_equal_on_points_share_their_prizes_and_the_odd_cents_go_to_the_higher_ranked() -> (
    None
):
    assert divided([50000, 30000, 20001], Division("shared")) == [33334, 33334, 33333]


def test_by_rank_everybody_keeps_the_prize_of_their_rank() -> None:
    assert divided([50000, 30000, 0], Division("by_rank")) == [50000, 30000, 0]


def test_half_shared_gives_half_by_rank_and_half_in_equal_parts() -> None:
    assert divided([50000, 30000], Division("half_shared")) == [45000, 35000]
    assert divided([101, 0], Division("half_shared")) == [76, 25]


@given(st.lists(st.integers(0, 10**7), min_size=1, max_size=12), st.sampled_from(METHODS))
def test_no_cent_is_lost_or_made_and_nobody_ranked_higher_gets_less(
    amounts: list[int], method: Method
) -> None:
    own = sorted(amounts, reverse=True)
    given_out = divided(own, Division(method))
    assert sum(given_out) == sum(own)
    assert given_out == sorted(given_out, reverse=True)
    assert min(given_out) >= 0


def test_the_prizes_of_a_final_standing_go_to_groups_equal_on_points() -> None:
    rows = {1: ["+2"], 2: ["-1"], 3: ["=4"], 4: ["=3"]}
    final = final_standing(table(rows), R2014)
    shares = prizes(final, [10000, 5000, 2000], "shared")
    assert [(p.player, p.cents, p.equal_with) for p in shares] == [
        (1, 10000, 1),
        (3, 3500, 2),
        (4, 3500, 2),
    ]
    assert words(money(sum(p.cents for p in shares))) == "170.00"
