"""The log of the hall: check-ins and claims in words, in both languages."""

from __future__ import annotations

import pytest

from ledger.facts import hall
from projections.log.hall import of_hall
from tests.helpers.words import words

GAME = {"round": 2, "white": 3, "black": 8}


@pytest.mark.parametrize(
    ("fact", "english", "dutch"),
    [
        (
            hall.PlayerCheckedIn(player=3, round=2),
            "player 3 is here for round 2",
            "player 3 is er voor ronde 2",
        ),
        (
            hall.CheckInWithdrawn(player=3, round=2),
            "player 3 is not here for round 2 after all",
            "player 3 is er toch niet voor ronde 2",
        ),
        (
            hall.ResultClaimed(**GAME, side="W", outcome="1-0", source="player", device="ab"),
            "round 2: player 3 - player 8: white claims 1-0",
            "ronde 2: player 3 - player 8: wit geeft 1-0 door",
        ),
        (
            hall.ResultClaimed(**GAME, side="B", outcome="1-0", source="board", device="ab"),
            "round 2: player 3 - player 8: 1-0 is claimed for black at the board, unconfirmed",
            "ronde 2: player 3 - player 8: aan het bord is voor zwart 1-0 doorgegeven,"
            " niet bevestigd",
        ),
        (
            hall.ClaimWithdrawn(**GAME, side="B"),
            "round 2: player 3 - player 8: black takes the claim back",
            "ronde 2: player 3 - player 8: zwart trekt de doorgegeven uitslag in",
        ),
        (
            hall.AgreementChosen(makes="result"),
            "when both players claim the same, the result stands",
            "geven beide spelers hetzelfde door, dan staat de uitslag vast",
        ),
        (
            hall.AgreementChosen(makes="tap"),
            "when both players claim the same, the result waits for the arbiter",
            "geven beide spelers hetzelfde door, dan wacht de uitslag op de arbiter",
        ),
    ],
)
def test_a_fact_of_the_hall_is_one_sentence(fact: hall.HallFact, english: str, dutch: str) -> None:
    said = of_hall(fact, lambda player: f"player {player}")
    assert words(said) == english
    assert words(said, "nl") == dutch
