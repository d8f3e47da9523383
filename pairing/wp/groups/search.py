"""Best-first search for a waiting room when there are too many to list.

A relaxation is a weighted graph in which one cheapest perfect matching gives the best waiting room
if some of the conditions are left out. The room is then judged by all of them. When it fails, a
certificate names players of whom one must leave the waiting room or come in; that gives branches,
each again a matching, which starts from the duals of its parent.

Each matching is polynomial. The number of branches is not. No exact method can promise that unless
P = NP. Let a waiting room have to take one of each of several odd cliques (H1), let the players of
the next group have private partners further below, so that H2 requires different opponents in a
last group for all who wait, and let k4 require different opponents in the next group: finding a
room with k4 = 0 is finding a three-dimensional matching.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import bits, mask_of
from pairing.wp.groups.bounds import denials
from pairing.wp.groups.inside import Inside

EdgeCosts = list[dict[int, int]]
# None repeatedly, then the best room; ends without a room when there is none.
Steps = Iterator[tuple[int, ...] | None]


class Units:
    """The weight of one of each key; each weight exceeds the total of all keys beneath it.

    `count` is at least the number of vertices. The lowest digit is k7: one bit per player.
    """

    def __init__(self, inside: Inside, count: int) -> None:
        base = count + 2
        worth: int = 1 << inside.size
        names = ("strong", "denied", "left", "again")
        unit = {name: worth * base**at for at, name in enumerate(names)}
        self.strong: int = unit["strong"]
        self.denied: int = unit["denied"]
        self.left: int = unit["left"]
        self.again: int = unit["again"]
        self.inside = inside
        worth *= int(base ** len(names))
        self.outer = worth
        levels = sorted(set(inside.points))
        self.difference: dict[int, int] = {0: 0}
        for difference in sorted({a - b for a in levels for b in levels if a > b}):
            self.difference[difference] = worth
            worth *= base
        self.score: dict[int, int] = {}
        for points in levels:
            self.score[points] = worth
            worth *= base
        self.stuck = worth
        self.waiting: int = worth * base

    def of_pair(self, a: int, b: int) -> int:
        """Return the cost of a pair inside the group: k3 and k6."""
        inside = self.inside
        denied, strong = denials(inside.classes[a], inside.classes[b])
        difference: int = self.difference[inside.points[a] - inside.points[b]]
        return difference + denied * self.denied + strong * self.strong

    def of_waiting(self, a: int, is_stuck: bool) -> int:
        """Return the cost of a member of the waiting room: k1, C2 when it counts, k2 and k7."""
        cost: int = self.waiting + self.score[self.inside.points[a]] + is_stuck * self.stuck
        # The higher player is preferred: their digit is the largest, and is subtracted.
        return cost - (1 << self.inside.size - 1 - a)


class Floor(NamedTuple):
    """The least cost of a branch beyond its matching: C2, k4 and k5."""

    stuck: int
    again: int
    single: int


class Branch(NamedTuple):
    """A solved relaxation: those `within` wait, those `without` do not.

    `bound` is at most the cost of any waiting room of the branch: the matching and the `floor`.
    `priced` tells which of the two graphs is used. Until the branch is `solved`, the waiting room
    and the matching are those of its parent, and the bound is an estimate. `closed` are the players
    within or without for whom the matching has been solved.
    """

    bound: int
    number: int
    waiting: int
    within: int
    without: int
    floor: Floor
    priced: bool
    matching: CheapestMatching
    closed: int
    solved: bool


class RoomVerdict(NamedTuple):
    """Why a waiting room is not as good as its relaxation.

    A room of the branch does better only if it omits one of `omit` or includes one of `include`;
    all others have at least `floor` beyond the cost of the matching (None: they fail) in the graph
    that is `priced` or not.
    """

    omit: int
    include: int
    floor: Floor | None
    priced: bool


class RelaxationSearch:
    """The search over one relaxation, whose vertices begin with the places of the group.

    A place matched beyond the places of the group waits, and so does one that stays single, at the
    cost in `alone`. `judge` takes a branch and returns None when the bound of the branch is the
    cost of its waiting room. `prices` are added to the cost of waiting, per place, in the priced
    graph.
    """

    def __init__(
        self,
        inside: Inside,
        units: Units,
        costs: EdgeCosts,
        judge: Callable[[Branch], RoomVerdict | None],
        alone: dict[int, int] | None = None,
    ) -> None:
        self.inside = inside
        self.units = units
        self.costs = costs
        self.priced = costs
        self.alone = alone or {}
        self.judge = judge
        self.number: int | None = None
        self.first: CheapestMatching | None = None
        self.heap: list[Branch] = []
        self._branches = 0
        self._branch(0, 0, Floor(0, 0, 0), False, None, 0)
        # A lower bound of the cost of the best room.
        self.least = self.heap[0].bound if self.heap else 0

    def start(self, floor: Floor, prices: Sequence[int]) -> Branch:
        """Begin again with a known floor, and prices (all 0: none).

        The matching before is a starting point: where a price has fallen, the dual gives way.
        """
        self.heap = []
        assert self.first is not None
        if not any(prices):
            self._note(self.first, 0, 0, floor, False)
            return self.heap[0]
        size = self.inside.size
        self.priced = list(self.costs)
        y = self.first.duals()
        for a, price in enumerate(prices):
            if price:
                y[a] += min(0, 2 * price)
                row = self.priced[a] = dict(self.priced[a])
                for b in row:
                    if b >= size:
                        if self.priced[b] is self.costs[b]:
                            self.priced[b] = dict(self.costs[b])
                        row[b] = self.priced[b][a] = row[b] + price
        solved = CheapestMatching(self.priced, y, self.first.mate)
        solution = solved.run()
        assert solution is not None
        self._note(solved, 0, 0, floor, True)
        return self.heap[0]

    def steps(self) -> Steps:
        """Yield None repeatedly, then the best room; end at once when there is none."""
        while self.heap:
            branch = heappop(self.heap)
            if not branch.solved:
                self._branch(*branch[3:7], branch.matching, branch.closed)
                yield None
                continue
            verdict = self.judge(branch)
            if verdict is None:
                yield tuple(bits(branch.waiting))
                return
            for at, within, without in self._parts(branch, verdict):
                self._postpone(branch, at, within, without)
            if verdict.floor is not None:
                if verdict.priced == branch.priced:
                    self._note(branch.matching, *branch[3:5], verdict.floor, branch.priced)
                else:
                    assert not verdict.priced
                    self._branch(*branch[3:5], verdict.floor, False, self.first, 0)
                yield None

    def _postpone(self, branch: Branch, at: int, within: int, without: int) -> None:
        """Record a part of a branch that differs for the player `at`, with its least cost.

        Most parts are too expensive ever to be solved.
        """
        if within & without:
            return
        size = self.inside.size
        matching = branch.matching
        waits = bool(within >> at & 1)
        others = [b for b in matching.rows[at] if (b >= size) == waits]
        if others or (waits and at in self.alone):
            self._branches += 1
            bound = branch.bound + matching.rise(at, others, waits)
            heappush(
                self.heap,
                branch._replace(
                    bound=bound, number=self._branches, within=within, without=without, solved=False
                ),
            )

    def _parts(self, branch: Branch, verdict: RoomVerdict) -> Iterator[tuple[int, int, int]]:
        """Yield disjoint parts of a branch that hold every better room, each with its player.

        Of players who are alike in everything the higher ones wait, or a swap would improve k7. So
        omitting a player omits the lower ones of the kind, and including a player includes the
        higher ones. Parts that contradict themselves have no room at all.
        """
        within = branch.within
        without = branch.without
        for one in bits(verdict.omit):
            alike = self.inside.alike[one]
            at = (alike & branch.waiting).bit_length() - 1
            yield at, within, without | alike & -(1 << at)
            within |= alike & ((2 << at) - 1)
        for one in bits(verdict.include):
            alike = self.inside.alike[one]
            at = (alike & ~branch.waiting & -(alike & ~branch.waiting)).bit_length() - 1
            yield at, within | alike & ((2 << at) - 1), without
            without |= alike & -(1 << at)

    def _branch(
        self,
        within: int,
        without: int,
        floor: Floor,
        priced: bool,
        before: CheapestMatching | None,
        closed: int,
    ) -> None:
        if within & without:
            return
        costs = self.closed(self.priced if priced else self.costs, within, without)
        alone = self.alone
        if alone and without:
            alone = {a: cost for a, cost in alone.items() if not without >> a & 1}
        if before is None:
            solved = CheapestMatching(costs, alone=alone)
        else:
            changed = (within | without) & ~closed
            solved = before.with_fewer(costs, alone, bits(changed))
        if solved.run() is not None:
            self._note(solved, within, without, floor, priced)

    def _note(
        self, solved: CheapestMatching, within: int, without: int, floor: Floor, priced: bool
    ) -> None:
        """Put a solved branch on the heap, unless its waiting room is too large."""
        size = self.inside.size
        waiting = mask_of(a for a in range(size) if not 0 <= solved.mate[a] < size)
        if self.first is None:
            self.first = solved
            self.number = waiting.bit_count()
        if waiting.bit_count() == self.number:
            self._branches += 1
            bound = solved.cost()
            bound += floor.stuck * self.units.stuck + floor.again * self.units.again
            bound += floor.single * self.units.left
            closed = within | without
            key = bound, self._branches, waiting
            heappush(self.heap, Branch(*key, within, without, floor, priced, solved, closed, True))

    def closed(self, costs: EdgeCosts, within: int, without: int) -> EdgeCosts:
        """Return the graph without the pairs of those within and the ways out of the others."""
        size = self.inside.size
        costs = list(costs)
        copied: set[int] = set()
        for a in bits(within | without):
            waits = within >> a & 1
            closed = [b for b in costs[a] if (b < size) == bool(waits)]
            for one, two in [(a, b) for b in closed] + [(b, a) for b in closed]:
                if one not in copied:
                    costs[one] = dict(costs[one])
                    copied.add(one)
                del costs[one][two]
        return costs
