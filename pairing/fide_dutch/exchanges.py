"""The first exchange between the halves of a remainder with which all can be matched.

A pair within S2 brings its higher player into S1, one within S1 sends its lower one out, as floating
sends out a player of S1. So S1 comes to hold the higher player of each pair, and who that is has a
price. There are as many who enter as who leave, so with half of the weight of an exchange on each
the cheapest matchings have the fewest exchanges, and of these the least difference. Lighter than
that, and each heavier than all after it, come those who leave, the lowest first, and then those who
enter, the highest first. No two sets of players have one price.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.first_of_pairs import duals_of_firsts
from pairing.graphs.matching import EXPOSED, bits, mask_of, maximum_matching, neighbours

FEW: Final = 32
"""Duals of classes gain nothing for so few vertices."""


class FirstExchange:
    """A remainder by place with those outside, all of whom can be matched.

    Where there is a complete matching of pairs without slack, it has the first exchange, as for the
    criteria (see `tight`); else a cheapest matching goes on from there.

    Rule: fide-dutch-2026 4.3.
    """

    def __init__(
        self,
        rows: Sequence[int],
        alive: int,
        places: Sequence[int],
        half: int,
        alike: Iterable[int],
    ) -> None:
        """Take the graph, the players of the remainder, and how many of them S1 has.

        `alike` are masks of vertices that are joined alike, but for pairs that there are not.
        """
        self.places = places
        self.alive = alive
        self.rows = rows
        size = len(places)
        weight = (size + 1) ** 2
        leaving = [(1 << size - half + n) - (weight - n << size) for n in range(half)]
        entering = [(weight + n << size) - (1 << size - 1 - n) for n in range(half, size)]
        self.price = dict(zip(places, (*leaving, *entering), strict=True))
        self.inside = mask_of(places)
        self.classes = self._classes(alike)
        near = [neighbours(rows, members) for members in self.classes]
        # Nobody outside is the second of a pair with a player of the remainder.
        self.seconds = [
            mask_of(
                b
                for b, others in enumerate(self.classes)
                if near[a] & others and (others & self.inside or not members & self.inside)
            )
            for a, members in enumerate(self.classes)
        ]

    def _classes(self, alike: Iterable[int]) -> list[int]:
        """Return those who are alive by what they are joined to, and whether they are inside."""
        parts = [
            part
            for members in alike
            for part in (members & self.inside, members & self.alive & ~self.inside)
            if part
        ]
        merged: dict[tuple[bool, int], int] = {}
        for part in parts:
            near = neighbours(self.rows, part)
            joined = mask_of(at for at, other in enumerate(parts) if near & other)
            key = part & self.inside != 0, joined
            merged[key] = merged.get(key, 0) | part
        return list(merged.values())

    def s1(self) -> int:
        """Return S1 after the exchange."""
        price = self.price
        few = self.alive.bit_count() <= FEW
        duals = self._first_duals() if few else self._duals()
        rows = self._without_slack(duals)
        mates = maximum_matching(rows, alive=self.alive)
        if any(mates[at] == EXPOSED for at in bits(self.alive)):
            mates = self._weighed(duals, mates)
        return mask_of(at for at in self.places if mates[at] in price and at < mates[at])

    def _first_duals(self) -> dict[int, int]:
        """Return duals by which the pairs between S1 and S2, and S2 and those outside, have no slack."""
        return {at: min(2 * self.price.get(at, 0), 0) for at in bits(self.alive)}

    def _duals(self) -> dict[int, int]:
        """Return the duals of the cheapest matching between classes."""
        prices = [[self.price.get(at, 0) for at in bits(members)] for members in self.classes]
        duals = duals_of_firsts(prices, self.seconds)
        return {
            at: dual
            for members, some in zip(self.classes, duals, strict=True)
            for at, dual in zip(bits(members), some, strict=True)
        }

    def _without_slack(self, duals: dict[int, int]) -> list[int]:
        """Return the graph of the pairs without slack."""
        # For each class, by dual: who has it as the second of a pair, and who wants it in the second.
        seconds: list[dict[int, int]] = []
        wanting: list[dict[int, int]] = []
        for members in self.classes:
            having: dict[int, int] = {}
            asking: dict[int, int] = {}
            for at in bits(members):
                for table, key in ((having, duals[at]), (asking, self._wanted(at, duals))):
                    table[key] = table.get(key, 0) | 1 << at
            seconds.append(having)
            wanting.append(asking)
        rows = [0] * len(self.rows)
        for a, members in enumerate(self.classes):
            above = [b for b, mask in enumerate(self.seconds) if mask >> a & 1]
            below = list(bits(self.seconds[a]))
            for at in bits(members):
                wanted = self._wanted(at, duals)
                near = 0
                for b in below:
                    near |= seconds[b].get(wanted, 0)
                for b in above:
                    near |= wanting[b].get(duals[at], 0)
                rows[at] = self.rows[at] & near
        return rows

    def _wanted(self, at: int, duals: dict[int, int]) -> int:
        """Return what dual the second of a pair has whose first is this one, without slack."""
        return 2 * self.price.get(at, 0) - duals[at]

    def _weighed(self, duals: dict[int, int], mates: Sequence[int]) -> list[int]:
        """Return the mates of a cheapest matching that begins with these duals and pairs."""
        everybody = list(bits(self.alive))
        number = {at: n for n, at in enumerate(everybody)}
        costs: list[dict[int, int]] = [{} for _ in everybody]
        for at, n in number.items():
            for other in bits(self.rows[at] & self.alive & -(2 << at)):
                to = number[other]
                inside = self.inside >> at & self.inside >> other & 1
                costs[n][to] = costs[to][n] = self.price[at] if inside else 0
        hint = [number.get(mates[at], EXPOSED) for at in everybody]
        best = CheapestMatching(costs, [duals[at] for at in everybody], hint).run()
        assert best is not None, "there is a complete matching"
        result = [EXPOSED] * len(mates)
        for n, at in enumerate(everybody):
            result[at] = everybody[best[n]]
        return result
