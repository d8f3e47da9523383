"""Duals of classes of like vertices: a lower bound of a cheapest matching. Knows no chess."""

from __future__ import annotations

from collections.abc import Sequence


def class_duals(costs: Sequence[Sequence[int | None]], sizes: Sequence[int]) -> list[int] | None:
    """Return a dual for each class, doubled, of the cheapest way to match all; None: there is none.

    costs is symmetric: what a pair of two classes costs, None where it cannot be. For each pair
    ``costs[a][b] * 2 >= y[a] + y[b]``, and no matching of all vertices costs less than half the sum
    of their duals. So a matching of pairs without slack is a cheapest one, and where there is one
    all cheapest ones are such.

    The classes are sent to themselves, each vertex once and met once: successive shortest paths
    with potentials, each filling up or emptying a class or a way.
    """
    count = len(sizes)
    classes = range(count)
    supply, demand = list(sizes), list(sizes)
    flow = [[0] * count for _ in classes]
    # Duals of the senders and of the receivers; no way has a negative slack.
    sends = [min((cost for cost in row if cost is not None), default=0) for row in costs]
    meets = [0] * count
    while any(supply):
        cheapest = _cheapest_way(costs, flow, supply, demand, sends, meets)
        if cheapest is None:
            return None
        first, last, way = cheapest
        amount = min([supply[first], demand[last], *(flow[a][b] for a, b, back in way if back)])
        for a, b, back in way:
            flow[a][b] += -amount if back else amount
        supply[first] -= amount
        demand[last] -= amount
    return [one + two for one, two in zip(sends, meets, strict=True)]


def _cheapest_way(
    costs: Sequence[Sequence[int | None]],
    flow: Sequence[Sequence[int]],
    supply: Sequence[int],
    demand: Sequence[int],
    sends: list[int],
    meets: list[int],
) -> tuple[int, int, list[tuple[int, int, bool]]] | None:
    """Find the way of least slack from who is left to where there is room, and move the duals.

    Returns where it begins and ends, and its steps (sender, receiver, whether taken back).
    """
    count = len(costs)
    unknown = -1
    far = [0 if supply[a] else unknown for a in range(count)]
    near = [unknown] * count
    from_sender, from_receiver = [-1] * count, [-1] * count
    senders, receivers = set(range(count)), set(range(count))
    while True:
        sender = min((a for a in senders if far[a] >= 0), key=far.__getitem__, default=-1)
        receiver = min((b for b in receivers if near[b] >= 0), key=near.__getitem__, default=-1)
        if sender < 0 and receiver < 0:
            return None
        if receiver < 0 or (sender >= 0 and far[sender] <= near[receiver]):
            senders.discard(sender)
            for b in receivers:
                cost = costs[sender][b]
                if cost is not None:
                    reach = far[sender] + cost - sends[sender] - meets[b]
                    if near[b] < 0 or reach < near[b]:
                        near[b], from_sender[b] = reach, sender
            continue
        receivers.discard(receiver)
        base = near[receiver]
        if demand[receiver]:
            break
        for a in senders:
            if flow[a][receiver] and (far[a] < 0 or base < far[a]):
                far[a], from_receiver[a] = base, receiver
    for a in range(count):
        sends[a] += 0 if far[a] < 0 else max(base - far[a], 0)
        meets[a] -= 0 if near[a] < 0 else max(base - near[a], 0)
    way = []
    at = receiver
    while True:
        sender = from_sender[at]
        way.append((sender, at, False))
        at = from_receiver[sender]
        if at < 0:
            return sender, receiver, way
        way.append((sender, at, True))
