"""The order of pairings, article 4: number 1 meets the largest number there can be, and so on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from pairing.fide_burstein.criteria import EDITION_BURSTEIN
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.scene import DutchBracket
from pairing.fide_dutch.tight import TightGraph
from pairing.fide_dutch.whole import ByWeight
from pairing.graphs.matching import EXPOSED, bits, first_partner


class BursteinFirst:
    """Which of the best pairings of a bracket comes first; `ranks` are those of all places.

    Rule: fide-burstein-2026 3.2, 4.1, 4.2, 4.3.
    """

    edition = EDITION_BURSTEIN

    def __init__(self, ranks: Sequence[int]) -> None:
        """Take the ranks by place."""
        self.ranks = ranks

    def numbered(self, bracket: DutchBracket) -> list[int]:
        """Return the players of a bracket, by place, in the order of their numbers in it.

        Rule: fide-burstein-2026 4.1.
        """
        return sorted(bracket.players, key=self.ranks.__getitem__)

    def among_all(self, tight: TightGraph, bracket: DutchBracket, seats: int) -> Pairs:
        """Return the first among the complete matchings of a graph, which are all best.

        The vertices are put in the order in which number 1 wants them: the largest number first,
        and last whoever stands outside the bracket. Each number in turn takes the first partner
        that leaves all others matched. Whom a floater is matched with outside is left open.

        Rule: fide-burstein-2026 4.2, 4.3.
        """
        inside = self.numbered(bracket)[::-1]
        here = set(inside)
        outside = [i for i, mate in enumerate(tight.mates) if mate != EXPOSED and i not in here]
        places = [*inside, *outside]
        rows = _renumbered(tight.rows, places)
        number = {i: at for at, i in enumerate(places)}
        mates = [number[tight.mates[i]] for i in places]
        alive = (1 << len(places)) - 1
        size = len(inside)
        pairs = []
        for at in range(size - 1, -1, -1):
            if not alive >> at & 1:
                continue
            partner = first_partner(rows, mates, at, alive)
            if partner < size:
                alive &= ~(1 << at | 1 << partner)
                pairs.append((places[at], places[partner]))
            else:
                for other in bits(rows[at] & (1 << size) - 1):
                    rows[other] &= ~(1 << at)
                rows[at] &= -1 << size
        return tuple((min(pair), max(pair)) for pair in pairs)

    def by_weight(self, whole: ByWeight) -> Pairs:
        """Return the first where order must be weighed with the criteria.

        Of two pairings the first number whose opponents differ decides, and its opponent in either
        has a larger number, or is none: a smaller one would have differed before. So there is a
        digit for each number, the heaviest for number 1: less the number of its opponent, and 0
        where that is smaller or the player floats.

        Rule: fide-burstein-2026 4.2, 4.3.
        """
        number = {i: at for at, i in enumerate(self.numbered(whole.bracket))}

        def lighter(i: int, j: int) -> Iterator[tuple[int, int]]:
            one, two = sorted((number[i], number[j]))
            yield one, -two

        spans = [len(number) + 1] * len(number)
        return whole.cheapest((), whole.players, spans, lighter)


def _renumbered(rows: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return the rows of some vertices in a new order; bit k is that of places[k]."""
    size = len(rows)
    if len(places) == 1:
        return [0]
    take = itemgetter(*(size - 1 - i for i in reversed(places)))
    return [int("".join(take(f"{rows[i]:0{size}b}")), 2) for i in places]
