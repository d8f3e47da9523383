"""Cheapest perfect matching in a general graph, exact for integers of any size.

Primal-dual method of Edmonds: one alternating tree at a time, blossoms kept between trees. A vertex
has a dual `y`, a blossom a dual `z >= 0`; an edge that lies in no blossom has the slack `cost -
y[u] - y[v] >= 0`, and only edges without slack are used. Costs are doubled, so that every change of
the duals is an integer (the duals of a tree are all odd or all even).

While a tree grows, its outer duals rise and its inner duals fall by the same amount, `now`. They
are kept as if the tree had stood from the beginning, so nothing moves when `now` does: an outer
dual is `y + now`, an inner one `y - now`. A heap holds the values of `now` at which something
happens. A tree takes O(m log m) heap steps in a graph of m edges, for each vertex at most one tree
grows, so everything is polynomial.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from types import MappingProxyType
from typing import Final

from pairing.graphs.blossoms import FREE, INNER, OUTER, Blossoms, Node
from pairing.graphs.matching import EXPOSED

CostRows = Sequence[Mapping[int, int]]


# In place of the first vertex of an event: a blossom opens, or the vertex may stay single.
_OPENED: Final = -1
_SINGLE: Final = -2


class CheapestMatching(Blossoms):
    """The matching of one graph, kept with its duals.

    `rows[u]` maps each neighbour of u to the cost of their edge; it must be symmetric. A vertex
    with a cost in `alone` may also stay single. The vertices in `absent` are left out; no row may
    name them. `start` are the duals of a graph with the same vertices and costs and possibly more
    edges (see `duals`), `hint` its matching; only the changed parts are then solved again.
    """

    def __init__(
        self,
        rows: CostRows,
        start: Sequence[int] | None = None,
        hint: Sequence[int] = (),
        alone: Mapping[int, int] = MappingProxyType({}),
        absent: Iterable[int] = (),
    ) -> None:
        self.size = len(rows)
        self.rows, self.alone = rows, alone
        super().__init__(self.size)
        for v in absent:
            self.mate[v] = v
        if start is None:
            self.y = [min(row.values(), default=0) for row in rows]
            for v, cost in alone.items():
                self.y[v] = min(self.y[v], 2 * cost) if rows[v] else 2 * cost
        else:
            self.y = list(start)
        for u, v in enumerate(hint):
            if v > u and v in rows[u] and not 2 * rows[u][v] - self.y[u] - self.y[v]:
                self.mate[u], self.mate[v] = v, u

    def run(self) -> list[int] | None:
        """Return the mates of the cheapest valid matching, None when there is none.

        Only vertices in `alone` may stay single; a single vertex has the mate EXPOSED.
        """
        left = [v for v, partner in enumerate(self.mate) if partner == EXPOSED]
        if not self.alone and (len(left) % 2 or not all(self.rows[v] for v in left)):
            return None
        for u in left:
            if self.mate[u] == EXPOSED and self.leaf[u].parent is None:
                self._rise_alone(u)
        for v in left:
            if self.mate[v] == EXPOSED and not self._is_single(v) and not self._match(v):
                return None
        return self.mate

    def cost(self) -> int:
        """Return the cost of the matching."""
        rows, alone = self.rows, self.alone
        pairs = sum(rows[u][v] for u, v in enumerate(self.mate) if u < v)
        return pairs + sum(alone[u] for u, v in enumerate(self.mate) if v == EXPOSED)

    def _is_single(self, v: int) -> bool:
        """Return whether the dual of an exposed vertex lets it stay single at the least cost."""
        alone = self.alone.get(v)
        return alone is not None and self.y[v] == 2 * alone

    def _rise_alone(self, u: int) -> None:
        """Raise the dual of an exposed vertex while it can rise alone, then match the vertex."""
        mate, y = self.mate, self.y
        alone = self.alone.get(u)
        least, partner = (None if alone is None else 2 * alone), EXPOSED
        for v, cost in self.rows[u].items():
            free = 2 * cost - y[v]
            if least is None or free < least or (free == least and mate[partner] != EXPOSED):
                least, partner = free, v
        if least is not None:
            y[u] = least
            if partner != EXPOSED and mate[partner] == EXPOSED:
                mate[u], mate[partner] = partner, u

    def is_tight(self, u: int, v: int) -> bool:
        """Return whether an edge has no slack, ignoring blossoms."""
        return 2 * self.rows[u][v] == self.y[u] + self.y[v]

    def duals(self) -> list[int]:
        """Return duals of the vertices alone, without blossoms: no edge has a negative slack.

        A blossom may be left out when its members give up half of its dual: an edge inside keeps
        its slack, one that leaves it gets more.
        """
        y = list(self.y)
        for v, node in enumerate(self.leaf):
            above = node.parent
            while above is not None:
                y[v] -= above.z // 2
                above = above.parent
        return y

    def with_fewer(
        self, rows: CostRows, alone: Mapping[int, int], changed: Iterable[int]
    ) -> "CheapestMatching":
        """Return the rest of the matching in a graph without some edges (and costs of being alone).

        Each lost edge has an end in `changed`. Only the blossoms around those ends are opened:
        their members give up half of the dual (see `duals`), so that only the edge that leaves the
        blossom gains slack.
        """
        new = CheapestMatching(rows, self.y, (), alone)
        new.mate = list(self.mate)
        for top in {node for node in self.top if node.parent is None and node.children}:
            new._take_over(top)
        for v in changed:
            node = new.top[v]
            while node.children:
                new._open(node)
                node = new.top[v]
            new._check_pair(v)
        return new

    def _open(self, blossom: Node) -> None:
        """Open a free blossom; without a tight edge out of it, its base loses its partner."""
        for child in blossom.children:
            child.parent = None
            for v in child.members:
                self.top[v] = child
                self.y[v] -= blossom.z // 2
        self._check_pair(blossom.base)

    def _check_pair(self, u: int) -> None:
        """Unmatch a vertex whose edge is gone or has gained slack."""
        v = self.mate[u]
        if v != EXPOSED and (v not in self.rows[u] or not self.is_tight(u, v)):
            self.mate[u] = self.mate[v] = EXPOSED

    def rise(self, u: int, others: Iterable[int], may_be_single: bool = False) -> int:
        """Return a lower bound of the extra cost when `u` must be matched to one of `others`.

        Without its other edges the dual of u could rise by the least remaining slack, and the sum
        of the duals is a lower bound of every perfect matching.
        """
        least: int | None = None
        if may_be_single and u in self.alone:
            least = 2 * self.alone[u] - self.y[u]
        for v in others:
            slack = self.slack(u, v)
            if least is None or slack < least:
                least = slack
        return (least or 0) // 2

    def slack(self, u: int, v: int) -> int:
        """The slack of an edge, doubled; only edges without slack are in cheapest matchings."""
        slack = 2 * self.rows[u][v] - self.y[u] - self.y[v]
        if self.top[u] is self.top[v]:
            around = set()
            node: Node | None = self.leaf[u]
            while node is not None:
                around.add(node)
                node = node.parent
            above = self.leaf[v].parent
            while above is not None:
                slack += above.z if above in around else 0
                above = above.parent
        return slack

    def _match(self, root: int) -> bool:
        """Grow one tree from the exposed `root` until it can be matched."""
        self.now = 0
        self.root = self.top[root]
        self.tree: list[Node] = []
        self.events: list[tuple[int, int, int, int]] = []
        # Per free vertex: when the first edge to it loses its slack; and when the tree must end.
        self.reached: dict[int, int] = {}
        self.end: int | None = None
        self.blossoms: dict[int, Node] = {}
        self.queue: list[int] = []
        self._make_outer(self.root)
        path = self._grow()
        for node in self.tree:
            self._relabel(node, FREE)
        return path

    def _grow(self) -> bool:
        events = self.events
        while True:
            while self.queue:
                self._scan(self.queue.pop())
            if not events:
                return False
            self.now, _, u, v = heappop(events)
            if u == _SINGLE:
                self._release(v)
                return True
            if u == _OPENED:
                blossom = self.blossoms.pop(v)
                if blossom.label == INNER and blossom.parent is None:
                    self._expand(blossom)
            elif self._use(u, v):
                return True

    def _relabel(self, node: Node, label: int) -> None:
        """Give a node another label, after settling the effect of `now` on its duals so far."""
        change = (node.label - label) * self.now
        node.label = label
        if change:
            for x in node.members:
                self.y[x] += change
            node.z += 2 * change

    def _make_outer(self, node: Node) -> None:
        self._relabel(node, OUTER)
        self.tree.append(node)
        self.queue += node.members

    def _make_inner(self, node: Node, edge: tuple[int, int] | None) -> None:
        self._relabel(node, INNER)
        node.edge = edge
        self.tree.append(node)
        if node.children:
            # z - 2 * now becomes zero.
            self.blossoms[node.members[0]] = node
            heappush(self.events, (node.z // 2, 0, _OPENED, node.members[0]))

    def _scan(self, u: int) -> None:
        """Record when each edge at the outer vertex `u` loses its slack.

        Of the edges to a free vertex only the first counts, and none after the end of the tree.
        """
        own, y, top, mate = self.top[u], self.y, self.top, self.mate
        events, reached, end = self.events, self.reached, self.end
        mine = y[u]
        alone = self.alone.get(u)
        if alone is not None and (end is None or 2 * alone - mine < end):
            end = 2 * alone - mine
            heappush(events, (end, 1, _SINGLE, u))
        for v, cost in self.rows[u].items():
            node = top[v]
            label = node.label
            if label == FREE:
                time = 2 * cost - mine - y[v]
                if end is not None and time >= end:
                    continue
                before = reached.get(v)
                if before is None or time < before:
                    reached[v] = time
                    heappush(events, (time, 1, u, v))
                    if mate[node.base] == EXPOSED:
                        end = time
            elif label == OUTER and node is not own:
                time = (2 * cost - mine - y[v]) // 2
                if end is None or time < end:
                    heappush(events, (time, 1, u, v))
        self.end = end

    def _use(self, u: int, v: int) -> bool:
        """Use an edge from the outer vertex `u` that has lost its slack; True: root was matched."""
        node = self.top[v]
        if node.label == INNER or node is self.top[u]:
            return False
        slack = 2 * self.rows[u][v] - self.y[u] - self.y[v] - self.now
        if node.label == OUTER:
            if slack == self.now:
                self._shrink(u, v)
            return False
        if slack:
            return False
        if self.mate[node.base] == EXPOSED:
            self._flip(u, v)
            return True
        self._make_inner(node, (u, v))
        self._make_outer(self.top[self.mate[node.base]])
        return False

    def _shrink(self, u: int, v: int) -> None:
        way: list[Node] = []
        node: Node | None = self.top[u]
        while node is not None:
            way.append(node)
            node = self._above(node)
        meeting = self.top[v]
        while meeting not in way:
            higher = self._above(meeting)
            assert higher is not None
            meeting = higher
        left, left_links = self._branch(u, meeting)
        right, right_links = self._branch(v, meeting)
        blossom = Node([])
        blossom.children = [meeting, *reversed(left), *right]
        blossom.links = [(b, a) for a, b in reversed(left_links)] + [(u, v)] + right_links
        for child in blossom.children:
            blossom.members += child.members
            if child.label == INNER:
                self.queue += child.members
            # Its dual stays; the duals of its members continue as those of the blossom.
            self._relabel(child, OUTER)
            child.z += 2 * self.now
            child.parent = blossom
            child.label = FREE
        blossom.label = OUTER
        blossom.z = -2 * self.now
        self.tree = [x for x in self.tree if x.parent is None]
        self.tree.append(blossom)
        if self.root is meeting:
            self.root = blossom
        for x in blossom.members:
            self.top[x] = blossom

    def _expand(self, blossom: Node) -> None:
        """Open an inner blossom without dual; its even path from entry to base stays."""
        edge = blossom.edge
        assert edge is not None
        self._relabel(blossom, FREE)
        self.tree = [x for x in self.tree if x is not blossom]
        for child in blossom.children:
            child.parent, child.label, child.edge = None, FREE, None
            for x in child.members:
                self.top[x] = child
        nodes, links = self._even_way(blossom, blossom.children.index(self.top[edge[1]]))
        for i, node in enumerate(nodes):
            if i % 2:
                self._make_outer(node)
            else:
                self._make_inner(node, links[i - 1] if i else edge)
        for child in blossom.children:
            if child.label == FREE:
                for x in child.members:
                    self._reach(x)

    def _reach(self, v: int) -> None:
        """Record when the first edge to a newly free vertex loses its slack."""
        top, y = self.top, self.y
        times = [
            (2 * cost - y[u] - y[v], 1, u, v)
            for u, cost in self.rows[v].items()
            if top[u].label == OUTER
        ]
        if times:
            first = min(times)
            self.reached[v] = first[0]
            heappush(self.events, first)


def cheapest_perfect_matching(costs: Sequence[Sequence[int | None]]) -> list[int] | None:
    """Mates of a perfect matching of least total cost; None when there is no perfect matching.

    `costs` is a symmetric matrix, None where there is no edge (its diagonal is not read).
    """
    rows = [
        {v: cost for v, cost in enumerate(row) if cost is not None and v != u}
        for u, row in enumerate(costs)
    ]
    return CheapestMatching(rows).run()
