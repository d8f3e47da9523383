"""The criteria of FIDE's Dutch System, of all editions: each one object.

A bracket is paired within a matching: a player of it is matched in it, or floats; a player of it or
of the next scoregroup may be left over in the next bracket. Every criterion is a sum over that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar, Final

from pairing.fide.criterion import Count, Criterion, Listed, Order, ScoresOfFloaters
from pairing.fide_dutch.scene import POINT, Pair, Scene
from pairing.norms import criterion
from pairing.norms.criterion import Difference, Total

FLOATS_ON: Final = 1 << 20
"""Added to the score of a moved-down player who floats on: above every difference."""

# --- who floats -----------------------------------------------------------------------------------


class Floaters(Count):
    """As few floaters as can be.

    Rule: fide-dutch-2026 C6; fide-dutch-2017 C5.
    """

    key = "floaters"
    meaning = "who float down, the player with the bye too"
    wanted = "0, or 1 of an odd bracket"

    def of_floater(self, scene: Scene, player: int) -> int:
        """Count each."""
        return 1

    def least(self, way: Any) -> int:
        """Return 1 of an odd bracket."""
        return len(way.scene.bracket.players) % 2


class FloaterScores(ScoresOfFloaters):
    """The scores of the floaters.

    Rule: fide-dutch-2026 C7.
    """

    key = "floater_scores"
    meaning = "scores of those who float down, high to low"


class ScoreDifferences(Listed):
    """The differences of pairs, and of floaters to a point below the bracket (2017).

    With as many floaters all lists are of one length, so a difference of 0 needs no digit.

    Rule: fide-dutch-2017 C6, A8.
    """

    key = "psd"
    meaning = (
        "score differences of the pairs, and of those who float to a point below the bracket, "
        "high to low"
    )

    def values(self, scene: Scene) -> Iterable[int]:
        """Return those of pairs and of floaters."""
        return scene.gaps.union(map(scene.below, scene.bracket.players))

    def of_pair(self, scene: Scene, pair: Pair) -> int:
        """List the difference."""
        return pair.gap

    def of_floater(self, scene: Scene, player: int) -> int:
        """List the difference to a point below the bracket."""
        return scene.below(player)


# --- the next bracket -----------------------------------------------------------------------------


class NextFloaters(Count):
    """As few as can be are left over in the next bracket.

    Rule: fide-dutch-2026 C8.
    """

    key = "next_floaters"
    attained = "told"
    meaning = "how few the next bracket can leave unpaired"
    wanted = "0, or 1 where they are odd with those who float"

    def applies(self, scene: Scene) -> bool:
        """Tell whether a bracket follows."""
        return bool(scene.bracket.following)

    def of_over(self, scene: Scene, player: int) -> int:
        """Count each."""
        return 1

    def least(self, way: Any) -> int:
        """Return 1 where they are odd with those who float."""
        following = way.scene.bracket.following
        return (len(way.floaters) + len(following)) % 2 if following else 0


class NextFloaters2017(NextFloaters):
    """The same; in the last bracket one may be left over, who must be allowed the bye.

    So who may not have it weighs as much as three.

    Rule: fide-dutch-2017 C7, A9.
    """

    times = 3

    def of_over(self, scene: Scene, player: int) -> int:
        """Count each, or three."""
        return 1 if scene.bracket.lower or scene.players[player].may_have_bye else 3

    def told(self, one: Any, two: Any, at: int, difference: Difference) -> Difference:
        """Tell that of the last bracket it counts no players."""
        return replace(difference, part=None if two.scene.bracket.lower else "barred")


class NextScores(Listed):
    """The scores of those left over in the next bracket.

    Rule: fide-dutch-2026 C8.
    """

    key = "next_scores"
    meaning = "their scores, high to low"

    def values(self, scene: Scene) -> Iterable[int]:
        """Return the scores of both; none where no bracket follows."""
        return scene.levels | {scene.following} if scene.bracket.following else ()

    def of_over(self, scene: Scene, player: int) -> int:
        """List the score."""
        return scene.scores[player]


class NextDifferences(Listed):
    """The score differences of the next bracket (2017).

    Rule: fide-dutch-2017 C7, A8.
    """

    key = "next_psd"
    meaning = "score differences of the next bracket at best, high to low"

    def values(self, scene: Scene) -> Iterable[int]:
        """Return those of pairs there, and of who is left over; none where no bracket follows."""
        if not scene.bracket.following:
            return ()
        ahead = {score - scene.following for score in scene.levels} | {0}
        return ahead | {value + POINT for value in ahead}

    def of_over(self, scene: Scene, player: int) -> int:
        """List the difference to a point below."""
        return scene.scores[player] - scene.following + POINT

    def of_pair_below(self, scene: Scene, higher: int) -> int:
        """List the difference to a resident there."""
        return scene.scores[higher] - scene.following


class ByeUnplayed(Count):
    """Who floats alone and has the bye has played as many rounds as can be.

    Rule: fide-dutch-2026 C9.
    """

    key = "bye_unplayed"
    unit = "rounds"
    attained = "told"
    meaning = "rounds not played by who floats alone and has the bye"

    def spans(self, scene: Scene) -> Iterable[tuple[int, int]]:
        """Yield a digit only where there is one floater, who has the bye."""
        if scene.one_floater:
            yield 0, 1 + max(scene.players[i].unplayed for i in scene.bracket.players)

    def of_seat(self, scene: Scene, player: int) -> int:
        """Count the rounds."""
        return scene.players[player].unplayed


# --- colours --------------------------------------------------------------------------------------


class OfColours(Count):
    """What a pair costs in colours: its value of the same name."""

    attained = "told"

    def of_pair(self, scene: Scene, pair: Pair) -> int:
        """Count the value."""
        value: int = getattr(pair, self.key)
        return value


class AtTopscorers(OfColours):
    """What there can be only at a topscorer's board."""

    def applies(self, scene: Scene) -> bool:
        """Tell whether there is a topscorer."""
        return scene.topscorers


class BeyondTwo(AtTopscorers):
    """No colour difference beyond two at a topscorer's board.

    Rule: fide-dutch-2026 C10; fide-dutch-2017 C8.
    """

    key = "beyond_two"
    meaning = "at a topscorer's board, who get a colour difference beyond 2"


class ThirdColour(AtTopscorers):
    """No colour three times running at a topscorer's board.

    Rule: fide-dutch-2026 C11; fide-dutch-2017 C9.
    """

    key = "third_colour"
    meaning = "at a topscorer's board, who get one colour three times running"


class Denied(OfColours):
    """Everybody gets the colour that they prefer.

    Rule: fide-dutch-2026 C12; fide-dutch-2017 C10.
    """

    key = "denied"
    meaning = "who do not get the colour they prefer"


class DeniedStrong(OfColours):
    """Everybody gets the colour that they strongly prefer.

    Rule: fide-dutch-2026 C13; fide-dutch-2017 C11.
    """

    key = "denied_strong"
    meaning = "who do not get the colour they strongly prefer"


# --- floats of the last two rounds ----------------------------------------------------------------


class Again(Criterion):
    """A float like that of the last round, or (`back` 1) of the one before."""

    letter: ClassVar[str]

    def __init__(self, clause: str, back: int = 0) -> None:
        """Take the clause and the round."""
        super().__init__(clause)
        self.back = back
        self.key = self.key.format(back + 1)
        self.meaning = self.meaning.format(("in the last round", "two rounds ago")[back])

    def again(self, scene: Scene, player: int) -> bool:
        """Tell whether a player had this float then."""
        return scene.players[player].floats[self.back] == self.letter


class DownAgain(Again, Count):
    """Residents do not float down again.

    Rule: fide-dutch-2026 C14, C16.
    """

    key = "down_{}"
    letter = "D"
    attained = "told"
    meaning = "residents who float down and did so {}"

    def of_floater(self, scene: Scene, player: int) -> int:
        """Count a resident."""
        return player not in scene.moved and self.again(scene, player)


class DownAgain2017(DownAgain):
    """Nobody floats down again, or meets somebody of a lower score again.

    Rule: fide-dutch-2017 C12, C14.
    """

    def of_floater(self, scene: Scene, player: int) -> int:
        """Count everybody."""
        return self.again(scene, player)

    def of_pair(self, scene: Scene, pair: Pair) -> int:
        """Count the higher one of unequal scores."""
        return pair.gap > 0 and self.again(scene, pair.higher)


class UpAgain(Again, Count):
    """Nobody meets somebody of a higher score again.

    Rule: fide-dutch-2026 C15, C17; fide-dutch-2017 C13, C15.
    """

    key = "up_{}"
    letter = "U"
    attained = "told"
    meaning = "opponents of those moved down who floated up {}"

    def applies(self, scene: Scene) -> bool:
        """Tell whether scores differ."""
        return bool(scene.gaps)

    def of_pair(self, scene: Scene, pair: Pair) -> int:
        """Count the lower one of unequal scores."""
        return pair.gap > 0 and self.again(scene, pair.lower)


class UpGaps(Again, Listed):
    """The score differences of those who do.

    Rule: fide-dutch-2026 C19, C21; fide-dutch-2017 C17, C19.
    """

    key = "up_{}_gaps"
    letter = "U"
    attained = "given"
    meaning = "score differences for those who floated up {}, high to low"

    def applies(self, scene: Scene) -> bool:
        """Tell whether scores differ."""
        return bool(scene.gaps)

    def values(self, scene: Scene) -> Iterable[int]:
        """Return the differences of pairs."""
        return scene.gaps

    def of_pair(self, scene: Scene, pair: Pair) -> int | None:
        """List that of unequal scores."""
        return pair.gap if pair.gap > 0 and self.again(scene, pair.lower) else None


class DownGaps(Again, Listed):
    """The score differences of those moved down who float down again.

    A moved-down player who floats on stands above everybody who is paired, by score.

    Rule: fide-dutch-2026 C18, C20.
    """

    key = "down_{}_gaps"
    letter = "D"
    attained = "told"
    meaning = (
        "score differences of those moved down who floated down {}, "
        "high to low, but for those who float on"
    )

    def values(self, scene: Scene) -> Iterable[int]:
        """Return those of pairs, and the scores of those moved down."""
        return scene.gaps | {FLOATS_ON + scene.scores[i] for i in scene.moved}

    def of_pair(self, scene: Scene, pair: Pair) -> int | None:
        """List that of unequal scores."""
        return pair.gap if pair.gap > 0 and self.again(scene, pair.higher) else None

    def of_floater(self, scene: Scene, player: int) -> int | None:
        """List one moved down above all differences."""
        on = player in scene.moved and self.again(scene, player)
        return FLOATS_ON + scene.scores[player] if on else None

    def told(self, one: Any, two: Any, at: int, difference: Difference) -> Difference:
        """Tell that one of the two floats on, and their score."""
        own = difference.own
        instead = difference.instead
        if max(own, instead) < FLOATS_ON:
            return difference
        return replace(difference, own=own % FLOATS_ON, instead=instead % FLOATS_ON, part="limbo")

    def parts(self, way: Any) -> Total:
        """Return the differences of pairs."""
        return tuple(gap for gap in way.total(self) if gap < FLOATS_ON)


class DownGaps2017(DownGaps):
    """The score differences of who float down again, or meet somebody of a lower score again.

    Rule: fide-dutch-2017 C16, C18.
    """

    def values(self, scene: Scene) -> Iterable[int]:
        """Return those of pairs and of floaters."""
        return scene.gaps.union(map(scene.below, scene.bracket.players))

    def of_floater(self, scene: Scene, player: int) -> int | None:
        """List that to a point below the bracket."""
        return scene.below(player) if self.again(scene, player) else None


# --- what comes first -----------------------------------------------------------------------------


class MovedS1(Order):
    """Who of those moved down are paired.

    Rule: fide-dutch-2026 4.4.
    """

    key = "moved_s1"
    meaning = "numbers, among those moved down, of the ones who are paired"

    def told(self, one: Any, two: Any, at: int, difference: Difference) -> Difference:
        """Tell the first in S1 who differs, and the one instead, or how many they are."""
        mine = one.order.moved_s1
        theirs = two.order.moved_s1
        if len(mine) != len(theirs):
            of = replace(difference, own=len(mine), instead=len(theirs))
            return replace(of, part="count", unit="players")
        out = next(i for i in mine if i not in theirs)
        return replace(difference, who=(out, next(i for i in theirs if i not in mine)))


class MovedS12017(MovedS1):
    """The same: more before fewer, and of as many those of higher scores first.

    Rule: fide-dutch-2017 B3, D3.
    """

    def total(self, way: Any) -> Total:
        """Return how many, their scores, and their numbers."""
        numbers = super().total(way)
        return (-len(numbers), *(-way.scene.scores[i] for i in way.order.moved_s1), *numbers)


class MovedOpponents(criterion.Opponents, Order):
    """Whom they meet.

    Rule: fide-dutch-2026 4.2; fide-dutch-2017 D1.
    """

    key = whom = "moved_opponents"
    of = "moved_s1"
    meaning = "number, among the residents, of the opponent of each of them"


class Exchange(criterion.Exchange, Order):
    """Who are exchanged between the halves of the remainder.

    Rule: fide-dutch-2026 4.3; fide-dutch-2017 D2.
    """

    key = "exchange"
    meaning = (
        "players exchanged between S1 and S2 of the remainder; parts: how many, by how much, and "
        "their numbers, of S1 as negative"
    )


class Opponents(criterion.Opponents, Order):
    """Whom S1 of the remainder meets.

    Rule: fide-dutch-2026 4.2; fide-dutch-2017 D1.
    """

    key = whom = "opponents"
    of = "s1_after"
    meaning = "number, in the remainder, of the opponent of each of S1"
