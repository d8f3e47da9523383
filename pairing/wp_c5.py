"""C5: from the top down, each player meets the lowest opponent that keeps the optimum of B4.

Players are places in a treated group, sets are masks. Everything here assumes that the least k6 by
class counts is attained (``attains``, or the room of ``wp_bounds.bound``).
"""

from collections.abc import Sequence

from pairing.matching import EXPOSED, augment, bits, maximum_matching
from pairing.wp_bounds import CLASSES, DENIALS, Bound, bound

Pairs = list[tuple[int, int]]


def classes_allowed(counts: list[int], kind: int, least: Bound) -> tuple[list[int], int]:
    """Which classes the opponent of a player of class ``kind`` may have, at no loss in k6.

    ``counts`` include both players; ``least`` is their bound. Second: the smallest room that any of
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

    ``most_met``: no player has met more than so many of the group.
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

    def counts_of(self, players: int) -> list[int]:
        """Class counts of a set."""
        return [(players & mask).bit_count() for mask in self.class_masks]

    def attains(self, players: int) -> bool:
        """Whether some complete pairing of the set has the k6 that its counts allow."""
        witness = _Witness(self, players)
        return EXPOSED not in witness.mate

    def pairs(self, players: int) -> Pairs:
        """The pairing, (higher, lower) in the order of the higher.

        While the room by numbers lasts, no choice that the counts allow can spoil the rest, so the
        lowest such opponent is taken at once. The few players after that need a witness.

        Rule: knsb-wp-2014 C5, C6; knsb-wp-1996 C5, C6.
        """
        done: Pairs = []
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
            done.append((higher, lower))
        return done + _Witness(self, free).lowest_opponents()


class _Witness:
    """A small set with one complete optimal pairing, improved from the top.

    The pairs that cost more than the counts allow are taken out of the graph; then every perfect
    matching of what is left attains the bound. Vertices are numbered anew within the set.
    """

    def __init__(self, group: C5, players: int) -> None:
        self.places = list(bits(players))
        self.kinds = [group.classes[at] for at in self.places]
        self.counts = group.counts_of(players)
        self.class_masks = [0] * CLASSES
        at_place = {}
        for i, at in enumerate(self.places):
            at_place[at] = i
            self.class_masks[self.kinds[i]] |= 1 << i
        partners = self._partner_masks(self.counts)
        self.graph = [
            sum(1 << at_place[other] for other in bits(group.adjacency[at] & players))
            & partners[kind]
            for at, kind in zip(self.places, self.kinds, strict=True)
        ]
        self.mate = maximum_matching(self.graph)
        self.free = (1 << len(self.places)) - 1

    def _partner_masks(self, counts: list[int]) -> list[int]:
        least = bound(counts)
        masks = [0] * CLASSES
        if least is None:
            return masks
        for kind in range(CLASSES):
            if counts[kind]:
                for other in classes_allowed(counts, kind, least)[0]:
                    masks[kind] |= self.class_masks[other]
        return masks

    def lowest_opponents(self) -> Pairs:
        """The C5 pairing of the set, by places of the group."""
        done: Pairs = []
        while self.free:
            higher = (self.free & -self.free).bit_length() - 1
            kind = self.kinds[higher]
            least = bound(self.counts)
            assert least is not None
            allowed = 0
            for other in classes_allowed(self.counts, kind, least)[0]:
                allowed |= self.class_masks[other]
            candidates = self.graph[higher] & self.free & allowed
            while True:
                lower = candidates.bit_length() - 1
                if self._take(higher, lower):
                    break
                candidates ^= 1 << lower
            self.counts[kind] -= 1
            self.counts[self.kinds[lower]] -= 1
            done.append((self.places[higher], self.places[lower]))
        return done

    def _take(self, higher: int, lower: int) -> bool:
        """Pair the two when the others can still be completed, and take both out of the set."""
        mate, graph = self.mate, self.graph
        one, two = mate[higher], mate[lower]
        rest = self.free & ~(1 << higher | 1 << lower)
        if one != lower and not self._rejoin(one, two, rest):
            mate[one], mate[two] = EXPOSED, EXPOSED
            if not augment(graph, mate, one, rest):
                mate[one], mate[two] = higher, lower
                return False
        self.free = rest
        return True

    def _rejoin(self, one: int, two: int, rest: int) -> bool:
        """Join two players who lost their partners: directly, or by way of one other pair."""
        mate, graph = self.mate, self.graph
        if graph[one] >> two & 1:
            mate[one], mate[two] = two, one
            return True
        for third in bits(graph[one] & rest & ~(1 << two)):
            fourth = mate[third]
            if graph[two] >> fourth & 1:
                mate[one], mate[third] = third, one
                mate[two], mate[fourth] = fourth, two
                return True
        return False
