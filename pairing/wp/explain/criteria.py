"""The Swiss on resistance points as a table: the keys of a score group, in the order of weight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, TypeAlias

from pairing.norms.criterion import Criteria, Criterion, Difference, Number, Total, Way, listed
from pairing.norms.model import Group, KeyVector
from pairing.wp.groups.waiting_room import C2

WpReading: TypeAlias = Literal["c2", "B3_before_C4.2", "B4_count_before_strength"]


@dataclass(frozen=True)
class Keyed(Way):
    """A group as a pairing treats it, with all its keys.

    `following` is the number of players of the next group, 0 for the last. The places are positions
    in the classification, 0 is best: of those who wait, and, per pair in the order of the higher,
    of the lower (larger is better). There are none where only the waiting room is examined.
    """

    group: Group
    waiting_places: tuple[int, ...]
    opponent_places: tuple[int, ...]
    following: int = 0


class WpCriterion(Criterion):
    """A key of a score group.

    Where its place among the others is a reading of ours, `reading` names that, and `otherwise`
    tells what would be compared before it.
    """

    reading: ClassVar[WpReading | None] = None

    def otherwise(self, keys: KeyVector) -> Total:
        """Return what would be compared before this key by the other reading."""
        return ()

    def told(self, one: Keyed, two: Keyed, at: int, difference: Difference) -> Difference:
        """Tell whether it rests on the reading."""
        better, worse = (one, two) if difference.by > 0 else (two, one)
        if self.reading is None:
            return difference
        if self.otherwise(better.group.keys) <= self.otherwise(worse.group.keys):
            return difference
        return replace(difference, decisions=(self.reading,))


class Waiting(Number, WpCriterion):
    """As few as can be wait.

    Rule: knsb-wp-2014 C3; knsb-wp-1996 C3.
    """

    key = "k1"
    meaning = "how many wait"
    wanted = "0, or 1 of an odd group"

    def total(self, way: Keyed) -> Total:
        """Return how many."""
        return (way.group.keys.size,)

    def least(self, way: Keyed) -> int:
        """Return 1 of an odd group."""
        return len((*way.group.incoming, *way.group.residents)) % 2


class Stuck(Number, WpCriterion):
    """Everybody who waits has an opponent among those who wait and the next group.

    Rule: knsb-wp-2014 C2; knsb-wp-1996 C2.
    """

    key = "c2"
    meaning = (
        "of those who wait, how many have no legal opponent among themselves and the next group"
    )
    reading = "c2"

    def otherwise(self, keys: KeyVector) -> Total:
        """Return the scores of those who wait."""
        return keys.w_scores_halves

    def total(self, way: Keyed) -> Total:
        """Return how many have none."""
        return (way.group.keys.stuck,)


class WaitingScores(WpCriterion):
    """The scores of those who wait, as low as can be.

    Rule: knsb-wp-2014 C4.1; knsb-wp-1996 C4.1.
    """

    key = "k2"
    unit = "points"
    meaning = "scores of those who wait, high to low"
    reading = "c2"

    def otherwise(self, keys: KeyVector) -> Total:
        """Return how many have no opponent."""
        return (keys.stuck,)

    def total(self, way: Keyed) -> Total:
        """Return the scores."""
        return way.group.keys.w_scores_halves


class ScoreDifferences(WpCriterion):
    """The score differences of the pairs, as small as can be.

    Rule: knsb-wp-2014 B3; knsb-wp-1996 B3.
    """

    key = "k3"
    unit = "points"
    meaning = "score differences of the pairs, high to low; text leaves the zeros out"
    reading = "B3_before_C4.2"

    def otherwise(self, keys: KeyVector) -> Total:
        """Return who must float again, and how many wait next."""
        return keys.refloat, keys.next_waiting

    def total(self, way: Keyed) -> Total:
        """Return the differences."""
        return way.group.keys.score_differences_halves

    def text(self, way: Keyed) -> str:
        """Return them without the zeros."""
        return listed([apart for apart in way.total(self) if apart], self.unit)


class FloatAgain(Number, WpCriterion):
    """Nobody who waits must wait again.

    Rule: knsb-wp-2014 C4.2; knsb-wp-1996 C4.2.
    """

    key = "k4"
    meaning = "of those who wait, how many must float again"

    def total(self, way: Keyed) -> Total:
        """Return how many."""
        return (way.group.keys.refloat,)


class NextWaiting(Number, WpCriterion):
    """The next waiting room is as small as can be.

    Rule: knsb-wp-2014 C4.3; knsb-wp-1996 C4.3.
    """

    key = "k5"
    meaning = "the smallest waiting room that the next group can have"
    wanted = "0, or 1 where they are odd"

    def total(self, way: Keyed) -> Total:
        """Return how many."""
        return (way.group.keys.next_waiting,)

    def least(self, way: Keyed) -> int:
        """Return 1 where they are odd with those who wait."""
        return (way.group.keys.size + way.following) % 2 if way.following else 0


class Denied(Number, WpCriterion):
    """Everybody gets the colour that they prefer.

    Its clause is B4 where the same players wait, and else that of the waiting room.

    Rule: knsb-wp-2014 B4, C4.4; knsb-wp-1996 B4, C4.4.
    """

    key = "k6"
    claimed: ClassVar[str] = "denied"
    meaning = "how many are denied the colour they prefer"
    reading: ClassVar[WpReading | None] = "B4_count_before_strength"

    def otherwise(self, keys: KeyVector) -> Total:
        """Return the pairs with two strong preferences."""
        return (keys.denied_strong,)

    def total(self, way: Keyed) -> Total:
        """Return how many do not."""
        return (way.group.keys.denied,)

    def told(self, one: Keyed, two: Keyed, at: int, difference: Difference) -> Difference:
        """Tell the clause of it, and what is counted."""
        of_pairs, of_room = self.clause.split(", ")
        clause = of_pairs if one.waiting_places == two.waiting_places else of_room
        told = super().told(one, two, at, difference)
        return replace(told, clause=clause, unit=self.claimed)


class DeniedStrong(Denied):
    """Of as many no two with a strong or absolute preference: the second half of the same key."""

    claimed = "strong"
    meaning = "of these, how many where both of a pair have a strong or absolute preference"
    reading = None

    @property
    def row(self) -> str:
        """A row of its own."""
        return "k6_strong"

    def total(self, way: Keyed) -> Total:
        """Return how many do not."""
        return (way.group.keys.denied_strong,)


class WaitingPlaces(WpCriterion):
    """Those who wait stand as low as can be.

    Rule: knsb-wp-2014 C4.5; knsb-wp-1996 C4.5.
    """

    key = "k7"
    unit = "places"
    meaning = "places of those who wait in the classification"
    together: ClassVar[Mapping[str, str]] = {
        "waits": "waits.k7",
        "other_room": "other_room.k7",
        "forced": "forced.free.k7",
    }

    def total(self, way: Keyed) -> Total:
        """Return their places, counted from 1."""
        return tuple(place + 1 for place in way.waiting_places)

    def told(self, one: Keyed, two: Keyed, at: int, difference: Difference) -> Difference:
        """Tell who waits, and who would."""
        return replace(difference, who=(one.group.waiting[at], two.group.waiting[at]))


class LowestOpponents(WpCriterion):
    """The higher meets the lower, as low as can be; only where both have their pairs.

    Rule: knsb-wp-2014 C5; knsb-wp-1996 C5.
    """

    key = "k8"
    unit = "places"
    sign = -1
    meaning = "place of the lower player of each pair, in the order of the higher"
    together: ClassVar[Mapping[str, str]] = {"candidate": "candidate.k8"}

    def total(self, way: Keyed) -> Total:
        """Return their places, counted from 1."""
        return tuple(-place - 1 for place in way.opponent_places)

    def differs(self, one: Total, two: Total) -> tuple[int, Difference] | None:
        """Return nothing where only waiting rooms are compared."""
        return super().differs(one, two) if one and two else None

    def told(self, one: Keyed, two: Keyed, at: int, difference: Difference) -> Difference:
        """Tell whose opponent differs, theirs, and the one instead."""
        pairs, others = one.group.pairs, two.group.pairs
        return replace(difference, who=(*pairs[at], others[at][1]))


EDITION_WP: Final = Criteria(
    criteria=(
        Waiting("C3"),
        Stuck("C2"),
        WaitingScores("C4.1"),
        ScoreDifferences("B3"),
        FloatAgain("C4.2"),
        NextWaiting("C4.3"),
        Denied("B4, C4.4"),
        DeniedStrong("B4, C4.4"),
        WaitingPlaces("C4.5"),
        LowestOpponents("C5"),
    )
)
"""The editions of 1996 and 2014; the first bullet of C2 is compared where a rulebook reads it so."""


COMPARED: Final[Mapping[C2, Criteria]] = {
    "above_c4_1": EDITION_WP,
    "below_c4_1": Criteria(tuple(one for one in EDITION_WP.criteria if not isinstance(one, Stuck))),
}
"""The criteria that are compared by each reading of C2."""
