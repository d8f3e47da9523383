"""A look at the next score group: which waiting players float again (C4.2, C4.3), and why."""

from collections.abc import Sequence
from typing import NamedTuple

from pairing.graphs import matching
from pairing.graphs.matching import EXPOSED, bits, exposed_count, left_over, maximum_matching
from pairing.wp.groups.below import Rest


class Count(NamedTuple):
    """How many are left over, and the players (a mask of the treated ones) that prove it.

    `proof` has all players of the proof, also those of the next group. Fewer are left over only in
    a waiting room that omits one of `omit` or includes one of `include`, none of whom waits now.
    """

    number: int
    omit: int
    include: int
    proof: int


class Prices(NamedTuple):
    """A bound of k4 or k5 of any waiting room: `start`, changed by 1 for some of its members.

    The members in the mask `plus` add 1, those in `minus` subtract 1.
    """

    start: int
    plus: int
    minus: int

    def bound(self, waiting: int) -> int:
        """Return the lower bound for this waiting room."""
        return self.start + (waiting & self.plus).bit_count() - (waiting & self.minus).bit_count()

    def of(self, at: int) -> int:
        """Return the contribution of one player."""
        return (self.plus >> at & 1) - (self.minus >> at & 1)


NO_PRICES = Prices(0, 0, 0)


class LookAhead:
    """The keys of a waiting room that depend on the next group, by matchings.

    Waiting rooms are sequences of positions, or masks of places among the treated players.
    """

    def __init__(self, rest: Rest, begin: int, end: int) -> None:
        self.rest = rest
        self.field = rest.field
        self.begin = begin
        self.end = end
        self.is_last = end == self.field.size
        self._graph: list[int] = []
        self._singles: dict[int, Count] = {}
        self._agains: dict[int, Count] = {}
        self._uncovereds: dict[int, tuple[int, int]] = {}
        self._place = {p: at for at, p in enumerate(rest.players)}

    def mask(self, waiting: Sequence[int]) -> int:
        """Return the places of these positions."""
        return sum(1 << self._place[p] for p in waiting)

    def stuck(self, waiting: Sequence[int]) -> int:
        """Return the members without any legal opponent in the waiting room and the next group.

        Rule: knsb-wp-2014 C2; knsb-wp-1996 C2.
        """
        return sum(not self._has_partner(p, waiting) for p in waiting)

    def _has_partner(self, p: int, waiting: Sequence[int]) -> bool:
        if self._graph:
            near = self._graph[self._place[p]]
            return bool(near & self.following) or any(near >> self._place[q] & 1 for q in waiting)
        legal = self.field.is_legal
        return any(legal(p, q) for q in range(self.begin, self.end)) or any(
            q != p and legal(p, q) for q in waiting
        )

    def keys(self, waiting: Sequence[int]) -> tuple[int, int]:
        """Return k4 and k5: the waiting players who float again, and the next waiting room's size.

        Rule: knsb-wp-2014 C4.2, C4.3; knsb-wp-1996 C4.2, C4.3.
        """
        total = len(waiting) + self.end - self.begin
        if self.is_last:
            # The rest can be completed (H2), so only the bye is left over.
            if total % 2 == 0:
                return 0, 0
            return int(not self.rest.bye_falls_below(waiting)), 1
        if self.rest.numbers_prove(waiting, self.begin, self.end):
            return 0, total % 2
        mask = self.mask(waiting)
        graph = self.make_graph()
        free = self.following
        for at in bits(mask):
            near = graph[at] & free
            if not near:
                return self.floats_again(mask).number, self._next_waiting(mask)
            free ^= near & -near
        return 0, self._next_waiting(mask)

    def _next_waiting(self, waiting: int) -> int:
        """Return k5, from the k5 without the last waiting player and the change they make.

        They cover one more player if and only if they can be paired with one whom a maximum
        matching may leave single.
        """
        if not waiting:
            return self._uncovered(0)[0]
        last = waiting.bit_length() - 1
        number, outer = self._uncovered(waiting ^ 1 << last)
        return number + (-1 if self._graph[last] & outer else 1)

    def single(self, waiting: int) -> Count:
        """Return the single players of a maximum matching of the waiting room and the next group.

        Rule: knsb-wp-2014 C4.3; knsb-wp-1996 C4.3.
        """
        cached = self._singles.get(waiting)
        if cached is None:
            self.make_graph()
            alive = waiting | self.following
            rest = left_over(self._graph, list(self._mate), alive, alive)
            cached = self._singles[waiting] = self._count(waiting, *rest)
        return cached

    def _uncovered(self, waiting: int) -> tuple[int, int]:
        """Return how many of these and the next group stay single, and who can be single."""
        cached = self._uncovereds.get(waiting)
        if cached is None:
            alive = waiting | self.following
            cached = left_over(self._graph, list(self._mate), alive, alive)
            self._uncovereds[waiting] = cached
        return cached

    def least_single(self, number: int) -> int:
        """Return a lower bound of k5 for `number` waiting players.

        Each of them covers at most one of the next group. The bound has the parity that k5 must
        have.
        """
        self.make_graph()
        single = exposed_count(self._mate[len(self._place) :])
        return single - number if single > number else (number - single) % 2

    def floats_again(self, waiting: int) -> Count:
        """Return the fewest of the waiting room that any matching with the next group leaves over.

        A matching that leaves fewest of them over can always be made maximum without leaving more
        of them over, so k4 needs no maximum matching. The opponents of the next group's own players
        then do not matter: they may pair with each other, or with an unlimited number of outsiders,
        at will, and the only question is which of the waiting players can be covered.

        Rule: knsb-wp-2014 C4.2; knsb-wp-1996 C4.2.
        """
        cached = self._agains.get(waiting)
        if cached is None:
            self.make_graph()
            mate = [EXPOSED] * len(self._at_will)
            rest = left_over(self._at_will, mate, waiting, waiting | self._will)
            cached = self._agains[waiting] = self._count(waiting, *rest)
        return cached

    def without_partner(self, waiting: int) -> Count:
        """Return the key of C2, with the players that prove it."""
        self.make_graph()
        alive = waiting | self.following
        stuck = sum(1 << at for at in bits(waiting) if not self._graph[at] & alive)
        return self._count(waiting, stuck.bit_count(), stuck)

    def _count(self, waiting: int, number: int, proof: int) -> Count:
        near = matching.neighbours(self._graph, proof)
        others = ((1 << len(self._place)) - 1) & ~waiting
        return Count(number, proof & waiting, near & others, proof)

    def prices_of_again(self, waiting: int, proof: int) -> Prices:
        """Return a lower bound of k4, from the proofs of one or more counts.

        Players who cannot pair with each other, and whose opponents in the next group are few, have
        a price of 1 each. Those few opponents cover one of them each, and so does an opponent who
        waits: they have a price of -1.
        """
        wall = matching.neighbours(self._graph, proof) & self.following
        eligible = sum(
            1 << at
            for at in range(len(self._place))
            if not self._graph[at] & self.following & ~wall
        )
        return self._prices(waiting, proof & eligible, eligible, 0, -wall.bit_count())

    def prices_of_single(self, waiting: int, proof: int) -> Prices:
        """Return a lower bound of k5, from the proofs of one or more counts.

        Without a wall of some players the next group falls apart. Each odd part leaves one over,
        minus one for each player of the wall and one for each waiting player with an opponent in an
        odd part (a price of -1). Waiting players who cannot pair with each other and have opponents
        in the wall only have a price of 1 each, their waiting opponents one of -1.
        """
        wall = matching.neighbours(self._graph, proof) & self.following & ~proof
        outside = self.following & ~wall
        odd = 0
        number = 0
        for part in matching.components(self._graph, outside):
            if part.bit_count() % 2:
                odd |= part
                number += 1
        places = range(len(self._place))
        taken = sum(1 << at for at in places if self._graph[at] & odd)
        eligible = sum(1 << at for at in places if not self._graph[at] & outside)
        return self._prices(waiting, proof & eligible, eligible, taken, number - wall.bit_count())

    def exact_prices(self, waiting: int, proof: int) -> Prices:
        """Return a lower bound of k4 or k5, from its count's proof, that this waiting room attains.

        The outer vertices of the proof fall apart into odd parts without the inner ones, their
        neighbours in the room and the next group. Other rooms can cover more of the outer ones only
        through other players: so a player who may pair with an outer vertex subtracts 1, as does a
        waiting inner one. A waiting outer one has a price of 1: without that vertex its part is
        even or covers no more. So has a player all of whose opponents are inner or subtract 1.
        Formally these are duals: a vertex covers its edges fully (price -1), by half (0) or not at
        all (1), in the last case the part does so: of k vertices, k odd, at most (k - 1) / 2 edges.
        """
        treated = (1 << len(self._place)) - 1
        alive = waiting | self.following
        pairs = sum(part.bit_count() >> 1 for part in matching.components(self._graph, proof))
        wall = matching.neighbours(self._graph, proof) & (alive | treated) & ~proof
        others = treated & ~waiting & ~wall
        free = sum(1 << at for at in bits(others) if not self._graph[at] & ~wall)
        following = self.following
        start = (proof & following).bit_count() - (wall & following).bit_count() - 2 * pairs
        return Prices(start, proof & waiting | free, wall & treated)

    def _prices(self, waiting: int, first: int, eligible: int, taken: int, start: int) -> Prices:
        """Choose eligible players no two of whom can pair; their opponents pay."""
        plus = 0
        treated = (1 << len(self._place)) - 1
        for at in [*bits(first & waiting), *bits(first & ~waiting)]:
            if not self._graph[at] & plus:
                plus |= 1 << at
                taken |= self._graph[at] & treated
        for at in bits(eligible & ~plus & ~taken):
            near = self._graph[at] & treated
            if not near & plus and not near & ~taken:
                plus |= 1 << at
        return Prices(start, plus, taken & ~plus)

    def make_graph(self) -> list[int]:
        """Return the legal pairs; places are the treated players, then the next group."""
        if self._graph:
            return self._graph
        treated = len(self._place)
        count = self.end - self.begin
        self._graph = self.field.adjacency([*self.rest.players, *range(self.begin, self.end)])
        self.following = ((1 << count) - 1) << treated
        own = [row & self.following * (at >= treated) for at, row in enumerate(self._graph)]
        self._mate = maximum_matching(own)
        # Enough to keep one of the next group or of the outsiders always free.
        total = treated + count + max(0, treated - count) + 2
        self._will = (1 << total) - (1 << treated)
        self._at_will = [
            (row & ~(1 << at) | self._will & ~(1 << at)) if at >= treated else row
            for at, row in enumerate(self._graph)
        ]
        self._at_will += [self._will & ~(1 << at) for at in range(treated + count, total)]
        return self._graph
