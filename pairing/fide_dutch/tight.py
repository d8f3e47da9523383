"""The graph of one bracket whose complete matchings are its best pairings, by criteria alone.

Players of the same colours, floats and scores are alike, but for whom they have met. Between their
kinds the cheapest way to pair all is a small problem. Its duals bound what any pairing costs, and
where there is a complete matching of pairs without slack, the best pairings are just these
(complementary slackness). Where there is none, a cheapest matching goes on from there.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from pairing.fide_dutch.criteria import Criteria, DutchBracket
from pairing.fide_dutch.field import DutchField
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import EXPOSED, bits, deficiency, mask_of, maximum_matching
from pairing.graphs.transport import class_duals


@dataclass(slots=True)
class TightGraph:
    """Rows by place, after the seat of the bye the seats of floaters, and a complete matching."""

    rows: list[int]
    mates: list[int]
    first_seat: int


class BracketGraph:
    """The players of a bracket, whom they may meet in it, and what it costs to float."""

    def __init__(
        self,
        field: DutchField,
        bracket: DutchBracket,
        criteria: Criteria,
        floating: Mapping[int, int],
    ) -> None:
        """Take the criteria without digits below C21, and what each costs who may float."""
        self.field, self.bracket, self.criteria = field, bracket, criteria
        self.floating, self.first_seat = floating, field.size + 1
        self.players = mask_of(bracket.players)
        residents = mask_of(bracket.residents)
        self.legal = [0] * (field.size + 1)
        for i in bracket.moved:
            self.legal[i] = field.legal[i] & residents
        for i in bracket.residents:
            self.legal[i] = field.legal[i] & self.players

    def fewest_floaters(self) -> int:
        """Return how many float at least (C6)."""
        return deficiency(self.legal, self.players)[0]

    def tight(self, seats: int) -> TightGraph | None:
        """Return the graph of the best pairings with so many floaters.

        None: there is no pairing, or these are not all complete matchings of a graph.
        """
        kinds = _Kinds(self, seats)
        duals = class_duals(kinds.costs, kinds.sizes)
        if duals is None:
            return None
        rows = kinds.rows(duals)
        mates = maximum_matching(rows, self._start(rows, seats), kinds.everybody)
        if all(mates[at] != EXPOSED for at in bits(kinds.everybody)):
            return TightGraph(rows, mates, self.first_seat)
        return self._weighed(kinds, duals, mates)

    def _start(self, rows: list[int], seats: int) -> list[int]:
        """Return the pairs of the first candidate that there are; the last players float."""
        mates = [EXPOSED] * len(rows)
        taken = 0
        if seats:
            for seat, at in zip(
                range(self.first_seat, len(rows)), reversed([*bits(rows[-1])]), strict=False
            ):
                mates[seat], mates[at] = at, seat
                taken |= 1 << at
        moved = [i for i in self.bracket.moved if not taken >> i & 1]
        residents = [i for i in self.bracket.residents if not taken >> i & 1]
        among = residents[len(moved) :]
        half = len(among) // 2
        for one, two in (
            *zip(moved, residents, strict=False),
            *zip(among[:half], among[half:], strict=False),
        ):
            if rows[one] >> two & 1:
                mates[one], mates[two] = two, one
        return mates

    def _weighed(self, kinds: _Kinds, duals: list[int], mates: list[int]) -> TightGraph | None:
        """Return the same by a cheapest matching that begins with these duals and pairs."""
        places = list(bits(kinds.everybody))
        number = {at: n for n, at in enumerate(places)}
        legal, kind = kinds.legal(), kinds.kind_of()
        costs = [{number[j]: kinds.cost(kind, i, j) for j in bits(legal[i])} for i in places]
        start = [duals[kind[i]] for i in places]
        hint = [number.get(mates[i], EXPOSED) for i in places]
        matching = CheapestMatching(costs, start, hint)
        found = matching.run()
        if found is None or matching.has_blossoms:
            return None
        rows, new_mates = [0] * len(mates), [EXPOSED] * len(mates)
        for n, i in enumerate(places):
            new_mates[i] = places[found[n]]
            rows[i] = mask_of(places[to] for to in costs[n] if matching.is_tight(n, to))
        return TightGraph(rows, new_mates, self.first_seat)


class _Kinds:
    """The players of a bracket by what a pair or a floater costs, and the seats as a kind."""

    def __init__(self, graph: BracketGraph, seats: int) -> None:
        self.graph, self.seats = graph, seats
        self.empty = ((1 << seats) - 1) << graph.first_seat
        self.everybody = graph.players | self.empty
        self.moved = set(graph.bracket.moved)
        self.by_history = any(graph.field.players[i].topscorer for i in graph.bracket.players)
        members: dict[Hashable, list[int]] = {}
        for i in graph.bracket.players:
            members.setdefault(self._kind(i), []).append(i)
        self.groups = list(members.values())
        self.masks = [mask_of(group) for group in self.groups]
        self.sizes = [len(group) for group in self.groups]
        # One-sided: the first kind's player is the higher one.
        self.ordered = [[self._cost(a, b) for b in self.groups] for a in self.groups]
        self.costs = [
            [self._either(a, b) for b in range(len(self.groups))] for a in range(len(self.groups))
        ]
        if seats:
            self._add_seats()

    def _add_seats(self) -> None:
        costs = [self.graph.floating.get(group[0]) for group in self.groups]
        for row, cost in zip(self.costs, costs, strict=True):
            row.append(cost)
        self.ordered = [[*row, cost] for row, cost in zip(self.ordered, costs, strict=True)]
        self.costs.append([*costs, None])
        self.masks.append(self.empty)
        self.sizes.append(self.seats)

    def _kind(self, i: int) -> Hashable:
        field = self.graph.field
        floats = field.players[i].floats if self.moved else None
        score = field.scores[i] if i in self.moved else None
        floating = self.graph.floating.get(i) if self.seats else None
        colours = field.colour_kind(i, self.by_history)
        return colours, floats, score, floating

    def _cost(self, one: list[int], two: list[int]) -> int | None:
        if two[0] in self.moved:
            return None
        return self.graph.criteria.pair(one[0], two[0])

    def _either(self, a: int, b: int) -> int | None:
        """Return the cost of the cheaper order of two kinds; None: no two of them may meet."""
        legal, mask = self.graph.legal, self.masks[b]
        if not any(legal[i] & mask for i in self.groups[a]):
            return None
        costs = [cost for cost in (self.ordered[a][b], self.ordered[b][a]) if cost is not None]
        return min(costs, default=None)

    def kind_of(self) -> dict[int, int]:
        """Return the kind of every player and seat."""
        return {i: kind for kind, mask in enumerate(self.masks) for i in bits(mask)}

    def cost(self, kind: Mapping[int, int], i: int, j: int) -> int:
        """Return what a pair, or a floater in a seat, costs."""
        cost = self.ordered[kind[min(i, j)]][kind[max(i, j)]]
        assert cost is not None
        return cost

    def legal(self) -> list[int]:
        """Return the graph of all pairs and seats."""
        rows = [*self.graph.legal, *[0] * self.seats]
        may = 0
        for i in self.graph.floating if self.seats else ():
            rows[i] |= self.empty
            may |= 1 << i
        for seat in bits(self.empty):
            rows[seat] = may
        return rows

    def rows(self, duals: Sequence[int]) -> list[int]:
        """Return the graph of what has no slack."""
        rows, seats = self.legal(), len(self.groups)
        ordered, kinds = self.ordered, range(len(self.groups))
        for a, group in enumerate(self.groups):
            seat = 0
            if self.seats and self._is_tight(duals, a, seats, self.costs[a][-1]):
                seat = self.empty
            lower = higher = 0
            for b in kinds:
                lower |= self.masks[b] if self._is_tight(duals, a, b, ordered[a][b]) else 0
                higher |= self.masks[b] if self._is_tight(duals, a, b, ordered[b][a]) else 0
            for i in group:
                above = (1 << i) - 1
                rows[i] &= seat | (lower if lower == higher else lower & ~above | higher & above)
        may = mask_of(i for i in self.graph.floating if rows[i] & self.empty)
        for at in bits(self.empty):
            rows[at] = may
        return rows

    def _is_tight(self, duals: Sequence[int], a: int, b: int, cost: int | None) -> bool:
        return cost is not None and 2 * cost == duals[a] + duals[b]
