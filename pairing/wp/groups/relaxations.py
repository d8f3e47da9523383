"""The best waiting room where there are too many to list: two relaxations.

`next_group_first` leaves out H2; it is exact when only the players whom the group alone forces out
wait, because no two of them can be paired legally (they would have been paired in the group
instead). `rest_first` leaves out k4, k5 and C2. Both searches end with the best room (see
`search`), and either may end long before the other, so they take turns. Where the second takes
too long, its rooms are compared key by key (see `key_by_key`).

The second holds every legal pair below the group. In a large field it is built only when the first
takes too long or cannot be used: the players below then force a larger waiting room than the group
needs, which hardly happens where most players have not met.
"""

from collections.abc import Callable
from functools import cached_property
from itertools import chain, islice, zip_longest

from pairing.graphs.matching import bits
from pairing.wp.groups.inside import Inside
from pairing.wp.groups.key_by_key import KeyByKey
from pairing.wp.groups.look_ahead import NO_PRICES, Count, LookAhead, Prices
from pairing.wp.groups.search import (
    Branch,
    EdgeCosts,
    Floor,
    RelaxationSearch,
    RoomVerdict,
    Steps,
    Units,
)

# Steps of one relaxation before the other is built as well.
ALONE_AT_FIRST = 8
# With at most this many players below, all their pairs are affordable.
SMALL_FIELD = 1000
# Steps of the searches by cost before the rooms are compared key by key.
BY_COST_AT_MOST = 50
# How often the bounds of k4 and k5 are improved before the search.
MOST_PRICES = 6


class ManyWaiting:
    """The search for one treated group and its next group.

    `own` is the least size that the group alone allows; `c2_first`: C2 counts before C4.1.
    """

    def __init__(self, inside: Inside, ahead: LookAhead, c2_first: bool, own: int) -> None:
        self.inside = inside
        self.ahead = ahead
        self.rest = ahead.rest
        self.c2_first = c2_first
        self.own = own
        self.graph = ahead.make_graph()
        self._below = range(self.rest.begin, ahead.field.size)
        self.prices: tuple[Prices, Prices] = (NO_PRICES, NO_PRICES)
        self.given_up: int | None = None
        self.units = Units(inside, 2 * (inside.size + self.rest.count + 1))

    def best(self, least: int, patience: Callable[[int], int | None]) -> tuple[int, ...] | None:
        """Return the best waiting room, as places; None when H1 and H2 leave none at all.

        `least` is a lower bound of its size. The relaxation with the smaller graph is tried alone
        for a few steps, then both take turns if both can find the best room. When the steps reach
        the `patience` for a room of its size, the search is abandoned: `given_up` is then the size,
        and the result is None.
        """
        begun: RelaxationSearch | None = None
        searches: list[Steps] = []
        possible = least == self.own and not self.ahead.is_last
        if possible and self._is_next_group_cheaper():
            begun = self.next_group_first()
            searches = [begun.steps()]
            for room in islice(searches[0], ALONE_AT_FIRST):
                if room is not None:
                    return room
        last = self.rest_first(begun)
        if last.number is None:
            return None
        whole = last.steps()
        for room in islice(whole, ALONE_AT_FIRST):
            if room is not None:
                return room
        if last.number != self.own:
            # The relaxation without H2 does not know of larger waiting rooms.
            searches = []
        elif possible and begun is None:
            begun = self.next_group_first()
            searches = [begun.steps()]
            whole = self.rest_first(begun).steps()
        if self._has_all_but_k4_and_k5():
            whole = self._then_key_by_key(whole, last)
        steps = chain.from_iterable(zip_longest(whole, *searches))
        most = patience(last.number)
        for taken, room in enumerate(steps, start=1):
            if room is not None:
                return room
            if most is not None and taken > most:
                self.given_up = last.number
                return None
        return None

    def _has_all_but_k4_and_k5(self) -> bool:
        """Return whether the relaxation with H2 has the keys, and that of C2 if it is compared."""
        if self.ahead.is_last:
            return False
        treated = self.graph[: self.inside.size]
        return not self.c2_first or not any(
            row and not row & self.ahead.following for row in treated
        )

    def _then_key_by_key(self, by_cost: Steps, search: RelaxationSearch) -> Steps:
        yield from islice(by_cost, BY_COST_AT_MOST)
        yield from KeyByKey(search, self.ahead).steps()

    @cached_property
    def _whole_graph(self) -> list[int]:
        """Return the legal pairs of the treated players and everybody below."""
        return self.ahead.field.adjacency([*self.inside.players, *self._below])

    def _is_next_group_cheaper(self) -> bool:
        """Return whether the graph without H2 is the smaller one, or the other is too large."""
        if self.rest.count > SMALL_FIELD:
            return True
        return sum(map(int.bit_count, self.graph)) < sum(map(int.bit_count, self._whole_graph))

    def next_group_first(self) -> RelaxationSearch:
        """Return the search in which all but H2 is a cost; the next group must not be the last.

        The treated players pair with each other (a pair of the group) or with the next group (a
        player who waits and will find an opponent there) or stay single (a player who must float
        again); the next group pairs with itself, or stays single.
        """
        graph = self.graph
        units = self.units
        first = self.inside.size
        costs: EdgeCosts = [{} for _ in graph]
        alone: dict[int, int] = {}
        for a in range(len(graph)):
            waits = self._waiting(a, not graph[a] >> first) if a < first else 0
            for b in bits(graph[a] >> a + 1 << a + 1):
                costs[a][b] = costs[b][a] = units.of_pair(a, b) if b < first else waits
            alone[a] = waits + units.left + (units.again if a < first else 0)
        return RelaxationSearch(self.inside, units, costs, self._judge_by_rest, alone)

    def _waiting(self, a: int, is_stuck: bool) -> int:
        return self.units.of_waiting(a, self.c2_first and is_stuck)

    def _judge_by_rest(self, branch: Branch) -> RoomVerdict | None:
        players = [self.inside.players[at] for at in bits(branch.waiting)]
        if self.rest.completes(players):
            return None
        omit, include = self.rest.ways_out(players)
        return RoomVerdict(self.ahead.mask(omit), self.ahead.mask(include), None, False)

    def rest_first(self, begun: RelaxationSearch | None) -> RelaxationSearch:
        """Return the search in which H1, H2 and all keys but k4, k5 and C2 are in the graph.

        The treated players pair with each other, or with any player below, or have the bye; those
        below pair with each other. Two waiting players never need each other for H2: paired in the
        group instead they would leave a smaller waiting room, and the search returns the smallest,
        so the resulting number is k1. When the next group is the last, k4 is the cost of a bye to a
        waiting player.

        If the other relaxation has `begun`, it raises k4 and k5 to its bounds without H2.
        """
        units = self.units
        first = self.inside.size
        field = self.ahead.field
        everybody = [*self.inside.players, *self._below]
        graph = self._whole_graph
        end = len(graph)
        costs: EdgeCosts = [{} for _ in range(end + self.rest.is_odd)]
        for a in range(end):
            waits = self._waiting(a, not self.graph[a]) if a < first else 0
            for b in bits(graph[a] >> a + 1 << a + 1):
                costs[a][b] = costs[b][a] = units.of_pair(a, b) if b < first else waits
            if self.rest.is_odd and field.bye_allowed[everybody[a]]:
                again = units.again if self.ahead.is_last and a < first else 0
                costs[a][end] = costs[end][a] = waits + again
        search = RelaxationSearch(self.inside, units, costs, self._judge_by_next_group)
        if not self.ahead.is_last and search.number is not None:
            self._raise_floor(search, begun)
        return search

    def _raise_floor(self, search: RelaxationSearch, begun: RelaxationSearch | None) -> None:
        """Start the search with lower bounds of k4 and k5, and prices where they are attained.

        A bound by prices may be added to the costs if the cheapest room then attains it: no other
        room has a smaller k4, and the costs of rooms with a higher bound become more accurate.
        """
        assert search.number is not None
        self.prices = NO_PRICES, NO_PRICES
        self._least_single = self.ahead.least_single(search.number)
        floor = Floor(0, 0, self._least_single)
        if begun is not None:
            floor = self._raised(floor, begun.least, search.least)
        search.start(floor, ())
        proofs = (0, 0)
        for _ in range(MOST_PRICES):
            verdict = self._judge_by_next_group(search.heap[0])
            if verdict is None:
                return
            waiting = search.heap[0].waiting
            again = self.ahead.floats_again(waiting)
            single = self.ahead.single(waiting)
            attempts = [(proofs[0] | again.proof, proofs[1])]
            if again.number == self._claims(search.heap[0]).again:
                # Include what the next group proves alone.
                attempts = [
                    (proofs[0], proofs[1] | p.proof) for p in (single, self.ahead.single(0))
                ]
            for attempt in attempts:
                if attempt == proofs:
                    continue
                raised = self._start_priced(search, floor, waiting, attempt)
                if raised is not None:
                    floor = raised
                    proofs = attempt
                    break
            else:
                return

    def _start_priced(
        self, search: RelaxationSearch, floor: Floor, waiting: int, proofs: tuple[int, int]
    ) -> Floor | None:
        """Return the floor if the bounds of these proofs could be used; else None."""
        units = self.units
        ahead = self.ahead
        before = self.prices, search.heap, search.priced
        bounds = (
            ahead.prices_of_again(waiting, proofs[0]),
            ahead.prices_of_single(waiting, proofs[1]),
        )
        wanted = [bool(proof) for proof in proofs]
        while any(wanted):
            again, single = self.prices = (
                bounds[0] if wanted[0] else NO_PRICES,
                bounds[1] if wanted[1] else NO_PRICES,
            )
            costs = [
                again.of(at) * units.again + single.of(at) * units.left
                for at in range(self.inside.size)
            ]
            # A known k5 holds for the known k4 only; the prices may raise that.
            least = Floor(0, again.start, self._least_single) if wanted[0] else floor
            begin = least._replace(single=single.start) if wanted[1] else least
            claims = self._claims(search.start(begin, costs))
            if wanted[0] and claims.again < floor.again:
                wanted[0] = False
            elif wanted[1] and claims.single < least.single:
                wanted[1] = False
            elif wanted[1] and (claims.single - self._least_single) % 2:
                # Its parity makes k5 one more than the prices say; then they order nothing.
                wanted[1] = False
                if not wanted[0]:
                    self.prices = NO_PRICES, NO_PRICES
                    floor = floor._replace(single=claims.single + 1)
                    search.start(floor, ())
                    return floor
            else:
                return floor
        self.prices, search.heap, search.priced = before
        return None

    def _claims(self, branch: Branch) -> Floor:
        """Return lower bounds of k4 and k5 from the bound of a branch."""
        if not branch.priced:
            return branch.floor
        again, single = (p.bound(branch.waiting) - p.start for p in self.prices)
        floor = branch.floor
        return Floor(floor.stuck, floor.again + again, floor.single + single)

    def _raised(self, floor: Floor, begun: int, least: int) -> Floor:
        """Return at least k4 and k5 of the first cost, given the earlier keys of the second."""
        units = self.units
        one = 1 << self.inside.size
        if (begun + one) // units.outer != (least + one) // units.outer:
            return floor
        keys = (begun + one) % units.outer
        return max(floor, Floor(0, keys // units.again, keys % units.again // units.left))

    def _judge_by_next_group(self, branch: Branch) -> RoomVerdict | None:
        ahead = self.ahead
        waiting = branch.waiting
        floor = branch.floor
        if self.c2_first:
            number, omit, include, _ = ahead.without_partner(waiting)
            # Players without any partner are a cost already.
            more = number - sum(not self.graph[at] for at in bits(waiting))
            if more > floor.stuck:
                return RoomVerdict(omit, include, floor._replace(stuck=more), branch.priced)
        if ahead.is_last:
            return None
        claims = self._claims(branch)
        again = ahead.floats_again(waiting)
        if again.number > claims.again:
            raised = Floor(floor.stuck, again.number, self._least_single)
            prices = ahead.prices_of_again(waiting, again.proof)
            return RoomVerdict(*self._fewest(branch, again, prices), raised, False)
        single = ahead.single(waiting)
        if single.number > claims.single:
            raised = Floor(floor.stuck, again.number, single.number)
            prices = ahead.prices_of_single(waiting, single.proof)
            return RoomVerdict(*self._fewest(branch, single, prices), raised, False)
        return None

    def _fewest(self, branch: Branch, count: Count, prices: Prices) -> tuple[int, int]:
        """Return whom a better room must omit or include: the fewest players that a proof can name.

        When prices prove the count, a better room of the same size has a lower sum of prices. So it
        cannot keep every player who costs more than the cheapest player there is.
        """
        omit = count.omit & ~branch.within
        include = count.include & ~branch.without
        waiting = branch.waiting
        if prices.bound(waiting) < count.number:
            return omit, include
        dear = waiting & ~prices.minus
        possible = self.inside.everyone & ~branch.without
        if not prices.minus & possible:
            dear = waiting & prices.plus if possible & ~prices.plus else 0
        dear &= ~branch.within
        if dear.bit_count() < omit.bit_count() + include.bit_count():
            return dear, 0
        return omit, include
