"""Who floats up into a bracket: the first set with which it is paired best.

Quick first, as if nobody below had to be paired: the residents, and the lower players from the top
down to the first score that gives opponents enough. Where the set that comes out leaves a complete
pairing to those below (C4), none that does is better or comes before it. Else everybody below is
paired together with the bracket.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import groupby

from pairing.fide_dubov.costs import UpfloatCosts
from pairing.fide_dubov.field import DubovField
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import (
    EXPOSED,
    bits,
    deficiency,
    find_partner,
    mask_of,
    maximum_matching,
)
from pairing.graphs.transport import class_duals


def upfloaters_of(field: DubovField, residents: int, lower: int) -> int:
    """Return the upfloaters of a bracket as a mask; all together must have a complete pairing.

    Rule: fide-dubov-2026 3.2.1, 3.2.2, 4.2, C4.
    """
    fewest, _ = deficiency(field.legal, residents)
    chosen = _from_the_top(field, residents, lower, fewest) if fewest else 0
    if chosen is not None and field.completes(lower & ~chosen):
        return chosen
    chosen = _Graph(field, residents, lower, None).chosen()
    assert chosen is not None, "the brackets above leave a complete pairing"
    done = field.completes(lower & ~chosen)
    assert done, "C4 is kept"
    return chosen


def _from_the_top(field: DubovField, residents: int, lower: int, fewest: int) -> int | None:
    """Return the first of the best sets where those below are left aside; None: there is none.

    No set with a player below the first score that gives opponents enough is as good (C6).

    Rule: fide-dubov-2026 C5, C6.
    """
    near = 0
    places = [at for at in field.order if lower >> at & 1]
    for _, group in groupby(places, key=field.scores.__getitem__):
        near |= mask_of(group)
        stay = near.bit_count() - fewest
        graph = _Graph(field, residents, near, stay) if stay >= 0 else None
        if graph is not None and graph.matched(graph.rows) is not None:
            return graph.chosen()
    return None


class _Graph:
    """Residents and those below who may float up; a complete matching has the upfloaters.

    Who stays below is matched with another lower player, so that C4 is kept; or, where `stay` tells
    how many do, with a seat, so that it is left aside.
    """

    def __init__(self, field: DubovField, residents: int, near: int, stay: int | None) -> None:
        self.field = field
        self.residents = residents
        self.near = near
        self.stay = stay
        self.seats = ((1 << (stay or 0)) - 1) << field.size
        self.below = near if stay is None else self.seats
        self.everybody = residents | near | self.seats
        self.order = [at for at in field.order if near >> at & 1]
        self.rows = [0] * (field.size + (stay or 0))
        for at in bits(residents):
            self.rows[at] = field.legal[at] & (residents | near)
        for at in bits(near):
            self.rows[at] = field.legal[at] & residents
            self.rows[at] |= field.legal[at] & near if stay is None else self.seats
        for at in bits(self.seats):
            self.rows[at] = near

    def matched(self, rows: Sequence[int]) -> list[int] | None:
        """Return a complete matching; None: there is none."""
        mates = [EXPOSED] * len(rows)
        # Those who stand last stay below, as a rule.
        for seat, at in zip(bits(self.seats), reversed(self.order), strict=False):
            if rows[at] >> seat & 1:
                mates[at] = seat
                mates[seat] = at
        mates = maximum_matching(rows, mates, self.everybody)
        return None if any(mates[at] == EXPOSED for at in bits(self.everybody)) else mates

    def chosen(self) -> int | None:
        """Return the first of the best sets; None: there is none.

        Rule: fide-dubov-2026 3.2.2, 4.2, C6, C7, C8, C9, C10.
        """
        rows = self._tight()
        mates = None if rows is None else self.matched(rows)
        if rows is None or mates is None:
            return _cheapest(self.field, self.residents, self.near, alone=self.stay is not None)
        left = sum(self.residents >> mates[at] & 1 for at in self.order)
        chosen = 0
        for at in self.order:
            if not left:
                break
            if not rows[at] & self.residents:
                continue
            wanted = find_partner(rows, mates, at, self.residents, self.everybody)
            chosen |= wanted << at
            left -= wanted
            lost = rows[at] & (self.below if wanted else self.residents)
            rows[at] &= ~lost
            for other in bits(lost):
                rows[other] &= ~(1 << at)
        return chosen

    def _tight(self) -> list[int] | None:
        """Return the graph of the pairs without slack, by the duals of players that are alike.

        Where it has a complete matching, its complete matchings are the best ones.
        """
        costs = UpfloatCosts(self.field, self.near)
        members: dict[Hashable, list[int]] = {}
        for at in bits(self.residents | self.near):
            members.setdefault(costs.kind(at), []).append(at)
        if self.seats:
            members["seats"] = list(bits(self.seats))
        groups = list(members.values())
        masks = [mask_of(group) for group in groups]

        def cost(a: int, b: int) -> int | None:
            if not any(self.rows[at] & masks[b] for at in groups[a]):
                return None
            seated = (self.seats >> groups[a][0] | self.seats >> groups[b][0]) & 1
            return 0 if seated else costs.pair(groups[a][0], groups[b][0])

        table = [[cost(a, b) for b in range(len(groups))] for a in range(len(groups))]
        duals = class_duals(table, [len(group) for group in groups])
        if duals is None:
            return None
        rows = list(self.rows)
        for a, group in enumerate(groups):
            tight = 0
            for b, mask in enumerate(masks):
                each = table[a][b]
                if each is not None and 2 * each == duals[a] + duals[b]:
                    tight |= mask
            for at in group:
                rows[at] &= tight
        return rows


def _cheapest(field: DubovField, residents: int, lower: int, *, alone: bool) -> int | None:
    """Return the first of the best sets by a cheapest matching; None: there is none.

    `alone`: the lower players need not be paired.

    Rule: fide-dubov-2026 3.2.1, 3.2.2, 4.2, C4, C5, C6, C7, C8, C9, C10.
    """
    costs = UpfloatCosts(field, lower, by_order=True)
    places = list(bits(residents | lower))
    number = {at: n for n, at in enumerate(places)}
    rows: list[dict[int, int]] = []
    for at in places:
        near = field.legal[at] & (residents | lower)
        if alone and lower >> at & 1:
            near &= residents
        rows.append({number[other]: costs.pair(at, other) for other in bits(near)})
    single = {number[at]: 0 for at in bits(lower)} if alone else {}
    mates = CheapestMatching(rows, alone=single).run()
    if mates is None:
        return None
    return mask_of(
        at
        for at in bits(lower)
        if mates[number[at]] != EXPOSED and residents >> places[mates[number[at]]] & 1
    )
