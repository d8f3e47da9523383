"""A matching with its blossoms: their nesting and their changes, without weights.

An alternating tree grows from an exposed node, the root. Its levels alternate between outer (like
the root) and inner; an inner node keeps the edge by which it was reached.
"""

from typing import Final

from pairing.graphs.matching import EXPOSED

FREE: Final = 0
OUTER: Final = 1
INNER: Final = -1

# Shared by all vertices; blossoms have lists of their own.
_NO_NODES: "Final[list[Node]]" = []
_NO_LINKS: Final[list[tuple[int, int]]] = []


class Node:
    """A vertex or a blossom: an odd circle of nodes, the base first.

    `links[i]` is the edge (from children[i], to children[i + 1]).
    """

    __slots__ = ("children", "edge", "label", "links", "members", "parent", "z")

    def __init__(self, members: list[int]) -> None:
        self.members, self.children, self.links = members, _NO_NODES, _NO_LINKS
        self.parent: Node | None = None
        self.label = FREE
        # Of an inner node: the edge (outer vertex, own vertex) by which the tree reached it.
        self.edge: tuple[int, int] | None = None
        self.z = 0

    @property
    def base(self) -> int:
        """Return the vertex whose partner is outside the node, or who has none."""
        node = self
        while node.children:
            node = node.children[0]
        return node.members[0]


class Blossoms:
    """The mates of all vertices, and the nodes that hold them: `top` is the outermost of each."""

    def __init__(self, size: int) -> None:
        self.mate = [EXPOSED] * size
        self.leaf = [Node([v]) for v in range(size)]
        self.top = list(self.leaf)
        self.root = Node([])

    @property
    def has_blossoms(self) -> bool:
        """Return whether a blossom has a dual; then some matchings without slack cost more."""
        for node in self.leaf:
            above = node.parent
            while above is not None:
                if above.z:
                    return True
                above = above.parent
        return False

    def _above(self, node: Node) -> Node | None:
        """Return the outer node two steps nearer to the root."""
        if node is self.root:
            return None
        inner = self.top[self.mate[node.base]]
        assert inner.edge is not None
        return self.top[inner.edge[0]]

    def _branch(self, u: int, meeting: Node) -> tuple[list[Node], list[tuple[int, int]]]:
        """Return the nodes from that of `u` up to (not including) the common one, and edges."""
        nodes: list[Node] = []
        links: list[tuple[int, int]] = []
        node = self.top[u]
        while node is not meeting:
            inner = self.top[self.mate[node.base]]
            assert inner.edge is not None
            nodes += node, inner
            links += (node.base, self.mate[node.base]), (inner.edge[1], inner.edge[0])
            node = self.top[inner.edge[0]]
        return nodes, links

    def _even_way(self, blossom: Node, at: int) -> tuple[list[Node], list[tuple[int, int]]]:
        """Return the nodes from the entry, a child, to the base, over an even number of links."""
        if at % 2 == 0:
            nodes = blossom.children[at::-1]
            links = [(b, a) for a, b in reversed(blossom.links[:at])]
        else:
            nodes = blossom.children[at:] + blossom.children[:1]
            links = blossom.links[at:]
        return nodes, links

    def _rebase(self, node: Node, vertex: int) -> None:
        """Change the matching inside a blossom so that `vertex` becomes its base.

        Each change is of other vertices, so their order is free. Blossoms can lie in each other
        deeper than calls can.
        """
        left = [(node, vertex)]
        while left:
            outermost, vertex = left.pop()
            child = self.leaf[vertex]
            while child is not outermost:
                blossom = child.parent
                assert blossom is not None
                if at := blossom.children.index(child):
                    nodes, links = self._even_way(blossom, at)
                    for i in range(1, len(nodes), 2):
                        a, b = links[i]
                        left += (nodes[i], a), (nodes[i + 1], b)
                        self.mate[a], self.mate[b] = b, a
                    blossom.children = blossom.children[at:] + blossom.children[:at]
                    blossom.links = blossom.links[at:] + blossom.links[:at]
                child = blossom

    def _flip(self, u: int, v: int) -> None:
        """Match `u` with `v`, whose node is exposed, and flip the path from `u` to the root."""
        self._rebase(self.top[v], v)
        self._change_way(u, v)

    def _release(self, u: int) -> None:
        """Leave the outer vertex `u` single, and flip the path from there to the root."""
        self._change_way(u, EXPOSED)

    def _change_way(self, u: int, v: int) -> None:
        while True:
            node = self.top[u]
            before = self.mate[node.base]
            self._rebase(node, u)
            self.mate[u] = v
            if v != EXPOSED:
                self.mate[v] = u
            if before == EXPOSED:
                return
            inner = self.top[before]
            assert inner.edge is not None
            u, v = inner.edge
            self._rebase(inner, v)

    def _take_over(self, blossom: Node) -> None:
        """Copy a blossom of another matching of the same vertices, with all that lie in it."""
        outermost = self._copied(blossom)
        left = [(blossom, outermost)]
        while left:
            other, copy = left.pop()
            for child in other.children:
                own = self._copied(child)
                own.parent = copy
                copy.children.append(own)
                left.append((child, own))
        for v in blossom.members:
            self.top[v] = outermost

    def _copied(self, node: Node) -> Node:
        """Return a node of another matching without its children; a vertex is the one here."""
        if not node.children:
            return self.leaf[node.members[0]]
        copy = Node(list(node.members))
        copy.children = []
        copy.links = list(node.links)
        copy.z = node.z
        return copy
