"""The Dubov System as a table: what upfloaters cost, the colours, and what comes first.

A resident is paired in the bracket, with another resident or with an upfloater. Each upfloater is
in one such pair, so that every criterion is a sum over the pairs, and has a digit.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from pairing.fide.criterion import (
    Count,
    Criterion,
    LowestScore,
    MostGames,
    OfBye,
    Order,
    ScoresOfFloaters,
)
from pairing.fide.edition import Edition
from pairing.fide_dubov.scene import DubovScene
from pairing.norms.criterion import Difference, Number, Total


class LargestNumber(OfBye):
    """Of these who has the largest pairing number has the bye.

    Rule: fide-dubov-2026 3.1.5.
    """

    key = "bye_number"
    of = "number"
    unit = "places"
    sign = -1
    meaning = "pairing number of the player who has the bye"


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


class UpfloaterScores(ScoresOfFloaters):
    """Their scores, the lowest first; more is better.

    Rule: fide-dubov-2026 C6.
    """

    key = "upfloater_scores"
    sign = -1
    meaning = "scores of those who float up, low to high"


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


class OfUpfloats(Count):
    """What upfloaters are spared, except in the last round; `of` names the value that counts."""

    of: ClassVar[str]

    def of_floater(self, scene: DubovScene, player: int) -> int:
        """Count the value."""
        return 0 if scene.field.last_round else getattr(scene.players[player], self.of)


class Maximum(OfUpfloats):
    """No maximum upfloater floats up.

    Rule: fide-dubov-2026 C8.
    """

    key = of = "maximum"
    attained = "told"
    meaning = "maximum upfloaters among those who float up"


class MaximumUpfloats(OfUpfloats):
    """How often these floated up.

    Rule: fide-dubov-2026 C9.
    """

    key = of = "maximum_upfloats"
    unit = "rounds"
    meaning = "upfloats so far of those together"

    def spans(self, scene: DubovScene) -> Iterable[tuple[int, int]]:
        """Yield a digit for all upfloats."""
        return ((0, 1 + sum(scene.players[at].upfloats for at in scene.places)),)


class UpAgain(OfUpfloats):
    """Nobody floats up who did so in the round before.

    Rule: fide-dubov-2026 C10.
    """

    key = "up_again"
    of = "upfloated_last"
    attained = "told"
    meaning = "who float up and did so in the last round"


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


class Within(Number, Criterion):
    """As few pairs within the smaller group as can be.

    Rule: fide-dubov-2026 3.2.4.
    """

    key = "within"
    unit = "pairs"
    meaning = "pairs within the smaller of the groups"

    def total(self, way: Any) -> Total:
        """Return how many."""
        return (len(way.shifted[way.small]),)


class Shift(DubovOrder):
    """Who leave the smaller group first, then (`second`) the larger one.

    Rule: fide-dubov-2026 4.3.1.
    """

    def __init__(self, clause: str, *, second: bool = False) -> None:
        """Take the clause and the group."""
        super().__init__(clause)
        self.second = second
        self.key = ("shift_first", "shift_second")[second]
        self.meaning = f"numbers of those who leave the {('smaller', 'larger')[second]} group"

    def total(self, way: Any) -> Total:
        """Return their numbers in it."""
        group = way.small ^ self.second
        return tuple(way.turns[group][at] for at in way.shifted[group])

    def who(self, way: Any) -> Sequence[tuple[int, ...]]:
        """Return them."""
        return [(at,) for at in way.shifted[way.small ^ self.second]]


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
        Shift("4.3.1"),
        Shift("4.3.1", second=True),
        Transposed("4.4"),
    ),
    bracket="1.3.1",
    bye="3.1.2",
    preference="1.6",
    histories="GHR3.4",
    best="3.2.2",
)
"""The edition of 2026."""
