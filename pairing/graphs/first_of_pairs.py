"""Duals of vertices where the first of each pair has a price, and the second none.

Vertices of a class are joined alike, so that only how many of a class are first matters: those of
the lowest prices. Beside single vertices that is a small problem: a flow from classes to classes,
found by shortest augmenting paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from pairing.graphs.matching import bits, neighbours


def duals_of_firsts(prices: Sequence[Sequence[int]], seconds: Sequence[int]) -> list[list[int]]:
    """Return a dual for each vertex, doubled, of the cheapest complete matching; there must be one.

    `prices` are those of the vertices of each class, ascending; `seconds` the classes, as a mask,
    from which the second of a pair may be whose first is of this class. For each such pair
    `2 * price >= y[first] + y[second]`, as for the duals of `class_duals`.

    Each vertex is sent once and receives once. Where the classes have two sides with pairs across
    alone, one side sends and the other receives.
    """
    joined = [
        mask | sum(1 << b for b, other in enumerate(seconds) if other >> a & 1)
        for a, mask in enumerate(seconds)
    ]
    sends, receives = _sides(joined)
    rise = -min(row[0] for row in prices)
    raised = [[price + rise for price in row] for row in prices]
    flow = _Flow()
    # For each class: all its vertices, the first ones, and the second ones.
    senders = {a: (flow.node(len(prices[a])), flow.node(), flow.node()) for a in bits(sends)}
    receivers = {a: (flow.node(-len(prices[a])), flow.node(), flow.node()) for a in bits(receives)}
    for a, (everybody, first, second) in senders.items():
        flow.join(everybody, first, raised[a])
        flow.join(everybody, second)
        for b in bits(joined[a] & receives):
            if seconds[a] >> b & 1:
                flow.join(first, receivers[b][2])
            if seconds[b] >> a & 1:
                flow.join(second, receivers[b][1])
    for a, (everybody, first, second) in receivers.items():
        flow.join(first, everybody, raised[a])
        flow.join(second, everybody)
    flow.run()
    duals = [[-rise] * len(row) for row in prices]
    for nodes, sign in ((senders, 1), (receivers, -1)):
        for a, (_, first, second) in nodes.items():
            times = 1 if a in senders and a in receivers else 2
            as_first = sign * flow.height[first]
            as_second = sign * flow.height[second]
            for at, price in enumerate(raised[a]):
                duals[a][at] += times * min(price - as_first, -as_second)
    return duals


def _sides(joined: Sequence[int]) -> tuple[int, int]:
    """Return masks of two sides with pairs across alone; classes without such sides are in both."""
    left = (1 << len(joined)) - 1
    both = [0, 0]
    while left:
        sides = [0, 0]
        fresh = left & -left
        side = 0
        while fresh:
            sides[side] |= fresh
            side = 1 - side
            fresh = neighbours(joined, fresh) & ~sides[side]
        left &= ~(sides[0] | sides[1])
        both = [one | other for one, other in zip(both, sides, strict=True)]
    return both[0], both[1]


class _Arc:
    """An arc between two nodes: as many units as it has prices, each at its own; or any, free."""

    __slots__ = ("flow", "head", "prices", "tail")

    def __init__(self, tail: int, head: int, prices: Sequence[int] | None) -> None:
        self.tail = tail
        self.head = head
        self.prices = prices
        self.flow = 0


class _Flow:
    """The cheapest flow from the nodes with an excess to those with a negative one.

    No unit that could go along an arc, or back, costs less than the rise to the node where it goes.
    """

    def __init__(self) -> None:
        self.height: list[int] = []
        self.excess: list[int] = []
        self.arcs: list[tuple[list[_Arc], list[_Arc]]] = []

    def node(self, excess: int = 0) -> int:
        """Return a new node."""
        self.height.append(0)
        self.excess.append(excess)
        self.arcs.append(([], []))
        return len(self.height) - 1

    def join(self, tail: int, head: int, prices: Sequence[int] | None = None) -> None:
        """Join two nodes; prices ascend, from 0 on or above."""
        arc = _Arc(tail, head, prices)
        self.arcs[tail][0].append(arc)
        self.arcs[head][1].append(arc)

    def run(self) -> None:
        """Send every unit of excess to where there is room for it."""
        while any(one > 0 for one in self.excess):
            self._send()

    def _steps(self, node: int) -> Iterator[tuple[int, int, _Arc]]:
        """Yield where one more unit can go from a node, what that costs, and along which arc."""
        forth, back = self.arcs[node]
        for arc in forth:
            if arc.prices is None:
                yield arc.head, 0, arc
            elif arc.flow < len(arc.prices):
                yield arc.head, arc.prices[arc.flow], arc
        for arc in back:
            if arc.flow:
                yield arc.tail, 0 if arc.prices is None else -arc.prices[arc.flow - 1], arc

    def _send(self) -> None:
        """Send one unit of excess along the cheapest path."""
        excess = self.excess
        height = self.height
        far = {node: 0 for node, one in enumerate(excess) if one > 0}
        events = [(0, node) for node in far]
        came: dict[int, tuple[int, _Arc]] = {}
        settled: dict[int, int] = {}
        while True:
            now, node = heappop(events)
            if node in settled:
                continue
            settled[node] = now
            if excess[node] < 0:
                break
            for other, cost, arc in self._steps(node):
                time = now + cost + height[node] - height[other]
                if other not in settled and (other not in far or time < far[other]):
                    far[other] = time
                    came[other] = node, arc
                    heappush(events, (time, other))
        for other, time in settled.items():
            height[other] += time - now
        excess[node] += 1
        while node in came:
            before, arc = came[node]
            arc.flow += 1 if arc.tail == before else -1
            node = before
        excess[node] -= 1
