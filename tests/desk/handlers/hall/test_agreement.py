"""What two claims that agree make: the arbiter's choice."""

from __future__ import annotations

from ledger.facts.hall import AgreementChosen
from tests.helpers.hall import Hall


def test_the_choice_is_recorded_once_and_leaves_earlier_claims_alone() -> None:
    hall = Hall(6, 5)
    hall.do("publish")
    white, black = hall.boards(1)[0]
    assert hall.refused("claims-agree", makes="tap").code == "nothing-to-record"
    hall.do("claim", player=white, result="1-0", device="1" * 16)
    hall.do("claim", player=black, result="1-0", device="2" * 16)
    (note,) = hall.notes("claims-agree", makes="result")
    assert "board 1 agreed before" in note
    assert hall.facts[-1] == AgreementChosen(makes="result")
    assert hall.state.rounds[-1].games[0].open
    assert not hall.notes("claims-agree", makes="tap")


def test_only_the_code_of_a_player_makes_a_result_together_with_another() -> None:
    for first, second in (("player", "board"), ("board", "player"), ("player", "player")):
        hall = Hall(2, 3)
        hall.do("claims-agree", makes="result")
        hall.do("publish")
        white, black = hall.boards(1)[0]
        hall.do("claim", player=white, result="1-0", source=first, device="1" * 16)
        facts = hall.do("claim", player=black, result="1-0", source=second, device="2" * 16)
        assert (len(facts) == 2) is (first == second == "player")
