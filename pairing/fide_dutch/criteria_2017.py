"""The criteria of a bracket of 2017, C5 to C19, as costs: of a pair in it, and of who leaves it.

The bracket is paired within a matching. A player of the bracket is matched in it, or floats. Every
criterion is a sum over the matching, one digit each. A list of differences, highest first, has a
digit for each value: at the highest value that two lists have not equally often, the one that has
it more often is the greater, whichever is the longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pairing.fide_dutch.criteria import BracketCriteria, DutchBracket
from pairing.fide_dutch.field import DutchField

BracketKind = Literal["ordinary", "penultimate", "last"]

POINT: Final = 2
"""The one point of A8, in half points, whatever a won game is worth."""

FLOATS: Final = (("C12", "C16", "C13", "C17"), ("C14", "C18", "C15", "C19"))
"""For the last round and the one before: number and differences of downfloats, of upfloats."""


@dataclass(frozen=True, slots=True)
class Bracket2017(DutchBracket):
    """A bracket; a penultimate one has nobody following, a last one nobody below it at all.

    In a collapsed last bracket the residents have scores of their own.
    """

    kind: BracketKind = "ordinary"


class Criteria2017(BracketCriteria):
    """The costs of one bracket. A player with the bye floats; nothing is beside that."""

    def __init__(self, field: DutchField, bracket: Bracket2017, lighter: Sequence[int]) -> None:
        """Lay out the digits."""
        scores = field.scores
        self.lowest = scores[bracket.players[-1]]
        self.following = scores[bracket.following[0]] if bracket.following else 0
        super().__init__(field, bracket, lighter)
        self.floating = {i: self._floating(i) for i in bracket.players}
        self.over = {i: self._over(i) for i in (*bracket.players, *bracket.following)}
        self.in_seat = dict.fromkeys(bracket.players, 0)

    def _lay_out(self) -> None:
        """Name the digits, heaviest first.

        A pair within C6 has a difference above 0: with C5 equal, the lists are of one length.
        """
        bracket = self.bracket
        count = self.field.size + 1
        scores = {self.field.scores[i] for i in bracket.players}
        floating = {score - self.lowest + POINT for score in scores}
        within = {high - low for high in scores for low in scores if high > low} | floating
        self._digit("C5", count)
        self._list("C6", within)
        if bracket.following:
            ahead = {score - self.following for score in scores} | {0}
            self._digit("C7", 3 * count)
            self._list("C7 differences", ahead | {value + POINT for value in ahead})
        for name in ("C8", "C9", "C10", "C11", "C12", "C13", "C14", "C15"):
            self._digit(name, count)
        for name in ("C16", "C17", "C18", "C19"):
            self._list(name, within)

    def _floats(self, i: int, back: int, sign: str, value: int) -> list[tuple[int, int]]:
        """Return what a player's float by a difference costs if they had the same float then.

        Rule: fide-dutch-2017 C12, C13, C14, C15, C16, C17, C18, C19.
        """
        if self.field.players[i].floats[back] != sign:
            return []
        number, differences = FLOATS[back][:2] if sign == "D" else FLOATS[back][2:]
        return [(self.at[number, 0], 1), (self.at[differences, value], 1)]

    def _floating(self, i: int) -> int:
        """Return what it costs that a player leaves the bracket.

        The difference is to a point below the lowest score of the bracket (A8).

        Rule: fide-dutch-2017 C5, C6, C12, C14, C16, C18, A8.
        """
        value = self.field.scores[i] - self.lowest + POINT
        digits = [(self.at["C5", 0], 1), (self.at["C6", value], 1)]
        for back in (0, 1):
            digits += self._floats(i, back, "D", value)
        return self.digits.weigh(digits)

    def _over(self, i: int) -> int:
        """Return what it costs that a player stays over in the next bracket.

        Where that is the last, one player may stay over, who must be allowed the bye: who may not
        have it weighs as much as three.

        Rule: fide-dutch-2017 C7, A8, A9.
        """
        if not self.bracket.following:
            return 0
        barred = not self.bracket.lower and not self.field.players[i].may_have_bye
        value = self.field.scores[i] - self.following + POINT
        return self.digits.weigh(
            [(self.at["C7", 0], 3 if barred else 1), (self.at["C7 differences", value], 1)]
        )

    def ahead(self, higher: int) -> int:
        """Return what a pair with a resident of the next bracket costs, made there.

        Rule: fide-dutch-2017 C7.
        """
        value = self.field.scores[higher] - self.following
        return self.digits.weigh([(self.at["C7 differences", value], 1)])

    def pair(self, higher: int, lower: int) -> int:
        """Return what a pair in the bracket costs.

        Rule: fide-dutch-2017 C6, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19.
        """
        costs = self.field.colour_costs(higher, lower)
        names = ("C8", "C9", "C10", "C11")
        digits = [(self.at[name, 0], cost) for name, cost in zip(names, costs, strict=True)]
        value = self.field.scores[higher] - self.field.scores[lower]
        if value:
            digits.append((self.at["C6", value], 1))
            for back in (0, 1):
                digits += self._floats(higher, back, "D", value)
                digits += self._floats(lower, back, "U", value)
        return self.digits.weigh(digits)
