"""A complete pairing kept as proof that the rest can be paired, and repaired as pairs are fixed."""

from collections.abc import Sequence

from pairing.graphs.matching import EXPOSED, augment, bits


class Witness:
    """A perfect matching of the vertices that are still free; see `matching` for graphs."""

    def __init__(self, graph: Sequence[int], mate: list[int], free: int | None = None) -> None:
        """Keep a graph, its matching, and the vertices concerned (None: all)."""
        self.graph, self.mate = graph, mate
        self.free = (1 << len(mate)) - 1 if free is None else free

    def take(self, one: int, other: int) -> bool:
        """Pair two vertices if the others can still be completed, and remove both; False if not."""
        mate = self.mate
        first, second = mate[one], mate[other]
        rest = self.free & ~(1 << one | 1 << other)
        if first != other and not self._rejoin(first, second, rest):
            mate[first], mate[second] = EXPOSED, EXPOSED
            if not augment(self.graph, mate, first, rest):
                mate[first], mate[second] = one, other
                return False
        self.free = rest
        return True

    def _rejoin(self, one: int, two: int, rest: int) -> bool:
        """Match two vertices that lost their partners: directly, or by way of one other pair."""
        mate, graph = self.mate, self.graph
        if graph[one] >> two & 1:
            mate[one], mate[two] = two, one
            return True
        for third in bits(graph[one] & rest & ~(1 << two)):
            fourth = mate[third]
            if graph[two] >> fourth & 1:
                mate[one], mate[third] = third, one
                mate[two], mate[fourth] = fourth, two
                return True
        return False
