"""A bracket of 2017 as its best candidate has it: the cheapest matching by criteria and order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.fide_dutch.brackets import PairedDutchBracket
from pairing.fide_dutch.criteria_2017 import Bracket2017, Criteria2017
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.order import RemainderOrder
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import bits, mask_of, maximum_matching

_Lighter = Callable[[int, int], Iterator[tuple[int, int]]]
"""Gives the digits below C19 of a pair in the bracket, counted from the first below it."""

_Pairs = tuple[tuple[int, int], ...]
_Costs = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class PairedBracket2017(PairedDutchBracket):
    """A bracket, its pairs (higher, lower) and who floats from it, by places."""

    bracket: Bracket2017


class MovedOrder2017:
    """The order of the pairs of moved-down players: their set, then their opponents in turn.

    More of them are paired before fewer (B3). Of sets of one size the one whose highest differing
    score is the higher comes first (D3): at the highest score where the sets have not as many, it
    has more, so a digit for each score counts against the pair. Then the smallest differing
    number: 2 to the power of minus the number, summed up, is greater for the earlier set. Then the
    opponents of the set in the order of its numbers (D1): a digit for each.
    """

    def __init__(self, scores: Sequence[int], residents: int) -> None:
        """Take the scores of the moved-down players, best first, and how many residents."""
        self.moved = len(scores)
        at = {score: at for at, score in enumerate(dict.fromkeys(scores), 1)}
        self.score_digit = [at[score] for score in scores]
        self.set_digit = len(at) + 1
        counts = [self.moved + 1] * self.set_digit
        self.spans = [*counts, 1 << self.moved, *[residents + 1] * self.moved]

    def digits(self, a: int, b: int) -> Iterator[tuple[int, int]]:
        """Yield (digit, value) of a pair; `a` and `b` count from 1 within their own kind."""
        yield 0, -1
        yield self.score_digit[a - 1], -1
        yield self.set_digit, -(1 << (self.moved - a))
        yield self.set_digit + a, b


def paired(
    field: DutchField, bracket: Bracket2017, held: Collection[int] = ()
) -> PairedBracket2017:
    """Return a bracket as its best candidate has it.

    It is first paired as if nobody stood below it: no candidate has a lesser vector without C7, or
    comes before it with the same. Where what those below ask, C4 or C7, is then met as well as it
    can be, it is the best of all; otherwise the bracket is paired together with them. A penultimate
    and a last bracket must have a complete pairing with all below them, an ordinary one pairs for
    all who are held in it.

    Rule: fide-dutch-2017 B1, B4, B5, B8, C4, C5, C6.
    """
    if bracket.kind != "last" and not held:
        alone = _solved(field, bracket, Bracket2017(bracket.moved, bracket.residents, (), ()))
        if _suits_those_below(field, alone):
            return alone
    return _solved(field, bracket, bracket, held)


def _solved(
    field: DutchField, bracket: Bracket2017, scope: Bracket2017, held: Collection[int] = ()
) -> PairedBracket2017:
    """Return a bracket as it is paired within a scope."""
    solver = _Solver(field, scope, held)
    pairs = solver.heterogeneous() if bracket.moved else solver.remainder((), bracket.residents)
    here = {i for pair in pairs for i in pair}
    floaters = tuple(i for i in bracket.players if i not in here)
    return PairedBracket2017(bracket, tuple(sorted(pairs)), floaters)


def _suits_those_below(field: DutchField, done: PairedBracket2017) -> bool:
    """Tell whether the floaters of a bracket let those below be as C4, or C7, best has it.

    C7 is at its best where all of the next bracket are paired, but one of its residents if they are
    odd, who has the least difference; if it is the last one, that must be somebody who may have the
    bye. That is so for all candidates, as C5 and C6 have told how many float from each score.

    Rule: fide-dutch-2017 C4, C7.
    """
    bracket = done.bracket
    floaters = mask_of(done.floaters)
    if bracket.kind == "penultimate":
        return field.completes(field.mask((*done.floaters, *bracket.lower)))
    if not floaters:
        return True
    following = mask_of(bracket.following)
    seat = field.seat
    legal = [0] * (field.size + 1)
    for i in done.floaters:
        legal[i] = field.legal[i] & following
    for i in bracket.following:
        legal[i] = field.legal[i] & (following | floaters)
    alive = floaters | following
    if alive.bit_count() % 2:
        over = [i for i in bracket.following if bracket.lower or field.players[i].may_have_bye]
        for i in over:
            legal[i] |= 1 << seat
        legal[seat] = mask_of(over)
        alive |= 1 << seat
    mate = maximum_matching(legal, alive=alive)
    return all(mate[i] >= 0 for i in bits(alive))


class _Solver:
    """The matchings of one bracket."""

    def __init__(self, field: DutchField, bracket: Bracket2017, held: Collection[int]) -> None:
        self.field = field
        self.bracket = bracket
        self.held = held

    def heterogeneous(self) -> _Pairs:
        """Return the pairs: those of the moved down first, then the remainder's.

        Rule: fide-dutch-2017 B2, B3, B7, D3.
        """
        moved = self.bracket.moved
        residents = self.bracket.residents
        order = MovedOrder2017([self.field.scores[i] for i in moved], len(residents))
        number = {i: at for at, i in enumerate(moved, 1)}
        number |= {i: at for at, i in enumerate(residents, 1)}

        def lighter(i: int, j: int) -> Iterator[tuple[int, int]]:
            return order.digits(number[i], number[j]) if i in moved else iter(())

        pairs = self._cheapest((), self.bracket.players, order.spans, lighter)
        fixed = tuple(pair for pair in pairs if pair[0] in moved)
        gone = {j for _, j in fixed}
        remainder = tuple(i for i in residents if i not in gone)
        return fixed + self.remainder(fixed, remainder, len(pairs) - len(fixed))

    def remainder(self, fixed: _Pairs, players: Sequence[int], pairs: int | None = None) -> _Pairs:
        """Return the pairs among residents; without their number, as many as there can be.

        Rule: fide-dutch-2017 B3, B6, D1, D2.
        """
        count = len(players) // 2 if pairs is None else pairs
        first = self._perfect(players, count)
        if first is not None:
            return first
        order = RemainderOrder(len(players), count)
        number = {i: at for at, i in enumerate(players, 1)}

        def lighter(i: int, j: int) -> Iterator[tuple[int, int]]:
            return order.digits(number[i], number[j])

        cheapest = self._cheapest(fixed, players, order.spans, lighter)
        if len(cheapest) != count:
            return self.remainder(fixed, players, len(cheapest))
        return cheapest

    def _perfect(self, players: Sequence[int], count: int) -> _Pairs | None:
        """Return the first candidate of a remainder if it costs no more than each must.

        Where one of them floats, those below must have no say in who that is.

        Rule: fide-dutch-2017 B4.
        """
        kind = self.bracket.kind
        over = players[2 * count :]
        may_float = kind == "ordinary" and not self.bracket.following
        if kind == "last" and over:
            may_float = self.field.players[over[0]].may_have_bye
        if len(over) > may_float or (kind == "penultimate" and not self.bracket.moved):
            return None
        criteria = Criteria2017(self.field, self.bracket, ())
        floating = criteria.floating
        if any(floating[i] > min(floating[j] for j in players) for i in over):
            return None
        first = tuple(zip(players[:count], players[count : 2 * count], strict=True))
        legal = self.field.legal
        if any(not legal[i] >> j & 1 or criteria.pair(i, j) for i, j in first):
            return None
        return first

    def _cheapest(
        self, fixed: _Pairs, higher: Sequence[int], spans: Sequence[int], lighter: _Lighter
    ) -> _Pairs:
        """Return the pairs of these higher players, beside the fixed ones, that cost the least.

        Whoever of the moved down is in neither floats on.
        """
        criteria = Criteria2017(self.field, self.bracket, spans)
        gone = {i for pair in fixed for i in pair}
        free = [i for i in self.bracket.players if i not in gone]
        costs = self._pair_costs(criteria, free, higher, lighter)
        find = self._looking_ahead if self.bracket.kind == "ordinary" else self._completing
        mate = find(criteria, free, costs)
        return tuple(pair for pair in costs if mate.get(pair[0]) == pair[1])

    def _pair_costs(
        self, criteria: Criteria2017, free: Sequence[int], higher: Sequence[int], lighter: _Lighter
    ) -> _Costs:
        """Return what the pairs of these higher players cost that can be made in the bracket.

        Moved-down players do not meet each other.
        """
        legal = self.field.legal
        moved = set(self.bracket.moved)
        digits = criteria.digits
        may = set(higher)
        below = criteria.lightest
        return {
            (i, j): criteria.pair(i, j)
            + digits.weigh((below + place, digit) for place, digit in lighter(i, j))
            for i, j in combinations(free, 2)
            if i in may and j not in moved and legal[i] >> j & 1
        }

    def _looking_ahead(
        self, criteria: Criteria2017, free: Sequence[int], costs: _Costs
    ) -> dict[int, int]:
        """Return the mates in the bracket and in the next, where anybody may be left over.

        Rule: fide-dutch-2017 C7.
        """
        legal = self.field.legal
        following = self.bracket.following
        edges = dict(costs)
        for i in free:
            for j in following:
                if legal[i] >> j & 1:
                    edges[i, j] = criteria.floating[i] + criteria.ahead(i)
        for i, j in combinations(following, 2):
            if legal[i] >> j & 1:
                edges[i, j] = criteria.ahead(i)
        players = [*free, *following]
        alone = {
            i: criteria.floating.get(i, 0) + criteria.over.get(i, 0)
            for i in players
            if i not in self.held
        }
        mate = self._matched(players, edges, alone)
        assert mate is not None, "everybody may be left over"
        return mate

    def _completing(
        self, criteria: Criteria2017, free: Sequence[int], costs: _Costs
    ) -> dict[int, int]:
        """Return the mates in a complete pairing with everybody below and the bye.

        Rule: fide-dutch-2017 C4, A9.
        """
        legal = self.field.legal
        lower = self.bracket.lower
        seat = self.field.seat
        edges = dict(costs)
        for i in free:
            for j in lower:
                if legal[i] >> j & 1:
                    edges[i, j] = criteria.floating[i]
        for i, j in combinations(lower, 2):
            if legal[i] >> j & 1:
                edges[i, j] = 0
        players = [*free, *lower]
        if self.field.odd:
            for i in players:
                if legal[seat] >> i & 1:
                    edges[i, seat] = criteria.floating.get(i, 0)
            players.append(seat)
        mate = self._matched(players, edges, {})
        assert mate is not None, "the bracket above has kept a complete pairing"
        return mate

    def _matched(
        self, players: Sequence[int], edges: _Costs, alone: dict[int, int]
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
