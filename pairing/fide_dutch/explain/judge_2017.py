"""Any complete pairing of a round, judged as the edition of 2017 has it.

An ordinary bracket need not leave those below a complete pairing; the penultimate one must, and
all below it are one last bracket, whose residents have scores of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pairing.explain.claims import FideKey
from pairing.fide_dutch.brackets import PairedDutchBracket
from pairing.fide_dutch.criteria import DutchBracket
from pairing.fide_dutch.criteria_2017 import POINT
from pairing.fide_dutch.engine_2017 import paired_brackets
from pairing.fide_dutch.explain.edition import EDITION_2017
from pairing.fide_dutch.explain.judge import DutchDifference, DutchJudge, DutchWay
from pairing.fide_dutch.explain.orders import DutchOrder, order_of
from pairing.fide_dutch.field import DutchField
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.digits import Digits


class DutchJudge2017(DutchJudge):
    """Judges pairings of one field, given in the order of A2, against the engine's."""

    edition = EDITION_2017
    bye_clause = EDITION_2017.bye

    def _brackets(self) -> Sequence[PairedDutchBracket] | None:
        return paired_brackets(self.field)

    def order(self, bracket: DutchBracket, pairs: Iterable[tuple[int, int]]) -> DutchOrder:
        """Return where pairs stand: more of the moved down first, of these the higher scores.

        Rule: fide-dutch-2017 B3, D1, D2, D3.
        """
        order = order_of(bracket, pairs)
        scores = self.field.scores
        (name, numbers), *rest = order.rank
        by_score = tuple(-scores[i] for i in order.moved_s1)
        return order.ranked(((name, (-len(numbers), *by_score, *numbers)), *rest))

    def values(self, number: int, way: DutchWay) -> Iterator[tuple[FideKey, tuple[int, ...]]]:
        """Yield all keys of a way to pair a bracket in the order of weight, smaller is better.

        Rule: fide-dutch-2017 C5, C6, C7, A8, B8, D.
        """
        bracket = self.best[number].bracket
        scores = self.field.scores
        lowest = scores[bracket.players[-1]] - POINT
        yield "floaters", (len(way.floaters),)
        differences = [scores[i] - scores[j] for i, j in way.pairs]
        differences += [scores[i] - lowest for i in way.floaters]
        yield "psd", tuple(sorted(differences, reverse=True))
        left, ahead = self.next_best(number, way.floaters)
        yield "next_floaters", (left,)
        yield "next_psd", ahead
        yield from self._colours(way)
        yield from self._floats(bracket, way)
        yield from way.order.rank

    def _floats(
        self, bracket: DutchBracket, way: DutchWay
    ) -> Iterator[tuple[FideKey, tuple[int, ...]]]:
        """Rule: fide-dutch-2017 C12, C13, C14, C15, C16, C17, C18, C19."""
        players = self.field.players
        scores = self.field.scores
        lowest = scores[bracket.players[-1]] - POINT
        unequal = [(i, j, scores[i] - scores[j]) for i, j in way.pairs if scores[i] > scores[j]]
        down = [(i, gap) for i, _, gap in unequal] + [(i, scores[i] - lowest) for i in way.floaters]
        up = [(j, gap) for _, j, gap in unequal]
        lists = [
            tuple(sorted((gap for i, gap in some if players[i].floats[back] == sign), reverse=True))
            for back in (0, 1)
            for some, sign in ((down, "D"), (up, "U"))
        ]
        counts: tuple[FideKey, ...] = ("down_1", "up_1", "down_2", "up_2")
        gaps: tuple[FideKey, ...] = ("down_1_gaps", "up_1_gaps", "down_2_gaps", "up_2_gaps")
        yield from ((key, (len(values),)) for key, values in zip(counts, lists, strict=True))
        yield from zip(gaps, lists, strict=True)

    def compare_ways(self, number: int, one: DutchWay, two: DutchWay) -> DutchDifference | None:
        """Return the first key that differs; of the last bracket C7 counts no players ("barred").

        Rule: fide-dutch-2017 B8, C7.
        """
        difference = super().compare_ways(number, one, two)
        if difference is not None and difference.key == "next_floaters":
            part = None if self.best[number].bracket.lower else "barred"
            return replace(difference, part=part)
        return difference

    def next_best(self, number: int, floaters: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return who of the next bracket are left over at best, and its differences (C7).

        In the last bracket a player who may not have the bye weighs as much as three.

        Rule: fide-dutch-2017 C7.
        """
        bracket = self.best[number].bracket
        if not bracket.following:
            return 0, ()
        key = number, floaters
        if key not in self._next:
            self._next[key] = _next_best(self.field, bracket, floaters)
        return self._next[key]


def _next_best(
    field: DutchField, bracket: DutchBracket, floaters: Sequence[int]
) -> tuple[int, tuple[int, ...]]:
    """Return the least that the next bracket can have with these floaters.

    Anybody may be left over, at a cost; a digit for how many, and one for each difference.

    Rule: fide-dutch-2017 C7, A8.
    """
    players = (*floaters, *bracket.following)
    moved = set(floaters)
    level = field.scores[bracket.following[0]]
    scores = field.scores
    apart = {scores[i] - level for i in players} | {0}
    values = sorted(apart | {value + POINT for value in apart}, reverse=True)
    digits = Digits([3 * len(players) + 1, *[len(players) + 1] * len(values)])

    def cost(value: int, weight: int = 0) -> int:
        return digits.weigh([(0, weight), (1 + values.index(value), 1)])

    weights = {
        i: 3 if not bracket.lower and not field.players[i].may_have_bye else 1 for i in players
    }
    rows: list[dict[int, int]] = [
        {
            at: cost(scores[min(i, j)] - level)
            for at, j in enumerate(players)
            if field.legal[i] >> j & 1 and not (i in moved and j in moved)
        }
        for i in players
    ]
    alone = {at: cost(scores[i] - level + POINT, weights[i]) for at, i in enumerate(players)}
    mate = CheapestMatching(rows, alone=alone).run()
    assert mate is not None, "everybody may be left over"
    over = [i for at, i in enumerate(players) if mate[at] < 0]
    differences = [scores[i] - level + POINT for i in over]
    differences += [
        scores[min(i, players[mate[at]])] - level for at, i in enumerate(players) if mate[at] > at
    ]
    return sum(weights[i] for i in over), tuple(sorted(differences, reverse=True))
