"""What is left below a score group: can it be completed (H2), and who would float again (C4)."""

from collections.abc import Sequence

from pairing.matching import (
    EXPOSED,
    bits,
    maximum_matching,
    outer_tree,
)
from pairing.wp_bounds import completes
from pairing.wp_field import MUST_BLACK, MUST_WHITE, Field


class Rest:
    """The players below one treated group, who must take up its waiting room.

    ``players`` are the positions of the treated group, ``begin`` the first position below it. A
    waiting room is a sequence of positions out of ``players``. The graphs are made only when
    numbers alone do not decide.
    """

    def __init__(self, field: Field, players: Sequence[int], begin: int) -> None:
        self.field = field
        self.players = players
        self.begin = begin
        self.count = field.size - begin
        self.is_odd = (self.count + len(players)) % 2 == 1
        self._place = {p: at for at, p in enumerate(players)}
        self._graph: list[int] | None = None
        self._mate: list[int] = []
        self._known: dict[int, bool] = {}

    def numbers_prove(self, waiting: Sequence[int], begin: int, end: int) -> bool:
        """Whether numbers prove that ``waiting`` and the positions begin..end can be paired."""
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
        """H2: ``waiting`` and everybody below can be paired, the bye to one whom B1b allows.

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
        """Whether it can be completed with the bye outside ``waiting``.

        Rule: knsb-wp-2014 C4.2; knsb-wp-1996 C4.2.
        """
        if not self.field.byes_below[self.begin]:
            return False
        if self.numbers_prove(waiting, self.begin, self.field.size):
            return True
        return self._fits(waiting, any_bye=False)

    def least_waiting(self) -> int:
        """A lower bound of the waiting room: those below who cannot be paired among themselves."""
        if self.numbers_prove((), self.begin, self.field.size) or not self.count:
            return 0
        self._make_graph()
        alive = self._alive(0, any_bye=True)
        return sum(self._mate[v] == EXPOSED for v in bits(alive))

    def _make_graph(self) -> None:
        """Places: the players below, the treated ones, the bye for all, the bye for below only.

        The bye for all stands first after those below when nobody is treated.
        """
        if self._graph is not None:
            return
        field = self.field
        everybody = [*range(self.begin, field.size), *self.players]
        graph = field.adjacency(everybody)
        allowed = sum(1 << at for at, p in enumerate(everybody) if field.bye_allowed[p])
        size = len(everybody)
        for at in bits(allowed):
            graph[at] |= 1 << size | (1 << size + 1 if at < self.count else 0)
        graph.append(allowed)
        graph.append(allowed & ((1 << self.count) - 1))
        self._graph = graph
        alive = self._alive(0, any_bye=True)
        own = [row & alive if alive >> at & 1 else 0 for at, row in enumerate(graph)]
        self._mate = maximum_matching(own)

    def _alive(self, waiting: int, any_bye: bool) -> int:
        treated = len(self.players)
        alive = (1 << self.count) - 1 | waiting << self.count
        if self.is_odd:
            alive |= 1 << self.count + treated + (not any_bye)
        return alive

    def _fits(self, waiting: Sequence[int], any_bye: bool) -> bool:
        mask = sum(1 << self._place[p] for p in waiting)
        known = self._known.get(mask << 1 | any_bye)
        if known is None:
            known = self._known[mask << 1 | any_bye] = self._match(mask, any_bye)
        return known

    def _match(self, waiting: int, any_bye: bool) -> bool:
        return self._tree(waiting, any_bye) is None

    def _tree(self, waiting: int, any_bye: bool) -> tuple[int, int] | None:
        self._make_graph()
        assert self._graph is not None
        mate = list(self._mate)
        alive = self._alive(waiting, any_bye)
        for v in bits(alive):
            if mate[v] != EXPOSED and not alive >> mate[v] & 1:
                mate[v] = EXPOSED
        return outer_tree(self._graph, mate, alive)

    def ways_out(self, waiting: Sequence[int]) -> tuple[list[int], list[int]]:
        """Of a waiting room that fails H2: (players to omit, players to include).

        Every waiting room that satisfies H2 omits one of the first or includes one of the second,
        because any other fails by the same set of players with too few partners.
        """
        mask = sum(1 << self._place[p] for p in waiting)
        tree = self._tree(mask, any_bye=True)
        assert tree is not None
        assert self._graph is not None
        outer = tree[1]
        treated = enumerate(self.players, start=self.count)
        omit, include = [], []
        for at, p in treated:
            if not mask >> at - self.count & 1:
                if self._graph[at] & outer:
                    include.append(p)
            elif outer >> at & 1:
                omit.append(p)
        return omit, include
