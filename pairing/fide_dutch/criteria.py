"""The criteria of a bracket, C6 to C21, as costs: of a pair in it, and of who leaves it.

The bracket is paired within a perfect matching of the bracket, everybody below it and the seat of
the bye. A player of the bracket is matched in it, or floats: with somebody below, or with the seat.
A player of the bracket or of the next scoregroup who is matched below that group, or with the seat,
stays over in the next bracket. Every criterion is then a sum over the matching, one digit each; a
list, of one length in all candidates that are equal before it, has a digit for each value, highest
first: the longer list of the highest value where they differ is the greater list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing.fide_dutch.field import DutchField
from pairing.graphs.digits import Digits


@dataclass(frozen=True, slots=True)
class DutchBracket:
    """A bracket, by places: players moved down, residents, the next scoregroup, all below that."""

    moved: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]
    lower: tuple[int, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """Return everybody in it, in the order of 1.2."""
        return (*self.moved, *self.residents)


class BracketCriteria:
    """The costs of one bracket, a digit for each criterion or value of a list, heaviest first.

    `floating` is what each player of the bracket costs who leaves it, `over` each player of the
    bracket or of the next scoregroup who stays over in the next bracket, `in_seat` each player
    of the bracket who has the bye, beside both. `lighter` are the spans of digits below all
    criteria, which begin at `lightest`.
    """

    over: Mapping[int, int]
    floating: Mapping[int, int]
    in_seat: Mapping[int, int]

    def __init__(self, field: DutchField, bracket: DutchBracket, lighter: Sequence[int]) -> None:
        """Lay out the digits."""
        self.field = field
        self.bracket = bracket
        self.spans: list[int] = []
        self.at: dict[tuple[str, int], int] = {}
        self._lay_out()
        self.lightest = len(self.spans)
        self.digits = Digits((*self.spans, *lighter))

    def _lay_out(self) -> None:
        """Name the digits, heaviest first."""
        raise NotImplementedError

    def _digit(self, name: str, span: int, score: int = 0) -> None:
        self.at[name, score] = len(self.spans)
        self.spans.append(span)

    def _list(self, name: str, values: Iterable[int]) -> None:
        """Add a digit for each value of a list, highest first."""
        for value in sorted(set(values), reverse=True):
            self._digit(name, self.field.size + 1, value)

    def pair(self, higher: int, lower: int) -> int:
        """Return what a pair in the bracket costs."""
        raise NotImplementedError

    def ahead(self, higher: int) -> int:
        """Return what a pair with a resident of the next bracket costs, made there."""
        raise NotImplementedError


class Criteria(BracketCriteria):
    """The costs of one bracket."""

    def __init__(
        self, field: DutchField, bracket: DutchBracket, one_floater: bool, lighter: Sequence[int]
    ) -> None:
        """Lay out the digits; `one_floater`: the bracket has just one, who has the bye (C9)."""
        self.one_floater = one_floater
        super().__init__(field, bracket, lighter)
        players = bracket.players
        self.over = {i: self._over(i) for i in (*players, *bracket.following)}
        self.floating = {i: self._floating(i) for i in players}
        unplayed = [(i, field.players[i].unplayed) for i in players]
        self.in_seat = {
            i: self.digits.weigh([(self.at["C9", 0], rounds)] if one_floater else [])
            for i, rounds in unplayed
        }

    def _lay_out(self) -> None:
        field = self.field
        bracket = self.bracket
        scores = field.scores
        players = bracket.players
        of_moved = sorted({scores[i] for i in bracket.moved}, reverse=True)
        # A count is of players, of whom each is in one pair.
        count = field.size + 1
        self._digit("C6", count)
        self._list("C7", (scores[i] for i in players))
        if bracket.following:
            self._digit("C8", count)
            self._list("C8 scores", (scores[i] for i in (*players, *bracket.following)))
        if self.one_floater:
            self._digit("C9", 1 + max(field.players[i].unplayed for i in players))
        for name in ("C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17"):
            self._digit(name, count)
        for down, up in (("C18", "C19"), ("C20", "C21")):
            for name in (f"{down} floating", down, up):
                for score in of_moved:
                    self._digit(name, count, score)

    def _floating(self, i: int) -> int:
        """Return what it costs that a player leaves the bracket.

        Who was moved down and floats on stands in C18 and C20 above everybody who is paired.

        Rule: fide-dutch-2026 C6, C7, C14, C16, C18, C20.
        """
        score = self.field.scores[i]
        floats = self.field.players[i].floats
        values = [(self.at["C6", 0], 1), (self.at["C7", score], 1)]
        for back, (resident, moved) in enumerate((("C14", "C18"), ("C16", "C20"))):
            if floats[back] == "D" and i in self.bracket.moved:
                values.append((self.at[f"{moved} floating", score], 1))
            elif floats[back] == "D":
                values.append((self.at[resident, 0], 1))
        return self.digits.weigh(values)

    def _over(self, i: int) -> int:
        """Return what it costs that a player stays over in the next bracket.

        Rule: fide-dutch-2026 C8.
        """
        if not self.bracket.following:
            return 0
        return self.digits.weigh(
            [(self.at["C8", 0], 1), (self.at["C8 scores", self.field.scores[i]], 1)]
        )

    def ahead(self, higher: int) -> int:
        """Return 0: C8 counts those who stay over, and no pairs."""
        return 0

    def pair(self, higher: int, lower: int) -> int:
        """Return what a pair in the bracket costs.

        A moved-down player meets residents only. All residents have one score, so the score of the
        moved-down player determines the difference.

        Rule: fide-dutch-2026 C10, C11, C12, C13, C15, C17, C18, C19, C20, C21.
        """
        names = ("C10", "C11", "C12", "C13")
        costs = self.field.colour_costs(higher, lower)
        values = [(self.at[name, 0], cost) for name, cost in zip(names, costs, strict=True)]
        if higher in self.bracket.moved:
            one = self.field.players[higher]
            two = self.field.players[lower]
            score = one.points_halves
            for back, (number, down, up) in enumerate(
                (("C15", "C18", "C19"), ("C17", "C20", "C21"))
            ):
                if one.floats[back] == "D":
                    values.append((self.at[down, score], 1))
                if two.floats[back] == "U":
                    values += [(self.at[number, 0], 1), (self.at[up, score], 1)]
        return self.digits.weigh(values)
