"""A bracket paired together with all below it: the general way, and the slower one.

Everybody of the bracket is matched in it, or with those below or the seat of the bye, who are all
matched too. So C4 is kept, and C8 is a cost of those who stay over in the next bracket.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from pairing.fide.edition import Edition
from pairing.fide_dutch.below import DutchBelow
from pairing.fide_dutch.costs import DutchCosts
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import FirstCandidate, Pairs
from pairing.fide_dutch.order import MovedOrder, RemainderOrder
from pairing.fide_dutch.scene import DutchBracket, Scene
from pairing.fide_dutch.tight import AllBelow, BracketGraph, Outside, TightGraph
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import bits, deficiency, mask_of

Lighter = Callable[[int, int], Iterator[tuple[int, int]]]
"""Gives the digits below C21 of a pair in the bracket, counted from the first below it."""


class OrderOfPairs(Protocol):
    """An order as the spans of lighter digits, and those digits for a pair of two numbers."""

    spans: list[int]

    def digits(self, a: int, b: int) -> Iterator[tuple[int, int]]:
        """Yield (digit, value) of a pair; `a` and `b` count from 1 within their own kind."""


class FirstOfTheBest(Protocol):
    """By which criteria candidates of a bracket are best, and which of the best comes first."""

    edition: Edition

    def among_all(self, tight: TightGraph, bracket: DutchBracket, seats: int) -> Pairs:
        """Return the first among the complete matchings of a graph, which are all best.

        `seats` are a mask of vertices outside the bracket that are all alike.
        """

    def by_weight(self, whole: ByWeight) -> Pairs:
        """Return the first where order must be weighed with the criteria."""


class DutchFirst:
    """The criteria of an edition, and the order of articles 3 and 4."""

    def __init__(self, edition: Edition) -> None:
        """Take the edition."""
        self.edition = edition

    def among_all(self, tight: TightGraph, bracket: DutchBracket, seats: int) -> Pairs:
        """Return the first among the complete matchings of a graph."""
        moved = mask_of(bracket.moved)
        residents = mask_of(bracket.residents)
        return FirstCandidate(tight.rows, tight.mates, moved, residents, seats, tight.alike).pairs()

    def by_weight(self, whole: ByWeight) -> Pairs:
        """Return the first by its criteria and its order as one number."""
        return _DutchByWeight(whole, self.moved_order(whole)).pairs()

    def moved_order(self, whole: ByWeight) -> OrderOfPairs:
        """Return the order of the pairs of moved-down players."""
        return MovedOrder(len(whole.bracket.moved), len(whole.bracket.residents))


class DutchWhole:
    """The matchings of one bracket with all below it."""

    def __init__(self, field: DutchField, bracket: DutchBracket, first: FirstOfTheBest) -> None:
        """Take the bracket, and which of the best candidates is taken."""
        self.field = field
        self.bracket = bracket
        self.order = first
        self.players = mask_of(bracket.players)
        self.below = DutchBelow(field, bracket)
        # Nobody below can have the bye: with one floater it is theirs (C9).
        self.one_floater = self.below.pab_here
        self.stand_ins = 0

    def pairs(self) -> Pairs:
        """Return the pairs of the best candidate.

        Where many stand below the next scoregroup, C4 is left aside first. If it is kept all the
        same, with the same C8, no candidate that keeps it can be better.

        Rule: fide-dutch-2026 3, 4, C4.
        """
        following = mask_of(self.bracket.following)
        over = len(self.bracket.players) + deficiency(self.field.legal, following)[0]
        stand_ins = over + (over + len(self.bracket.players) + len(self.bracket.following)) % 2
        if following and not self.below.pab_here and stand_ins < len(self.bracket.lower):
            self.stand_ins = stand_ins
            criteria = self.criteria(())
            tight = self._tight()
            c8 = sum(
                criteria.over[i]
                for i in (*self.bracket.players, *self.bracket.following)
                if tight.mates[i] > self.field.size
            )
            pairs = self._first(tight)
            floaters = self.players & ~mask_of(i for pair in pairs for i in pair)
            if self.below.completes(floaters) and self.below.cost(floaters, criteria) == c8:
                return pairs
            self.stand_ins = 0
        return self._with_all()

    def _with_all(self) -> Pairs:
        """Return the pairs where everybody below is matched.

        Rule: fide-dutch-2026 C9.
        """
        tight = self._tight()
        floaters = sum(not self.players >> tight.mates[i] & 1 for i in self.bracket.players)
        if self.one_floater and floaters != 1:
            # C6 stands above C9, so their number stays.
            self.one_floater = False
            tight = self._tight()
        return self._first(tight)

    def _first(self, tight: TightGraph) -> Pairs:
        if not tight.all_are_best:
            weighed = ByWeight(self.bracket, tight, self.criteria, self.outside)
            return self.order.by_weight(weighed)
        return self.order.among_all(tight, self.bracket, 0)

    def criteria(self, lighter: Sequence[int]) -> DutchCosts:
        """Return the criteria with the spans of lighter digits."""
        scene = Scene(self.field, self.bracket, one_floater=self.one_floater)
        return DutchCosts(self.order.edition, scene, lighter)

    def outside(self, criteria: DutchCosts) -> AllBelow:
        """Return those below, with these criteria."""
        return AllBelow(self.field, self.bracket, criteria, self.stand_ins)

    def _tight(self) -> TightGraph:
        criteria = self.criteria(())
        tight = BracketGraph(self.field, self.bracket, criteria).tight(self.outside(criteria))
        assert tight is not None, "the bracket above has kept a complete pairing"
        return tight


class ByWeight:
    """The best candidate of a bracket by its criteria and by lighter digits, as one number."""

    def __init__(
        self,
        bracket: DutchBracket,
        tight: TightGraph,
        criteria: Callable[[Sequence[int]], DutchCosts],
        outside: Callable[[DutchCosts], Outside],
    ) -> None:
        """Take a graph that has the best candidate, and perhaps others.

        `criteria` makes them with the spans of lighter digits, `outside` those whom the graph has
        beside the bracket.
        """
        self.bracket = bracket
        self.rows = tight.rows
        self.criteria = criteria
        self.outside = outside
        self.players = mask_of(bracket.players)

    def cheapest(self, fixed: Pairs, higher: int, spans: Sequence[int], lighter: Lighter) -> Pairs:
        """Return the pairs of these higher players, beside the fixed ones, that cost the least."""
        criteria = self.criteria(spans)
        outside = self.outside(criteria)
        group = {i: at for at, members in enumerate(outside.groups) for i in members}
        gone = mask_of(i for pair in fixed for i in pair)
        alive = (self.players | mask_of(group)) & ~gone
        edges: dict[tuple[int, int], int] = {}
        for i in bits(alive):
            for j in bits(self.rows[i] & alive & -(2 << i)):
                cost: int | None = None
                if i in group:
                    cost = outside.between(group[i], group[j])
                elif j in group:
                    cost = outside.leaving(i, group[j])
                elif higher >> i & 1:
                    digits = ((criteria.lightest + at, digit) for at, digit in lighter(i, j))
                    cost = criteria.pair(i, j) + criteria.digits.weigh(digits)
                if cost is not None:
                    edges[i, j] = cost
        mate = _matched(list(bits(alive)), edges)
        return tuple(pair for pair in edges if mate[pair[0]] == pair[1] and pair[1] not in group)


class _DutchByWeight:
    """The order of articles 3 and 4 as digits."""

    def __init__(self, by_weight: ByWeight, order: OrderOfPairs) -> None:
        self.by_weight = by_weight
        self.bracket = by_weight.bracket
        self.order = order

    def pairs(self) -> Pairs:
        """Return the pairs: those of the moved down first, then the remainder's.

        The remainder is numbered only when it is known, so it has a matching of its own.

        Rule: fide-dutch-2026 3.3, 3.7, 4.4.
        """
        moved = self.bracket.moved
        residents = self.bracket.residents
        if not moved:
            return self._remainder((), residents)
        order = self.order
        number = {i: at for at, i in enumerate(moved, 1)}
        number |= {i: at for at, i in enumerate(residents, 1)}

        def lighter(i: int, j: int) -> Iterator[tuple[int, int]]:
            return order.digits(number[i], number[j]) if i in moved else iter(())

        pairs = self.by_weight.cheapest((), self.by_weight.players, order.spans, lighter)
        fixed = tuple(pair for pair in pairs if pair[0] in moved)
        gone = {j for _, j in fixed}
        remainder = tuple(i for i in residents if i not in gone)
        return fixed + self._remainder(fixed, remainder, len(pairs) - len(fixed))

    def _remainder(self, fixed: Pairs, players: Sequence[int], pairs: int | None = None) -> Pairs:
        """Return the pairs, the fixed ones among them; without their number, as many as can be.

        Rule: fide-dutch-2026 3.3, 3.6, 4.2, 4.3.
        """
        count = len(players) // 2 if pairs is None else pairs
        order = RemainderOrder(len(players), count)
        number = {i: at for at, i in enumerate(players, 1)}

        def lighter(i: int, j: int) -> Iterator[tuple[int, int]]:
            return order.digits(number[i], number[j])

        cheapest = self.by_weight.cheapest(fixed, mask_of(players), order.spans, lighter)
        if len(cheapest) != count:
            return self._remainder(fixed, players, len(cheapest))
        return cheapest


def _matched(players: Sequence[int], edges: Mapping[tuple[int, int], int]) -> dict[int, int]:
    """Return the mates in the cheapest complete matching."""
    number = {i: at for at, i in enumerate(players)}
    rows: list[dict[int, int]] = [{} for _ in players]
    for (i, j), cost in edges.items():
        rows[number[i]][number[j]] = rows[number[j]][number[i]] = cost
    mates = CheapestMatching(rows).run()
    assert mates is not None, "the bracket above has kept a complete pairing"
    return {players[at]: players[to] for at, to in enumerate(mates)}
