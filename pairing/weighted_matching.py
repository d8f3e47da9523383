"""Cheapest perfect matching in a general graph, exact for integers of any size. Knows no chess.

Primal-dual method of Edmonds: one alternating tree at a time, blossoms kept between trees. A vertex
has a dual ``y``, a blossom a dual ``z >= 0``; an edge that lies in no blossom has the slack
``cost - y[u] - y[v] >= 0``, and only edges without slack are used. Costs are doubled, so that every
change of the duals is an integer.
"""

from collections.abc import Sequence
from typing import Final

NO_EDGE: Final = None
_FREE: Final = 0
_OUTER: Final = 1
_INNER: Final = 2


class _Node:
    """A vertex or a blossom: an odd circle of nodes, the base first.

    ``links[i]`` is the edge (from children[i], to children[i + 1]).
    """

    __slots__ = ("children", "edge", "label", "links", "members", "parent", "z")

    def __init__(self, members: list[int]) -> None:
        self.members = members
        self.children: list[_Node] = []
        self.links: list[tuple[int, int]] = []
        self.parent: _Node | None = None
        self.label = _FREE
        # Of an inner node, the edge (outer vertex, own vertex) by which the tree reached it.
        self.edge: tuple[int, int] | None = None
        self.z = 0

    @property
    def base(self) -> int:
        node = self
        while node.children:
            node = node.children[0]
        return node.members[0]


class _Solver:
    def __init__(self, costs: Sequence[Sequence[int | None]]) -> None:
        self.size = len(costs)
        self.cost = [[None if c is None else 2 * c for c in row] for row in costs]
        self.neighbours = [
            [v for v in range(self.size) if v != u and self.cost[u][v] is not None]
            for u in range(self.size)
        ]
        self.mate = [-1] * self.size
        self.leaf = [_Node([v]) for v in range(self.size)]
        self.top = list(self.leaf)
        self.y = [0] * self.size

    def slack(self, u: int, v: int) -> int:
        cost = self.cost[u][v]
        assert cost is not None
        return cost - self.y[u] - self.y[v]

    def run(self) -> list[int] | None:
        for v in range(self.size):
            if not self.neighbours[v]:
                return None
            self.y[v] = min(c for w in self.neighbours[v] if (c := self.cost[v][w]) is not None)
            self.y[v] //= 2
        for u in range(self.size):
            for v in self.neighbours[u]:
                if self.mate[u] < 0 and self.mate[v] < 0 and self.slack(u, v) == 0:
                    self.mate[u], self.mate[v] = v, u
        for v in range(self.size):
            if self.mate[v] < 0 and not self.match(v):
                return None
        return self.mate

    def match(self, root: int) -> bool:
        """Grow one tree from the exposed ``root`` until it can be matched."""
        for node in set(self.top):
            node.label, node.edge = _FREE, None
        self.root = self.top[root]
        self.outer: list[int] = []
        # Per vertex outside the tree, the outer vertex with the least slack to it.
        self.nearest: list[int] = [-1] * self.size
        self.make_outer(self.root)
        done = 0
        while True:
            while done < len(self.outer):
                u = self.outer[done]
                if self.scan(u):
                    return True
                done += 1
            if not self.change_duals():
                return False
            # Whatever lost its slack is found again from the outer vertices.
            done = 0

    def make_outer(self, node: _Node) -> None:
        node.label = _OUTER
        self.outer.extend(node.members)

    def scan(self, u: int) -> bool:
        """Use every edge without slack at the outer vertex u; True when the root was matched."""
        row, mine = self.cost[u], self.y[u]
        for v in self.neighbours[u]:
            node = self.top[v]
            if node is self.top[u] or node.label == _INNER:
                continue
            cost = row[v]
            assert cost is not None
            slack = cost - mine - self.y[v]
            if slack:
                continue
            if node.label == _OUTER:
                self.shrink(u, v)
            elif self.mate[node.base] < 0:
                self.flip(u, v)
                return True
            else:
                node.label, node.edge = _INNER, (u, v)
                self.make_outer(self.top[self.mate[node.base]])
        return False

    def above(self, node: _Node) -> _Node | None:
        """The outer node two steps nearer to the root."""
        if node is self.root:
            return None
        inner = self.top[self.mate[node.base]]
        assert inner.edge is not None
        return self.top[inner.edge[0]]

    def shrink(self, u: int, v: int) -> None:
        way: list[_Node] = []
        node: _Node | None = self.top[u]
        while node is not None:
            way.append(node)
            node = self.above(node)
        meeting = self.top[v]
        while meeting not in way:
            higher = self.above(meeting)
            assert higher is not None
            meeting = higher
        left, left_links = self.branch(u, meeting)
        right, right_links = self.branch(v, meeting)
        blossom = _Node([])
        blossom.children = [meeting, *reversed(left), *right]
        blossom.links = [(b, a) for a, b in reversed(left_links)] + [(u, v)] + right_links
        for child in blossom.children:
            blossom.members += child.members
            child.parent = blossom
            if child.label == _INNER:
                self.outer.extend(child.members)
        blossom.label = _OUTER
        if self.root is meeting:
            self.root = blossom
        for x in blossom.members:
            self.top[x] = blossom

    def branch(self, u: int, meeting: _Node) -> tuple[list[_Node], list[tuple[int, int]]]:
        """The nodes from u's up to (not including) the meeting one, and the edges upwards."""
        nodes: list[_Node] = []
        links: list[tuple[int, int]] = []
        node = self.top[u]
        while node is not meeting:
            inner = self.top[self.mate[node.base]]
            assert inner.edge is not None
            nodes += node, inner
            links += (node.base, self.mate[node.base]), (inner.edge[1], inner.edge[0])
            node = self.top[inner.edge[0]]
        return nodes, links

    def change_duals(self) -> bool:
        """Move the duals as far as no slack becomes negative; False when nothing stops them."""
        inner = {node for node in self.top if node.label == _INNER}
        step: int | None = None
        for node in inner:
            if node.children and (step is None or node.z // 2 < step):
                step = node.z // 2
        for u in self.outer:
            row, mine, own = self.cost[u], self.y[u], self.top[u]
            for v in self.neighbours[u]:
                node = self.top[v]
                if node is own or node.label == _INNER:
                    continue
                cost = row[v]
                assert cost is not None
                slack = cost - mine - self.y[v]
                if node.label == _OUTER:
                    slack //= 2
                if step is None or slack < step:
                    step = slack
        if step is None:
            return False
        for v in range(self.size):
            label = self.top[v].label
            if label == _OUTER:
                self.y[v] += step
            elif label == _INNER:
                self.y[v] -= step
        for node in set(self.top):
            if node.children and node.label == _OUTER:
                node.z += 2 * step
        for node in inner:
            if node.children:
                node.z -= 2 * step
                if node.z == 0:
                    self.expand(node)
        return True

    def expand(self, blossom: _Node) -> None:
        """Open an inner blossom without dual; its even way from the entry to the base stays in."""
        assert blossom.edge is not None
        for child in blossom.children:
            child.parent, child.label, child.edge = None, _FREE, None
            for x in child.members:
                self.top[x] = child
        entry = self.top[blossom.edge[1]]
        nodes, links = self.even_way(blossom, entry)
        entry.edge = blossom.edge
        for i, node in enumerate(nodes):
            node.label = _OUTER if i % 2 else _INNER
            if i % 2:
                self.outer.extend(node.members)
            elif i:
                node.edge = links[i - 1]

    def even_way(
        self, blossom: _Node, entry: _Node
    ) -> tuple[list[_Node], list[tuple[int, int]]]:
        """Nodes from the entry to the base over an even number of links, and those links."""
        at = blossom.children.index(entry)
        if at % 2 == 0:
            nodes = blossom.children[at::-1]
            links = [(b, a) for a, b in reversed(blossom.links[:at])]
        else:
            nodes = blossom.children[at:] + blossom.children[:1]
            links = blossom.links[at:]
        return nodes, links

    def flip(self, u: int, v: int) -> None:
        """Match u with v, where v's node is exposed, and change the way from u to the root."""
        self.rebase(self.top[v], v)
        while True:
            node = self.top[u]
            before = self.mate[node.base]
            self.rebase(node, u)
            self.mate[u], self.mate[v] = v, u
            if before < 0:
                return
            inner = self.top[before]
            assert inner.edge is not None
            u, v = inner.edge
            self.rebase(inner, v)

    def rebase(self, node: _Node, vertex: int) -> None:
        """Change the matching inside a blossom so that ``vertex`` becomes its base."""
        if not node.children:
            return
        child = self.leaf[vertex]
        while child.parent is not node:
            assert child.parent is not None
            child = child.parent
        self.rebase(child, vertex)
        nodes, links = self.even_way(node, child)
        at = node.children.index(child)
        for i in range(1, len(nodes), 2):
            a, b = links[i]
            self.rebase(nodes[i], a)
            self.rebase(nodes[i + 1], b)
            self.mate[a], self.mate[b] = b, a
        node.children = node.children[at:] + node.children[:at]
        node.links = node.links[at:] + node.links[:at]


def cheapest_perfect_matching(costs: Sequence[Sequence[int | None]]) -> list[int] | None:
    """Mates of a perfect matching of least total cost; None when there is no perfect matching.

    ``costs`` is a symmetric matrix, None where there is no edge (its diagonal is not read).
    """
    if len(costs) % 2:
        return None
    return _Solver(costs).run()
