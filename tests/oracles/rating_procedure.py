"""The Swiss on rating, bracket after bracket by C1 and C12 to C14: slow, for tests alone.

Written from the text; it shares nothing with the engine. Players are places in A2 order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.norms.model import RatedPlayer
from projections.games.crosstable import Crosstable
from tests.oracles.rating_bracket import Accept, Attempt, Choice, Group
from tests.oracles.rating_people import Norms, people

Players = tuple[int, ...]
How = Literal["direct", "whole", "C12", "after C12", "C13", "after C13"]


class Treated(NamedTuple):
    """A bracket as left at level (M1, P1); `level` and `choice` are None if all moved down."""

    group: Group
    residents: Players
    level: tuple[int, int] | None
    choice: Choice | None
    how: How

    @property
    def floaters(self) -> Players:
        """Return the players left over by the pairing whom another pairing could have kept."""
        return self.choice.floaters if self.choice else ()

    @property
    def onward(self) -> Players:
        """Return all who go to the next bracket."""
        left = self.choice.floaters if self.choice else self.group.players
        return tuple(sorted(left + self.group.gone))


def paired(
    table: Crosstable, present: Collection[int], last_round: bool, readings: RatingKeys
) -> tuple[list[tuple[int, int]], int | None] | None:
    """Return the boards (white, black) of the next round (from 2) and the bye; None: no pairing."""
    players = people(table, present, last_round, readings)
    procedure = Procedure(players, table.rounds + 1, readings)
    if not procedure.run():
        return None
    pairs = [pair for treated in procedure.done if treated.choice for pair in treated.choice.pairs]
    seated = {i for pair in pairs for i in pair}
    free = [player.key for i, player in enumerate(players) if i not in seated]
    numbers = [table.numbers[player.key] for player in players]
    return procedure.norms.boards(pairs, numbers), free[0] if free else None


class Procedure:
    """One round. `done` are the brackets as they stand at the end, from the top."""

    def __init__(
        self,
        players: Sequence[RatedPlayer],
        number: int,
        readings: RatingKeys,
        lower_x1: bool = True,
    ) -> None:
        """Keep the players in A2 order, and the number of the round; `lower_x1`: see `Attempt`."""
        self.norms = Norms(players, number, readings)
        self.readings, self.lower_x1 = readings, lower_x1
        self.done: list[Treated] = []
        self.attempt = cache(self._attempt)
        self.complete = cache(self._complete)

    def run(self) -> bool:
        """Treat the brackets from the highest score down; False when nobody can pair the round.

        Rule: knsb-rating-2014 A3, C.
        """
        scores = [player.points_halves for player in self.norms.players]
        by_score = [
            tuple(i for i, halves in enumerate(scores) if halves == score)
            for score in sorted(set(scores), reverse=True)
        ]
        for residents in by_score[:-1]:
            self.done.append(self._not_the_last(residents))
        return not by_score or self._last(by_score[-1])

    def _attempt(self, group: Group, m1: int, p1: int) -> Attempt:
        return Attempt(self.norms, group, m1, p1, self.lower_x1)

    def _group(
        self, moved: Iterable[int], residents: Players, last: bool = False, merged: bool = False
    ) -> Group:
        """Return a bracket after C1; from the last one nobody can be taken out.

        Rule: knsb-rating-2014 A3, A6, C1, C2.
        """
        moved = set(moved)
        before = moved | set(residents)
        gone = set() if last else self.norms.alone(before)
        after, down = before - gone, moved - gone
        half_of = len(before if self.readings.half == "before" else after)
        homogeneous = 2 * len(down) >= half_of and not merged
        m1 = 0 if homogeneous else len(down)
        players, moved_down, taken_out = (tuple(sorted(some)) for some in (after, down, gone))
        return Group(players, moved_down, taken_out, m1, last)

    # --- a bracket with another below it ---

    def _not_the_last(self, residents: Players) -> Treated:
        """Treat a bracket at level after level; if nothing can be paired all move down.

        Rule: knsb-rating-2014 C1, C6, C12, C14a.
        """
        if self._c12_for_c1(residents, last=False):
            return self._treat(self._group(self._moved(), residents), residents, "after C12")
        group = self._group(self._moved(), residents)
        for m1, p1 in self._levels(group):
            choice = self.attempt(group, m1, p1).first()
            if choice is not None:
                return Treated(group, residents, (m1, p1), choice, "direct")
            if self._c12(group, residents, m1, p1):
                group = self._group(self._moved(), residents)
                return self._treat(group, residents, "after C12", (m1, p1))
        return Treated(group, residents, None, None, "whole")

    def _levels(self, group: Group) -> Iterator[tuple[int, int]]:
        """Yield (M1, P1) as C14 lowers them, while there are pairs to make.

        Rule: knsb-rating-2014 C14a, C14b1, C14b2, C13.
        """
        m1, p1 = group.m1, group.p0
        while p1 > 0:
            yield m1, p1
            if m1 == 0:
                p1 -= 1
            elif self.attempt(group, m1, m1).reached():
                p1 -= 1
                m1 = min(m1, p1)
            else:
                m1 -= 1

    def _treat(
        self, group: Group, residents: Players, how: How, level: tuple[int, int] | None = None
    ) -> Treated:
        """Return the bracket at a level at which it can be paired: that of C2, or a given one."""
        m1, p1 = level or (group.m1, group.p0)
        choice = self.attempt(group, m1, p1).first()
        assert choice is not None, "C12 promised P1 pairs"
        return Treated(group, residents, (m1, p1), choice, how)

    def _moved(self) -> Players:
        return self.done[-1].onward if self.done else ()

    # --- C12 ---

    def _c12_for_c1(self, residents: Players, last: bool) -> bool:
        """Undo the bracket above for one of its floaters who has no opponent here.

        A player whom C1 took out of the bracket above comes down whatever the floaters are: C12 is
        judged by the others.

        Rule: knsb-rating-2014 C1, C12.
        """
        moved = self._moved()
        if 2 * len(moved) >= len(moved) + len(residents) and not self.readings.c12_half:
            return False
        if not self.done or not set(self.done[-1].floaters) & self._stuck(moved, residents, last):
            return False

        def serves(floaters: Players) -> bool:
            group = self._group({*floaters, *self.done[-1].group.gone}, residents, last)
            if set(floaters) & set(group.gone):
                return False
            return self.attempt(group, group.m1, group.p0).possible()

        return self._other_floaters(serves)

    def _c12(self, group: Group, residents: Players, m1: int, p1: int) -> bool:
        """Undo the bracket above for P1 pairs in this one, with the current M1.

        Rule: knsb-rating-2014 C12.
        """
        if not group.moved or (group.m1 == 0 and not self.readings.c12_half):
            return False

        def serves(floaters: Players) -> bool:
            here = self._group({*floaters, *self.done[-1].group.gone}, residents, group.last)
            return self.attempt(here, m1, p1).possible()

        return self._other_floaters(serves)

    def _other_floaters(self, serves: Callable[[Players], bool]) -> bool:
        """Pair the bracket above again: as many floaters, of the same scores, that suit.

        Rule: knsb-rating-2014 A10, C12.
        """
        above = self.done[-1]
        if above.level is None or not above.floaters:
            return False

        def scores(floaters: Players) -> list[int]:
            return sorted(self.norms.players[i].points_halves for i in floaters)

        def wanted(floaters: Players) -> bool:
            if floaters == above.floaters or scores(floaters) != scores(above.floaters):
                return False
            return serves(floaters)

        return self._again(above, above.level, wanted, "C12")

    def _again(self, above: Treated, level: tuple[int, int], wanted: Accept, how: How) -> bool:
        choice = self.attempt(above.group, *level).first(wanted)
        if choice is not None:
            self.done[-1] = Treated(above.group, above.residents, level, choice, how)
        return choice is not None

    # --- the last bracket ---

    def _last(self, bottom: Players) -> bool:
        """Treat the last bracket; False when all are in it and still it cannot be paired.

        Rule: knsb-rating-2014 C13.
        """
        added: Players = ()
        while True:
            treated = self._as_it_comes(bottom, added) or self._c13(bottom, added)
            if treated is not None:
                self.done.append(treated)
                return True
            if not self.done:
                return False
            bottom = tuple(sorted(bottom + added))
            added = self.done.pop().residents

    def _lowest(self, bottom: Players, added: Players) -> Group:
        return self._group((*self._moved(), *added), bottom, last=True, merged=bool(added))

    def _stuck(self, moved: Iterable[int], residents: Players, last: bool) -> set[int]:
        """Return the players without opponent or, in the last bracket, the bye.

        Rule: knsb-rating-2014 C1.
        """
        everybody = {*moved, *residents}
        alone = self.norms.alone(everybody)
        if last and len(everybody) % 2 and self.readings.c1_last == "bye":
            return {i for i in alone if not self.norms.players[i].may_have_bye}
        return alone

    def _as_it_comes(self, bottom: Players, added: Players) -> Treated | None:
        """Pair the last bracket with its floaters, or by C12 with others; M1 may fall.

        Rule: knsb-rating-2014 C1, C12, C13, C14b2.
        """
        residents = tuple(sorted(bottom + added))
        if not added and self._c12_for_c1(bottom, last=True):
            return self._treat(self._lowest(bottom, added), residents, "after C12")
        group = self._lowest(bottom, added)
        stuck = self._stuck((*self._moved(), *added), bottom, last=True)
        for m1 in range(group.m1, -1, -1):
            choice = None if stuck else self.attempt(group, m1, group.p0).first()
            if choice is not None:
                return Treated(group, residents, (m1, group.p0), choice, "direct")
            if not added and self._c12(group, bottom, m1, group.p0):
                group = self._lowest(bottom, added)
                return self._treat(group, residents, "after C12", (m1, group.p0))
        return None

    def _c13(self, bottom: Players, added: Players) -> Treated | None:
        """Pair the bracket above again, so that the last one can be paired.

        Rule: knsb-rating-2014 C13, C14b2.
        """
        if not self.done:
            return None
        above = self.done[-1]

        def wanted(floaters: Players) -> bool:
            everybody = {*floaters, *above.group.gone, *added, *bottom}
            if self.readings.c1_last == "literal" and self.norms.alone(everybody):
                return False
            return bool(self.complete(frozenset(everybody)))

        if above.level is None:
            return None
        for level in self._levels(above.group):
            if self._again(above, level, wanted, "C13"):
                group = self._lowest(bottom, added)
                for m1 in range(group.m1, -1, -1):
                    choice = self.attempt(group, m1, group.p0).first()
                    if choice is not None:
                        residents = tuple(sorted(bottom + added))
                        return Treated(group, residents, (m1, group.p0), choice, "after C13")
                raise AssertionError("C13 promised a pairing")
        return None

    def _complete(self, players: frozenset[int]) -> bool:
        """Return whether all can be paired, with the bye if their number is odd."""
        if not players:
            return True
        if len(players) % 2:
            may = [i for i in players if self.norms.players[i].may_have_bye]
            return any(self.complete(players - {i}) for i in may)
        first = min(players)
        others = [i for i in players if i != first and self.norms.drops(first, i) is not None]
        return any(self.complete(players - {first, i}) for i in others)
