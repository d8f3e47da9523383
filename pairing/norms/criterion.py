"""A criterion is one object: by it two ways to pair a group are compared, told and reported.

The judge compares by it, and decisions, claims and words take its key, clause and unit. An edition
is a tuple of criteria in the order of weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from ledger.values import halves_text
from pairing.norms.certificate import Certificate

Total: TypeAlias = tuple[int, ...]
"""What a way is worth by one criterion, smaller is better: a number, a list, or a rank."""


class Way:
    """One way to pair a group."""

    def total(self, criterion: Criterion) -> Total:
        """Return what it is worth by a criterion, computed once."""
        total = self._totals.get(criterion)
        if total is None:
            total = self._totals[criterion] = criterion.total(self)
        return total

    @cached_property
    def _totals(self) -> dict[Criterion, Total]:
        return {}


@dataclass(frozen=True, slots=True)
class Difference:
    """The first criterion in which a pairing differs from another, most often the engine's.

    `number` is the group's, from 0; None where another player has the bye. `own` is the engine's
    value and `instead` the other one, at the first place where they differ; `by` is how much worse
    the other is (negative: better). `part` is what of the criterion differs and `who` for whom, by
    place, as the criterion tells it. `decisions` are the readings of ours without which it would
    not have decided.
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
    decisions: tuple[str, ...] = ()


class Forced(NamedTuple):
    """What becomes of the pairing under a condition.

    Either `impossible` says why nobody can pair the others, or `difference` is what gets worse
    first; both None: the engine's pairing is within it. `proved` is False where so many choices had
    to be compared that it may get less bad.
    """

    impossible: Certificate | None
    difference: Difference | None
    proved: bool = True


class Criterion:
    """A criterion with the clause that its edition gives it; by itself it is a list.

    `unit` is what it counts. Where more is better `sign` is -1: totals are negative then, and are
    told as positive. `attained` says how the claim of what a group attains has it: told in its
    sentence, only given as data, or not at all. `wanted` describes the value when nothing gives
    way.
    """

    key: str
    unit: ClassVar[str] = "players"
    sign: ClassVar[int] = 1
    attained: ClassVar[Literal["told", "given", ""]] = ""
    meaning: str
    wanted: str | None = None
    together: ClassVar[Mapping[str, str]] = {}
    """The kinds of claims that say the same of several players whatever the values, each with the
    sentence that says it."""

    def __init__(self, clause: str, *, meaning: str | None = None) -> None:
        """Take the clause, and another meaning where the edition has one."""
        self.clause = clause
        if meaning is not None:
            self.meaning = meaning

    @property
    def row(self) -> str:
        """The name of its row of a decision: the key, where no other criterion has it too."""
        return self.key

    # --- what the judge compares ------------------------------------------------------------------

    def total(self, way: Any) -> Total:
        """Return what a way to pair a group is worth."""
        raise NotImplementedError

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

    def number(self, way: Any) -> int | None:
        """Return what a way is worth as the number of a decision; None: it is a list."""
        return None

    def parts(self, way: Any) -> Total:
        """Return the parts of what a way is worth, as a decision lists them."""
        total: Total = way.total(self)
        return total if self.sign == 1 else tuple(self.sign * value for value in total)

    def least(self, way: Any) -> int | None:
        """Return the number when nothing gives way; None: it is a list."""
        return None

    def text(self, way: Any) -> str | None:
        """Return what the number of a decision leaves out, in words; None: nothing."""
        return listed(self.parts(way), self.unit)


class Number(Criterion):
    """A criterion that is one number."""

    wanted: str | None = "0"

    def number(self, way: Any) -> int:
        """Return it."""
        return self.sign * way.total(self)[0]  # type: ignore[no-any-return]

    def parts(self, way: Any) -> Total:
        """Return nothing."""
        return ()

    def least(self, way: Any) -> int:
        """Return 0."""
        return 0

    def text(self, way: Any) -> str | None:
        """Return nothing."""
        return None


class Order(Criterion):
    """What comes first of ways that are alike: read from the order of the way."""

    unit = "places"
    together: ClassVar[Mapping[str, str]] = {
        "waits": "waits.order",
        "other_room": "other_room.order",
        "candidate": "candidate.order",
        "forced": "forced.free.order",
    }

    def total(self, way: Any) -> Total:
        """Return its rank."""
        rank: Total = way.order.rank[self.key]
        return rank


class Exchange(Order):
    """Who are exchanged between two halves: how many, by how much, and which, by place from 1.

    The order has those who go `out` of the first half and `into` it.
    """

    unit = "players"
    wanted = "0"

    def told(self, one: Any, two: Any, at: int, difference: Difference) -> Difference:
        """Tell what of it differs, and who are exchanged instead, out of the first half first."""
        return replace(
            difference,
            own=abs(difference.own),
            instead=abs(difference.instead),
            part=("count", "difference")[at] if at < 2 else "lists",
            unit="places" if at else "players",
            who=(*two.order.out, *two.order.into),
        )

    def number(self, way: Any) -> int:
        """Return how many."""
        return way.total(self)[0]  # type: ignore[no-any-return]

    def least(self, way: Any) -> int:
        """Return 0."""
        return 0

    def text(self, way: Any) -> str | None:
        """Return who for whom."""
        count, _, *places = way.total(self)
        out = listed([-at for at in places[:count]])
        return f"{out} for {listed(places[count:])}" if count else None


class Opponents(Order):
    """Whom some meet in turn: those that the order has as `of` meet those it has as `whom`."""

    of: ClassVar[str]
    whom: ClassVar[str]

    def told(self, one: Any, two: Any, at: int, difference: Difference) -> Difference:
        """Tell whose opponent differs, theirs, and the one instead."""
        first = getattr(one.order, self.of)[at]
        mine, theirs = (getattr(way.order, self.whom)[at] for way in (one, two))
        return replace(difference, who=(first, mine, theirs))


@dataclass(frozen=True)
class Criteria:
    """An edition as a tuple of its criteria, heaviest first."""

    criteria: tuple[Criterion, ...]

    @cached_property
    def named(self) -> dict[str, Criterion]:
        """The criteria by key, in the order of weight."""
        return {one.key: one for one in self.criteria}

    def difference(self, number: int, one: Way, two: Way) -> Difference | None:
        """Return the first criterion in which a second way to pair a group differs from one."""
        for criterion in self.criteria:
            if found := criterion.differs(one.total(criterion), two.total(criterion)):
                return replace(criterion.told(one, two, *found), number=number)
        return None


def listed(values: Sequence[int], unit: str = "places") -> str:
    """Return numbers of a unit as a list for people; points are half points."""
    return " ".join(map(halves_text if unit == "points" else str, values))
