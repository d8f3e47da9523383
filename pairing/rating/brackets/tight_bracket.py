"""The pairing of a bracket that drops no more than the counts of A8 require, by bit sets.

In most brackets X and Z can equal X1 and Z1, and nothing else is dropped. A set of pairs does that
if and only if each of its pairs is of certain kinds. So no costs are needed: any complete matching
of a graph will do, and the order is fixed player by player, with a witness that is repaired.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.values import Colour
from pairing.graphs.matching import mask_of
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField
from pairing.rating.brackets.in_order import InOrder
from projections.games.colours import STRONG


def tight_pairing(
    field: RatingField, bracket: Bracket, level: Level, may_float: Sequence[int]
) -> Candidate | None:
    """Return the first pairing when it drops the least that the counts allow; None: inconclusive.

    Rule: knsb-rating-2014 A7d, A7e, A8, D1, D2.
    """
    if level.m1 not in (0, len(bracket.moved)):
        return None
    down = set(bracket.moved)
    scores = {field.points[i] for i in bracket.players if i not in down}
    if level.m1 and (len(scores) > 1 or level.p1 < level.m1):
        return None
    tight = _Tight(field, bracket, level, may_float)
    if not tight.is_plain:
        return None
    graph = InOrder(tight.players, tight.rows, tight.moved, level.p1)
    mates = graph.matched()
    if mates is None:
        return None
    return graph.candidate(mates, (0, 0, tight.x, tight.z, 0, 0, 0, 0))


class _Tight:
    """The graph of a bracket, by place: the players, then one vertex for each floater."""

    def __init__(
        self, field: RatingField, bracket: Bracket, level: Level, may_float: Sequence[int]
    ) -> None:
        self.field = field
        self.players = bracket.players
        self.level = level
        self.size = len(bracket.players)
        self.spare = self.size - 2 * level.p1
        self.moved = mask_of(
            at for at, i in enumerate(self.players) if level.m1 and i in set(bracket.moved)
        )
        self._read_wishes()
        free = {i for i in may_float if field.down_in(bracket, i) == (0, 0)}
        self.floats = mask_of(at for at, i in enumerate(self.players) if i in free)
        self.floats &= ~(self.needed | self.moved)
        self.rows = self._rows()

    def _read_wishes(self) -> None:
        """Find X and Z by the counts, and the players to be paired, no two of them together."""
        field = self.field
        count = self.level.p1
        wishes = [field.preferences[i] for i in self.players]
        whites = sum(w.colour == "W" for w in wishes)
        blacks = sum(w.colour == "B" for w in wishes)
        larger: Colour = "W" if whites > blacks else "B"
        few = mask_of(at for at, w in enumerate(wishes) if w.colour != larger)
        weak = mask_of(
            at for at, w in enumerate(wishes) if w.colour != larger or w.strength < STRONG
        )
        self.x = max(count - few.bit_count(), 0)
        self.z = 0 if field.is_odd_round else max(count - weak.bit_count(), 0)
        # With Z above 0 the majority colour must be the same by strong preferences alone.
        strong = [w.colour for w in wishes if w.strength >= STRONG]
        rest = len(strong) - strong.count(larger)
        self.is_plain = not self.z or strong.count(larger) >= rest
        self.few = few if self.x else 0
        self.weak = weak if self.z else 0
        self.needed = self.few | self.weak

    def _rows(self) -> list[int]:
        """Return the graph: only pairs that a least dropping set of pairs can have."""
        field = self.field
        players = self.players
        everyone = (1 << self.size) - 1
        place = {i: at for at, i in enumerate(players)}
        of_kind: dict[int, int] = {}
        for at, i in enumerate(players):
            of_kind[field.kind[i]] = of_kind.get(field.kind[i], 0) | 1 << at
        reach = {}
        for kind in of_kind:
            mask = 0
            for other, members in of_kind.items():
                cost = field.costs[kind][other]
                if cost is None or cost[0] or cost[1]:
                    continue
                if (cost[2] and not self.x) or (cost[3] and not self.z):
                    continue
                mask |= members
            reach[kind] = mask
        floated_up = mask_of(
            at for at, i in enumerate(players) if self.moved and "U" in field.players[i].floats
        )
        empty = ((1 << self.spare) - 1) << self.size
        rows = []
        for at, i in enumerate(players):
            own = 1 << at
            row = reach[field.kind[i]] & everyone & ~own
            row &= ~mask_of(place[j] for j in field.met[i] if j in place)
            if own & self.few:
                row &= ~self.few
            if own & self.weak:
                row &= ~self.weak
            if own & self.moved:
                row &= ~(self.moved | floated_up)
            elif own & floated_up:
                row &= ~self.moved
            if own & self.floats:
                row |= empty
            rows.append(row)
        return rows + [self.floats] * self.spare
