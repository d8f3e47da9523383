"""Claims: whose game, which device, when two of them are a result, and when they end."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.commands.decision import Decision
from ledger.facts.hall import ClaimWithdrawn, ResultClaimed
from ledger.facts.tournament import ResultRecorded
from ledger.values import ClaimedOutcome
from tests.helpers.family import examples
from tests.helpers.hall import Hall, command, swap_somebody
from tests.helpers.words import words

ONE, TWO, THREE = ("1" * 16, "2" * 16, "3" * 16)
OUTCOMES: list[ClaimedOutcome] = ["1-0", "1/2-1/2", "0-1"]


def started(makes: str = "tap", players: int = 6) -> Hall:
    hall = Hall(players, 5)
    if makes == "result":
        hall.do("claims-agree", makes="result")
    hall.do("publish")
    return hall


def seats(hall: Hall, board: int = 1) -> tuple[int, int]:
    return hall.boards(len(hall.state.rounds))[board - 1]


def stand(hall: Hall, board: int = 1) -> str | None:
    round_ = hall.state.rounds[-1]
    return hall.state.hall.claims_of(round_.number, round_.games[board - 1]).stand


def claim(hall: Hall, player: int, result: str, device: str = ONE, **more: Any) -> Any:
    return hall.do("claim", player=player, result=result, device=device, **more)


def test_a_claim_is_about_the_own_game_and_makes_no_result() -> None:
    hall = started()
    white, black = seats(hall)
    (fact,) = claim(hall, black, "0-1")
    assert fact == ResultClaimed(
        round=1, white=white, black=black, side="B", outcome="0-1", source="player", device=ONE
    )
    assert stand(hall) == "claim"
    assert hall.state.rounds[-1].games[0].open


@pytest.mark.parametrize("makes", ["result", "tap"])
def test_two_claims_that_agree_make_a_result_where_the_arbiter_chose_so(makes: str) -> None:
    hall = started(makes)
    white, black = seats(hall)
    claim(hall, white, "1/2-1/2", ONE)
    facts = claim(hall, black, "1/2-1/2", TWO)
    result = ResultRecorded(round=1, white=white, black=black, outcome="1/2-1/2")
    assert facts[1:] == ((result,) if makes == "result" else ())
    assert stand(hall) == "agreeing"
    assert hall.state.rounds[-1].games[0].open is (makes == "tap")


@pytest.mark.parametrize("makes", ["result", "tap"])
def test_two_claims_that_differ_wait_for_the_arbiter_whatever_was_chosen(makes: str) -> None:
    hall = started(makes)
    white, black = seats(hall)
    claim(hall, white, "1-0", ONE)
    (note,) = hall.notes("claim", player=black, result="1/2-1/2", device=TWO)
    assert note.endswith("claimed 1-0: the arbiter decides")
    assert stand(hall) == "conflict"
    hall.do("result", round=1, board=1, result="0-1")
    assert hall.state.rounds[-1].games[0].outcome == "0-1"


@examples(100)
@given(st.data())
def test_a_result_comes_of_two_own_codes_two_devices_and_one_outcome_only(
    data: st.DataObject,
) -> None:
    hall = started("result", players=2)
    white, black = seats(hall)
    sources: dict[int, str] = {}
    for _ in range(data.draw(st.integers(1, 6))):
        player = data.draw(st.sampled_from([white, black]))
        fields: dict[str, Any] = {
            "player": player,
            "result": data.draw(st.sampled_from(OUTCOMES)),
            "source": data.draw(st.sampled_from(["player", "board"])),
            "device": data.draw(st.sampled_from([ONE, TWO, THREE])),
        }
        decision = hall.decide("claim", **fields)
        if not isinstance(decision, Decision):
            continue
        before = dict(hall.state.hall.claims)
        hall.take(decision)
        sources[player] = fields["source"]
        mine = hall.state.hall.claims[1, player]
        theirs = before.get((1, black if player == white else white))
        ought = (
            theirs is not None
            and mine.source == theirs.source == "player"
            and mine.device != theirs.device
            and mine.halves + theirs.halves == 2
        )
        assert (len(decision.facts) == 2) is ought
        if ought:
            return


@pytest.mark.parametrize(("first", "second"), [*product(["player", "board"], repeat=2)])
def test_a_device_never_speaks_for_both_players(first: str, second: str) -> None:
    hall = started("result")
    white, black = seats(hall)
    claim(hall, white, "1-0", ONE, source=first)
    refusal = hall.refused("claim", player=black, result="1-0", device=ONE, source=second)
    assert refusal.code == "same-device"


@pytest.mark.parametrize(("first", "second"), [("player", "board"), ("board", "player")])
def test_a_claim_by_the_code_of_the_board_is_never_a_second_voice(first: str, second: str) -> None:
    hall = started("result")
    white, black = seats(hall)
    claim(hall, white, "1-0", ONE, source=first)
    facts = claim(hall, black, "1-0", TWO, source=second)
    assert len(facts) == 1
    assert stand(hall) == "claim"


def test_a_later_claim_takes_the_place_of_an_earlier_one_until_both_agree() -> None:
    hall = started()
    white, black = seats(hall)
    claim(hall, white, "1-0")
    claim(hall, white, "1/2-1/2")
    assert hall.refused("claim", player=white, result="1/2-1/2").code == "nothing-to-record"
    claim(hall, black, "1/2-1/2", TWO)
    assert hall.refused("claim", player=white, result="1-0", device=ONE).code == "claims-agree"
    assert hall.refused("claim-withdraw", player=white).code == "claims-agree"


def test_the_code_of_the_board_does_not_change_a_claim_by_the_own_code() -> None:
    hall = started()
    white, _ = seats(hall)
    claim(hall, white, "1-0", ONE, source="board")
    claim(hall, white, "0-1", TWO, source="board")
    claim(hall, white, "0-1", ONE)
    refusal = hall.refused("claim", player=white, result="1-0", source="board", device=TWO)
    assert refusal.code == "claim-stands"


def test_a_claim_is_withdrawn_while_nothing_rests_on_it() -> None:
    hall = started()
    white, black = seats(hall)
    assert hall.refused("claim-withdraw", player=white).code == "no-claim"
    claim(hall, white, "1-0")
    claim(hall, black, "0-1", TWO)
    facts = hall.do("claim-withdraw", player=white)
    assert facts == (ClaimWithdrawn(round=1, white=white, black=black, side="W"),)
    assert stand(hall) == "claim"


def test_after_a_result_nothing_is_claimed_or_withdrawn() -> None:
    hall = started()
    white, black = seats(hall)
    claim(hall, white, "1-0")
    hall.do("result", round=1, board=1, result="1/2-1/2")
    for fields in ({"result": "1-0", "verb": "claim"}, {"verb": "claim-withdraw"}):
        refusal = hall.refused(fields.pop("verb"), player=black, **fields)
        assert refusal.code == "result-already-recorded"
        assert "½-½" in words(refusal.what)
        assert refusal.events == (hall.state.position,)


def test_nobody_claims_at_another_board_or_for_another_round() -> None:
    hall = started()
    white, _ = seats(hall)
    refusal = hall.refused("claim", player=white, result="1-0", board=2)
    assert refusal.code == "not-their-board"
    assert claim(hall, white, "1-0", board=1, round=1)
    hall.play(publish=False)
    hall.do("publish")
    assert hall.refused("claim", player=white, result="1-0", round=1).code == "round-is-past"
    hall.do("absent", player=white, round=3)
    hall.play(publish=False)
    hall.do("publish")
    assert hall.refused("claim", player=white, result="1-0").code == "unknown-board"
    assert Hall(4).refused("claim", player=1, result="1-0").code == "round-not-published"


def test_claims_of_games_that_are_gone_are_dropped_and_others_stay() -> None:
    hall = started()
    for board in (1, 2, 3):
        claim(hall, seats(hall, board)[0], "1-0", str(board) * 16)
    before = hall.boards(1)
    swap_somebody(hall, 1)
    after = hall.boards(1)
    assert before != after
    for board in (1, 2, 3):
        kept = after[board - 1] in before
        assert stand(hall, board) == ("claim" if kept else None)


def test_a_claim_keeps_its_meaning_when_the_colours_are_corrected() -> None:
    hall = started()
    white, _ = seats(hall)
    claim(hall, white, "1-0")
    hall.do("correct-colours", round=1, board=1, confirm="yes")
    game = hall.state.rounds[-1].games[0]
    claims = hall.state.hall.claims_of(1, game)
    assert game.black == white
    assert claims.black is not None
    assert claims.black.outcome(game) == "0-1"


def test_a_claim_without_a_device_is_one_of_a_device_of_its_own() -> None:
    hall = started("result")
    white, black = seats(hall)
    hall.do("claim", player=white, result="1-0")
    assert len(hall.do("claim", player=black, result="1-0")) == 2


@pytest.mark.parametrize("device", ["", "0123", "Player A's telephone", "G" * 16, "0" * 65])
def test_the_key_of_a_device_is_a_number_that_names_nobody(device: str) -> None:
    with pytest.raises(AssertionError):
        command("claim", player=1, result="1-0", device=device)
