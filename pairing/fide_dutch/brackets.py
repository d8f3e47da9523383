"""A bracket as its best candidate has it: its own players first, those below only to check.

A bracket is paired as if nobody stood below it: as few floaters as can be, each in a seat, and the
criteria but C8 as costs. What those below ask (C4, C8) is then bounded for all floaters there can
be. Where the pairing meets the bound, it is the best of all: none that keeps C4 and C8 has a lesser
vector, or comes before it with the same. Where it does not, each floater gets a bound of their own,
and at last the bracket is paired together with all below it (`whole`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairing.fide_dutch.below import DutchBelow
from pairing.fide_dutch.costs import DutchCosts
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.scene import DutchBracket, Scene
from pairing.fide_dutch.tight import BracketGraph, Seats
from pairing.fide_dutch.whole import DutchWhole, FirstOfTheBest
from pairing.graphs.matching import bits, mask_of


@dataclass(frozen=True, slots=True)
class PairedDutchBracket:
    """A bracket, its pairs (higher, lower) and who floats from it, by places."""

    bracket: DutchBracket
    pairs: Pairs
    floaters: tuple[int, ...]


def paired(field: DutchField, bracket: DutchBracket, first: FirstOfTheBest) -> PairedDutchBracket:
    """Return a bracket as its best candidate has it.

    It must have a complete pairing with all below it, as the bracket above has seen to. `first`
    tells which of the best candidates is taken.

    Rule: fide-dutch-2026 3, 3.8, 4.
    """
    pairs = _Alone(field, bracket, first).pairs()
    if pairs is None:
        pairs = DutchWhole(field, bracket, first).pairs()
    here = {i for pair in pairs for i in pair}
    floaters = tuple(i for i in bracket.players if i not in here)
    return PairedDutchBracket(bracket, tuple(sorted(pairs)), floaters)


class _Alone:
    """A bracket by itself, and what its floaters do to those below."""

    def __init__(self, field: DutchField, bracket: DutchBracket, first: FirstOfTheBest) -> None:
        self.field = field
        self.bracket = bracket
        self.order = first
        self.players = mask_of(bracket.players)
        self.below = DutchBelow(field, bracket)
        self.odd = len(bracket.players) % 2
        # Nobody below can have the bye: with one floater it is theirs (C9).
        self.pab_here = self.below.pab_here
        scene = Scene(field, bracket, one_floater=self.pab_here and self.odd == 1)
        self.criteria = DutchCosts(first.edition, scene)

    def pairs(self) -> Pairs | None:
        """Return the pairs of the best candidate; None: that has to be found with those below.

        Rule: fide-dutch-2026 C4, C5, C6, C8, C9.
        """
        if self.pab_here and not self.odd:
            return None
        graph = BracketGraph(self.field, self.bracket, self.criteria)
        floating = self.may_float()
        count = self.odd
        pairs = self._first(graph, count, floating)
        if pairs is None and not self.pab_here:
            count = graph.fewest_floaters()
            if count == len(self.bracket.players):
                return ()
            pairs = self._first(graph, count, floating) if count > self.odd else None
        if pairs is None or self._is_best(pairs, graph):
            return pairs
        # Each floater brings a partner to one of those below who have none.
        missing = 0 if self.pab_here else self.below.missing()
        if missing > count:
            pairs = self._first(graph, missing, floating)
            return pairs if pairs is not None and self._is_best(pairs, graph) else None
        return self._by_floater() if count == 1 and not self.pab_here else None

    def _is_best(self, pairs: Pairs, graph: BracketGraph) -> bool:
        floaters = self._floaters(pairs)
        return self.below.completes(floaters) and self.below.at_best(
            floaters, graph.legal, self.criteria
        )

    def _first(
        self, graph: BracketGraph, floaters: int, floating: Mapping[int, int]
    ) -> Pairs | None:
        """Return the first candidate of the least cost with so many floaters; None: not known."""
        outside = Seats(self.field.size + 1, floaters, floating)
        tight = graph.tight(outside)
        if tight is None or not tight.all_are_best:
            return None
        return self.order.among_all(tight, self.bracket, outside.seats)

    def may_float(self) -> Mapping[int, int]:
        """Return what it costs of those who may float that they do."""
        floating = self.criteria.floating
        if not self.pab_here:
            return floating
        seat = self.field.legal[self.field.seat]
        return {i: cost + self.criteria.in_seat[i] for i, cost in floating.items() if seat >> i & 1}

    def _floaters(self, pairs: Pairs) -> int:
        return self.players & ~mask_of(i for pair in pairs for i in pair)

    def _by_floater(self) -> Pairs | None:
        """Return the pairs of the best candidate with one floater, whose C4 and C8 are least first.

        Rule: fide-dutch-2026 C4, C8.
        """
        after = self.below.after_each(self.players, self.criteria)
        floating = {i: cost + after[i] for i, cost in self.may_float().items() if i in after}
        graph = BracketGraph(self.field, self.bracket, self.criteria)
        pairs = self._first(graph, 1, floating)
        if pairs is None:
            return None
        floater = self._floaters(pairs)
        least = after[next(bits(floater))] == self.below.cost(floater, self.criteria)
        return pairs if least and self.below.completes(floater) else None
