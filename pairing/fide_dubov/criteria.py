"""The criteria of the upfloaters, C5 to C10, as costs of the pairs of a bracket.

A resident is paired in the bracket, with another resident or with an upfloater. Each upfloater is
in one such pair, so that every criterion is a sum over the pairs, and has a digit.
"""

from __future__ import annotations

from collections.abc import Hashable

from pairing.fide_dubov.field import DubovField
from pairing.graphs.digits import Digits


class UpfloatCosts:
    """What upfloaters cost: `upfloater` has it for each of those who may be, by place.

    `by_order`: of upfloaters that are equal by all criteria, the first set costs the least.
    """

    def __init__(self, field: DubovField, lower: int, *, by_order: bool = False) -> None:
        """Take those below the bracket who may float up."""
        self.field = field
        places = [at for at in field.order if lower >> at & 1]
        # The lowest score is compared first, so it has the heaviest digit.
        scores = sorted({field.scores[at] for at in places})
        count = field.size + 1
        counted = not field.last_round
        upfloats = sum(field.players[at].upfloats for at in places)
        self.criteria: list[object] = ["C5", *scores, "C7", "C8", "C9", "C10", "order"]
        order = [count << len(places)] if by_order else [1]
        self.digits = Digits(
            (count, *[count] * len(scores), count, count, upfloats + 1, count, *order)
        )
        self.place = {name: at for at, name in enumerate(self.criteria)}
        self.refused = self.digits.weigh([(self.place["C7"], 1)])
        self.upfloater = {
            at: self._upfloater(at, counted)
            + ((1 << len(places)) - (1 << len(places) - 1 - number) if by_order else 0)
            for number, at in enumerate(places)
        }

    def _upfloater(self, at: int, counted: bool) -> int:
        """Return what an upfloater costs, but for the colours.

        Rule: fide-dubov-2026 C5, C6, C8, C9, C10.
        """
        player = self.field.players[at]
        place = self.place
        values = [(place["C5"], 1), (place[self.field.scores[at]], 1)]
        if counted and player.maximum:
            values += [(place["C8"], 1), (place["C9"], player.upfloats)]
        if counted and player.upfloated_last:
            values.append((place["C10"], 1))
        return self.digits.weigh(values)

    def kind(self, at: int) -> Hashable:
        """Return all that the cost of a pair goes by, and whether C3 lets two alike meet."""
        return self.field.wishes[at], self.upfloater.get(at)

    def pair(self, one: int, two: int) -> int:
        """Return what a pair of the bracket costs, or one of two lower players, who pay nothing.

        Rule: fide-dubov-2026 C7.
        """
        floats = [self.upfloater[at] for at in (one, two) if at in self.upfloater]
        if len(floats) == 2:
            return 0
        return sum(floats) + self.refused * self.field.refuses(one, two)
