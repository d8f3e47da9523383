"""The graph of one bracket whose complete matchings are its best pairings, by criteria alone.

Whoever floats is matched outside the bracket: in one of as many seats, or with those below it.

Players of the same colours, floats and scores are alike, but for whom they have met. Between their
kinds the cheapest way to pair all is a small problem. Its duals bound what any pairing costs, and
where there is a complete matching of pairs without slack, the best pairings are just these
(complementary slackness). Where there is none, a cheapest matching goes on from there.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pairing.fide_dutch.costs import DutchCosts
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.scene import DutchBracket
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import EXPOSED, bits, deficiency, mask_of, maximum_matching
from pairing.graphs.transport import class_duals


class Outside(Protocol):
    """Vertices outside a bracket, in groups that cost the same; `seats` are a mask of like ones."""

    groups: list[list[int]]
    seats: int

    def kind(self, i: int) -> Hashable:
        """Return all of a player that the costs of floating go by."""

    def leaving(self, i: int, group: int) -> int | None:
        """Return what it costs that a player floats to one of a group."""

    def between(self, one: int, two: int) -> int | None:
        """Return what a pair of two groups costs."""

    def joined(self, legal: Sequence[int]) -> list[int]:
        """Return the graph of a bracket with those outside."""


class Seats:
    """As many seats as players float; those below are left out."""

    def __init__(self, first: int, count: int, floating: Mapping[int, int]) -> None:
        """Take the first vertex that is free, and what it costs those who may float."""
        self.first = first
        self.count = count
        self.floating = floating
        self.groups = [list(range(first, first + count))] if count else []
        self.seats = ((1 << count) - 1) << first

    def kind(self, i: int) -> Hashable:
        """Return what it costs that a player floats."""
        return self.floating.get(i) if self.count else None

    def leaving(self, i: int, group: int) -> int | None:
        """Return what it costs that a player floats."""
        return self.floating.get(i)

    def between(self, one: int, two: int) -> int | None:
        """Seats are not paired."""
        return None

    def joined(self, legal: Sequence[int]) -> list[int]:
        """Return the graph of a bracket with the seats."""
        rows = [*legal, *[mask_of(self.floating)] * self.count]
        for i in self.floating:
            rows[i] |= self.seats
        return rows


class AllBelow:
    """Everybody below a bracket, and the seat of the bye; C8 (C7 of 2017) is a cost of who stays over.

    With stand-ins, as many of these take the place of all below the next scoregroup and of the
    seat: they may meet anybody but those held in the bracket, so that C4 is left aside.
    """

    seats = 0

    def __init__(
        self,
        field: DutchField,
        bracket: DutchBracket,
        criteria: DutchCosts,
        stand_ins: int,
        held: Collection[int] = (),
    ) -> None:
        """Take the criteria, what the next bracket asks among them; only stand-ins mind `held`."""
        self.field = field
        self.bracket = bracket
        self.criteria = criteria
        self.held = frozenset(held)
        members: dict[Hashable, list[int]] = {}
        following = set(bracket.following)
        for i in bracket.following if stand_ins else (*bracket.following, *bracket.lower):
            kind = i in following, criteria.over.get(i), field.wishes[i]
            members.setdefault(kind, []).append(i)
        self.anybody = range(field.size + 1, field.size + 1 + stand_ins)
        if stand_ins:
            members["stand-ins"] = list(self.anybody)
        elif field.odd:
            members["seat"] = [field.seat]
        self.groups = list(members.values())
        self.follows = [group[0] in following for group in self.groups]
        self.everybody = mask_of(i for group in self.groups for i in group)

    def kind(self, i: int) -> Hashable:
        """Return what it costs that a player floats, stays over, and has the bye."""
        criteria = self.criteria
        return criteria.floating[i], criteria.over[i], criteria.in_seat[i], i in self.held

    def leaving(self, i: int, group: int) -> int | None:
        """Return what it costs that a player floats to one of a group.

        Rule: fide-dutch-2026 C6, C7, C8, C9, C14, C16, C18, C20.
        """
        if i in self.held and self.groups[group][0] in self.anybody:
            return None
        cost = self.criteria.floating[i]
        cost += self.criteria.ahead(i) if self.follows[group] else self.criteria.over[i]
        if self.groups[group][0] == self.field.seat:
            cost += self.criteria.in_seat[i]
        return cost

    def between(self, one: int, two: int) -> int:
        """Return what a pair of two groups costs: one of the next scoregroup stays over, or not.

        Rule: fide-dutch-2026 C8.
        """
        if self.follows[one] and self.follows[two]:
            return self.criteria.ahead(self.groups[one][0])
        if not self.follows[one] and not self.follows[two]:
            return 0
        return self.criteria.over[self.groups[one if self.follows[one] else two][0]]

    def joined(self, legal: Sequence[int]) -> list[int]:
        """Return the graph of a bracket with all those below."""
        own = self.field.legal
        here = mask_of(self.bracket.players) | self.everybody
        anybody = mask_of(self.anybody)
        held = mask_of(self.held)
        rows = [*legal, *[here & ~held & ~(1 << i) for i in self.anybody]]
        for i in self.bracket.players:
            rows[i] = legal[i] | own[i] & self.everybody | (0 if held >> i & 1 else anybody)
        for i in bits(self.everybody & ~anybody):
            rows[i] = own[i] & here | anybody
        return rows


@dataclass(slots=True)
class TightGraph:
    """Rows by place, with those outside the bracket, and a complete matching.

    Every best pairing is a complete matching of it. `all_are_best`: and the other way round.
    `alike` are masks of vertices that are joined alike, but for whom they have met.
    """

    rows: list[int]
    mates: list[int]
    all_are_best: bool
    alike: list[int]


class BracketGraph:
    """The players of a bracket, and whom they may meet in it.

    Moved-down players do not meet each other.
    """

    def __init__(self, field: DutchField, bracket: DutchBracket, criteria: DutchCosts) -> None:
        """Take the criteria without digits below C21."""
        self.field = field
        self.bracket = bracket
        self.criteria = criteria
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

    def tight(self, outside: Outside) -> TightGraph | None:
        """Return the graph of the best pairings of all here and outside; None: there is none."""
        kinds = _Kinds(self, outside)
        duals = class_duals(kinds.costs, kinds.sizes)
        if duals is None:
            return None
        rows = kinds.rows(duals)
        mates = maximum_matching(rows, self._start(rows, outside), kinds.everybody)
        if all(mates[at] != EXPOSED for at in bits(kinds.everybody)):
            return TightGraph(rows, mates, True, kinds.masks)
        return _weighed(kinds, duals, mates)

    def _start(self, rows: Sequence[int], outside: Outside) -> list[int]:
        """Return the pairs of the first candidate that there are; the last players float."""
        mates = [EXPOSED] * len(rows)
        taken = 0
        for at in bits(outside.seats):
            near = rows[at] & ~taken
            if near:
                other = near.bit_length() - 1
                mates[at] = other
                mates[other] = at
                taken |= 1 << other
        moved = [i for i in self.bracket.moved if not taken >> i & 1]
        residents = [i for i in self.bracket.residents if not taken >> i & 1]
        among = residents[len(moved) :]
        half = len(among) // 2
        for one, two in (
            *zip(moved, residents, strict=False),
            *zip(among[:half], among[half:], strict=False),
        ):
            if rows[one] >> two & 1:
                mates[one] = two
                mates[two] = one
        return mates


def _weighed(kinds: _Kinds, duals: Sequence[int], mates: Sequence[int]) -> TightGraph | None:
    """Return the graph by a cheapest matching that begins with these duals and pairs."""
    places = list(bits(kinds.everybody))
    number = {at: n for n, at in enumerate(places)}
    kind = {i: at for at, mask in enumerate(kinds.masks) for i in bits(mask)}
    costs = [
        {number[j]: kinds.cost(kind[min(i, j)], kind[max(i, j)]) for j in bits(kinds.legal[i])}
        for i in places
    ]
    hint = [number.get(mates[i], EXPOSED) for i in places]
    matching = CheapestMatching(costs, [duals[kind[i]] for i in places], hint)
    best = matching.run()
    if best is None:
        return None
    rows = [0] * len(mates)
    new_mates = [EXPOSED] * len(mates)
    alike: dict[Hashable, int] = {}
    for n, i in enumerate(places):
        new_mates[i] = places[best[n]]
        key = kind[i], matching.y[n]
        alike[key] = alike.get(key, 0) | 1 << i
        rows[i] = mask_of(places[to] for to in costs[n] if not matching.slack(n, to))
    return TightGraph(rows, new_mates, not matching.has_blossoms, list(alike.values()))


class _Kinds:
    """The players of a bracket by what a pair of theirs costs, and those outside it by group."""

    def __init__(self, graph: BracketGraph, outside: Outside) -> None:
        self.graph = graph
        self.outside = outside
        self.everybody = graph.players | mask_of(i for group in outside.groups for i in group)
        self.moved = set(graph.bracket.moved)
        scores = graph.field.scores
        self.of_many_scores = len({scores[i] for i in graph.bracket.players}) > 1
        self.by_history = any(graph.field.players[i].topscorer for i in graph.bracket.players)
        members: dict[Hashable, list[int]] = {}
        for i in graph.bracket.players:
            members.setdefault(self._kind(i), []).append(i)
        self.own = len(members)
        self.groups = [*members.values(), *outside.groups]
        self.masks = [mask_of(group) for group in self.groups]
        self.sizes = [len(group) for group in self.groups]
        self.legal = outside.joined(graph.legal)
        near = [self._near(group) for group in self.groups]
        # One-sided: the first kind's player is the higher one.
        self.ordered: list[list[int | None]] = []
        for a, whom in enumerate(near):
            self.ordered.append(
                [self._cost(a, b) if whom & mask else None for b, mask in enumerate(self.masks)]
            )
        count = range(len(self.groups))
        self.costs = [[self._either(a, b) for b in count] for a in count]

    def _kind(self, i: int) -> Hashable:
        """Return all that a pair's cost goes by, but for whom the player has met."""
        field = self.graph.field
        floats = field.players[i].floats if self.of_many_scores else None
        colours = field.colour_kind(i, self.by_history)
        own = self.graph.criteria.kind(i)
        return colours, floats, field.scores[i], self.outside.kind(i), own

    def _cost(self, a: int, b: int) -> int | None:
        one = self.groups[a][0]
        two = self.groups[b][0]
        own = self.own
        if a >= own and b >= own:
            return self.outside.between(a - own, b - own)
        if a >= own:
            return self.outside.leaving(two, a - own)
        if b >= own:
            return self.outside.leaving(one, b - own)
        scores = self.graph.field.scores
        if two in self.moved or scores[one] < scores[two]:
            return None
        if b < a and scores[one] == scores[two] and not self.by_history:
            return self.ordered[b][a]  # neither floats, and each is refused the same colour
        return self.graph.criteria.pair(one, two)

    def _near(self, group: Sequence[int]) -> int:
        """Return the mask of those whom one of a group may meet."""
        near = 0
        for i in group:
            near |= self.legal[i]
        return near

    def _either(self, a: int, b: int) -> int | None:
        """Return the cost of the cheaper order of two kinds; None: they are not paired."""
        one = self.ordered[a][b]
        two = self.ordered[b][a]
        if one is None or two is None:
            return two if one is None else one
        return min(one, two)

    def cost(self, a: int, b: int) -> int:
        """Return what a pair of two kinds costs that may meet, the higher one's first."""
        cost = self.ordered[a][b]
        assert cost is not None
        return cost

    def rows(self, duals: Sequence[int]) -> list[int]:
        """Return the graph of what has no slack."""
        rows = list(self.legal)
        ordered = self.ordered
        for a, group in enumerate(self.groups):
            lower = higher = 0
            for b, mask in enumerate(self.masks):
                least = duals[a] + duals[b]
                if (cost := ordered[a][b]) is not None and 2 * cost == least:
                    lower |= mask
                if (cost := ordered[b][a]) is not None and 2 * cost == least:
                    higher |= mask
            for i in group:
                above = (1 << i) - 1
                rows[i] &= lower if lower == higher else lower & ~above | higher & above
        return rows
