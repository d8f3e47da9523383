"""The facts that only systems of FIDE know: who may not meet, virtual points, FIDE mode."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from ledger.facts.base import Fact, PlayerField, RoundField

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


FideFact: TypeAlias = (
    PairsProhibited | PairsAllowed | VirtualPointsGiven | AccelerationGroupFixed | FideModeLeft
)
"""The facts of this module, as one type."""
