"""A bracket as its best candidate has it: the cheapest matching by its criteria and their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from pairing.fide_dutch.criteria import Criteria, DutchBracket
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.order import MovedOrder, RemainderOrder
from pairing.graphs.cheapest_matching import CheapestMatching

Lighter = Callable[[int, int], Iterator[tuple[int, int]]]
"""Gives the digits below C21 of a pair in the bracket, counted from the first below it."""


class Whole:
    """The matchings of one bracket."""

    def __init__(self, field: DutchField, bracket: DutchBracket) -> None:
        self.field, self.bracket = field, bracket
        level = field.scores[bracket.residents[0]]
        # Nobody below can have the bye: with one floater it is his (C9).
        self.pab_here = field.pab_score is not None and field.pab_score >= level
        self.one_floater = self.pab_here

    def pairs(self) -> Pairs:
        """Return the pairs of the best candidate."""
        if self.bracket.moved:
            return self.heterogeneous()
        return self.remainder((), self.bracket.residents)

    def heterogeneous(self) -> Pairs:
        """Return the pairs: those of the moved down first, then the remainder's.

        The remainder is numbered only when it is known, so it has a matching of its own.

        Text: C.04.3 3.3, 3.7, 4.4.
        """
        moved, residents = self.bracket.moved, self.bracket.residents
        order = MovedOrder(len(moved), len(residents))
        number = {i: at for at, i in enumerate(moved, 1)}
        number |= {i: at for at, i in enumerate(residents, 1)}

        def lighter(i: int, j: int) -> Iterator[tuple[int, int]]:
            return order.digits(number[i], number[j]) if i in moved else iter(())

        pairs = self._cheapest((), self.bracket.players, order.spans, lighter)
        fixed = tuple(pair for pair in pairs if pair[0] in moved)
        gone = {j for _, j in fixed}
        remainder = tuple(i for i in residents if i not in gone)
        return fixed + self.remainder(fixed, remainder, len(pairs) - len(fixed))

    def remainder(self, fixed: Pairs, players: Sequence[int], pairs: int | None = None) -> Pairs:
        """Return the pairs among residents; without their number, as many as there can be.

        Text: C.04.3 3.3, 3.6, 4.2, 4.3.
        """
        count = len(players) // 2 if pairs is None else pairs
        order = RemainderOrder(len(players), count)
        number = {i: at for at, i in enumerate(players, 1)}

        def lighter(i: int, j: int) -> Iterator[tuple[int, int]]:
            return order.digits(number[i], number[j])

        cheapest = self._cheapest(fixed, players, order.spans, lighter)
        if len(cheapest) != count:
            return self.remainder(fixed, players, len(cheapest))
        return cheapest

    def _cheapest(
        self, fixed: Pairs, higher: Sequence[int], spans: Sequence[int], lighter: Lighter
    ) -> Pairs:
        """Return the pairs of these higher players, beside the fixed ones, that cost the least.

        Whoever of the moved down is in neither floats on.
        """
        criteria = Criteria(self.field, self.bracket, self.one_floater, spans)
        gone = {i for pair in fixed for i in pair}
        free = [i for i in self.bracket.players if i not in gone]
        costs = self._pair_costs(criteria, free, higher, lighter)
        pairs = self._without_lower(criteria, free, costs)
        if pairs is None:
            pairs = self._with_lower(criteria, free, costs)
        floaters = len(free) - 2 * len(pairs)
        if self.one_floater and floaters != 1:
            # C6 stands above C9, so their number stays.
            self.one_floater = False
            return self._cheapest(fixed, higher, spans, lighter)
        return pairs

    def _pair_costs(
        self, criteria: Criteria, free: Sequence[int], higher: Sequence[int], lighter: Lighter
    ) -> dict[tuple[int, int], int]:
        """Return what the pairs of these higher players cost that can be made in the bracket.

        Moved-down players do not meet each other.
        """
        legal, moved, digits = self.field.legal, set(self.bracket.moved), criteria.digits
        may = set(higher)
        below = criteria.lightest
        return {
            (i, j): criteria.pair(i, j)
            + digits.weigh((below + place, digit) for place, digit in lighter(i, j))
            for i, j in combinations(free, 2)
            if i in may and j not in moved and legal[i] >> j & 1
        }

    def _without_lower(
        self, criteria: Criteria, free: Sequence[int], costs: dict[tuple[int, int], int]
    ) -> Pairs | None:
        """Return the cheapest pairs when those who stay over need not be completed; None: they are.

        Then everybody of the bracket and the next scoregroup may stay over at his cost. No complete
        matching costs less, and where the lower players can complete this one, none costs the same
        with other pairs, as the lighter digits tell all candidates apart.
        """
        if self.pab_here:
            return None
        bracket, legal = self.bracket, self.field.legal
        players = [*free, *bracket.following]
        edges = dict(costs)
        for i in free:
            for j in bracket.following:
                if legal[i] >> j & 1:
                    edges[i, j] = criteria.floating[i]
        for i, j in combinations(bracket.following, 2):
            if legal[i] >> j & 1:
                edges[i, j] = 0
        alone = {i: criteria.floating.get(i, 0) + criteria.over[i] for i in players}
        mate = self._matched(players, edges, alone)
        if mate is None:
            return None
        over = [i for i in players if i not in mate]
        if not self.field.completes(self.field.mask((*over, *bracket.lower))):
            return None
        return _within(mate, costs)

    def _with_lower(
        self, criteria: Criteria, free: Sequence[int], costs: dict[tuple[int, int], int]
    ) -> Pairs:
        """Return the cheapest pairs that everybody below, and the bye, can complete."""
        field, bracket = self.field, self.bracket
        below = [*bracket.following, *bracket.lower]
        edges = dict(costs)
        following = set(bracket.following)
        for i in free:
            for j in below:
                if field.legal[i] >> j & 1:
                    over = 0 if j in following else criteria.over[i]
                    edges[i, j] = criteria.floating[i] + over
        for i, j in combinations(below, 2):
            if field.legal[i] >> j & 1:
                stays = i in following and j not in following
                edges[i, j] = criteria.over[i] if stays else 0
        players = [*free, *below]
        if field.odd:
            for i in players:
                if field.legal[field.seat] >> i & 1:
                    left = criteria.floating.get(i, 0) + criteria.in_seat.get(i, 0)
                    edges[i, field.seat] = left + criteria.over.get(i, 0)
            players.append(field.seat)
        mate = self._matched(players, edges, {})
        assert mate is not None, "the bracket above has kept a complete pairing"
        return _within(mate, costs)

    def _matched(
        self, players: Sequence[int], edges: dict[tuple[int, int], int], alone: dict[int, int]
    ) -> dict[int, int] | None:
        """Return the mates in the cheapest matching; those not in it stay alone."""
        number = {i: at for at, i in enumerate(players)}
        rows: list[dict[int, int]] = [{} for _ in players]
        for (i, j), cost in edges.items():
            rows[number[i]][number[j]] = rows[number[j]][number[i]] = cost
        single = {number[i]: cost for i, cost in alone.items()}
        mate = CheapestMatching(rows, alone=single).run()
        if mate is None:
            return None
        return {players[at]: players[to] for at, to in enumerate(mate) if to >= 0}


def _within(mate: dict[int, int], costs: dict[tuple[int, int], int]) -> Pairs:
    """Return the pairs of a matching that are made in the bracket."""
    return tuple(pair for pair in costs if mate.get(pair[0]) == pair[1])
