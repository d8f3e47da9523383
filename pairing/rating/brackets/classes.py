"""The pairing of a bracket by classes of interchangeable players: bounds first, then bit sets.

Players with the same colours, floats and scores differ only in the opponents they have met. The
cheapest pairing between their classes is a small problem, and its duals bound what any pairing
drops. Where a complete matching without slack exists, all best pairings have no slack
(complementary slackness), and no cheapest matching of all players is needed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from pairing.graphs.matching import mask_of
from pairing.graphs.transport import class_duals
from pairing.rating.brackets.costs import BracketCosts
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField
from pairing.rating.brackets.in_order import InOrder


def pairing_by_classes(
    field: RatingField, bracket: Bracket, level: Level, may_float: Sequence[int]
) -> Candidate | None:
    """Return the first pairing of the least vector where the bound is met; None: inconclusive.

    Where not all players moved down are in S1, M1 must be the greatest possible.

    Rule: knsb-rating-2014 A7d, A7e, B2, B5, B6, C10, D1, D2, D3.
    """
    if level.m1 > min(len(bracket.moved), level.p1):
        return None
    classes = _Classes(field, bracket, level, may_float)
    duals = class_duals(classes.costs, classes.sizes)
    if duals is None:
        return None
    total = sum(y * size for y, size in zip(duals, classes.sizes, strict=True))
    among_residents, number = divmod(total // 2, classes.unit)
    if total % 2 or (level.m1 and level.p1 - among_residents != level.m1):
        return None
    rows = classes.without_slack(duals)
    graph = InOrder(bracket.players, rows, classes.moved, level.p1)
    mates = graph.matched()
    if mates is None:
        return None
    if level.m1 < classes.moved.bit_count():
        graph.choose_s1(mates)
    return graph.candidate(mates, classes.numbers.vector(number))


class _Classes:
    """The players of a bracket by class, and one class of empty places for the floaters."""

    def __init__(
        self, field: RatingField, bracket: Bracket, level: Level, may_float: Sequence[int]
    ) -> None:
        self.field = field
        self.players = bracket.players
        self.numbers = BracketCosts(field, bracket, level.m1 > 0)
        self.spare = len(bracket.players) - 2 * level.p1
        self.unit = self.numbers.base**8
        self.down = frozenset(bracket.moved) if level.m1 else frozenset()
        self.all_in_s1 = level.m1 == len(self.down)
        self.floats = self.numbers.floats(
            [i for i in may_float if i not in self.down or not self.all_in_s1]
        )
        self.moved = mask_of(at for at, i in enumerate(self.players) if i in self.down)
        self.members: dict[Hashable, list[int]] = {}
        for at, i in enumerate(self.players):
            self.members.setdefault(self._class(i), []).append(at)
        self.groups = list(self.members.values())
        self.sizes = [len(group) for group in self.groups]
        self.costs = [[self._cost(one, two) for two in self.groups] for one in self.groups]
        if self.spare:
            empty = [self.floats.get(self.players[group[0]]) for group in self.groups]
            for row, cost in zip(self.costs, empty, strict=True):
                row.append(cost)
            self.costs.append([*empty, None])
            self.sizes.append(self.spare)

    def _class(self, i: int) -> Hashable:
        """Return everything that determines a pair's cost, apart from the opponents already met."""
        field = self.field
        up = (field.points[i], field.players[i].floats) if self.down else ()
        return field.alike[field.kind[i]], up, i in self.down, self.floats.get(i)

    def _cost(self, one: Sequence[int], two: Sequence[int]) -> int | None:
        """Return the cost of a pair of two classes, None when there is no such pair."""
        i = self.players[one[0]]
        j = self.players[two[0]]
        cost = self.field.costs[self.field.kind[i]][self.field.kind[j]]
        moved = (i in self.down) + (j in self.down)
        if cost is None or (moved == 2 and self.all_in_s1) or not self._any_pair(one, two):
            return None
        up = self.field.up(i, j) if self.down else (0, 0)
        among_residents = self.unit if self.down and not moved else 0
        return among_residents + self.numbers.number((*cost, 0, 0, *up))

    def _any_pair(self, one: Sequence[int], two: Sequence[int]) -> bool:
        """Return whether some two of these classes have not met."""
        met = self.field.met
        players = self.players
        return any(a != b and players[b] not in met[players[a]] for a in one for b in two)

    def without_slack(self, duals: Sequence[int]) -> list[int]:
        """Return the graph of the pairs, and floaters, of the pairings within the bound."""
        masks = [mask_of(group) for group in self.groups]
        size = len(self.players)
        place = {i: at for at, i in enumerate(self.players)}
        rows = [0] * (size + self.spare)
        empty = ((1 << self.spare) - 1) << size
        for at, group in enumerate(self.groups):
            tight = 0
            for other, mask in enumerate(masks):
                cost = self.costs[at][other]
                if cost is not None and 2 * cost == duals[at] + duals[other]:
                    tight |= mask
            floats = self.costs[at][-1] if self.spare else None
            if floats is not None and 2 * floats == duals[at] + duals[-1]:
                tight |= empty
            for a in group:
                rows[a] = tight & ~(1 << a)
                for j in self.field.met[self.players[a]]:
                    if j in place:
                        rows[a] &= ~(1 << place[j])
        may = mask_of(a for a in range(size) if rows[a] & empty)
        rows[size:] = [may] * self.spare
        return rows
