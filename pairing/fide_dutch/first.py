"""The first candidate among the complete matchings of a graph, in the order of articles 3 and 4.

No costs are needed for it, but for exchanges: what the order asks for next is fixed step by step,
and the complete matching at hand is mended so that it has it, where any has.
"""

from __future__ import annotations

from pairing.fide_dutch.digits import Digits
from pairing.fide_dutch.order import RemainderOrder
from pairing.fide_dutch.tight import TightGraph
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
    """A graph of players by place with seats for floaters, and a complete matching of it."""

    def __init__(self, graph: TightGraph, moved: int, residents: int) -> None:
        """Take the graph, and as masks those moved down and the residents."""
        self.rows, self.mates = graph.rows, graph.mates
        self.moved, self.residents = moved, residents
        self.seats = mask_of(range(graph.first_seat, len(graph.rows)))
        self.alive = moved | residents | self.seats
        self.fixed: list[tuple[int, int]] = []

    def pairs(self) -> Pairs:
        """Return the pairs.

        Text: C.04.3 3.3, 3.6, 3.7, 4.2, 4.3, 4.4.
        """
        self._choose_moved()
        for at in bits(self.moved & self.alive):
            self._pair_off(at)
        left = self.alive & self.residents
        places = list(bits(left))
        half = (len(places) - (self.alive & self.seats).bit_count()) // 2
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

    def _choose_moved(self) -> None:
        """Leave alive, of those moved down, the first set that can have opponents.

        The criteria fix the scores of the floaters (C7), so as many of those moved down have
        opponents in any of the matchings.

        Text: C.04.3 4.4.
        """
        count = sum(self.residents >> self.mates[at] & 1 for at in bits(self.moved))
        for at in bits(self.moved):
            if count and self._prefer(at, self.residents):
                count -= 1
            else:
                self.alive &= ~(1 << at | 1 << self.mates[at])

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
        """Keep only what joins S1 to S2, and S2 to the seats, if all can be matched so."""
        rows, mates = self._between(s1)
        if any(mates[at] == EXPOSED for at in bits(self.alive)):
            return False
        self.rows, self.mates = rows, mates
        return True

    def _between(self, s1: int) -> tuple[list[int], list[int]]:
        """Return the graph between S1 and S2, with seats for S2, and a greatest matching of it."""
        s2 = self.alive & self.residents & ~s1
        seats = self.alive & self.seats
        rows = [0] * len(self.rows)
        for at in bits(s1):
            rows[at] = self.rows[at] & s2
        for at in bits(s2):
            rows[at] = self.rows[at] & (s1 | seats)
        for at in bits(seats):
            rows[at] = self.rows[at] & s2
        mates = [EXPOSED] * len(rows)
        for one, two in zip(bits(s1), bits(s2), strict=False):
            if rows[one] >> two & 1:
                mates[one], mates[two] = two, one
        return rows, maximum_matching(rows, mates, self.alive)

    def _exchanged(self, places: list[int], half: int) -> int | None:
        """Return S1 after the first exchange with which all can be matched.

        A pair within S2 brings its higher player into S1, one within S1 sends its lower one out, as
        a seat sends out a player of S1. There are as many of the one as of the other, so with half
        of the weight of an exchange on each the cheapest matchings have the fewest exchanges, and
        of these the least difference. Among them it is then asked of those of S1 from the lowest on
        that they leave it, and of those of S2 from the highest on that they enter it.

        Text: C.04.3 4.3.
        """
        s1, everybody = mask_of(places[:half]), list(bits(self.alive))
        number = {at: n for n, at in enumerate(everybody)}
        weight = (len(places) + 1) ** 2
        costs: list[dict[int, int]] = []
        for n, at in enumerate(everybody):
            row = {}
            for other in bits(self.rows[at] & self.alive):
                to = number[other]
                low, high = min(n, to), max(n, to)
                if low >= half:
                    row[to] = 0 if high >= len(places) else weight + low
                else:
                    row[to] = (
                        0 if half <= high < len(places) else weight - (high if high < half else low)
                    )
            costs.append(row)
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
            below = self.residents & -(2 << at)
            if self._prefer(at, ~below):
                s1 &= ~(1 << at)
        for at in places[half:]:
            if self._prefer(at, self.residents & -(2 << at)):
                s1 |= 1 << at
        self.rows = rows
        return s1

    def _by_weight(self, places: list[int], half: int) -> Pairs:
        """Return the pairs of a remainder by their whole order as one number each.

        Text: C.04.3 4.2, 4.3.
        """
        order = RemainderOrder(len(places), half)
        digits = Digits(order.spans)
        everybody = list(bits(self.alive))
        number = {at: n for n, at in enumerate(everybody)}
        costs: list[dict[int, int]] = [{} for _ in everybody]
        for n, at in enumerate(everybody):
            for other in bits(self.rows[at] & self.alive & -(2 << at)):
                to = number[other]
                pair = to < len(places)
                cost = digits.weigh(order.digits(n + 1, to + 1)) if pair else 0
                costs[n][to] = costs[to][n] = cost
        mates = CheapestMatching(costs).run()
        assert mates is not None, "there is a complete matching"
        return tuple(
            (everybody[n], everybody[to]) for n, to in enumerate(mates) if n < to < len(places)
        )
