import random

import networkx as nx
import pytest

from pairing.graphs.blossoms import Blossoms, Node
from pairing.graphs.cheapest_matching import CheapestMatching, cheapest_perfect_matching
from pairing.graphs.matching import (
    EXPOSED,
    barrier,
    bits,
    components,
    deficiency,
    exposed_count,
    first_partner,
    left_over,
    maximum_matching,
)


def random_adjacency(rng: random.Random, size: int, percent: int) -> list[int]:
    adjacency = [0] * size
    for u in range(size):
        for v in range(u):
            if rng.randrange(100) < percent:
                adjacency[u] |= 1 << v
                adjacency[v] |= 1 << u
    return adjacency


def as_graph(adjacency: list[int]) -> "nx.Graph[int]":
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(adjacency)))
    graph.add_edges_from((u, v) for u, row in enumerate(adjacency) for v in bits(row))
    return graph


def test_a_maximum_matching_is_as_large_as_networkx_finds() -> None:
    rng = random.Random(1)
    for _ in range(1500):
        adjacency = random_adjacency(rng, rng.randrange(1, 22), rng.choice((8, 15, 25, 50)))
        mate = maximum_matching(adjacency)
        for u, v in enumerate(mate):
            assert v == -1 or (mate[v] == u and adjacency[u] >> v & 1)
        size = len(nx.max_weight_matching(as_graph(adjacency), maxcardinality=True))
        assert exposed_count(mate) == len(adjacency) - 2 * size


def test_the_parts_of_a_set_of_vertices_are_those_that_networkx_finds() -> None:
    rng = random.Random(8)
    for _ in range(200):
        adjacency = random_adjacency(rng, rng.randrange(1, 22), rng.choice((5, 10, 20)))
        some = rng.getrandbits(len(adjacency))
        graph = as_graph(adjacency).subgraph(bits(some))
        parts = {frozenset(bits(part)) for part in components(adjacency, some)}
        assert parts == {frozenset(part) for part in nx.connected_components(graph)}


def test_a_barrier_proves_that_no_perfect_matching_exists() -> None:
    rng = random.Random(2)
    proved = 0
    for _ in range(500):
        adjacency = random_adjacency(rng, rng.randrange(2, 18, 2), rng.choice((10, 20, 35)))
        certificate = barrier(adjacency, maximum_matching(adjacency))
        if certificate is None:
            continue
        wall, others = certificate
        graph = as_graph(adjacency)
        graph.remove_nodes_from(list(bits(wall)))
        odd = [
            part
            for part in nx.connected_components(graph)
            if len(part) % 2 and part & set(bits(others))
        ]
        assert len(odd) > wall.bit_count()
        proved += 1
    assert proved > 100


@pytest.mark.parametrize("largest", [1, 5, 1000, 10**40])
def test_a_cheapest_perfect_matching_costs_what_networkx_finds(largest: int) -> None:
    rng = random.Random(largest)
    for _ in range(400):
        size = rng.randrange(2, 17, 2)
        costs: list[list[int | None]] = [[None] * size for _ in range(size)]
        graph: nx.Graph[int] = nx.Graph()
        percent = rng.choice((30, 50, 80, 100))
        for u in range(size):
            for v in range(u):
                if rng.randrange(100) < percent:
                    costs[u][v] = costs[v][u] = cost = rng.randrange(largest + 1)
                    graph.add_edge(u, v, weight=-cost)
        best = nx.max_weight_matching(graph, maxcardinality=True)
        mate = cheapest_perfect_matching(costs)
        if 2 * len(best) < size:
            assert mate is None
            continue
        assert mate is not None
        total = sum(costs[u][v] or 0 for u, v in enumerate(mate) if u < v)
        assert all(mate[v] == u and costs[u][v] is not None for u, v in enumerate(mate))
        assert total == -sum(graph[u][v]["weight"] for u, v in best)


def random_rows(rng: random.Random, size: int) -> list[dict[int, int]]:
    rows: list[dict[int, int]] = [{} for _ in range(size)]
    for u in range(size):
        for v in range(u):
            if rng.randrange(100) < 60:
                rows[u][v] = rows[v][u] = rng.randrange(30)
    return rows


def cost_of(rows: list[dict[int, int]], mate: list[int]) -> int:
    return sum(rows[u][v] for u, v in enumerate(mate) if u < v)


def test_a_search_that_goes_on_without_some_edges_costs_as_one_from_the_beginning() -> None:
    rng = random.Random(4)
    possible = 0
    for _ in range(600):
        rows = random_rows(rng, rng.randrange(4, 25, 2))
        before = CheapestMatching(rows)
        if before.run() is None:
            continue
        u = rng.randrange(len(rows))
        lost = [v for v in rows[u] if rng.randrange(2)]
        fewer = [dict(row) for row in rows]
        for v in lost:
            del fewer[u][v], fewer[v][u]
        mate = CheapestMatching(fewer, before.duals(), before.mate).run()
        kept = before.with_fewer(fewer, {}, [u]).run()
        expected = CheapestMatching(fewer).run()
        assert (mate is None) == (kept is None) == (expected is None)
        if mate is None or kept is None or expected is None:
            continue
        possible += 1
        assert cost_of(fewer, mate) == cost_of(fewer, kept) == cost_of(fewer, expected)
        least = cost_of(rows, before.mate) + before.rise(u, fewer[u])
        assert least <= cost_of(fewer, mate)
    assert possible > 200


def test_some_may_stay_single_at_a_cost_and_some_are_absent() -> None:
    rng = random.Random(6)
    possible = 0
    for _ in range(800):
        size = rng.randrange(2, 13)
        rows = random_rows(rng, size)
        gone = {v for v in range(1, size) if rng.randrange(10) == 0}
        present = [
            {} if u in gone else {v: cost for v, cost in row.items() if v not in gone}
            for u, row in enumerate(rows)
        ]
        alone = {v: rng.randrange(20) for v in range(size) if v not in gone and rng.randrange(2)}
        search = CheapestMatching(present, alone=alone, absent=gone)
        mate = search.run()
        expected = least_cost(present, alone, [v for v in range(size) if v not in gone])
        assert (mate is None) == (expected is None)
        if mate is not None:
            possible += 1
            assert search.cost() == expected
            u = rng.choice([v for v in range(size) if v not in gone])
            others = {v: cost for v, cost in alone.items() if v != u}
            again = search.with_fewer(present, others, [u])
            for v in gone:
                assert again.mate[v] == v
            fewer = least_cost(present, others, [v for v in range(size) if v not in gone])
            assert (again.run() is None) == (fewer is None)
            assert fewer is None or again.cost() == fewer
    assert possible > 300


def least_cost(rows: list[dict[int, int]], alone: dict[int, int], left: list[int]) -> int | None:
    """Return the least cost of pairs and of single vertices, by exhaustion."""
    if not left:
        return 0
    first, others = left[0], left[1:]
    ways = [(alone[first], others)] if first in alone else []
    ways += [(rows[first][v], [x for x in others if x != v]) for v in others if v in rows[first]]
    costs = [(cost, least_cost(rows, alone, rest)) for cost, rest in ways]
    return min((cost + rest for cost, rest in costs if rest is not None), default=None)


def test_without_blossoms_the_edges_without_slack_hold_the_cheapest_matchings_alone() -> None:
    rng = random.Random(7)
    tried = 0
    for _ in range(400):
        rows = random_rows(rng, rng.randrange(2, 11, 2))
        search = CheapestMatching(rows)
        if search.run() is None or search.has_blossoms:
            continue
        tried += 1
        vertices = list(range(len(rows)))
        for u in vertices:
            for v in rows[u]:
                rest = least_cost(rows, {}, [x for x in vertices if x not in (u, v)])
                if rest is not None and rest + rows[u][v] == search.cost():
                    assert search.is_tight(u, v)
        tight = [{v: 0 for v in row if search.is_tight(u, v)} for u, row in enumerate(rows)]
        dear = CheapestMatching([{v: -rows[u][v] for v in row} for u, row in enumerate(tight)])
        assert dear.run() is not None
        assert -dear.cost() == search.cost()
    assert tried > 100


def test_as_many_roots_are_left_over_as_weights_say() -> None:
    rng = random.Random(5)
    for _ in range(600):
        size = rng.randrange(2, 16)
        adjacency = random_adjacency(rng, size, rng.choice((10, 20, 40)))
        every = (1 << size) - 1
        number, outer = left_over(adjacency, [EXPOSED] * size, every, every)
        assert number == exposed_count(maximum_matching(adjacency))
        assert bool(outer) == bool(number)


def test_the_first_partner_is_the_lowest_with_whom_all_others_stay_matched() -> None:
    rng = random.Random(6)
    settled = 0
    for _ in range(900):
        size = rng.randrange(2, 17, 2)
        adjacency = random_adjacency(rng, size, rng.choice((25, 40, 60)))
        mate = maximum_matching(adjacency)
        if EXPOSED in mate:
            continue
        alive = (1 << size) - 1
        for at in rng.sample(range(size), size):
            if not alive >> at & 1:
                continue
            rests = {v: alive & ~(1 << at | 1 << v) for v in bits(adjacency[at] & alive)}
            lowest = min(v for v, rest in rests.items() if not deficiency(adjacency, rest)[0])
            assert first_partner(adjacency, mate, at, alive) == lowest
            alive = rests[lowest]
            for u, v in enumerate(mate):
                assert mate[v] == u
                assert adjacency[u] >> v & 1
            settled += 1
    assert settled > 1_000


def test_a_vertex_that_is_added_is_matched_when_it_meets_one_who_may_be_left_out() -> None:
    rng = random.Random(7)
    for _ in range(600):
        size = rng.randrange(2, 16)
        adjacency = random_adjacency(rng, size, rng.choice((10, 20, 40)))
        alive = rng.getrandbits(size)
        number, outer = deficiency(adjacency, alive)
        graph = as_graph(adjacency)
        for v in bits((1 << size) - 1 & ~alive):
            vertices = [*bits(alive), v]
            pairs = len(nx.max_weight_matching(graph.subgraph(vertices), maxcardinality=True))
            joined = adjacency[v] & outer != 0
            assert len(vertices) - 2 * pairs == (number - 1 if joined else number + 1)


def nested(depth: int) -> Blossoms:
    """Return blossoms of three that lie in each other, each around the one before."""
    blossoms = Blossoms(2 * depth + 1)
    inner = blossoms.leaf[0]
    for one in range(1, 2 * depth, 2):
        two = one + 1
        around = Node([*inner.members, one, two])
        around.children = [inner, blossoms.leaf[one], blossoms.leaf[two]]
        around.links = [(one - 1, one), (one, two), (two, one - 1)]
        blossoms.mate[one] = two
        blossoms.mate[two] = one
        for child in around.children:
            child.parent = around
        inner = around
    blossoms.top = [inner] * len(blossoms.top)
    return blossoms


def test_blossoms_that_lie_in_each_other_deeper_than_calls_can_change_their_base() -> None:
    depth = 1200
    blossoms = nested(depth)
    (outermost,) = set(blossoms.top)
    base = 2 * depth - 1
    blossoms._rebase(outermost, base)
    assert outermost.base == base
    others = [v for v in range(2 * depth + 1) if v != base]
    assert all(blossoms.mate[blossoms.mate[v]] == v != blossoms.mate[v] for v in others)
    assert {abs(v - blossoms.mate[v]) for v in others} <= {1, 2}


def test_blossoms_that_lie_in_each_other_deeper_than_calls_can_are_copied() -> None:
    blossoms = nested(1200)
    (outermost,) = set(blossoms.top)
    copied = Blossoms(len(blossoms.top))
    copied._take_over(outermost)
    node = copied.leaf[0]
    above = 0
    while node.parent is not None:
        node = node.parent
        above += 1
    assert above == 1200
    assert set(copied.top) == {node}
    assert node.members == outermost.members
