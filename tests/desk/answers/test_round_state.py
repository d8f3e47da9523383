"""Where a round stands, and the reasons of the handlers for what cannot be done yet."""

from __future__ import annotations

import pytest

from desk.answers.round_state import STAGES, RoundState, round_state
from ledger.refusals import Refusals
from tests.helpers.hall import Hall, hall_of
from tests.helpers.words import words


def _refused(state: RoundState) -> dict[str, Refusals]:
    return {action.name: action.refusals for action in state.actions if action.refusals}


def _allowed(state: RoundState) -> list[str]:
    return [action.name for action in state.actions if not action.refusals]


def test_a_round_that_is_not_published_is_a_draft_of_the_facts_of_now() -> None:
    hall = hall_of()
    state = round_state(hall.book, 1)
    assert (state.stage, state.stages[0].position) == ("draft", hall.state.position)
    assert [each.position for each in state.stages[1:]] == [None] * 4
    assert _allowed(state) == ["publish"]


def test_a_round_goes_through_its_five_stages_each_with_its_fact_and_time() -> None:
    hall = hall_of()
    seen = [round_state(hall.book, 1).stage]
    for verb, fields in (
        ("publish", {}),
        ("start", {"round": 1}),
        ("result", {"board": 1, "result": "1-0"}),
        ("result", {"board": 2, "result": "0-1"}),
        ("adjourn", {"board": 3}),
        ("close", {}),
    ):
        hall.do(verb, **fields, **({"round": 1} if verb in ("result", "adjourn") else {}))
        seen.append(round_state(hall.book, 1).stage)
    assert seen == ["draft", "published", "playing", "playing", "playing", "complete", "closed"]
    state, last = round_state(hall.book, 1), hall.state.position
    assert [each.stage for each in state.stages] == list(STAGES)
    assert [each.position for each in state.stages] == [
        last - 6,
        *range(last - 5, last - 3),
        last - 1,
        last,
    ]
    moments = [each.moment for each in state.stages if each.moment]
    assert len(moments) == 5
    assert moments == sorted(moments)
    assert (state.still_open, state.adjourned) == ((), (3,))
    assert state.reached("complete")


def test_a_round_without_a_start_began_with_its_first_result() -> None:
    hall = hall_of()
    hall.do("publish")
    assert _allowed(round_state(hall.book, 1)) == ["start"]
    hall.do("result", round=1, board=2, result="1-0")
    state = round_state(hall.book, 1)
    assert state.stages[2].position == hall.state.position
    assert (state.still_open, state.adjourned) == ((1, 3), ())
    assert _allowed(state) == []


def test_the_reasons_are_those_that_the_commands_give() -> None:
    hall = hall_of()
    hall.do("publish")
    reasons = _refused(round_state(hall.book, 1))
    assert reasons["close"] == hall.decide("close", round=1)
    assert reasons["publish"] == hall.decide("publish")
    assert "round 1 has no result on board 1" in words(reasons["close"][0].what)


def test_a_correction_does_not_move_the_moment_at_which_a_round_was_complete() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    complete = hall.state.position
    hall.do("correct-result", round=1, board=1, result="0-1")
    assert round_state(hall.book, 1).stages[3].position == complete


@pytest.mark.parametrize("finished", [False, True])
def test_after_the_last_round_the_tournament_is_to_be_finished(finished: bool) -> None:
    hall = Hall(4, 1)
    hall.play("1-0", "0-1")
    state = round_state(hall.book, 1)
    assert _allowed(state) == ["close", "finish"]
    if finished:
        hall.do("finish")
        state = round_state(hall.book, 1)
        assert (state.stage, state.actions) == ("closed", ())


def test_an_open_game_keeps_the_tournament_from_its_end_and_says_which() -> None:
    hall = Hall(4, 1)
    hall.play("1-0", "-")
    reasons = _refused(round_state(hall.book, 1))
    assert reasons["finish"] == hall.decide("finish")
    assert "board 2" in words(reasons["finish"][0].what)


def test_only_the_last_round_leads_on_to_the_next() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    state = round_state(hall.book, 1)
    assert (state.stage, state.actions) == ("closed", ())
    assert "publish" in _refused(round_state(hall.book, 2))


def test_a_season_and_a_round_robin_have_the_same_stages() -> None:
    for rules in ("mwkeizer", "berger"):
        hall = Hall(4, rules=rules)
        hall.play("1-0", "-")
        state = round_state(hall.book, 1)
        assert state.stage == "playing"
        assert "close" in _refused(state)
