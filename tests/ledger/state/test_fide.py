"""The fold over the facts of FIDE's systems."""

from __future__ import annotations

from ledger.facts.fide import (
    AccelerationGroupFixed,
    PairsAllowed,
    PairsProhibited,
    VirtualPointsGiven,
)
from ledger.state.fide import LAST_ROUND, Apart, FideState


def test_a_prohibition_holds_in_its_rounds_and_without_a_last_one_until_the_end() -> None:
    state = FideState()
    state.take(PairsProhibited(players=(3, 7, 12), from_round=2, to_round=5), 4)
    state.take(PairsProhibited(players=(1, 2), from_round=3, reason="one family"), 5)
    first, second = (one.apart for one in state.prohibitions)
    assert first == Apart(frozenset({3, 7, 12}), 2, 5)
    assert [first.holds_in(number) for number in (1, 2, 5, 6)] == [False, True, True, False]
    assert second == Apart(frozenset({1, 2}), 3, LAST_ROUND)
    assert (state.prohibitions[1].position, state.prohibitions[1].reason) == (5, "one family")


def test_who_may_meet_again_could_not_before_and_others_still_cannot() -> None:
    state = FideState()
    state.take(PairsProhibited(players=(1, 2, 3), from_round=1), 1)
    state.take(PairsProhibited(players=(2, 1), from_round=4, to_round=6), 2)
    state.take(PairsProhibited(players=(1, 2), from_round=1), 3)
    state.take(PairsAllowed(players=(1, 2), from_round=4), 4)
    assert [(one.players, one.first, one.last) for one in state.prohibitions] == [
        ((1, 2, 3), 1, LAST_ROUND),
        ((1, 2), 1, 3),
    ]


def test_later_virtual_points_take_the_place_of_earlier_ones_of_the_same_player_and_round() -> None:
    state = FideState()
    state.take(VirtualPointsGiven(players=(1, 2), from_round=1, to_round=3, halves=2), 1)
    state.take(VirtualPointsGiven(players=(2,), from_round=2, to_round=2, halves=1), 2)
    state.take(VirtualPointsGiven(players=(1,), from_round=3, to_round=3, halves=0), 3)
    assert state.virtual == {1: {1: 2, 2: 2, 3: 0}, 2: {1: 2, 2: 1, 3: 2}}


def test_the_accelerated_group_is_the_one_that_was_fixed() -> None:
    state, fact = FideState(), AccelerationGroupFixed(size=4, last_player=9, halves=(2, 1))
    state.take(fact, 1)
    assert state.group == fact
