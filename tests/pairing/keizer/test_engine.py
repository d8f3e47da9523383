"""The evening's pairing against its literal twin, and each condition by itself."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.keizer.engine import Member, colours, pair
from tests.helpers.evenings import conditions, evening, field, member
from tests.helpers.family import examples
from tests.helpers.season import Season
from tests.oracles import keizer as reference


@given(st.integers(0, 10**9))
@pytest.mark.clause("mwkeizer a, b, c, d, 3c")
def test_the_engine_pairs_as_the_literal_twin(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.randint(1, 14)
    members, tonight = field(rng, rng.randint(2, 9), number), conditions(rng, number)
    pairing, wanted = pair(members, tonight), reference.pair(members, tonight)
    assert (pairing.boards, pairing.bye) == (wanted.boards, wanted.bye)
    for item in pairing.relaxed:
        assert item.why
    level = max(
        [
            0,
            *(
                reference.class_of(_by_key(members, b.white), _by_key(members, b.black), tonight)
                for b in pairing.boards
            ),
        ]
    )
    assert bool(pairing.relaxed) == (level > 0)


def _by_key(members: list[Member], key: int) -> Member:
    return next(m for m in members if m.key == key)


@given(st.integers(0, 10**9))
@examples(25)
def test_at_300_no_two_boards_could_do_better_for_the_higher_of_them(seed: int) -> None:
    rng = random.Random(seed)
    members, tonight = field(rng, 300, 10), conditions(rng, 10)
    pairing = pair(members, tonight)
    place = {m.key: at for at, m in enumerate(members)}
    pairs = [sorted((place[b.white], place[b.black])) for b in pairing.boards]
    assert pairs == sorted(pairs), "boards are in the order of the choice"

    def cost(a: int, b: int) -> int:
        return reference.class_of(members[a], members[b], tonight)

    worst = max(cost(a, b) for a, b in pairs)
    for (a, b), (c, d) in pairwise(pairs):
        for one, two in (((a, c), (b, d)), ((a, d), (b, c))):
            if max(cost(*one), cost(*two)) <= worst:
                assert (cost(a, b), b) <= (cost(*one), one[1])


@pytest.mark.clause("mwkeizer c")
def test_the_first_round_pairs_neighbours() -> None:
    season = Season(6)
    season.do("publish")
    assert [sorted(board) for board in season.boards(1)] == [[1, 2], [3, 4], [5, 6]]
    assert season.boards(1) == [(1, 2), (4, 3), (5, 6)], "odd boards: the higher ranked has white"


@pytest.mark.clause("mwkeizer a")
def test_two_who_met_within_the_gap_do_not_meet_until_it_is_over() -> None:
    met = [member(1, "W", {2: (3, "W")}), member(2, "B", {1: (3, "B")}), member(3), member(4)]
    assert {frozenset((b.white, b.black)) for b in pair(met, evening(5)).boards} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    later = pair(met, evening(12)).boards[0]
    assert {later.white, later.black} == {1, 2}


@pytest.mark.clause("mwkeizer a, 2")
def test_a_new_period_lets_them_meet_again_with_colours_reversed() -> None:
    met = [member(1, "BWB", {2: (3, "W")}), member(2, "BW", {1: (3, "B")})]
    board = pair(met, evening(5, period_start=5)).boards[0]
    assert (board.white, board.black, board.rule) == (2, 1, "return")
    as_others = pair(met, evening(5, period_start=5, return_reversed=False)).boards[0]
    assert (as_others.white, as_others.rule) == (1, "deficit")


@pytest.mark.clause("mwkeizer b")
def test_the_colour_difference_stays_within_the_bound_and_no_third_runs() -> None:
    both = [member(1, "WBWW"), member(2, "BWW"), member(3), member(4)]
    pairing = pair(both, evening())
    assert {frozenset((b.white, b.black)) for b in pairing.boards} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert pair(both[:2], evening()).relaxed[0].why == "colours beyond the bound"
    assert not pair(both[:2], evening(third_running=True)).relaxed


def test_the_oldest_meeting_gives_way_first() -> None:
    members = [
        member(1, "", {2: (4, "W"), 3: (2, "W"), 4: (3, "W")}),
        member(2, "", {1: (4, "B"), 3: (1, "W"), 4: (1, "W")}),
        member(3, "", {1: (2, "B"), 2: (1, "B"), 4: (4, "W")}),
        member(4, "", {1: (3, "B"), 2: (1, "B"), 3: (4, "B")}),
    ]
    pairing = pair(members, evening(5))
    assert {frozenset((b.white, b.black)) for b in pairing.boards} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert [item.why for item in pairing.relaxed] == ["met 3 rounds ago", "met 4 rounds ago"]


@pytest.mark.clause("mwkeizer 3c")
def test_no_opponent_for_the_lowest_of_those_who_were_it_least() -> None:
    members = [member(1), member(2), member(3, free=1), member(4), member(5, free=1)]
    assert pair(members, evening()).bye == 4


@pytest.mark.parametrize(
    ("higher", "lower", "board", "white", "rule"),
    [
        (member(1, "WB"), member(2, "BWB"), 1, 2, "deficit"),
        (member(1, "WB", {2: (1, "W")}), member(2, "BW", {1: (1, "B")}), 1, 2, "meeting"),
        (member(1, "WB"), member(2, "BW"), 2, 1, "last colour"),
        (member(1), member(2), 1, 1, "board"),
        (member(1), member(2), 2, 2, "board"),
    ],
)
@pytest.mark.clause("mwkeizer b")
def test_white_by_each_rule(
    higher: Member, lower: Member, board: int, white: int, rule: str
) -> None:
    board_ = colours(higher, lower, board, evening(20))
    assert (board_.white, board_.rule) == (white, rule)


def test_a_rule_of_colour_gives_way_to_the_bound() -> None:
    met = [member(1, "WBB", {2: (1, "W")}), member(2, "BWW", {1: (1, "B")})]
    board = pair(met, evening(5, period_start=5)).boards[0]
    assert (board.white, board.rule) == (1, "bound")


@pytest.mark.clause("mwkeizer d, 2")
def test_a_season_pairs_those_present_by_its_standing() -> None:
    season = Season(7)
    season.play("0-1", "1-0", "1-0")
    season.do("period", round=2, name="spring")
    order = season.standing().order
    season.do("absent", player=order[0], round=2)
    season.do("publish")
    first = season.boards(2)[0]
    there = [p for p in order if p != order[0]]
    assert there[0] in first
    assert all(order[0] not in board for board in season.boards(2))


def test_what_gave_way_is_recorded() -> None:
    season = Season(2)
    season.play()
    season.do("publish")
    fact = season.facts[-1]
    assert (fact.relaxed, fact.relaxed_why) == ((1,), ("met 1 round ago",))  # type: ignore[union-attr]
