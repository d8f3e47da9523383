"""A criterion of FIDE is one object: what a pair or a floater costs, and what a way is worth.

The engine weighs its costs as digits and the judge adds up the same costs; what else a criterion
says of itself is in `pairing.norms.criterion`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final

from pairing.norms import criterion
from pairing.norms.criterion import Number, Total

CHANNELS: Final = ("of_pair", "of_floater", "of_over", "of_pair_below", "of_seat")
"""What can cost something: the methods of a criterion that tell it."""


class Way(criterion.Way):
    """One way to pair a bracket, which is its `scene`."""

    scene: Any

    def part(self, channel: str) -> Iterable[Any]:
        """Return all of it that can cost something in a channel."""
        raise NotImplementedError


class Criterion(criterion.Criterion):
    """A criterion that the engine weighs.

    Where more is better costs are negative too. A method that an own class does not define costs
    nothing. A `scene` is a bracket in its field.
    """

    channels: ClassVar[frozenset[str]] = frozenset()
    """The methods of costs that a class defines."""
    has_kinds: ClassVar[bool] = False
    """Whether a class defines what else of a player its costs go by."""

    def __init_subclass__(cls) -> None:
        """Find the channels."""
        cls.channels = frozenset(
            one for one in CHANNELS if getattr(cls, one) is not getattr(Criterion, one)
        )
        cls.has_kinds = cls.of_kind is not Criterion.of_kind

    @cached_property
    def costing(self) -> tuple[tuple[str, Callable[[Any, Any], int | None]], ...]:
        """The channels, each with what tells its costs."""
        return tuple((one, getattr(self, one)) for one in CHANNELS if one in self.channels)

    # --- what costs something ---------------------------------------------------------------------

    def of_pair(self, scene: Any, pair: Any) -> int | None:
        """Return what a pair costs."""

    def of_floater(self, scene: Any, player: int) -> int | None:
        """Return what it costs that a player floats."""

    def of_over(self, scene: Any, player: int) -> int | None:
        """Return what it costs that a player is left over in the next bracket."""

    def of_pair_below(self, scene: Any, higher: int) -> int | None:
        """Return what it costs that a player is the higher one of a pair in the next bracket."""

    def of_seat(self, scene: Any, player: int) -> int | None:
        """Return what it costs that the only floater has the bye."""

    def of_kind(self, scene: Any, player: int) -> Hashable:
        """Return what else of a player its costs depend on, besides score, colours and floats."""
        return None

    def applies(self, scene: Any) -> bool:
        """Tell whether anything in a bracket can cost something."""
        return True

    # --- what the engine weighs -------------------------------------------------------------------

    def spans(self, scene: Any) -> Iterable[tuple[int, int]]:
        """Yield its digits, heaviest first: a value and a span; none: it is not weighed here."""
        return ()

    # --- what the judge adds up -------------------------------------------------------------------

    def costs(self, way: Way) -> list[int]:
        """Return all that a way to pair a bracket costs."""
        scene = way.scene
        if not self.applies(scene):
            return []
        found = [cost(scene, one) for channel, cost in self.costing for one in way.part(channel)]
        return [cost for cost in found if cost is not None]


class Count(Number, Criterion):
    """A criterion that is one number: a sum of costs."""

    times: ClassVar[int] = 1
    """How much one player can count for."""

    def spans(self, scene: Any) -> Iterable[tuple[int, int]]:
        """Yield one digit, of as many as there can be."""
        return ((0, self.times * scene.count),) if self.applies(scene) else ()

    def total(self, way: Any) -> Total:
        """Return the sum."""
        return (sum(self.costs(way)),)


class Listed(Criterion):
    """A criterion that is a list, worst first.

    It has a digit for each value that can be in it: at the first value that two lists have not
    equally often, the one that has it more often is the worse. A value without a digit weighs
    nothing.
    """

    unit = "points"

    def values(self, scene: Any) -> Iterable[int]:
        """Return every value that can be in the list."""
        raise NotImplementedError

    def spans(self, scene: Any) -> Iterable[tuple[int, int]]:
        """Yield a digit for each value."""
        return ((value, scene.count) for value in sorted({*self.values(scene)}, reverse=True))

    def total(self, way: Any) -> Total:
        """Return the list."""
        return tuple(sorted(self.costs(way), reverse=True))


class Order(criterion.Order, Criterion):
    """What comes first of ways that cost the same."""


class ScoresOfFloaters(Listed):
    """The scores of those who float, worst first; where more is better the lowest."""

    def values(self, scene: Any) -> Iterable[int]:
        """Return the scores of those who may."""
        return {self.sign * score for score in scene.levels}

    def of_floater(self, scene: Any, player: int) -> int:
        """List the score."""
        score: int = scene.scores[player]
        return self.sign * score


class OfBye(Criterion):
    """Who has the bye, above the criteria of every bracket; `of` names the value that decides."""

    of: ClassVar[str]
    together: ClassVar[Mapping[str, str]] = {"forced": "forced.free"}

    def of_player(self, player: Any) -> int:
        """Return what it is worth that a player has the bye, smaller is better."""
        value: int = getattr(player, self.of)
        return self.sign * value


class LowestScore(OfBye):
    """The lowest score that can be has the bye.

    Rule: fide-dutch-2026 C5; fide-burstein-2026 3.1; fide-dubov-2026 3.1.3.
    """

    key = "bye_score"
    of = "points_halves"
    unit = "points"
    meaning = "score of the player who has the bye"
    wanted = "the lowest score of the round"


class MostGames(OfBye):
    """Of these who has played most.

    Rule: fide-burstein-2026 3.1; fide-dubov-2026 3.1.4.
    """

    key = "bye_games"
    of = "games"
    unit = "rounds"
    sign = -1
    meaning = "games played by the player who has the bye"
