"""The first candidate among the complete matchings of a graph, in the order of articles 3 and 4.

No costs are needed for it, but for exchanges (`exchanges`): what the order asks for next is fixed
step by step, and the complete matching at hand is mended so that it has it, where any has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pairing.fide_dutch.exchanges import FirstExchange
from pairing.graphs.matching import (
    EXPOSED,
    bits,
    find_partner,
    first_partner,
    left_over,
    mask_of,
    maximum_matching,
    neighbours,
)

Pairs = tuple[tuple[int, int], ...]

EXCHANGES_TO_TRY: Final = 60
"""So many exchanges of one player are tried; then a flow between classes finds the first one."""


class FirstCandidate:
    """A graph of a bracket by place with those outside, and a complete matching of it.

    Whoever is matched outside the bracket floats.
    """

    def __init__(
        self,
        rows: list[int],
        mates: list[int],
        moved: int,
        residents: int,
        seats: int,
        alike: Sequence[int],
    ) -> None:
        """Take the graph, its matching, and masks.

        `seats` are those outside who are all alike; for `alike` see `FirstExchange`.
        """
        self.rows = rows
        self.mates = mates
        self.moved = moved
        self.residents = residents
        self.seats = seats
        self.alike = alike
        self.alive = mask_of(at for at, mate in enumerate(mates) if mate != EXPOSED)
        self.fixed: list[tuple[int, int]] = []

    def pairs(self) -> Pairs:
        """Return the pairs.

        Rule: fide-dutch-2026 3.3, 3.6, 3.7, 4.2, 4.3, 4.4.
        """
        for at in self._chosen():
            self._pair_off(at)
        places = list(bits(self.alive & self.residents))
        half = sum(self.residents >> self.mates[at] & 1 for at in places) // 2
        s1 = mask_of(places[:half])
        if not self._transposable(s1):
            s1 = self._one_exchanged(places, half) or self._exchanged(places, half)
            done = self._transposable(s1)
            assert done, "the exchange leaves a complete matching"
        for at in bits(s1):
            self._pair_off(at)
        return tuple(self.fixed)

    def _chosen(self) -> list[int]:
        """Return the first set of those moved down that can have opponents; the others float.

        The criteria fix the scores of the floaters (C7), so as many of those moved down have
        opponents in any of the matchings.

        Rule: fide-dutch-2026 4.4.
        """
        chosen = []
        count = sum(self.residents >> self.mates[at] & 1 for at in bits(self.moved))
        for at in bits(self.moved):
            if count and self.prefer(at, self.residents):
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

    def prefer(self, at: int, wanted: int) -> bool:
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
        self.rows = rows
        self.mates = mates
        return True

    def _between(self, s1: int) -> tuple[list[int], list[int]]:
        """Return the graph without pairs within S1 or S2 and floaters of S1, and its matching.

        The matching is as great as can be.
        """
        s2 = self.alive & self.residents & ~s1
        outside = self.alive & ~self.residents
        rows = [0] * len(self.rows)
        mates = [EXPOSED] * len(self.rows)
        for part, near in ((s1, s2), (s2, s1 | outside), (outside, s2 | outside)):
            for at in bits(part):
                rows[at] = self.rows[at] & near
        for at in bits(outside):
            if rows[at] >> self.mates[at] & 1:
                other = self.mates[at]
                mates[at] = other
                mates[other] = at
        left = (at for at in bits(s2) if mates[at] == EXPOSED)
        for one, two in zip(bits(s1), left, strict=False):
            if rows[one] >> two & 1:
                mates[one] = two
                mates[two] = one
        return rows, maximum_matching(rows, mates, self.alive)

    def _one_exchanged(self, places: Sequence[int], half: int) -> int | None:
        """Return S1 after the first exchange of one player with which all can be matched.

        None: there is none, or not among the first ones. Without the vertices of `near`, those of
        `outer` fall apart into more odd components, by `missing`. A player of `outer` who
        changes sides can make this one less, one of `near` makes it one more, and either makes it
        one less who is then joined to outer ones. Exchanges that gain too little are not tried.

        Rule: fide-dutch-2026 4.3.
        """
        s1 = mask_of(places[:half])
        rows, mates = self._between(s1)
        missing, outer = left_over(rows, mates, self.alive, self.alive)
        near = neighbours(rows, outer) & ~outer
        s2 = mask_of(places[half:])
        gain = [
            (outer >> at & 1)
            - (near >> at & 1)
            + (self.rows[at] & outer & self.alive & ~(s2 if n < half else ~s2) & ~(1 << at) != 0)
            for n, at in enumerate(places)
        ]
        if missing > 2 * max(gain):
            return None
        tried = 0
        for difference in range(1, len(places)):
            for a in range(
                min(half, len(places) - difference) - 1, max(half - difference, 0) - 1, -1
            ):
                if gain[a] + gain[a + difference] < missing:
                    continue
                exchanged = s1 ^ (1 << places[a] | 1 << places[a + difference])
                mates = self._between(exchanged)[1]
                if all(mates[at] != EXPOSED for at in bits(self.alive)):
                    return exchanged
                tried += 1
                if tried == EXCHANGES_TO_TRY:
                    return None
        return None

    def _exchanged(self, places: Sequence[int], half: int) -> int:
        """Return S1 after the first exchange with which all can be matched.

        Rule: fide-dutch-2026 4.3.
        """
        return FirstExchange(self.rows, self.alive, places, half, self.alike).s1()
