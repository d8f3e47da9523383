"""C5: from the top down, each player meets the lowest opponent that keeps the optimum of B4.

Players are places in a treated group, sets of players are masks. Everything here assumes that the
least k6 by class counts is attained (`attains`, or the room of `bounds.bound`).
"""

from collections.abc import Sequence
from functools import cached_property

from pairing.graphs.kept_matching import Witness
from pairing.graphs.matching import EXPOSED, bits, maximum_matching, outer_tree
from pairing.wp.groups.bounds import CLASSES, DENIALS, Bound, bound

RoomPairs = list[tuple[int, int]]


def classes_allowed(counts: list[int], kind: int, least: Bound) -> tuple[list[int], int]:
    """Return the classes an opponent of class `kind` may have at no loss in k6.

    `counts` include both players; `least` is their bound. Second: the smallest room that any of
    these choices leaves.
    """
    allowed = []
    room = least.room
    denied = DENIALS[kind]
    counts[kind] -= 1
    for other in range(CLASSES):
        cost = denied[other]
        if not counts[other] or cost is None:
            continue
        counts[other] -= 1
        rest = bound(counts)
        counts[other] += 1
        if (
            rest is not None
            and rest.denied + cost[0] == least.denied
            and rest.denied_strong + cost[1] == least.denied_strong
        ):
            allowed.append(other)
            if rest.room < room:
                room = rest.room
    counts[kind] += 1
    return allowed, room


class C5:
    """The C5 order of one treated group.

    `most_met`: no player has met more than this number of the group.
    """

    def __init__(
        self,
        adjacency: Sequence[int],
        classes: Sequence[int],
        class_masks: Sequence[int],
        most_met: int,
    ) -> None:
        self.adjacency = adjacency
        self.classes = classes
        self.class_masks = class_masks
        self.most_met = most_met
        self._partners: dict[tuple[int, ...], list[int]] = {}
        self._last = [EXPOSED] * len(classes)

    def counts_of(self, players: int) -> list[int]:
        """Return the class counts of a set."""
        return [(players & mask).bit_count() for mask in self.class_masks]

    def attains(self, players: int) -> bool:
        """Return whether some complete pairing of the set has the k6 that its counts allow."""
        partners = self.partner_masks(self.counts_of(players))
        graph = [0] * len(self.classes)
        mate = [EXPOSED] * len(self.classes)
        last = self._last
        for at in bits(players):
            near = graph[at] = self.rows[at] & players & partners[self.classes[at]]
            if not near:
                return False
            if last[at] != EXPOSED and near >> last[at] & 1:
                mate[at] = last[at]
        self._last = mate
        return outer_tree(graph, mate, players) is None

    @cached_property
    def rows(self) -> list[int]:
        """Return all masks of legal opponents, for searches that need most of them."""
        return list(self.adjacency)

    def partner_masks(self, counts: list[int]) -> list[int]:
        """Return, per class of players with these counts, their opponents at no loss in k6."""
        cached = self._partners.get(tuple(counts))
        if cached is None:
            cached = self._partners[tuple(counts)] = [0] * CLASSES
            least = bound(counts)
            for kind in range(CLASSES):
                if least is not None and counts[kind]:
                    for other in classes_allowed(counts, kind, least)[0]:
                        cached[kind] |= self.class_masks[other]
        return cached

    def pairs(self, players: int) -> RoomPairs:
        """Return the pairing, (higher, lower) in the order of the higher.

        While the numbers leave room, no choice that the counts allow can spoil the rest, so the
        lowest such opponent is taken at once. The few players after that need a witness.

        Rule: knsb-wp-2014 C5, C6; knsb-wp-1996 C5, C6.
        """
        room_pairs: RoomPairs = []
        needed = 2 * self.most_met
        counts = self.counts_of(players)
        free = players
        masks = self.class_masks
        while free:
            least = bound(counts)
            assert least is not None
            low = free & -free
            higher = low.bit_length() - 1
            kind = self.classes[higher]
            allowed, room = classes_allowed(counts, kind, least)
            if room < needed:
                break
            candidates = 0
            for other in allowed:
                candidates |= masks[other]
            candidates &= self.adjacency[higher] & free
            lower = candidates.bit_length() - 1
            free ^= low | 1 << lower
            counts[kind] -= 1
            counts[self.classes[lower]] -= 1
            room_pairs.append((higher, lower))
        return room_pairs + self._by_witness(free)

    def _by_witness(self, players: int) -> RoomPairs:
        """Return the C5 pairing of a few players, renumbered so that masks are short.

        The pairs that cost more than the counts allow are removed from the graph; then every
        perfect matching of the rest attains the bound.
        """
        places = list(bits(players))
        kinds = [self.classes[at] for at in places]
        counts = self.counts_of(players)
        partners = self.partner_masks(counts)
        at_place = {at: i for i, at in enumerate(places)}
        graph = [
            sum(
                1 << at_place[other]
                for other in bits(self.adjacency[at] & partners[kind] & players)
            )
            for at, kind in zip(places, kinds, strict=True)
        ]
        witness = LowestOpponents(graph, maximum_matching(graph), (1 << len(places)) - 1)
        opponents = witness.lowest_opponents(_Allowed(kinds, counts))
        return [(places[a], places[b]) for a, b in opponents]


class _Allowed:
    """The possible opponents of each next player at no loss in k6, as the others are paired."""

    def __init__(self, kinds: Sequence[int], counts: list[int]) -> None:
        self.kinds = kinds
        self.counts = counts
        self.class_masks = [
            sum(1 << i for i, own in enumerate(kinds) if own == kind) for kind in range(CLASSES)
        ]

    def to(self, higher: int) -> int:
        """Return the mask of the opponents that the classes allow the next player."""
        least = bound(self.counts)
        assert least is not None
        kinds = classes_allowed(self.counts, self.kinds[higher], least)[0]
        return sum(self.class_masks[kind] for kind in kinds)

    def take(self, higher: int, lower: int) -> None:
        """Remove two paired players."""
        self.counts[self.kinds[higher]] -= 1
        self.counts[self.kinds[lower]] -= 1


class LowestOpponents(Witness):
    """A set of players with one complete pairing out of a graph, improved from the top."""

    def lowest_opponents(self, allowed: _Allowed | None = None) -> RoomPairs:
        """Return the C5 pairing: complete, each from the top meeting the lowest possible opponent.

        `allowed` only saves searches that would fail.

        Rule: knsb-wp-2014 C5, C6; knsb-wp-1996 C5, C6.
        """
        pairs: RoomPairs = []
        while self.free:
            higher = (self.free & -self.free).bit_length() - 1
            candidates = self.graph[higher] & self.free
            if allowed is not None:
                candidates &= allowed.to(higher)
            while True:
                lower = candidates.bit_length() - 1
                if self.take(higher, lower):
                    break
                candidates ^= 1 << lower
            if allowed is not None:
                allowed.take(higher, lower)
            pairs.append((higher, lower))
        return pairs
