"""The log of the playing hall: who was there, and which results players claimed."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ledger.facts import hall
from ledger.messages import Sentence, message


def of_hall(fact: hall.HallFact, called: Callable[[int], Sentence]) -> Sentence:
    """Return one of these facts in a sentence; `called` writes a player."""
    match fact:
        case hall.PlayerCheckedIn():
            key = "log.comes-later" if fact.comes_later else "log.player-checked-in"
            return message(key, who=called(fact.player), round=fact.round)
        case hall.CheckInWithdrawn():
            return message("log.check-in-withdrawn", who=called(fact.player), round=fact.round)
        case hall.ResultClaimed() | hall.ClaimWithdrawn():
            said = {
                "round": fact.round,
                "white": called(fact.white),
                "black": called(fact.black),
                "side": message(f"cells.shade.{fact.side}"),
            }
            if isinstance(fact, hall.ClaimWithdrawn):
                return message("log.claim-withdrawn", **said)
            key = "log.result-claimed" if fact.source == "player" else "log.result-claimed-at-board"
            return message(key, **said, outcome=fact.outcome)
        case hall.AgreementChosen():
            return message(f"log.agreement.{fact.makes}")
        case _:
            assert_never(fact)
