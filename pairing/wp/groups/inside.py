"""The pairs inside one treated group: their optimum (B3, B4) and their order (C5).

Players are places in the group (0 is best), sets of players are masks. Class counts nearly always
give the optimum (see `bounds`); otherwise a weighted matching finds it.
"""

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import NamedTuple

from pairing.graphs.cheapest_matching import CheapestMatching, cheapest_perfect_matching
from pairing.graphs.matching import (
    EXPOSED,
    bits,
    exposed_count,
    mask_of,
    maximum_matching,
    outer_tree,
    within,
)
from pairing.wp.groups.bounds import CLASSES, bound, denials
from pairing.wp.groups.field import LegalRows, WpField
from pairing.wp.groups.lowest_opponents import C5, LowestOpponents

GroupPairs = list[tuple[int, int]]


class Optimum(NamedTuple):
    """k3 and k6 of the best complete pairing of a set of players.

    `differences` leaves the zeros out, which changes no comparison of equal numbers of pairs.
    `by_counts`: the class counts are attained, so C5 may use them; otherwise it must use weights.
    """

    differences: tuple[int, ...]
    denied: int
    denied_strong: int
    by_counts: bool


class Inside:
    """One treated group: the waiting room from above and its own players, in A4 order."""

    def __init__(self, field: WpField, players: Sequence[int]) -> None:
        self.field = field
        self.players = players
        self.size = len(players)
        self.everyone = (1 << self.size) - 1
        self.points = [field.points[p] for p in players]
        self.lowest = self.points[-1]
        self.classes = [field.classes[p] for p in players]
        self.adjacency = LegalRows(field, players)
        members: list[list[int]] = [[] for _ in range(CLASSES)]
        for at, own in enumerate(self.classes):
            members[own].append(at)
        self.class_masks = [*map(mask_of, members)]
        self.counts = [mask.bit_count() for mask in self.class_masks]
        self.c5 = C5(self.adjacency, self.classes, self.class_masks, self._most_met(field))
        incoming = mask_of(at for at, points in enumerate(self.points) if points > self.lowest)
        self.incoming = incoming
        self._incoming_pairs = sum(
            1 << at for at in bits(incoming) if self.adjacency[at] & incoming
        )
        self._known: dict[int, Optimum | None] = {}
        self._fixed: dict[int, tuple[int, ...] | None] = {}
        self._mate = [EXPOSED] * self.size
        self._solved: CheapestMatching | None = None
        self._solved_of = 0

    @cached_property
    def alike(self) -> list[int]:
        """Return, per place, the mask of players who are alike in all but the classification.

        Equal points, class, freedom under B2 and right to the bye, and the same legal opponents in
        the field, except that they may or may not meet each other. A swap of two of them in any
        pairing changes no key but k7 and k8.
        """
        field = self.field
        together: dict[Hashable, int] = {}
        own: list[tuple[Hashable, Hashable]] = []
        for at, p in enumerate(self.players):
            same = (field.points[p], field.classes[p], field.must[p])
            keys = (same, field.graph[p]), (same, field.graph[p] | 1 << p)
            own.append(keys)
            for key in keys:
                together[key] = together.get(key, 0) | 1 << at
        return [max((together[key] for key in keys), key=int.bit_count) for keys in own]

    def _most_met(self, field: WpField) -> int:
        if field.has_barred:
            return self.size
        present = set(self.players)
        return max(len(field.met[p] & present) for p in self.players)

    def counts_without(self, waiting: Sequence[int]) -> list[int]:
        """Return the class counts of the players who are not in the waiting room."""
        counts = list(self.counts)
        for at in waiting:
            counts[self.classes[at]] -= 1
        return counts

    def fixed_differences(self, waiting: Sequence[int]) -> tuple[int, ...] | None:
        """Return k3 without its zeros, if it is the same for each complete pairing; else None.

        It is fixed when no two incoming players can be paired with each other: each then meets a
        player of the group itself.
        """
        if not self.incoming:
            return ()
        left = self.incoming & ~sum(1 << at for at in waiting)
        if left not in self._fixed:
            free = any(self.adjacency[at] & left for at in bits(left & self._incoming_pairs))
            self._fixed[left] = (
                None if free else tuple(self.points[at] - self.lowest for at in bits(left))
            )
        return self._fixed[left]

    def least_waiting(self) -> int:
        """Return how many players must wait because the group cannot be paired without them."""
        counts = list(self.counts)
        if self.size % 2:
            counts[max(range(CLASSES), key=counts.__getitem__)] -= 1
        least = bound(counts)
        if least is not None and least.room >= 2 * self.c5.most_met:
            return self.size % 2
        return exposed_count(maximum_matching(self.c5.rows))

    def isolated(self) -> list[int]:
        """Return the players without any legal opponent in the group."""
        return self.adjacency.isolated(self.c5.most_met)

    def optimum(self, waiting: Sequence[int]) -> Optimum | None:
        """Return k3 and k6 of the others; None when they cannot all be paired (H1).

        Rule: knsb-wp-2014 B3, B4, C4.4; knsb-wp-1996 B3, B4, C4.4.
        """
        inside = self.everyone & ~sum(1 << at for at in waiting)
        if inside not in self._known:
            self._known[inside] = self._find_optimum(inside, waiting)
        return self._known[inside]

    def _find_optimum(self, inside: int, waiting: Sequence[int]) -> Optimum | None:
        least = bound(self.counts_without(waiting))
        if least is None:
            return None
        differences = self.fixed_differences(waiting)
        if differences is not None:
            optimum = Optimum(differences, least.denied, least.denied_strong, True)
            if least.room >= 2 * self.c5.most_met or self.c5.attains(inside):
                return optimum
        rows = self.c5.rows
        self._mate = within(self._mate, inside)
        if outer_tree(rows, self._mate, inside) is not None:
            return None
        return self._keys_of(_pairs_of(self._solve(inside)))

    def _keys_of(self, pairs: GroupPairs) -> Optimum:
        differences = sorted((self.points[a] - self.points[b] for a, b in pairs), reverse=True)
        differences = [d for d in differences if d]
        denied = [denials(self.classes[a], self.classes[b]) for a, b in pairs]
        return Optimum(
            tuple(differences), sum(d for d, _ in denied), sum(s for _, s in denied), False
        )

    def pairs(self, waiting: Sequence[int]) -> GroupPairs:
        """Return the complete pairing of the others with the best k3 and k6, then C5 from the top.

        Rule: knsb-wp-2014 B3, B4, C5, C6; knsb-wp-1996 B3, B4, C5, C6.
        """
        optimum = self.optimum(waiting)
        assert optimum is not None
        inside = self.everyone & ~sum(1 << at for at in waiting)
        if optimum.by_counts:
            return self.c5.pairs(inside)
        solved = self._solve(inside)
        if not solved.has_blossoms:
            # All complete pairings without slack are equally good, and no others.
            graph = [
                mask_of(b for b in row if solved.is_tight(a, b))
                for a, row in enumerate(solved.rows)
            ]
            return LowestOpponents(graph, list(solved.mate), inside).lowest_opponents()
        return self._by_weights(list(bits(inside)))

    @cached_property
    def _base(self) -> int:
        """Return a number larger than any digit of a cost can become."""
        return self.size + 1

    @cached_property
    def _costs(self) -> list[dict[int, int]]:
        """Return the cost of each legal pair: k3, then k6.

        One cost holds them as digits of descending worth, each digit larger than the sum over all
        pairs of the digits beneath it can become: a number of pairs per score difference, the
        denials, the strong ones.
        """
        base = self._base
        points = self.points
        classes = self.classes
        levels = sorted(set(points))
        apart = sorted({a - b for a in levels for b in levels if a > b})
        level = {0: 0} | {d: base ** (at + 2) for at, d in enumerate(apart)}
        costs: list[dict[int, int]] = [{} for _ in points]
        for a, row in enumerate(self.c5.rows):
            for b in bits(row >> a + 1 << a + 1):
                denied, strong = denials(classes[a], classes[b])
                costs[a][b] = costs[b][a] = level[points[a] - points[b]] + denied * base + strong
        return costs

    def _solve(self, inside: int) -> CheapestMatching:
        """Return the best complete pairing of a set that has one, by k3 and k6.

        The duals of the set before are a starting point: a new player gets the largest possible
        dual.
        """
        rows = [
            {b: cost for b, cost in row.items() if inside >> b & 1} if inside >> a & 1 else {}
            for a, row in enumerate(self._costs)
        ]
        absent = bits(self.everyone & ~inside)
        if self._solved is None:
            solved = CheapestMatching(rows, absent=absent)
        else:
            y = self._solved.duals()
            mate = self._solved.mate
            fresh = inside & ~self._solved_of
            for a in bits(fresh):
                most = (2 * cost - y[b] for b, cost in rows[a].items() if not fresh >> b & 1)
                y[a] = min(most, default=0)
                fresh ^= 1 << a
            solved = CheapestMatching(rows, y, mate, absent=absent)
        solution = solved.run()
        assert solution is not None
        self._solved = solved
        self._solved_of = inside
        return solved

    def _by_weights(self, places: Sequence[int]) -> GroupPairs:
        """Return the best pairing of these places by weights: k3, k6 and k8.

        The lowest digits of the cost are, per higher player, their opponent's distance from the
        foot.
        """
        size = len(places)
        base = self._base
        costs: list[list[int | None]] = [[None] * size for _ in range(size)]
        for i, a in enumerate(places):
            for j in range(i + 1, size):
                cost = self._costs[a].get(places[j])
                if cost is not None:
                    cost = cost * base**size + (size - 1 - j) * base ** (size - 1 - i)
                    costs[i][j] = costs[j][i] = cost
        mate = cheapest_perfect_matching(costs)
        assert mate is not None
        return [(places[i], places[j]) for i, j in enumerate(mate) if i < j]


def _pairs_of(solved: CheapestMatching) -> GroupPairs:
    return [(a, b) for a, b in enumerate(solved.mate) if a < b]
