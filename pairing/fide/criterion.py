"""A criterion is one object: what a pair or a floater costs, what a way is worth, how it is told.

The engine weighs its costs as digits, the judge adds up the same costs, and decisions and claims
take its key, clause and unit. An edition is a tuple of criteria in the order of weight.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any, ClassVar, Final, Literal, TypeAlias

Total: TypeAlias = tuple[int, ...]
"""What a way is worth by one criterion, smaller is better: a number, a list, or a rank."""

CHANNELS: Final = ("of_pair", "of_floater", "of_over", "of_pair_below", "of_seat")
"""What can cost something: the methods of a criterion that tell it."""


class Way:
    """One way to pair a bracket, which is its `scene`."""

    scene: Any

    def part(self, channel: str) -> Iterable[Any]:
        """Return all of it that can cost something in a channel."""
        raise NotImplementedError

    def total(self, criterion: Criterion) -> Total:
        """Return what it is worth by a criterion, computed once."""
        if criterion.key not in self._totals:
            self._totals[criterion.key] = criterion.total(self)
        return self._totals[criterion.key]

    @cached_property
    def _totals(self) -> dict[str, Total]:
        return {}


@dataclass(frozen=True, slots=True)
class Difference:
    """The first criterion in which a pairing differs from the engine's.

    `number` is the bracket's, from 0; None where another player has the bye. `own` is the engine's
    value and `instead` the other one, at the first place where they differ; `by` is how much worse
    the other is. `part` is what of the criterion differs and `who` for whom, by place, as the
    criterion tells it.
    """

    key: str
    clause: str
    unit: str
    own: int
    instead: int
    by: int
    part: str | None = None
    who: tuple[int, ...] = ()
    number: int | None = None


class Criterion:
    """A criterion with the clause that its edition gives it.

    `unit` is what it counts. Where more is better `sign` is -1: costs and totals are negative then,
    and are told as positive. `attained` says how the claim of what a bracket attains has it: told
    in its sentence, only given as data, or not at all. `wanted` describes the value when nothing
    gives way.

    A method that an own class does not define costs nothing. A `scene` is a bracket in its field.
    """

    key: str
    unit: ClassVar[str] = "players"
    sign: ClassVar[int] = 1
    attained: ClassVar[Literal["told", "given", ""]] = ""
    meaning: str
    wanted: str | None = None
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

    def __init__(self, clause: str, *, meaning: str | None = None) -> None:
        """Take the clause, and another meaning where the edition has one."""
        self.clause = clause
        if meaning is not None:
            self.meaning = meaning

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

    # --- what the engine weighs -------------------------------------------------------------------

    def spans(self, scene: Any) -> Iterable[tuple[int, int]]:
        """Yield its digits, heaviest first: a value and a span; none: it is not weighed here."""
        return ()

    # --- what the judge adds up -------------------------------------------------------------------

    def total(self, way: Any) -> Total:
        """Return what a way to pair a bracket is worth."""
        raise NotImplementedError

    def costs(self, way: Way) -> list[int]:
        """Return all that a way to pair a bracket costs."""
        scene = way.scene
        found = [cost(scene, one) for channel, cost in self.costing for one in way.part(channel)]
        return [cost for cost in found if cost is not None]

    def differs(self, one: Total, two: Total) -> tuple[int, Difference] | None:
        """Return the first place where two totals differ, and how; None: they do not."""
        if one == two:
            return None
        both = zip_longest(one, two, fillvalue=0)
        at, own, instead = next((i, a, b) for i, (a, b) in enumerate(both) if a != b)
        return at, Difference(
            key=self.key,
            clause=self.clause,
            unit=self.unit,
            own=self.sign * own,
            instead=self.sign * instead,
            by=instead - own,
        )

    # --- how it is told ---------------------------------------------------------------------------

    def told(self, one: Any, two: Any, at: int, difference: Difference) -> Difference:
        """Return how two ways differ, as people are told; at the first place of their totals."""
        return difference

    def number(self, total: Total) -> int | None:
        """Return a total as the number of a decision; None: it is a list."""
        return None

    def parts(self, total: Total) -> Total:
        """Return the parts of a total as a decision lists them."""
        return tuple(self.sign * value for value in total)

    def least(self, way: Any) -> int:
        """Return the number when nothing gives way."""
        return 0

    def text(self, total: Total) -> str | None:
        """Return the number of a decision in words."""
        return None


class Count(Criterion):
    """A criterion that is one number."""

    wanted: str | None = "0"
    times: ClassVar[int] = 1
    """How much one player can count for."""

    def spans(self, scene: Any) -> Iterable[tuple[int, int]]:
        """Yield one digit, of as many as there can be."""
        return ((0, self.times * scene.count),)

    def total(self, way: Any) -> Total:
        """Return the sum."""
        return (sum(self.costs(way)),)

    def number(self, total: Total) -> int | None:
        """Return it."""
        return self.sign * total[0]

    def parts(self, total: Total) -> Total:
        """Return nothing."""
        return ()


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


class Order(Criterion):
    """What comes first of ways that cost the same: read from the order of the way."""

    unit = "places"

    def total(self, way: Any) -> Total:
        """Return its rank."""
        rank: Total = way.order.rank[self.key]
        return rank


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
