"""The facts of the playing hall: who is there, and the results that players claim themselves."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from ledger.facts.base import Fact, PlayerField, RoundField
from ledger.values import Agreement, ClaimedOutcome, ClaimSource, Colour


class PlayerCheckedIn(Fact):
    """A player was confirmed as here for a round to come.

    `comes_later`: they are not here yet, and said that they will come; the reason has their words.
    A later check-in of the same player and round takes the place of an earlier one.
    """

    TOPIC: ClassVar[str] = "player-checked-in"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"comes_later"}
    player: PlayerField
    round: RoundField
    comes_later: Literal[True] | None = None


class CheckInWithdrawn(Fact):
    """A check-in was a mistake: the player is not confirmed as here for that round."""

    TOPIC: ClassVar[str] = "check-in-withdrawn"
    player: PlayerField
    round: RoundField


class ResultClaimed(Fact):
    """A player claimed the result of their own game; the arbiter has recorded none yet.

    `side` is the player's colour. `source` is the QR code they came by: their own slip ("player"),
    or that of the board, which anybody at the board can use; such a claim is unconfirmed. `device`
    is a random key of the device, so that one device never speaks for both. A later claim of the
    same player about the game takes the place of an earlier one.
    """

    TOPIC: ClassVar[str] = "result-claimed"
    round: RoundField
    white: PlayerField
    black: PlayerField
    side: Colour
    outcome: ClaimedOutcome
    source: ClaimSource
    device: str


class ClaimWithdrawn(Fact):
    """A player took the claim of their game back."""

    TOPIC: ClassVar[str] = "claim-withdrawn"
    round: RoundField
    white: PlayerField
    black: PlayerField
    side: Colour


class AgreementChosen(Fact):
    """The arbiter chose what two claims that agree make: a result, or a proposal for one tap."""

    TOPIC: ClassVar[str] = "agreement-chosen"
    makes: Agreement


HallFact: TypeAlias = (
    PlayerCheckedIn | CheckInWithdrawn | ResultClaimed | ClaimWithdrawn | AgreementChosen
)
"""The facts of this module, as one type."""
