"""The players below a score group: can they be completed (H2), and who floats again (C4)."""

from collections.abc import Sequence

from pairing.graphs.matching import EXPOSED, bits, mask_of, maximum_matching, outer_tree, within
from pairing.wp.groups.bounds import completes
from pairing.wp.groups.field import MUST_BLACK, MUST_WHITE, WpField


class Rest:
    """The players below one treated group, who must take up its waiting room.

    `players` are the positions of the treated group, `begin` the first position below it, and all
    of them stand above that. A waiting room is a sequence of positions out of `players`. `before`
    is the Rest of the group above: its matching is a starting point for this one. The graph is used
    only when numbers alone do not decide.
    """

    def __init__(
        self, field: WpField, players: Sequence[int], begin: int, before: "Rest | None" = None
    ) -> None:
        self.field = field
        self.players = players
        self.begin = begin
        self.count = field.size - begin
        self.is_odd = (self.count + len(players)) % 2 == 1
        self._start: list[int] = [] if before is None else before._mate or before._start
        self._mate: list[int] = []
        self._last: list[int] = []
        self._known: dict[tuple[int, bool], bool] = {}

    def numbers_prove(self, waiting: Sequence[int], begin: int, end: int) -> bool:
        """Return whether numbers prove that `waiting` and `begin`..`end` can be paired."""
        field = self.field
        if field.has_barred:
            return False
        must = [field.must[p] for p in waiting]
        return completes(
            len(waiting) + end - begin,
            field.must_white_below[begin] - field.must_white_below[end] + must.count(MUST_WHITE),
            field.must_black_below[begin] - field.must_black_below[end] + must.count(MUST_BLACK),
            max([field.most_met_below[begin], *(len(field.met[p]) for p in waiting)]),
        )

    def completes(self, waiting: Sequence[int]) -> bool:
        """Return H2: `waiting` and everybody below can be paired, the bye to one whom B1b allows.

        Rule: knsb-wp-2014 C2, C9, B1b; knsb-wp-1996 C2, C9, B1b.
        """
        field = self.field
        byes = field.byes_below[self.begin] or any(field.bye_allowed[p] for p in waiting)
        if self.is_odd and not byes:
            return False
        if self.numbers_prove(waiting, self.begin, field.size):
            return True
        return self._fits(waiting, any_bye=True)

    def bye_falls_below(self, waiting: Sequence[int]) -> bool:
        """Return whether the rest can be completed with the bye outside `waiting`.

        Rule: knsb-wp-2014 C4.2; knsb-wp-1996 C4.2.
        """
        if not self.field.byes_below[self.begin]:
            return False
        if self.numbers_prove(waiting, self.begin, self.field.size):
            return True
        return self._fits(waiting, any_bye=False)

    def least_waiting(self) -> int:
        """Return a lower bound of the waiting room: the players below not pairable there."""
        if self.numbers_prove((), self.begin, self.field.size) or not self.count:
            return 0
        mate = self._matching()
        return sum(mate[v] == EXPOSED for v in bits(self._alive(0)))

    def _matching(self) -> list[int]:
        """Return a maximum matching of those below, and the bye when the total number is odd."""
        if not self._mate:
            alive = self._alive(0)
            graph = self.field.graph
            start = within(self._start, alive) if self._start else None
            self._mate = self._last = maximum_matching(graph, start, alive)
        return self._mate

    def _alive(self, waiting: int) -> int:
        """Return those below, those who wait, and the bye if there is one."""
        size = self.field.size
        below: int = (1 << size + self.is_odd) - (1 << self.begin)
        return below | waiting

    def _fits(self, waiting: Sequence[int], any_bye: bool) -> bool:
        mask = mask_of(waiting)
        verdict = self._known.get((mask, any_bye))
        if verdict is None:
            verdict = self._known[mask, any_bye] = self._tree(mask, any_bye) is None
        return verdict

    def _tree(self, waiting: int, any_bye: bool) -> tuple[int, int] | None:
        """Return why a waiting room cannot be completed (see `outer_tree`); None if it can."""
        self._matching()
        alive = self._alive(waiting)
        mate = within(self._last, alive)
        graph = self.field.graph
        if not any_bye:
            bye = self.field.size
            graph = list(graph)
            graph[bye] &= ~waiting
            for p in bits(waiting):
                graph[p] &= ~(1 << bye)
            if mate[bye] != EXPOSED and waiting >> mate[bye] & 1:
                mate[mate[bye]] = mate[bye] = EXPOSED
        tree = outer_tree(graph, mate, alive)
        self._last = mate
        return tree

    def ways_out(self, waiting: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return, of a waiting room that fails H2: (players to omit, players to include).

        Every waiting room that satisfies H2 omits one of the first or includes one of the second,
        because any other fails by the same set of players with too few partners.
        """
        mask = mask_of(waiting)
        tree = self._tree(mask, any_bye=True)
        assert tree is not None
        outer = tree[1]
        graph = self.field.graph
        omit = [p for p in waiting if outer >> p & 1]
        include = [p for p in self.players if not mask >> p & 1 and graph[p] & outer]
        return omit, include
