"""The homogeneous part of a bracket by cheapest matchings: D2, then D1."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from pairing.rating.brackets.costs import Below, BracketPairs, cheapest


class Costs(Protocol):
    """The costs of pairs and floaters of a bracket."""

    def edges(self, players: Sequence[int]) -> Mapping[tuple[int, int], int]:
        """Return the cost of every allowed pair."""

    def floats(self, players: Collection[int]) -> Mapping[int, int]:
        """Return the cost of each player who may be left over."""


class Remainder:
    """A homogeneous bracket, or the remainder of a heterogeneous one: D2, then D1.

    `order` is the place of the result in the procedure, to compare it with others.
    """

    def __init__(
        self,
        costs: Costs,
        players: Sequence[int],
        count: int,
        may_float: Collection[int],
        below: Below | None = None,
    ) -> None:
        """Keep the players in A2 order, the number of pairs to make, and others to be paired."""
        self.costs = costs
        self.below = below
        self.players = players
        self.count = count
        self.edges = costs.edges(players) if count else {}
        self.floats = costs.floats([i for i in players if i in may_float])
        self.rank = {i: at for at, i in enumerate(players)}
        self.order: list[object] = []

    def pairs(self) -> BracketPairs:
        """Return the pairs, in the order of S1."""
        s1, s2 = self.after_exchange()
        return self._transposed(s1, s2)

    def _weighed(
        self, up: Callable[[int], int], down: Callable[[int], int], scale: int
    ) -> tuple[BracketPairs, list[int]]:
        """Return the cheapest pairs of least vector; `up` and `down` are costs of an exchange."""
        half = self.count
        rank = self.rank
        edges = {}
        for (i, j), cost in self.edges.items():
            extra = 0
            if rank[i] >= half:
                extra = up(rank[i])
            elif rank[j] < half:
                extra = down(rank[j])
            edges[i, j] = cost * scale + extra
        floats = {
            i: cost * scale + (down(rank[i]) if rank[i] < half else 0)
            for i, cost in self.floats.items()
        }
        matched = cheapest(self.players, edges, floats, self.count, self.below)
        assert matched is not None
        return matched.pairs, matched.left

    def _exchanged(self, pairs: BracketPairs, left: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the players who leave S1 and those who leave S2, by rank."""
        half = self.count
        rank = self.rank
        down = [rank[j] for _, j in pairs if rank[j] < half]
        down += [rank[i] for i in left if rank[i] < half]
        up = [rank[i] for i, _ in pairs if rank[i] >= half]
        return sorted(down, reverse=True), sorted(up)

    def after_exchange(self) -> tuple[list[int], list[int]]:
        """Return S1 and S2 after the first exchange that keeps the vector least.

        Rule: knsb-rating-2014 D2, A9, C5, C8a.
        """
        size = len(self.players)
        half = self.count
        count = 2 * size * size
        exchanged = self._weighed(lambda at: count + at, lambda at: -at, 4 * count * (size + 1))
        down, up = self._exchanged(*exchanged)
        if down:
            lists = 2 << (2 * size)
            exchanged = self._weighed(
                lambda at: (count + at) * lists - (1 << (size - 1 - at)),
                lambda at: -at * lists - (1 << (size + at)),
                4 * count * (size + 1) * lists,
            )
            down, up = self._exchanged(*exchanged)
        self.order += [len(down), sum(up) - sum(down), tuple(-at for at in down), tuple(up)]
        s1 = sorted({*range(half), *up} - set(down))
        s2 = sorted({*range(half, size), *down} - set(up))
        return [self.players[at] for at in s1], [self.players[at] for at in s2]

    def _transposed(self, s1: Sequence[int], s2: Sequence[int]) -> BracketPairs:
        """Return each player of S1 with their opponent, the opponents of the first players highest.

        Rule: knsb-rating-2014 D1.1, C7.
        """
        place = {i: at for at, i in enumerate(s2)}
        base = len(s2) + 1
        powers = {i: base ** (len(s1) - 1 - at) for at, i in enumerate(s1)}
        scale = 2 * base ** len(s1)
        edges = {}
        for (i, j), cost in self.edges.items():
            if i in powers and j in place:
                edges[i, j] = cost * scale + place[j] * powers[i]
            elif j in powers and i in place:
                edges[i, j] = cost * scale + place[i] * powers[j]
        floats = {i: cost * scale for i, cost in self.floats.items() if i in place}
        matched = cheapest(self.players, edges, floats, self.count, self.below)
        assert matched is not None
        partner = {i: j for pair in matched.pairs for i, j in (pair, pair[::-1])}
        self.order.append(tuple(place[partner[i]] for i in s1))
        return [(min(i, partner[i]), max(i, partner[i])) for i in s1]
