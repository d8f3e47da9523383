"""Maximum matchings in general graphs given as bit masks.

A graph is a list of Python integers: bit v of `adjacency[u]` says that u and v are joined. A
matching is a list of mates, -1 for an exposed vertex.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

EXPOSED: Final = -1


def bits(mask: int) -> Iterator[int]:
    """Yield the vertices of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(vertices: Iterable[int]) -> int:
    """Return the mask of some vertices."""
    mask = 0
    for v in vertices:
        mask |= 1 << v
    return mask


def neighbours(graph: Sequence[int], vertices: int) -> int:
    """Return the vertices, as a mask, that are joined to at least one of these."""
    near = 0
    for v in bits(vertices):
        near |= graph[v]
    return near


def components(graph: Sequence[int], vertices: int) -> Iterator[int]:
    """Yield the connected components of a set of vertices, as masks."""
    while vertices:
        part = fresh = vertices & -vertices
        while fresh:
            fresh = neighbours(graph, fresh) & vertices & ~part
            part |= fresh
        yield part
        vertices &= ~part


class _Tree:
    """One alternating tree with its blossoms (Edmonds), grown from an exposed vertex."""

    def __init__(
        self, adjacency: Sequence[int], mate: list[int], root: int, alive: int, free: int = 0
    ) -> None:
        """Take the graph; `free` are exposed vertices other than the root that are known."""
        self.adjacency, self.mate, self.root, self.alive = adjacency, mate, root, alive
        self.free = free
        # For vertices in blossoms: the base.
        self.base: dict[int, int] = {}
        self.parent: dict[int, int] = {root: EXPOSED}
        self.outer = 1 << root
        self.seen = 1 << root
        self.queue = [root]
        # For each base of a blossom: the mask of its vertices.
        self.members: dict[int, int] = {}

    def grow(self, goal: int = 0) -> int:
        """Return the exposed vertex at the end of an augmenting path, or EXPOSED if there is none.

        The tree stops growing when a vertex of `goal` is outer.
        """
        mate, parent, base, members, queue = (
            self.mate,
            self.parent,
            self.base,
            self.members,
            self.queue,
        )
        adjacency, alive, free = self.adjacency, self.alive, self.free & self.alive
        grown = 0
        for u in queue:
            # What grows comes before all blossoms: most paths need none.
            while grown < len(queue):
                one = queue[grown]
                grown += 1
                fresh = adjacency[one] & alive & ~self.seen
                while fresh:
                    low = fresh & -fresh
                    v = low.bit_length() - 1
                    parent[v] = one
                    w = mate[v]
                    if w == EXPOSED:
                        return v
                    if free and (near := adjacency[w] & free):
                        end = near.bit_length() - 1
                        parent[end] = w
                        return end
                    outer = 1 << w
                    pair = low | outer
                    fresh &= ~pair
                    self.seen |= pair
                    self.outer |= outer
                    if goal & outer:
                        return EXPOSED
                    queue.append(w)
            if self.outer & goal:
                break
            near = adjacency[u] & alive
            while True:
                others = near & self.outer & ~members.get(base.get(u, u), 1 << u)
                if not others:
                    break
                self._shrink(u, others.bit_length() - 1)
        return EXPOSED

    def _meeting(self, u: int, v: int) -> int:
        """Return the base where the paths from `u` and `v` to the root meet."""
        base, parent, mate = self.base, self.parent, self.mate
        on_way = set()
        while True:
            u = base.get(u, u)
            on_way.add(u)
            if u == self.root:
                break
            u = parent[mate[u]]
        while True:
            v = base.get(v, v)
            if v in on_way:
                return v
            v = parent[mate[v]]

    def _mark(self, u: int, child: int, base: int, inside: set[int]) -> None:
        bases, mates = self.base, self.mate
        while bases.get(u, u) != base:
            mate = mates[u]
            inside.add(bases.get(u, u))
            inside.add(bases.get(mate, mate))
            self.parent[u] = child
            child = mate
            u = self.parent[mate]

    def _shrink(self, u: int, v: int) -> None:
        base = self._meeting(u, v)
        inside: set[int] = set()
        self._mark(u, v, base, inside)
        self._mark(v, u, base, inside)
        fresh = 0
        for one in inside:
            fresh |= self.members.get(one, 1 << one)
        for x in bits(fresh):
            self.base[x] = base
        self.members[base] = self.members.get(base, 1 << base) | fresh
        self.queue += bits(fresh & ~self.outer)
        self.outer |= fresh

    def release(self, v: int) -> None:
        """Leave the outer vertex v single instead of the root."""
        partner = self.mate[v]
        if partner != EXPOSED:
            self.mate[v] = EXPOSED
            self.flip(partner)

    def flip(self, end: int) -> None:
        """Exchange matched and unmatched edges on the path from `end` to the root."""
        v = end
        while v != EXPOSED:
            u = self.parent[v]
            following = self.mate[u]
            self.mate[u], self.mate[v] = v, u
            v = following


def augment(adjacency: Sequence[int], mate: list[int], root: int, alive: int = -1) -> bool:
    """Match the exposed `root` by an augmenting path within `alive`; False when none exists."""
    tree = _Tree(adjacency, mate, root, alive)
    end = tree.grow()
    if end == EXPOSED:
        return False
    tree.flip(end)
    return True


def first_partner(adjacency: Sequence[int], mate: list[int], at: int, alive: int) -> int:
    """Give `at` the lowest partner that leaves all vertices in `alive` matched; return the partner.

    `mate` matches all of them, before and after. When `at` leaves its partner, exactly the outer
    vertices of the tree that grows from there can be single in its place.
    """
    own, near = mate[at], adjacency[at] & alive
    new = next(bits(near))
    if new == own:
        return new
    other = mate[new]
    if adjacency[own] >> other & 1:
        mate[own], mate[other] = other, own
    else:
        mate[own] = EXPOSED
        tree = _Tree(adjacency, mate, own, alive & ~(1 << at))
        tree.grow(1 << new)
        new = next(bits(near & tree.outer))
        tree.release(new)
    mate[at], mate[new] = new, at
    return new


def cover(adjacency: Sequence[int], mate: list[int], root: int, instead: int, alive: int) -> bool:
    """Match the exposed `root`, if need be by leaving out one of `instead`; False when none can.

    All others that are matched stay so.
    """
    tree = _Tree(adjacency, mate, root, alive)
    end = tree.grow(instead)
    if end != EXPOSED:
        tree.flip(end)
        return True
    new = next(bits(tree.outer & instead), EXPOSED)
    if new == EXPOSED:
        return False
    tree.release(new)
    return True


def find_partner(
    adjacency: Sequence[int], mate: list[int], at: int, wanted: int, alive: int
) -> bool:
    """Give `at` a partner among these with whom all those alive stay matched; False: none.

    `mate` matches all those alive, before and after.
    """
    own, near = mate[at], adjacency[at] & wanted & alive
    if near >> own & 1:
        return True
    mate[own] = EXPOSED
    tree = _Tree(adjacency, mate, own, alive & ~(1 << at))
    tree.grow(near)
    new = next(bits(near & tree.outer), EXPOSED)
    if new == EXPOSED:
        mate[own] = at
        return False
    tree.release(new)
    mate[at], mate[new] = new, at
    return True


def maximum_matching(
    adjacency: Sequence[int], mate: list[int] | None = None, alive: int = -1
) -> list[int]:
    """Return a maximum matching of the vertices in `alive`, grown from `mate`.

    `mate` is not changed.
    """
    if mate is None:
        mate = [EXPOSED] * len(adjacency)
        free = alive & (1 << len(adjacency)) - 1
    else:
        mate = list(mate)
        free = _exposed(mate) & alive
    if free := _match_greedily(adjacency, mate, free):
        _left_over(adjacency, mate, free, free, alive)
    return mate


def _exposed(mate: Sequence[int]) -> int:
    """Return the mask of the vertices that a matching leaves single."""
    exposed = 0
    for v, partner in enumerate(mate):
        if partner == EXPOSED:
            exposed |= 1 << v
    return exposed


def _match_greedily(adjacency: Sequence[int], mate: list[int], free: int) -> int:
    """Match neighbours among the exposed vertices `free` greedily; return those still exposed."""
    waiting = free
    while waiting:
        low = waiting & -waiting
        v = low.bit_length() - 1
        if near := adjacency[v] & free:
            # From the far end, where fewer later vertices compete.
            w = near.bit_length() - 1
            mate[v], mate[w] = w, v
            low |= 1 << w
            free ^= low
        waiting &= ~low
    return free


def exposed_count(mate: Sequence[int]) -> int:
    """Return how many vertices a matching leaves single."""
    return sum(partner == EXPOSED for partner in mate)


def outer_tree(adjacency: Sequence[int], mate: list[int], alive: int) -> tuple[int, int] | None:
    """Return a proof that those alive cannot all be matched: masks (inner, outer), or None.

    Without the inner vertices the outer ones fall apart into one more odd component than there are
    inner vertices. This stays true when vertices without outer neighbours are added. `mate` is a
    starting point, and is improved.
    """
    for root in bits(_match_greedily(adjacency, mate, _exposed(mate) & alive)):
        if mate[root] == EXPOSED:
            tree = _Tree(adjacency, mate, root, alive)
            end = tree.grow()
            if end == EXPOSED:
                return tree.seen & ~tree.outer, tree.outer
            tree.flip(end)
    return None


def left_over(adjacency: Sequence[int], mate: list[int], roots: int, alive: int) -> tuple[int, int]:
    """Return how many of the exposed `roots` stay exposed, and as proof the outer vertices.

    `mate` is improved from the roots alone. Failed trees stay out of later ones, as no augmenting
    path leads through them. Their outer vertices have neighbours in their own trees only: without
    the inner ones they fall apart into one more odd component per tree. So the same number stays
    exposed in any set of vertices that holds the outer ones and adds no neighbour of theirs.
    """
    exposed = _exposed(mate)
    return _left_over(adjacency, mate, roots & exposed, exposed & alive, alive)


def _left_over(
    adjacency: Sequence[int], mate: list[int], roots: int, free: int, alive: int
) -> tuple[int, int]:
    """Return the same of roots that are all exposed; `free` are the exposed ones of those alive."""
    count = outer = 0
    for root in bits(roots):
        if mate[root] != EXPOSED:
            continue
        free &= ~(1 << root)
        if not adjacency[root] & alive:
            count += 1
            outer |= 1 << root
            alive &= ~(1 << root)
            continue
        tree = _Tree(adjacency, mate, root, alive, free)
        end = tree.grow()
        if end == EXPOSED:
            count += 1
            outer |= tree.outer
            alive &= ~tree.seen
        else:
            free &= ~(1 << end)
            tree.flip(end)
    return count, outer


def deficiency(adjacency: Sequence[int], alive: int) -> tuple[int, int]:
    """Return how many of those alive no matching covers, and who may be left out by a maximum one.

    An added vertex lowers the number if and only if it is joined to one of these.
    """
    # The vertices alive usually stand near each other: the masks are cut off below them.
    low = max((alive & -alive).bit_length() - 1, 0)
    rows = [row >> low for row in adjacency[low : alive.bit_length()]]
    mate, alive = [EXPOSED] * len(rows), alive >> low
    free = _match_greedily(rows, mate, alive)
    count, outer = _left_over(rows, mate, free, free, alive)
    return count, outer << low


def within(mate: Sequence[int], alive: int) -> list[int]:
    """Return the pairs of a matching between those alive."""
    return [
        partner if partner != EXPOSED and alive >> at & 1 and alive >> partner & 1 else EXPOSED
        for at, partner in enumerate(mate)
    ]


def barrier(
    adjacency: Sequence[int], mate: Sequence[int], alive: int = -1
) -> tuple[int, int] | None:
    """Return why no matching of those alive is perfect: masks (barrier, others), None if one is.

    Without the vertices of the barrier, `others` fall apart into more odd components than the
    barrier has vertices, so that they cannot all have a partner (Tutte's condition).
    """
    for root, partner in enumerate(mate):
        if partner == EXPOSED and alive >> root & 1:
            tree = _Tree(adjacency, list(mate), root, alive)
            end = tree.grow()
            assert end == EXPOSED, "the matching is not maximum"
            return tree.seen & ~tree.outer, tree.outer
    return None
