"""The first pairing of a bracket when its best pairings are all complete matchings of one graph.

Then no costs are needed: the order of D3, D1, D2 and D1 is fixed player by player, by bit sets,
with a complete matching at hand that is repaired each time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from pairing.graphs.matching import (
    EXPOSED,
    augment,
    bits,
    first_partner,
    left_over,
    mask_of,
    maximum_matching,
    neighbours,
)
from pairing.rating.brackets.field import Candidate, Vector
from pairing.rating.brackets.remainder import Remainder

EXCHANGES_AT_MOST: Final = 400
"""At most this many exchanges of one player are tried; then a cheapest matching finds the first."""


class InOrder:
    """A graph by place: the players, then one vertex for each floater; S1 is given, or empty.

    `moved` are the players of S1 (M1 of them), `pairs` is P1.
    """

    def __init__(self, players: Sequence[int], rows: Sequence[int], moved: int, pairs: int) -> None:
        """Keep the players in A2 order, the graph, S1 as a bit set, and P1."""
        self.players = players
        self.rows = rows
        self.moved = moved
        self.half = pairs
        self.size = len(players)
        self.spare = len(rows) - self.size

    def matched(self) -> list[int] | None:
        """Return a complete matching, or None when there is none."""
        places = list(range(self.size))
        start = self._start(places[: self.half], places[self.half :], self.rows)
        mates = maximum_matching(self.rows, start)
        return None if EXPOSED in mates else mates

    def candidate(self, mates: list[int], vector: Vector) -> Candidate:
        """Return the first pairing in the order of D1, D2, D1.

        `mates` is a complete matching, `vector` what each complete matching drops.

        Rule: knsb-rating-2014 D1, D2.
        """
        alive = (1 << len(self.rows)) - 1
        places = list(range(self.size))
        pairs = []
        for at in bits(self.moved):
            other = first_partner(self.rows, mates, at, alive)
            alive &= ~(1 << at | 1 << other)
            pairs.append((at, other))
        left = [at for at in places if alive >> at & 1]
        s1, rows, mates = self._split(left, self.half - len(pairs))
        for at in s1:
            other = first_partner(rows, mates, at, alive)
            alive &= ~(1 << at | 1 << other)
            pairs.append((min(at, other), max(at, other)))
        over = tuple(self.players[at] for at in places if alive >> at & 1)
        named = tuple((self.players[a], self.players[b]) for a, b in pairs)
        return Candidate(named, over, vector)

    def choose_s1(self, mates: list[int]) -> None:
        """Leave in S1 the first subset of the players moved down; `mates` is a complete matching.

        Each of these matchings has the same number in S1: players paired with a resident, and the
        higher one of a pair. So in turn each is in S1 if a complete matching remains without their
        pairs with higher players and without their floating; otherwise they keep only these pairs.

        Rule: knsb-rating-2014 D3.
        """
        empty = ((1 << self.spare) - 1) << self.size
        for at in bits(self.moved):
            own = 1 << at
            mate = mates[at]
            out = self.rows[at] & (empty | (self.moved & (own - 1)))
            lost = out
            if out >> mate & 1:
                rows = without(self.rows, at, out)
                mates[at] = mates[mate] = EXPOSED
                if not augment(rows, mates, at):
                    mates[at] = mate
                    mates[mate] = at
                    lost = self.rows[at] & ~out
                    self.moved ^= own
            self.rows = without(self.rows, at, lost)

    def _start(self, s1: Sequence[int], s2: Sequence[int], rows: Sequence[int]) -> list[int]:
        """Return the pairs S1[i]-S2[i] that the graph has at the start."""
        mates = [EXPOSED] * len(rows)
        for a, b in zip(s1, s2, strict=False):
            if rows[a] >> b & 1:
                mates[a] = b
                mates[b] = a
        return mates

    def _split(self, left: Sequence[int], half: int) -> tuple[list[int], list[int], list[int]]:
        """Return S1 after the first exchange, with the graph between both and a matching of it.

        Rule: knsb-rating-2014 D2.
        """
        s1 = list(left[:half])
        s2 = list(left[half:])
        rows, mates = self._between(s1, s2, None)
        if all(mates[at] != EXPOSED for at in (*s1, *range(self.size, len(mates)))):
            return s1, rows, mates
        one = self._after_one_exchange(s1, s2, rows, mates)
        if one is not None:
            return one
        may_float = [at for at in left if self.rows[at] >> self.size]
        s1, s2 = Remainder(_Nothing(self), left, half, may_float).after_exchange()
        return s1, *self._between(s1, s2, mates)

    def _after_one_exchange(
        self, s1: Sequence[int], s2: Sequence[int], rows: Sequence[int], mates: Sequence[int]
    ) -> tuple[list[int], list[int], list[int]] | None:
        """Return the same for an exchange of one player, if one of the first works; None if not.

        `rows` is the graph between S1 and S2, `mates` a maximum matching of it.
        """
        half = len(s1)
        tried = 0
        hall = _Hall(self, rows, mates, (s1, s2))
        for difference in range(1, half + len(s2)):
            for a in range(half - 1, max(half - 1 - difference, -1), -1):
                b = a + difference - half
                if b >= len(s2) or not hall.may_exchange(s1[a], s2[b]):
                    continue
                tried += 1
                if tried > EXCHANGES_AT_MOST:
                    return None
                one = sorted([*s1[:a], *s1[a + 1 :], s2[b]])
                two = sorted([*s2[:b], *s2[b + 1 :], s1[a]])
                rows, new_mates = self._between(one, two, mates)
                if all(
                    new_mates[at] != EXPOSED for at in (*one, *range(self.size, len(new_mates)))
                ):
                    return one, rows, new_mates
        return None

    def _between(
        self, s1: Sequence[int], s2: Sequence[int], hint: Sequence[int] | None
    ) -> tuple[list[int], list[int]]:
        """Return the graph between S1 and S2 (S2 floats), and a maximum matching of it."""
        above = mask_of(s1)
        below = mask_of(s2)
        empty = ((1 << self.spare) - 1) << self.size
        rows = [0] * len(self.rows)
        for at in s1:
            rows[at] = self.rows[at] & below
        for at in s2:
            rows[at] = self.rows[at] & (above | empty)
        for at in range(self.size, len(rows)):
            rows[at] = self.rows[at] & below
        start = self._start(s1, s2, rows)
        if hint is not None:
            start = [
                b if b != EXPOSED and rows[a] >> b & 1 else EXPOSED for a, b in enumerate(hint)
            ]
        return rows, maximum_matching(rows, start)


class _Hall:
    """Why S1 and S2 cannot be paired: on each side some players have too few partners.

    They lack as many partners as players stay single. An exchange helps when enough of them change
    sides, or get new partners.
    """

    def __init__(
        self,
        graph: InOrder,
        rows: Sequence[int],
        mates: Sequence[int],
        halves: tuple[Sequence[int], Sequence[int]],
    ) -> None:
        s1, s2 = halves
        places = range(graph.size, len(rows))
        above = mask_of((*s1, *places))
        below = mask_of(s2)
        self.sides = []
        for side in (above, below):
            single, outer = left_over(rows, list(mates), side, above | below)
            gains = {
                at: (outer >> at & 1) + (graph.rows[at] & outer & ~(1 << at) != 0) - single
                for at in (*s1, *s2)
            }
            self.sides.append((gains, neighbours(rows, outer)))

    def may_exchange(self, a: int, b: int) -> bool:
        """Return whether all may be pairable with `a` of S1 in the place of `b` of S2."""
        (above, near_above), (below, near_below) = self.sides
        return above[a] >= near_above >> b & 1 and below[b] >= near_below >> a & 1


class _Nothing:
    """The costs of a graph all of whose complete matchings are equally good."""

    def __init__(self, graph: InOrder) -> None:
        self.graph = graph

    def edges(self, players: Sequence[int]) -> dict[tuple[int, int], int]:
        rows = self.graph.rows
        alive = mask_of(players)
        return {(a, b): 0 for a in players for b in bits(rows[a] & alive) if a < b}

    def floats(self, players: Collection[int]) -> dict[int, int]:
        return dict.fromkeys(players, 0)


def without(rows: Sequence[int], at: int, others: int) -> list[int]:
    """Return a graph without the pairs of a vertex with some others."""
    left = list(rows)
    left[at] &= ~others
    for other in bits(others):
        left[other] &= ~(1 << at)
    return left
