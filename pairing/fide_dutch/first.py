"""The first candidate among the complete matchings of a graph, in the order of articles 3 and 4.

No costs are needed for it, but for exchanges: what the order asks for next is fixed step by step,
and the complete matching at hand is mended so that it has it, where any has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing.fide_dutch.digits import Digits
from pairing.fide_dutch.order import RemainderOrder
from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import (
    EXPOSED,
    bits,
    find_partner,
    first_partner,
    mask_of,
    maximum_matching,
)

Pairs = tuple[tuple[int, int], ...]


class FirstCandidate:
    """A graph of a bracket by place with those outside, and a complete matching of it.

    Whoever is matched outside the bracket floats.
    """

    def __init__(
        self, rows: list[int], mates: list[int], moved: int, residents: int, seats: int
    ) -> None:
        """Take the graph, its matching, and masks: seats are those outside who are all alike."""
        self.rows, self.mates = rows, mates
        self.moved, self.residents, self.seats = moved, residents, seats
        self.alive = mask_of(at for at, mate in enumerate(mates) if mate != EXPOSED)
        self.fixed: list[tuple[int, int]] = []

    def pairs(self) -> Pairs:
        """Return the pairs.

        Text: C.04.3 3.3, 3.6, 3.7, 4.2, 4.3, 4.4.
        """
        for at in self._chosen():
            self._pair_off(at)
        places = list(bits(self.alive & self.residents))
        half = sum(self.residents >> self.mates[at] & 1 for at in places) // 2
        s1 = mask_of(places[:half])
        if not self._transposable(s1):
            exchanged = self._exchanged(places, half)
            if exchanged is None:
                return (*self.fixed, *self._by_weight(places, half))
            s1 = exchanged
            done = self._transposable(s1)
            assert done, "the exchange leaves a complete matching"
        for at in bits(s1):
            self._pair_off(at)
        return tuple(self.fixed)

    def _chosen(self) -> list[int]:
        """Return the first set of those moved down that can have opponents; the others float.

        The criteria fix the scores of the floaters (C7), so as many of those moved down have
        opponents in any of the matchings.

        Text: C.04.3 4.4.
        """
        chosen = []
        count = sum(self.residents >> self.mates[at] & 1 for at in bits(self.moved))
        for at in bits(self.moved):
            if count and self._prefer(at, self.residents):
                count -= 1
                chosen.append(at)
            elif self.seats >> self.mates[at] & 1:
                self.alive &= ~(1 << at | 1 << self.mates[at])
            else:
                self._lose(at, self.rows[at] & self.residents)
        return chosen

    def _pair_off(self, at: int) -> None:
        """Fix the pair of a player with the first opponent there can be."""
        other = first_partner(self.rows, self.mates, at, self.alive)
        self.alive &= ~(1 << at | 1 << other)
        self.fixed.append((at, other))

    def _prefer(self, at: int, wanted: int) -> bool:
        """Keep only these neighbours of a vertex if all stay matched then, else only the others.

        Tell whether they do.
        """
        near = self.rows[at] & self.alive
        if find_partner(self.rows, self.mates, at, wanted, self.alive):
            self._lose(at, near & ~wanted)
            return True
        self._lose(at, near & wanted)
        return False

    def _lose(self, at: int, others: int) -> None:
        self.rows[at] &= ~others
        for other in bits(others):
            self.rows[other] &= ~(1 << at)

    def _transposable(self, s1: int) -> bool:
        """Keep only what joins S1 to S2, and S2 to those outside, if all can be matched so."""
        rows, mates = self._between(s1)
        if any(mates[at] == EXPOSED for at in bits(self.alive)):
            return False
        self.rows, self.mates = rows, mates
        return True

    def _between(self, s1: int) -> tuple[list[int], list[int]]:
        """Return the graph without pairs within S1 or S2 and floaters of S1, and its matching.

        The matching is as great as can be.
        """
        s2 = self.alive & self.residents & ~s1
        outside = self.alive & ~self.residents
        rows, mates = [0] * len(self.rows), [EXPOSED] * len(self.rows)
        for part, near in ((s1, s2), (s2, s1 | outside), (outside, s2 | outside)):
            for at in bits(part):
                rows[at] = self.rows[at] & near
        for at in bits(outside):
            if rows[at] >> self.mates[at] & 1:
                other = self.mates[at]
                mates[at], mates[other] = other, at
        left = (at for at in bits(s2) if mates[at] == EXPOSED)
        for one, two in zip(bits(s1), left, strict=False):
            if rows[one] >> two & 1:
                mates[one], mates[two] = two, one
        return rows, maximum_matching(rows, mates, self.alive)

    def _numbered(
        self, places: Sequence[int], cost: Callable[[int, int], int]
    ) -> tuple[list[int], list[dict[int, int]]]:
        """Return all that are alive, the places first, and the costs of their edges by number.

        cost is that of a pair of two places by their numbers, the lower one first, or of a place
        and -1: it floats. What is outside costs nothing.
        """
        everybody = [*places, *bits(self.alive & ~mask_of(places))]
        number, size = {at: n for n, at in enumerate(everybody)}, len(places)
        costs: list[dict[int, int]] = [{} for _ in everybody]
        for n, at in enumerate(everybody):
            for other in bits(self.rows[at] & self.alive):
                to = number[other]
                if n < to:
                    own = 0 if n >= size else cost(n, to if to < size else -1)
                    costs[n][to] = costs[to][n] = own
        return everybody, costs

    def _exchanged(self, places: Sequence[int], half: int) -> int | None:
        """Return S1 after the first exchange with which all can be matched; None: not known.

        A pair within S2 brings its higher player into S1, one within S1 sends its lower one out, as
        floating sends out a player of S1. There are as many of the one as of the other, so with
        half of the weight of an exchange on each the cheapest matchings have the fewest exchanges,
        and of these the least difference. Among them it is then asked of those of S1 from the
        lowest on that they leave it, and of those of S2 from the highest on that they enter it.

        Text: C.04.3 4.3.
        """
        weight = (len(places) + 1) ** 2

        def cost(n: int, to: int) -> int:
            if n >= half:
                return weight + n if to >= 0 else 0
            return 0 if to >= half else weight - (to if to >= 0 else n)

        everybody, costs = self._numbered(places, cost)
        s1, number = mask_of(places[:half]), {at: n for n, at in enumerate(everybody)}
        _, start = self._between(s1)
        hint = [number.get(start[at], EXPOSED) for at in everybody]
        matching = CheapestMatching(costs, [0] * len(everybody), hint)
        found = matching.run()
        assert found is not None, "there is a complete matching"
        if matching.has_blossoms:
            return None
        rows = self.rows
        self.rows, self.mates = list(rows), [EXPOSED] * len(rows)
        for n, at in enumerate(everybody):
            self.mates[at] = everybody[found[n]]
            self.rows[at] = mask_of(everybody[to] for to in costs[n] if matching.is_tight(n, to))
        for at in reversed(places[:half]):
            if self._prefer(at, ~(self.residents & -(2 << at))):
                s1 &= ~(1 << at)
        for at in places[half:]:
            if self._prefer(at, self.residents & -(2 << at)):
                s1 |= 1 << at
        self.rows = rows
        return s1

    def _by_weight(self, places: Sequence[int], half: int) -> Pairs:
        """Return the pairs of a remainder by their whole order as one number each.

        Text: C.04.3 4.2, 4.3.
        """
        order = RemainderOrder(len(places), half)
        digits = Digits(order.spans)
        everybody, costs = self._numbered(
            places, lambda n, to: digits.weigh(order.digits(n + 1, to + 1)) if to >= 0 else 0
        )
        mates = CheapestMatching(costs).run()
        assert mates is not None, "there is a complete matching"
        return tuple(
            (everybody[n], everybody[to]) for n, to in enumerate(mates) if n < to < len(places)
        )
