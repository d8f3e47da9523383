"""The Swiss on rating as a table: the keys of a bracket, in the order of weight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from pairing.norms import criterion
from pairing.norms.criterion import Criteria, Difference, Number, Order, Total, Way
from pairing.rating.brackets.field import How, Level, PairedBracket, RatingField, Vector
from pairing.rating.brackets.flow import Undone
from pairing.rating.explain.orders import Split


@dataclass(frozen=True)
class RatingWay(Way):
    """One way to treat a bracket of the engine's: its pairs, its floaters, and all its keys.

    `treated` is how the engine treats the bracket, `undone` what C12 or C13 required of its
    floaters, None: nothing. `m1` is how many moved down are paired first, at most as many as by the
    engine.
    """

    field: RatingField
    treated: PairedBracket
    undone: Undone | None
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    m1: int
    vector: Vector
    order: Split

    @property
    def level(self) -> Level:
        """The engine's level of the bracket; no pairs when it moves on whole."""
        return self.treated.level or Level(0, 0)

    @property
    def refused(self) -> bool:
        """Whether C12 or C13 does not accept these floaters."""
        accept = self.undone.accept if self.undone else None
        return accept is not None and not accept(self.floaters)

    @property
    def keeps_scores(self) -> bool:
        """Whether the floaters have the same number and scores as before C12.

        Rule: knsb-rating-2014 C12.
        """
        assert self.undone is not None
        before = self.undone.before.candidate
        assert before is not None
        points = self.field.points
        old, new = (sorted(points[i] for i in some) for some in (before.floaters, self.floaters))
        return old == new

    @cached_property
    def lowest_x_z(self) -> tuple[int, int]:
        """X1 and Z1, lowered by the pairs that are not made.

        Rule: knsb-rating-2014 A8, C14a.
        """
        bracket = self.treated.bracket
        lowered = bracket.p0 - len(self.pairs)
        x1, z1 = self.field.lowest_x_z(bracket.players, bracket.p0)
        return max(x1 - lowered, 0), max(z1 - lowered, 0)


class Accepted(Number):
    """The floaters are such that the rest can be paired; it counts where the clause has led to it.

    Rule: knsb-rating-2014 C12, C13.
    """

    unit = "brackets"
    how: ClassVar[How]

    def total(self, way: RatingWay) -> Total:
        """Return 1 for other floaters than are required."""
        return (int(way.treated.how == self.how and way.refused),)

    def number(self, way: RatingWay) -> int:
        """Return 1 where the bracket was paired again."""
        return int(way.treated.how == self.how)


class PairedAgain(Accepted):
    """The bracket above the last one, paired again for it or merged with it.

    Rule: knsb-rating-2014 C13.
    """

    key = "c13"
    how = "C13"
    meaning = "1: it was paired again for the last bracket, or merged with it, as text says"

    def number(self, way: RatingWay) -> int:
        """Return 1 also where it was merged."""
        return int(self.text(way) is not None)

    def text(self, way: RatingWay) -> str | None:
        """Return which of both it was."""
        points = way.field.points
        residents = way.treated.residents
        merged = points[residents[0]] != points[residents[-1]]
        return "paired again" if way.treated.how == self.how else "merged" if merged else None


class ChosenAgain(Accepted):
    """A bracket of which the floaters were chosen again for the one below.

    Rule: knsb-rating-2014 C12.
    """

    key = "c12"
    how = "C12"
    meaning = "1: its floaters were chosen again for the bracket below"

    def told(self, one: RatingWay, two: RatingWay, at: int, difference: Difference) -> Difference:
        """Tell where C12 may not change the scores of the floaters."""
        return difference if two.keeps_scores else replace(difference, part="scores")


class MovedDown(Number):
    """As many moved down as can be are paired first; more pairs than the engine's count here.

    Rule: knsb-rating-2014 C14b1, C14b2.
    """

    key = "m1"
    sign = -1
    meaning = "how many moved down are paired first (M1)"
    wanted = "those moved down; 0 if half or more are"

    def total(self, way: RatingWay) -> Total:
        """Return whether C13 has brought P1 down below these pairs, and M1."""
        return int(len(way.pairs) > way.level.p1), -way.m1

    def told(self, one: RatingWay, two: RatingWay, at: int, difference: Difference) -> Difference:
        """Tell M1, or the pairs that are too many; P1 falls where the remainder is reached."""
        if not one.treated.bracket.last:
            difference = replace(difference, clause="C14b1")
        if at:
            return difference
        own, instead = one.level.p1, len(two.pairs)
        over = replace(difference, own=own, instead=instead, by=instead - own)
        return replace(over, unit="pairs", part="over")

    def number(self, way: RatingWay) -> int:
        """Return M1."""
        return way.level.m1

    def least(self, way: RatingWay) -> int:
        """Return how many they are at first."""
        return way.treated.bracket.first_m1


class Pairs(Number):
    """As many pairs as can be are made.

    Rule: knsb-rating-2014 C14a.
    """

    key = "p1"
    unit = "pairs"
    sign = -1
    meaning = "pairs made (P1)"
    wanted = "half of the players, after C1 (P0)"

    def total(self, way: RatingWay) -> Total:
        """Return how many."""
        return (-len(way.pairs),)

    def least(self, way: RatingWay) -> int:
        """Return P0."""
        return way.treated.bracket.p0


class Dropped(Number):
    """What must be dropped, counted by the engine; `at` is its place in the vector of a bracket."""

    at: ClassVar[int]
    attained = "told"

    def total(self, way: RatingWay) -> Total:
        """Return the count."""
        return (way.vector[self.at],)


class InPairs(Dropped):
    """What is counted in pairs."""

    unit = "pairs"


class TopscorersColours(InPairs):
    """B2 is kept for topscorers.

    Rule: knsb-rating-2014 B2, C10g.
    """

    key = "b2"
    at = 0
    meaning = "pairs of a topscorer that break B2"


class StrongInOddRounds(InPairs):
    """In an odd round a strong preference is met.

    Rule: knsb-rating-2014 A7d, C10f.
    """

    key = "a7d"
    at = 1
    meaning = "odd round: pairs with the same colour wanted, both strongly"


class Unmet(InPairs):
    """In each pair both get the colour that they prefer, but for X1.

    Rule: knsb-rating-2014 A8, B4, C10e.
    """

    key = "x"
    at = 2
    meaning = "pairs in which not everybody gets the colour they prefer (X)"
    wanted = "X1 of A8"

    def least(self, way: RatingWay) -> int:
        """Return X1, at most the count."""
        return min(way.lowest_x_z[0], self.number(way))


class UnmetStrong(InPairs):
    """In an even round also of those who want it strongly, but for Z1.

    Rule: knsb-rating-2014 A7e, A8, C10e.
    """

    key = "z"
    at = 3
    meaning = "even round: the same, both wanting it strongly (Z)"
    wanted = "Z1 of A8"

    def least(self, way: RatingWay) -> int:
        """Return Z1, at most the count."""
        return min(way.lowest_x_z[1], self.number(way))


class DownAsLast(Dropped):
    """Nobody floats down as in the last round.

    Rule: knsb-rating-2014 B5, C10d.
    """

    key = "b5_down"
    at = 4
    meaning = "who float down and did so in the last round"


class DownAsBefore(Dropped):
    """Nobody floats down as two rounds ago.

    Rule: knsb-rating-2014 B6, C10c.
    """

    key = "b6_down"
    at = 5
    meaning = "who float down and did so two rounds ago"


class UpAsLast(Dropped):
    """Nobody floats up as in the last round.

    Rule: knsb-rating-2014 B5, C10b.
    """

    key = "b5_up"
    at = 6
    meaning = "who float up and did so in the last round"


class UpAsBefore(Dropped):
    """Nobody floats up as two rounds ago.

    Rule: knsb-rating-2014 B6, C10a.
    """

    key = "b6_up"
    at = 7
    meaning = "who float up and did so two rounds ago"


class MovedS1(Order):
    """Who of those moved down are in S1.

    Rule: knsb-rating-2014 D3.
    """

    key = "d3"
    meaning = "places, among those moved down, of the ones in S1"

    def told(self, one: RatingWay, two: RatingWay, at: int, difference: Difference) -> Difference:
        """Tell who is in S1, and who instead."""
        return replace(difference, who=(one.order.moved_s1[at], two.order.moved_s1[at]))


class MovedOpponents(criterion.Opponents):
    """Whom they meet.

    Rule: knsb-rating-2014 D1.2.
    """

    key = "d1_moved"
    of = "moved_s1"
    whom = "moved_opponents"
    meaning = "place in S2 of the opponent of each of them"


class Exchange(criterion.Exchange):
    """Who are exchanged between the halves of the remainder.

    Rule: knsb-rating-2014 D2.
    """

    key = "d2"
    meaning = (
        "players exchanged between S1 and S2 of the remainder; parts: how many, by how much, and"
        " their places, of S1 as negative"
    )


class Opponents(criterion.Opponents):
    """Whom S1 of the remainder meets.

    Rule: knsb-rating-2014 D1.1.
    """

    key = "d1"
    of = "s1"
    whom = "opponents"
    meaning = "place in S2 of the opponent of each of S1 of the remainder"


EDITION_RATING: Final = Criteria(
    criteria=(
        PairedAgain("C13"),
        MovedDown("C14b2"),
        Pairs("C14a"),
        ChosenAgain("C12"),
        TopscorersColours("B2, C10g"),
        StrongInOddRounds("A7d, C10f"),
        Unmet("B4, C10e"),
        UnmetStrong("A7e, C10e"),
        DownAsLast("B5, C10d"),
        DownAsBefore("B6, C10c"),
        UpAsLast("B5, C10b"),
        UpAsBefore("B6, C10a"),
        MovedS1("D3"),
        MovedOpponents("D1.2"),
        Exchange("D2"),
        Opponents("D1.1"),
    )
)
"""The edition of 2014."""

DROPPED: Final = tuple(one for one in EDITION_RATING.criteria if isinstance(one, Dropped))
"""The criteria that are dropped one by one, the last of the vector first."""


OF_EVERY_BRACKET: Final = tuple(EDITION_RATING.named[key] for key in ("m1", "p1", "c12", "c13"))
"""The criteria that a bracket without pairs has too, in the order of their rows."""

OF_PAIRS: Final = tuple(one for one in EDITION_RATING.criteria if one not in OF_EVERY_BRACKET)
"""The other criteria, those of pairs."""
