"""The facts that only systems of FIDE know: who may not meet, virtual points, FIDE mode.

And who has no bye on request; the pairing of a round by hand, with its begin and end; results
corrected for rating alone.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from ledger.facts.base import Fact, PlayerField, RoundField
from ledger.values import Outcome

HalvesField: TypeAlias = Annotated[int, Field(ge=0)]


class PairsProhibited(Fact):
    """Nobody of these players meets another of them in these rounds.

    `to_round` is the last of the rounds; None: until the end.
    """

    TOPIC: ClassVar[str] = "pairs-prohibited"
    players: tuple[PlayerField, ...]
    from_round: RoundField
    to_round: RoundField | None = None


class PairsAllowed(Fact):
    """The players of a prohibition may meet again, from this round on."""

    TOPIC: ClassVar[str] = "pairs-allowed"
    players: tuple[PlayerField, ...]
    from_round: RoundField


class ByesBarred(Fact):
    """The organiser gives this player no bye on request: neither half a point nor a whole one.

    A bye that was recorded before stays.
    """

    TOPIC: ClassVar[str] = "byes-barred"
    player: PlayerField


class ByesAllowed(Fact):
    """The player may have byes on request again."""

    TOPIC: ClassVar[str] = "byes-allowed"
    player: PlayerField


class VirtualPointsGiven(Fact):
    """Each of these players has so many virtual half points when these rounds are paired.

    They do not add up over rounds, and no standing sees them. A later fact about the same player
    and round takes the place of an earlier one.
    """

    TOPIC: ClassVar[str] = "virtual-points-given"
    players: tuple[PlayerField, ...]
    from_round: RoundField
    to_round: RoundField
    halves: HalvesField


class AccelerationGroupFixed(Fact):
    """The accelerated group GA was fixed as round 1 was published (Baku).

    `size` is how many players it had then. `last_player` is the last of them by number: everybody
    above that player belongs to it, late entries too. `halves` are the virtual half points of its
    players in round 1, 2 ..., none after the last of them.
    """

    TOPIC: ClassVar[str] = "acceleration-group-fixed"
    size: int
    last_player: PlayerField
    halves: tuple[HalvesField, ...]


class FideModeLeft(Fact):
    """The tournament left FIDE mode. There is no way back.

    Whether it began there is a field of its opening.
    """

    TOPIC: ClassVar[str] = "fide-mode-left"


class ManualPairingBegun(Fact):
    """The arbiter began to pair a round by hand: the next one, or a published one once more."""

    TOPIC: ClassVar[str] = "manual-pairing-begun"
    round: RoundField


class ManualPairingEnded(Fact):
    """The arbiter ended the pairing of a round by hand, with boards or without.

    `whites`, `blacks` and `bye` are the engine's own pairing of the same players, to be held beside
    theirs; all empty where it has none, or where nothing was made by hand. `engine` is None where
    nothing was made.
    """

    TOPIC: ClassVar[str] = "manual-pairing-ended"
    round: RoundField
    engine: str | None = None
    engine_version: str | None = None
    whites: tuple[PlayerField, ...] = ()
    blacks: tuple[PlayerField, ...] = ()
    bye: PlayerField | None = None


class RatedResultCorrected(Fact):
    """A result of an older round was wrong: for rating alone it is `outcome`.

    Pairings and standings keep the result at position `corrects`.
    """

    TOPIC: ClassVar[str] = "rated-result-corrected"
    round: RoundField
    white: PlayerField
    black: PlayerField
    outcome: Outcome
    corrects: int


FideFact: TypeAlias = (
    PairsProhibited
    | PairsAllowed
    | ByesBarred
    | ByesAllowed
    | VirtualPointsGiven
    | AccelerationGroupFixed
    | FideModeLeft
    | ManualPairingBegun
    | ManualPairingEnded
    | RatedResultCorrected
)
"""The facts of this module, as one type."""
