"""What the facts of FIDE's systems add up to: who may not meet, virtual points, FIDE mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, assert_never

from ledger.facts.fide import (
    AccelerationGroupFixed,
    ByesAllowed,
    ByesBarred,
    FideFact,
    FideModeLeft,
    ManualPairingBegun,
    ManualPairingEnded,
    PairsAllowed,
    PairsProhibited,
    RatedResultCorrected,
    VirtualPointsGiven,
)
from ledger.values import Outcome

LAST_ROUND: Final = 999
"""The highest number of a round; a prohibition until the end lasts until then."""


class Apart(NamedTuple):
    """Nobody of these players meets another of them from the first to the last of some rounds."""

    players: frozenset[int]
    first: int
    last: int

    def holds_in(self, number: int) -> bool:
        """Tell whether a round is one of them."""
        return self.first <= number <= self.last


@dataclass(frozen=True, slots=True)
class Prohibition:
    """A recorded prohibition; `players` are in the order in which they were named.

    `position` is that of its fact, `reason` the one given there.
    """

    players: tuple[int, ...]
    first: int
    last: int
    position: int
    reason: str | None

    @property
    def apart(self) -> Apart:
        """Return what it asks of pairings."""
        return Apart(frozenset(self.players), self.first, self.last)


class ManualPairing(NamedTuple):
    """The pairing of a round by hand that is not ended; `begun` is the position of its begin."""

    round: int
    begun: int


@dataclass(slots=True)
class FideState:
    """The part of a tournament's state that only systems of FIDE read.

    `virtual` maps a player to the explicit virtual half points of rounds; a round that is not there
    has none. `without_bye` maps a player who has no bye on request to the position of the fact that
    says so. `group` is the accelerated group, None before it is fixed. `began_in_mode` tells
    whether the tournament began in FIDE mode; `left_at` is the position where it left it, or None.
    `manual` is the pairing by hand that is being made, or None. `rated_as` has the results that
    count for rating alone, by round, white and black.
    """

    prohibitions: list[Prohibition] = field(default_factory=list)
    virtual: dict[int, dict[int, int]] = field(default_factory=dict)
    without_bye: dict[int, int] = field(default_factory=dict)
    group: AccelerationGroupFixed | None = None
    began_in_mode: bool = False
    left_at: int | None = None
    manual: ManualPairing | None = None
    rated_as: dict[tuple[int, int, int], Outcome] = field(default_factory=dict)

    @property
    def in_mode(self) -> bool:
        """Tell whether the tournament is in FIDE mode."""
        return self.began_in_mode and self.left_at is None

    def take(self, fact: FideFact, at: int) -> None:
        """Take one more fact in, recorded at a position."""
        match fact:
            case PairsProhibited():
                last = fact.to_round or LAST_ROUND
                self.prohibitions.append(
                    Prohibition(fact.players, fact.from_round, last, at, fact.reason)
                )
            case PairsAllowed():
                self._allow(frozenset(fact.players), fact.from_round)
            case ByesBarred():
                self.without_bye[fact.player] = at
            case ByesAllowed():
                self.without_bye.pop(fact.player, None)
            case VirtualPointsGiven():
                for player in fact.players:
                    rounds = self.virtual.setdefault(player, {})
                    rounds |= dict.fromkeys(range(fact.from_round, fact.to_round + 1), fact.halves)
            case AccelerationGroupFixed():
                self.group = fact
            case FideModeLeft():
                self.left_at = at
                self.manual = None
            case ManualPairingBegun():
                self.manual = ManualPairing(fact.round, at)
            case ManualPairingEnded():
                self.manual = None
            case RatedResultCorrected():
                self.rated_as[fact.round, fact.white, fact.black] = fact.outcome
            case _:
                assert_never(fact)

    def remove(self, player: int, order: Sequence[int]) -> None:
        """Leave out a player who is removed; `order` are all players by number, they included.

        The accelerated group then ends with the player before them, if it ended with them.
        """
        self.without_bye.pop(player, None)
        self.virtual.pop(player, None)
        apart = [
            replace(one, players=tuple(other for other in one.players if other != player))
            for one in self.prohibitions
        ]
        self.prohibitions = [one for one in apart if len(one.players) > 1]
        if self.group is not None and self.group.last_player == player:
            last = order[max(order.index(player) - 1, 0)]
            self.group = self.group.model_copy(update={"last_player": last})

    def _allow(self, players: frozenset[int], from_round: int) -> None:
        """End the prohibitions of exactly these players before a round."""
        ended = [
            replace(one, last=min(one.last, from_round - 1))
            if frozenset(one.players) == players
            else one
            for one in self.prohibitions
        ]
        self.prohibitions = [one for one in ended if one.first <= one.last]
