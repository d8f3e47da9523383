"""Duals of classes of interchangeable vertices: a lower bound of a cheapest matching."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.graphs.matching import bits, mask_of


def class_duals(costs: Sequence[Sequence[int | None]], sizes: Sequence[int]) -> list[int] | None:
    """Return a dual for each class, doubled, of the cheapest complete matching; None without one.

    `costs` is symmetric: the cost of a pair of two classes, None where there is no such pair. For
    each pair `costs[a][b] * 2 >= y[a] + y[b]`, and every complete matching costs at least half the
    sum of the duals. So a complete matching without slack is a cheapest one, and if one exists all
    cheapest ones have no slack.

    The classes are sent to themselves, each vertex once as sender and once as receiver. As many as
    possible are sent without slack, then the duals move until one more edge has no slack, and so
    on.
    """
    transport = _Transport(costs, sizes)
    transport.fill()
    while any(transport.supply):
        if not transport.move_duals():
            return None
        transport.fill()
    return [one + two for one, two in zip(transport.sends, transport.meets, strict=True)]


class _Transport:
    """The current assignment, the unassigned vertices, and the duals; no slack is negative."""

    def __init__(self, costs: Sequence[Sequence[int | None]], sizes: Sequence[int]) -> None:
        self.costs, self.classes = costs, range(len(sizes))
        self.supply, self.demand = list(sizes), list(sizes)
        self.flow = [[0] * len(sizes) for _ in sizes]
        # Per receiver, the mask of its senders.
        self.senders = [0] * len(sizes)
        self.sends = [min((cost for cost in row if cost is not None), default=0) for row in costs]
        self.meets = [0] * len(sizes)

    def fill(self) -> None:
        """Send as many as possible without slack."""
        meets = self.meets
        tight = []
        for own, row in zip(self.sends, self.costs, strict=True):
            mask = 0
            for b, cost in enumerate(row):
                if cost == own + meets[b]:
                    mask |= 1 << b
            tight.append(mask)
        for a, near in enumerate(tight):  # straight, as far as that goes
            for b in bits(near) if self.supply[a] else ():
                if amount := min(self.supply[a], self.demand[b]):
                    self._send(a, b, amount)
                    self.supply[a] -= amount
                    self.demand[b] -= amount
        while way := self._way(tight):
            first, last = way[-1][0], way[0][1]
            amount = min(
                [self.supply[first], self.demand[last]]
                + [self.flow[a][b] for a, b, back in way if back]
            )
            for a, b, back in way:
                self._send(a, b, -amount if back else amount)
            self.supply[first] -= amount
            self.demand[last] -= amount

    def _send(self, a: int, b: int, amount: int) -> None:
        """Send some more from one class to another; where it is negative, fewer."""
        self.flow[a][b] += amount
        if self.flow[a][b]:
            self.senders[b] |= 1 << a
        else:
            self.senders[b] &= ~(1 << a)

    def _way(self, tight: Sequence[int]) -> list[tuple[int, int, bool]] | None:
        """Return a path without slack from unassigned vertices to free room, the end first.

        Its steps are (sender, receiver, whether an assignment is undone).
        """
        queue = [a for a in self.classes if self.supply[a]]
        room = mask_of(b for b in self.classes if self.demand[b])
        reached, entered = mask_of(queue), 0
        from_sender, from_receiver = {}, dict.fromkeys(queue, -1)
        for a in queue:
            fresh = tight[a] & ~entered
            entered |= fresh
            for b in bits(fresh):
                from_sender[b] = a
                for other in bits(self.senders[b] & ~reached):
                    from_receiver[other] = b
                    queue.append(other)
                reached |= self.senders[b]
            if fresh & room:
                at = next(bits(fresh & room))
                way = [(a, at, False)]
                while (at := from_receiver[a]) >= 0:
                    way.append((a, at, True))
                    a = from_sender[at]
                    way.append((a, at, False))
                return way
        return None

    def move_duals(self) -> bool:
        """Move the duals until there is a path without slack; False when none is possible."""
        costs, sends, meets = self.costs, self.sends, self.meets
        far = {a: 0 for a in self.classes if self.supply[a]}
        near: dict[int, int] = {}
        settled: dict[int, int] = {}
        fresh = list(far)
        while True:
            for a in fresh:
                begin = far[a] - sends[a]
                for b, cost in enumerate(costs[a]):
                    if cost is not None and b not in settled:
                        reach = begin + cost - meets[b]
                        if b not in near or reach < near[b]:
                            near[b] = reach
            if not near:
                return False
            last = min(near, key=near.__getitem__)
            base = settled[last] = near.pop(last)
            if self.demand[last]:
                break
            fresh = [a for a in bits(self.senders[last]) if a not in far]
            far.update(dict.fromkeys(fresh, base))
        for a, reach in far.items():
            sends[a] += base - reach
        for b, reach in settled.items():
            meets[b] -= base - reach
        return True
