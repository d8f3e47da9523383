"""A bracket of 2017 as its best candidate has it, by the graphs and orders of 2026.

It is first paired as if nobody stood below it: no candidate has a lesser vector without C7, or
comes before it with the same. Where what those below ask, C4 or C7, is then met as well as it can
be, it is the best of all; otherwise the bracket is paired together with them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from pairing.fide_dutch.below import DutchNext
from pairing.fide_dutch.brackets import PairedDutchBracket
from pairing.fide_dutch.costs import DutchCosts
from pairing.fide_dutch.editions import EDITION_2017
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import FirstCandidate, Pairs
from pairing.fide_dutch.scene import DutchBracket, Scene
from pairing.fide_dutch.tight import AllBelow, BracketGraph, Outside, Seats, TightGraph
from pairing.fide_dutch.whole import ByWeight, DutchFirst
from pairing.graphs.matching import deficiency, mask_of


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


class DutchFirst2017(DutchFirst):
    """The criteria of 2017, and the order of B and D."""

    def __init__(self, field: DutchField) -> None:
        """Take the field, for its scores."""
        super().__init__(EDITION_2017)
        self.field = field

    def among_all(self, tight: TightGraph, bracket: DutchBracket, seats: int) -> Pairs:
        """Return the first among the complete matchings of a graph.

        Where all below are one last bracket, with scores of their own, the criteria may leave open
        whether a moved-down player has the bye: only if no resident can, as more of the moved down
        are paired before fewer.

        Rule: fide-dutch-2017 B3, B7, D3.
        """
        moved = mask_of(bracket.moved)
        residents = mask_of(bracket.residents)
        first = FirstCandidate(tight.rows, tight.mates, moved, residents, seats, tight.alike)
        if moved and bracket.kind == "last" and seats:
            first.prefer(seats.bit_length() - 1, residents)
        return first.pairs()

    def moved_order(self, whole: ByWeight) -> MovedOrder2017:
        """Return the order of the pairs of moved-down players."""
        bracket = whole.bracket
        scores = [self.field.scores[i] for i in bracket.moved]
        return MovedOrder2017(scores, len(bracket.residents))


def paired(
    field: DutchField, bracket: DutchBracket, held: Collection[int] = ()
) -> PairedDutchBracket:
    """Return a bracket as its best candidate has it.

    A penultimate and a last bracket must have a complete pairing with all below them, an ordinary
    one pairs for all who are held in it.

    Rule: fide-dutch-2017 B1, B4, B5, B8, C4, C5, C6.
    """
    pairs = _Pairing(field, bracket, held).pairs()
    here = {i for pair in pairs for i in pair}
    floaters = tuple(i for i in bracket.players if i not in here)
    return PairedDutchBracket(bracket, tuple(sorted(pairs)), floaters)


class _Pairing:
    """A bracket by itself, and with those below it where these have a say."""

    def __init__(self, field: DutchField, bracket: DutchBracket, held: Collection[int]) -> None:
        self.field = field
        self.bracket = bracket
        self.held = held
        self.alone = DutchBracket(bracket.moved, bracket.residents, (), (), bracket.kind)
        self.criteria = _costs(field, self.alone)
        self.graph = BracketGraph(field, self.alone, self.criteria)

    def pairs(self) -> Pairs:
        """Return the pairs of the best candidate.

        Rule: fide-dutch-2017 B1, B4, C4, C5, C7.
        """
        if self.bracket.kind == "last":
            return self._last()
        count = self.graph.fewest_floaters()
        pairs = None if self.held else self._best_alone(count)
        return self._with_those_below(count) if pairs is None else pairs

    def _best_alone(self, count: int) -> Pairs | None:
        """Return the pairs with so many floaters; None: that has to be found with those below."""
        pairs = self._with_seats(count, lambda criteria: criteria.floating)
        if self._suits_those_below(pairs):
            return pairs
        return self._by_floater() if count == 1 else None

    def _last(self) -> Pairs:
        """Return the pairs of a last bracket, whose floater has the bye.

        Rule: fide-dutch-2017 C2, A9.
        """
        may = self.field.legal[self.field.seat]

        def floating(criteria: DutchCosts) -> Mapping[int, int]:
            return {i: cost for i, cost in criteria.floating.items() if may >> i & 1}

        return self._with_seats(int(self.field.odd), floating)

    def _with_seats(self, count: int, floating: Callable[[DutchCosts], Mapping[int, int]]) -> Pairs:
        """Return the pairs with so many floaters, as if nobody stood below."""
        first = self.field.size + 1
        seats = ((1 << count) - 1) << first
        return self._best(
            self.graph, lambda criteria: Seats(first, count, floating(criteria)), seats
        )

    def _suits_those_below(self, pairs: Pairs) -> bool:
        """Tell whether the floaters let those below be as C4, or C7, best has it.

        That is compared with all floaters there can be, as C5 and C6 have told how many float from
        each score.

        Rule: fide-dutch-2017 C4, C7.
        """
        here = {i for pair in pairs for i in pair}
        floaters = [i for i in self.bracket.players if i not in here]
        if self.bracket.kind == "penultimate":
            return self.field.completes(self.field.mask((*floaters, *self.bracket.lower)))
        criteria = _costs(self.field, self.bracket)
        return self._next().at_best(mask_of(floaters), self.graph.legal, criteria)

    def _next(self) -> DutchNext:
        """Return the next scoregroup; if it is the last, those who may not have the bye are heavy.

        Rule: fide-dutch-2017 C7.
        """
        bracket = self.bracket
        players = self.field.players
        together = (*bracket.players, *bracket.following)
        barred = () if bracket.lower else (i for i in together if not players[i].may_have_bye)
        return DutchNext(self.field, bracket, mask_of(barred))

    def _by_floater(self) -> Pairs | None:
        """Return the pairs of the best candidate with one floater, by what each costs below.

        None: that is not known.

        Rule: fide-dutch-2017 C7.
        """
        below = self._next()
        everybody = mask_of(self.bracket.players)
        if not below.following & ~below.heavy:
            return None
        criteria = _costs(self.field, self.bracket)
        after = below.after(everybody, criteria)
        graph = BracketGraph(self.field, self.bracket, criteria)
        floating = {i: cost + after[i] for i, cost in criteria.floating.items()}
        seat = Seats(self.field.size + 1, 1, floating)
        tight = graph.tight(seat)
        if tight is None or not tight.all_are_best:
            return None
        pairs = DutchFirst2017(self.field).among_all(tight, self.bracket, seat.seats)
        floater = everybody & ~mask_of(i for pair in pairs for i in pair)
        known = after[floater.bit_length() - 1] == below.cost(floater, criteria)
        return pairs if known else None

    def _with_those_below(self, floaters: int) -> Pairs:
        """Return the pairs as the best pairing with those below has them.

        For an ordinary bracket these are the residents of the next, and anybody may be left over,
        with a stand-in. No best pairing needs more of them than the floaters and those whom the
        next bracket leaves out by itself; three for each of these where somebody weighs as three.

        Rule: fide-dutch-2017 C4, C7, A9.
        """
        field = self.field
        bracket = self.bracket
        stand_ins = 0
        if bracket.following:
            over = floaters + deficiency(field.legal, mask_of(bracket.following))[0]
            everybody = len(bracket.players) + len(bracket.following)
            stand_ins = max(1, min(everybody, over if bracket.lower else 3 * over))
            stand_ins += (everybody + stand_ins) % 2
        criteria = _costs(field, bracket)
        return self._best(
            BracketGraph(field, bracket, criteria),
            lambda criteria: AllBelow(field, bracket, criteria, stand_ins, self.held),
            seats=0,
        )

    def _best(
        self, graph: BracketGraph, outside: Callable[[DutchCosts], Outside], seats: int
    ) -> Pairs:
        """Return the first of the best pairings; `seats` are those outside who are alike."""
        bracket = graph.bracket
        first = DutchFirst2017(self.field)
        tight = graph.tight(outside(graph.criteria))
        assert tight is not None, "the bracket above has kept a complete pairing"
        if tight.all_are_best:
            return first.among_all(tight, bracket, seats)
        return first.by_weight(
            ByWeight(bracket, tight, lambda spans: _costs(self.field, bracket, spans), outside)
        )


def _costs(field: DutchField, bracket: DutchBracket, lighter: Sequence[int] = ()) -> DutchCosts:
    """Return the criteria of a bracket with the spans of lighter digits."""
    return DutchCosts(EDITION_2017, Scene(field, bracket), lighter)
