"""The Dubov System as a table: what upfloaters cost, the colours, and what comes first.

A resident is paired in the bracket, with another resident or with an upfloater. Each upfloater is
in one such pair, so that every criterion is a sum over the pairs, and has a digit.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from pairing.fide.criterion import (
    Count,
    Difference,
    Listed,
    LowestScore,
    MostGames,
    OfBye,
    Order,
    Total,
)
from pairing.fide.edition import Edition
from pairing.fide_dubov.players import DubovPlayer
from pairing.fide_dubov.scene import DubovScene


class LargestNumber(OfBye):
    """Of these who has the largest pairing number has the bye.

    Rule: fide-dubov-2026 3.1.5.
    """

    key = "bye_number"
    unit = "places"
    sign = -1
    meaning = "pairing number of the player who has the bye"

    def of_player(self, player: DubovPlayer) -> int:
        """Return the number."""
        return -player.number


# --- who float up ---------------------------------------------------------------------------------


class Upfloaters(Count):
    """As few upfloaters as can be.

    Rule: fide-dubov-2026 C5.
    """

    key = "upfloaters"
    meaning = "who float up into the bracket"
    wanted = "0, or 1 where its residents are odd"

    def of_floater(self, scene: DubovScene, player: int) -> int:
        """Count each."""
        return 1

    def least(self, way: Any) -> int:
        """Return 1 where the residents are odd."""
        return len(way.residents) % 2


class UpfloaterScores(Listed):
    """Their scores, the lowest first; more is better.

    Rule: fide-dubov-2026 C6.
    """

    key = "upfloater_scores"
    sign = -1
    meaning = "scores of those who float up, low to high"

    def values(self, scene: DubovScene) -> Iterable[int]:
        """Return the scores of those who may."""
        return (-scene.field.scores[at] for at in scene.places)

    def of_floater(self, scene: DubovScene, player: int) -> int:
        """List the score."""
        return -scene.field.scores[player]


class Denied(Count):
    """Everybody gets the colour that they prefer.

    Rule: fide-dubov-2026 C7.
    """

    key = "denied"
    attained = "told"
    meaning = "who do not get the colour they prefer"

    def of_pair(self, scene: DubovScene, pair: tuple[int, int]) -> int:
        """Count one of a pair with the same preference."""
        return scene.field.refuses(*pair)


class Maximum(Count):
    """No maximum upfloater floats up, but in the last round.

    Rule: fide-dubov-2026 C8.
    """

    key = "maximum"
    attained = "told"
    meaning = "maximum upfloaters among those who float up"

    def of_floater(self, scene: DubovScene, player: int) -> int:
        """Count each."""
        return not scene.field.last_round and scene.players[player].maximum


class MaximumUpfloats(Count):
    """How often these floated up.

    Rule: fide-dubov-2026 C9.
    """

    key = "maximum_upfloats"
    unit = "rounds"
    meaning = "upfloats so far of those together"

    def spans(self, scene: DubovScene) -> Iterable[tuple[int, int]]:
        """Yield a digit for all upfloats."""
        return ((0, 1 + sum(scene.players[at].upfloats for at in scene.places)),)

    def of_floater(self, scene: DubovScene, player: int) -> int:
        """Count the upfloats."""
        one = scene.players[player]
        return one.upfloats if one.maximum and not scene.field.last_round else 0


class UpAgain(Count):
    """Nobody floats up who did so in the round before, but in the last round.

    Rule: fide-dubov-2026 C10.
    """

    key = "up_again"
    attained = "told"
    meaning = "who float up and did so in the last round"

    def of_floater(self, scene: DubovScene, player: int) -> int:
        """Count each."""
        return not scene.field.last_round and scene.players[player].upfloated_last


# --- what comes first -----------------------------------------------------------------------------


class DubovOrder(Order):
    """What comes first, told by who it is at the first place that differs."""

    @abstractmethod
    def total(self, way: Any) -> Total:
        """Return the numbers."""

    @abstractmethod
    def who(self, way: Any) -> Sequence[tuple[int, ...]]:
        """Return the places, or pairs of them, that the numbers speak of."""

    def told(self, one: Any, two: Any, at: int, difference: Difference) -> Difference:
        """Tell the one of the engine's and the one instead, of opponents before both whose."""
        return replace(difference, who=(*self.who(one)[at], *self.who(two)[at][-1:]))


class UpfloaterOrder(DubovOrder):
    """Who float up, by number.

    Rule: fide-dubov-2026 4.2.
    """

    key = "upfloater_order"
    meaning = "numbers of those who float up, among all below the bracket"

    def total(self, way: Any) -> Total:
        """Return their numbers."""
        return tuple(way.numbers[at] for at in way.upfloaters)

    def who(self, way: Any) -> Sequence[tuple[int, ...]]:
        """Return them."""
        return [(at,) for at in way.upfloaters]


class Within(Order):
    """As few pairs within the smaller group as can be.

    Rule: fide-dubov-2026 3.2.4.
    """

    key = "within"
    unit = "pairs"
    meaning = "pairs within the smaller of the groups"
    wanted = "0"

    def total(self, way: Any) -> Total:
        """Return how many."""
        return (len(way.shifted[way.small]),)

    def number(self, total: Total) -> int:
        """Return how many."""
        return total[0]

    def parts(self, total: Total) -> Total:
        """Return nothing."""
        return ()


class ShiftFirst(DubovOrder):
    """Who leave the smaller group.

    Rule: fide-dubov-2026 4.3.1.
    """

    key = "shift_first"
    meaning = "numbers of those who leave the smaller group"

    def group(self, way: Any) -> int:
        """Return the group."""
        small: int = way.small
        return small

    def total(self, way: Any) -> Total:
        """Return their numbers in it."""
        group = self.group(way)
        return tuple(way.turns[group][at] for at in way.shifted[group])

    def who(self, way: Any) -> Sequence[tuple[int, ...]]:
        """Return them."""
        return [(at,) for at in way.shifted[self.group(way)]]


class ShiftSecond(ShiftFirst):
    """Who leave the larger group.

    Rule: fide-dubov-2026 4.3.1.
    """

    key = "shift_second"
    meaning = "numbers of those who leave the larger group"

    def group(self, way: Any) -> int:
        """Return the group."""
        return 1 - super().group(way)


class Transposed(DubovOrder):
    """Whom S1 meets.

    Rule: fide-dubov-2026 3.2.5, 4.4.
    """

    key = "opponents"
    meaning = "number, in G2, of the opponent of each of S1"

    def total(self, way: Any) -> Total:
        """Return the numbers of the opponents."""
        order = sorted(two for _, two in way.opponents)
        return tuple(order.index(two) + 1 for _, two in way.opponents)

    def who(self, way: Any) -> Sequence[tuple[int, ...]]:
        """Return the pairs."""
        pairs: Sequence[tuple[int, int]] = way.opponents
        return pairs


EDITION_DUBOV: Final = Edition(
    of_bye=(
        LowestScore("3.1.3"),
        MostGames("3.1.4", meaning="games over the board of the player who has the bye"),
        LargestNumber("3.1.5"),
    ),
    criteria=(
        Upfloaters("C5"),
        UpfloaterScores("C6"),
        Denied("C7"),
        Maximum("C8"),
        MaximumUpfloats("C9"),
        UpAgain("C10"),
        UpfloaterOrder("4.2"),
        Within("3.2.4"),
        ShiftFirst("4.3.1"),
        ShiftSecond("4.3.1"),
        Transposed("4.4"),
    ),
    bracket="1.3.1",
    bye="3.1.2",
    preference="1.6",
    histories="GHR3.4",
    best="3.2.2",
)
"""The edition of 2026."""
