"""The pairing of a bracket on rating by cheapest matchings: the same as trying all candidates.

Every criterion of the procedure is a sum over pairs and floaters. So one whole number per pair,
with the most important part in the highest digits, turns the choice into a cheapest perfect
matching:

* the least vector;
* D3 and D1 of the heterogeneous part: at the greatest M1 every pair with a player moved down has
  exactly one of S1, the higher of two such, so the subset and the opponents are sums too;
* D2 of the remainder: a pair inside S2 brings its higher player up, one inside S1 sends its lower
  one down, and a floater out of S1 goes down; count, difference and both lists are sums of places;
* D1: the places of the opponents, those of the first player of S1 first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from pairing.rating.brackets.classes import pairing_by_classes
from pairing.rating.brackets.costs import Below, BracketCosts, BracketPairs, MorePairs, cheapest
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField, Vector
from pairing.rating.brackets.floaters import Next, below_of_rest, undone
from pairing.rating.brackets.flow import Accept
from pairing.rating.brackets.limits import Limits
from pairing.rating.brackets.remainder import Remainder
from pairing.rating.brackets.tight_bracket import tight_pairing

Paired: TypeAlias = dict[tuple[object, ...], Candidate | None]
"""The first pairings by all that they depend on."""


class Exact:
    """Finds the pairing of a bracket at one level by matching."""

    def __init__(
        self, field: RatingField, limits: Limits | None = None, paired: Paired | None = None
    ) -> None:
        """Create a solver for the field; `paired` are brackets that were paired before."""
        self.field = field
        self.limits = limits or Limits(field)
        self.paired: Paired = {} if paired is None else paired

    def under(self, field: RatingField) -> Exact:
        """Return a solver of the same round under other readings.

        A bracket in which these change nothing is not paired again.
        """
        return Exact(field, self.limits if field.legal is self.field.legal else None, self.paired)

    def completes(self, players: tuple[int, ...]) -> bool:
        """Return whether all can be paired, with one bye if their number is odd."""
        return self.limits.left_over(players, len(players) % 2 == 1) == 0

    def reached(self, bracket: Bracket, m1: int) -> bool:
        """Return whether M1 pairs, each with a player moved down, can be made.

        Rule: knsb-rating-2014 C14b1, C14b2.
        """
        return self.limits.most_with_moved(bracket) >= m1

    def possible(self, bracket: Bracket, level: Level) -> bool:
        """Return whether P1 pairs can be made, M1 of them with a player moved down in S1.

        In the last bracket these are P0 pairs.
        """
        if not 0 <= level.m1 <= min(len(bracket.moved), level.p1) or level.p1 > bracket.p0:
            return False
        if not self.limits.allow(bracket, level):
            return False
        if not level.m1 or self.limits.moved_apart(bracket, level):
            return True
        if level.m1 == len(bracket.moved):
            return False
        down = frozenset(bracket.moved)
        legal = self.field.legal
        edges = {
            (i, j): int(i not in down and j not in down)
            for b, j in enumerate(bracket.players)
            for i in bracket.players[:b]
            if legal[j] >> i & 1
        }
        cheapest_pairs = cheapest(
            bracket.players, edges, dict.fromkeys(self._may_float(bracket), 0), level.p1
        )
        return cheapest_pairs is not None and level.p1 - cheapest_pairs.cost >= level.m1

    def _may_float(self, bracket: Bracket) -> list[int]:
        if not bracket.last:
            return list(bracket.players)
        return [i for i in bracket.players if self.field.players[i].may_have_bye]

    def first(
        self, bracket: Bracket, level: Level, accept: Accept | None = None
    ) -> Candidate | None:
        """Return the first accepted pairing of least vector.

        Rule: knsb-rating-2014 C3, C4, C6, C9, C10, C10a, C10b, C10c, C10d, C10e, C10f, C10g, B3,
        B4, B5, B6.
        """
        may_float = self._may_float(bracket)
        spare = len(bracket.players) - 2 * level.p1
        if accept is None:
            return self._only_within(bracket, level, may_float)
        if spare == 0:
            return self._only_within(bracket, level, []) if accept(()) else None
        if spare == 1:
            wanted = [i for i in may_float if accept((i,))]
            return self._only_within(bracket, level, wanted)
        best: tuple[Vector, list[object], Candidate] | None = None
        for floaters in combinations(may_float, spare):
            if not accept(floaters):
                continue
            search = _Search(self.field, bracket, level, list(floaters))
            if not search.feasible or (best is not None and search.vector > best[0]):
                continue
            candidate = search.candidate()
            assert candidate is not None
            if best is None or (search.vector, search.order) < best[:2]:
                best = search.vector, search.order, candidate
        return None if best is None else best[2]

    def with_floaters(
        self, bracket: Bracket, level: Level, floaters: Sequence[int]
    ) -> Candidate | None:
        """Return the first pairing of least vector with exactly these floaters, or None."""
        if len(bracket.players) != 2 * level.p1 + len(floaters):
            return None
        return self._only_within(bracket, level, floaters)

    def first_completing(
        self, bracket: Bracket, level: Level, rest: tuple[int, ...]
    ) -> Candidate | None:
        """Return the first pairing whose floaters can all be paired with the rest.

        The first pairing of all may do. If not, its cheapest matchings are computed again together
        with the rest. Where more pairs can be made than the level has, that is inconclusive, and
        the floaters are tried one by one.

        Rule: knsb-rating-2014 C13.
        """
        if not self.limits.allow_above(bracket, level, rest):
            return None
        first = self.first(bracket, level)
        if first is None or self.completes((*first.floaters, *rest)):
            return first
        below = below_of_rest(self.field, bracket, rest)
        try:
            return _Search(self.field, bracket, level, bracket.players, below).candidate()
        except MorePairs:
            return self.first(bracket, level, lambda floaters: self.completes((*floaters, *rest)))

    def first_undone(
        self, bracket: Bracket, level: Level, accept: Accept, wanted: Next
    ) -> Candidate | None:
        """Return the first accepted pairing; `wanted` is what all accepted floaters have in common.

        Rule: knsb-rating-2014 C12.
        """

        def search(
            below: Below, may: Sequence[int], must: frozenset[int]
        ) -> tuple[Vector, list[object], Candidate] | None:
            inner = _Search(self.field, bracket, level, may, below, must)
            candidate = inner.candidate()
            return None if candidate is None else (inner.vector, inner.order, candidate)

        if len(bracket.players) - 2 * level.p1 == 1:
            fits = self._fitting_one(wanted)
            return self.first(bracket, level, lambda one: fits >> one[0] & 1 > 0 and accept(one))
        first = undone(self.field, bracket, level, wanted, search)
        if not isinstance(first, str) and (first is None or accept(first.floaters)):
            return first
        return self.first(bracket, level, accept)

    def _fitting_one(self, wanted: Next) -> int:
        """Return, as a mask, the players who let the bracket below make enough pairs.

        Rule: knsb-rating-2014 C12.
        """
        lower = (*wanted.stuck, *wanted.residents)
        if wanted.last:
            return self.limits.joining(lower, len(lower) % 2 == 0, 0)
        if wanted.level is None:
            return -1
        return self.limits.joining(lower, False, len(lower) + 1 - 2 * wanted.level.p1)

    def _only_within(
        self, bracket: Bracket, level: Level, may_float: Sequence[int]
    ) -> Candidate | None:
        """Return the first pairing whose floaters are among some."""
        floating = tuple(may_float) if len(bracket.players) > 2 * level.p1 else ()
        key = (bracket, level, floating, *self.field.properties(bracket, floating))
        if key not in self.paired:
            every = len(may_float) == len(self._may_float(bracket))
            self.paired[key] = self._pair(bracket, level, floating, every)
        return self.paired[key]

    def _pair(
        self, bracket: Bracket, level: Level, may_float: Sequence[int], every: bool
    ) -> Candidate | None:
        """Return the first pairing whose floaters are among some; counts often decide.

        `every` tells that all who may float in the bracket are among them.
        """
        if not self.limits.allow(bracket, level):
            return None
        for quick in (tight_pairing, pairing_by_classes):
            candidate = quick(self.field, bracket, level, may_float)
            if candidate is not None:
                return candidate
        search = _Search(self.field, bracket, level, may_float)
        if every:
            self.limits.learn(bracket, level, search.with_moved)
        return search.candidate()


class _Search:
    """One bracket at one level with given possible floaters: first the vector, then the order."""

    def __init__(
        self,
        field: RatingField,
        bracket: Bracket,
        level: Level,
        may_float: Sequence[int],
        below: Below | None = None,
        must_float: frozenset[int] = frozenset(),
    ) -> None:
        self.field = field
        self.below = below
        self.bracket = bracket
        self.level = level
        self.may_float = may_float
        self.costs = BracketCosts(field, bracket, level.m1 > 0, must_float)
        self.order: list[object] = []
        self.with_moved = 0
        self.s1: tuple[int, ...] | None = None
        self.down = frozenset(bracket.moved) if level.m1 else frozenset()
        self.edges = self.costs.edges(bracket.players)
        if level.m1 and level.p1 == level.m1:
            self.edges = {p: c for p, c in self.edges.items() if self._touches(p)}
        self.feasible = self._least()

    def _touches(self, pair: tuple[int, int]) -> bool:
        return pair[0] in self.down or pair[1] in self.down

    def _least(self) -> bool:
        """Find the least vector with M1 pairs that have a player moved down."""
        unit = self.costs.base**8
        edges = self.edges
        if self.level.m1:
            edges = {p: c + unit * (not self._touches(p)) for p, c in edges.items()}
        floats = self.costs.floats(self.may_float)
        matched = cheapest(self.bracket.players, edges, floats, self.level.p1, self.below)
        if matched is None:
            return False
        among_residents, number = divmod(matched.cost, unit)
        if self.level.m1:
            self.with_moved = self.level.p1 - among_residents
            if self.with_moved < self.level.m1:
                return False
            if self.with_moved > self.level.m1:
                return self._least_by_subsets()
        self.vector = self.costs.vector(number)
        return True

    def _least_by_subsets(self) -> bool:
        """Find the least vector where M1 is below the greatest possible: each subset in D3's order.

        That happens when C12 replaces a player whom C1 had taken out.

        Rule: knsb-rating-2014 C12, D3.
        """
        least: int | None = None
        for s1 in combinations(self.bracket.moved, self.level.m1):
            edges = {p: c for p, c in self.edges.items() if not (p[0] in s1 and p[1] in s1)}
            floats = self.costs.floats([i for i in self.may_float if i not in s1])
            matched = cheapest(self.bracket.players, edges, floats, self.level.p1, self.below)
            if matched is not None and (least is None or matched.cost < least):
                least = matched.cost
                self.s1 = s1
        if least is None:
            return False
        self.vector = self.costs.vector(least)
        return True

    def candidate(self) -> Candidate | None:
        """Return the first pairing of the least vector, None when there is none."""
        if not self.feasible:
            return None
        pairs: BracketPairs = []
        left = list(self.bracket.players)
        if self.level.m1:
            pairs = self._heterogeneous()
            paired = {i for pair in pairs for i in pair}
            left = [i for i in left if i not in paired]
        count = self.level.p1 - self.level.m1
        rest = Remainder(self.costs, left, count, self.may_float, self.below)
        pairs += rest.pairs()
        self.order += rest.order
        floaters = tuple(sorted(set(left) - {i for pair in pairs for i in pair}))
        return Candidate(tuple(pairs), floaters, self.vector)

    def _first_subset(self) -> tuple[int, ...]:
        """Return S1 where every pair with a player moved down has exactly one of S1.

        Rule: knsb-rating-2014 D3.
        """
        moved = self.bracket.moved
        if self.level.m1 == len(moved):
            return moved
        weight = {i: 1 << (len(moved) - at) for at, i in enumerate(moved)}
        scale = 2 << len(moved)
        big = self.costs.base**8 * scale
        edges = {
            (i, j): (0 if self._touches((i, j)) else big)
            + cost * scale
            + (weight[j] if i in weight and j in weight else 0)
            for (i, j), cost in self.edges.items()
        }
        floats = self.costs.floats(self.may_float)
        weighed = {i: cost * scale + weight.get(i, 0) for i, cost in floats.items()}
        matched = cheapest(self.bracket.players, edges, weighed, self.level.p1, self.below)
        assert matched is not None
        out = {j for i, j in matched.pairs if i in weight and j in weight} | set(matched.left)
        return tuple(i for i in moved if i not in out)

    def _heterogeneous(self) -> BracketPairs:
        """Fix S1 (D3) and its opponents (D1).

        Rule: knsb-rating-2014 D3, D1.2.
        """
        players = self.bracket.players
        count = self.level.p1
        floats = self.costs.floats(self.may_float)
        s1 = self._first_subset() if self.s1 is None else self.s1
        inside = frozenset(s1)
        rank = {i: at for at, i in enumerate(s1)}
        place = {i: at for at, i in enumerate(players)}
        base = len(players) + 1
        powers = [base ** (len(s1) - 1 - at) for at in range(len(s1))]
        scale = base ** len(s1) * 2
        edges = {}
        for (i, j), cost in self.edges.items():
            if i in inside and j not in inside:
                edges[i, j] = cost * scale + place[j] * powers[rank[i]]
            elif j in inside and i not in inside:
                edges[i, j] = cost * scale + place[i] * powers[rank[j]]
            elif i not in inside:
                edges[i, j] = cost * scale
        weighed = {i: cost * scale for i, cost in floats.items() if i not in inside}
        matched = cheapest(players, edges, weighed, count, self.below)
        assert matched is not None
        partner = {i: j for pair in matched.pairs for i, j in (pair, pair[::-1])}
        pairs = [(min(i, partner[i]), max(i, partner[i])) for i in s1]
        self.order += [s1, tuple(place[partner[i]] for i in s1)]
        return pairs
