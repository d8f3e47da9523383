"""Conditions on a round of FIDE's Dutch System, candidate by candidate: for tests alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairing.fide_dutch.explain.judge import DutchJudge
from pairing.norms.criterion import Forced
from tests.oracles.fide_dutch_text import DutchText, Pairs, Treated, Vector
from tests.oracles.fide_dutch_text_2017 import DutchText2017, Group

Allowed = Callable[[int, int | None], bool]
"""Tells whether two places may meet, or one (None) have the bye, within a condition."""


FirstDifference = None | str | int | tuple[int, Vector, Pairs]
"""What a condition makes different first.

"impossible"; the score of the bye (C5); a bracket: its number, its vector and its pairs; None:
nothing.
"""


class Within:
    """The best pairing of a round within a condition, against the best without one."""

    def __init__(self, text: DutchText, allowed: Allowed) -> None:
        """Take the text, which has been run, and what is allowed beside what is legal."""
        self.text, self.allowed = text, allowed

    def completes(self, places: Iterable[int], pab_score: int | None) -> bool:
        """Tell whether these have a complete pairing within the condition, with this bye."""
        left = sorted(places)
        if not left:
            return True
        one, rest = left[0], left[1:]
        player = self.text.players[one]
        may = player.may_have_pab and player.score == pab_score and self.allowed(one, None)
        if len(left) % 2 and may and self.completes(rest, pab_score):
            return True
        return any(
            self.text.legal[one] >> two & 1
            and self.allowed(one, two)
            and self.completes([i for i in rest if i != two], pab_score)
            for two in rest
        )

    def first_difference(self) -> FirstDifference:
        """Return what differs first in the best pairing within the condition."""
        text = self.text
        everybody = range(len(text.players))
        if text.odd:
            scores = sorted({player.score for player in text.players})
            score = next((s for s in scores if self.completes(everybody, s)), None)
            if score is None:
                return "impossible"
            if score != text.pab_score:
                return score
        elif not self.completes(everybody, None):
            return "impossible"
        for number, treated in enumerate(text.done):
            vector, pairs = self.best(treated)
            if sorted(pairs) != sorted(treated.pairs):
                return number, vector, pairs
        return None

    def best(self, treated: Treated) -> tuple[Vector, Pairs]:
        """Return the first of the best candidates of a bracket within the condition."""
        text, best = self.text, list[tuple[Vector, Pairs]]()
        moved, residents = treated.moved, treated.residents
        below = range(max(residents) + 1, len(text.players))
        for p in range((len(moved) + len(residents)) // 2, -1, -1):
            for pairs in text._candidates(moved, residents, p):
                here = {i for pair in pairs for i in pair}
                out = tuple(i for i in (*moved, *residents) if i not in here)
                if all(self.allowed(i, j) for i, j in pairs) and self.completes(
                    (*out, *below), text.pab_score
                ):
                    best.append((text._vector(moved, residents, pairs, out), pairs))
            if best:
                break
        return min(best, key=lambda candidate: candidate[0])


class Within2017(Within):
    """The same for the edition of 2017; groups are the brackets as the text has paired them."""

    def __init__(self, text: DutchText2017, allowed: Allowed, groups: Sequence[Group]) -> None:
        """Take the text, what is allowed, and the brackets."""
        super().__init__(text, allowed)
        self.text_2017, self.groups = text, groups

    def whole(self, places: Iterable[int]) -> bool:
        """Tell whether all of these can be paired, or all but one who may have the bye."""
        left = sorted(places)
        if len(left) % 2 == 0:
            return self.completes(left, None)
        return any(
            self.text.players[i].may_have_pab
            and self.allowed(i, None)
            and self.completes([j for j in left if j != i], None)
            for i in left
        )

    def first_difference(self) -> FirstDifference:
        """Return what differs first in the best pairing within the condition."""
        text = self.text_2017
        if not self.whole(range(len(text.players))):
            return "impossible"
        for number, (treated, group) in enumerate(zip(text.done, self.groups, strict=True)):
            vector, pairs = self.best_of(group)
            if sorted(pairs) != sorted(treated.pairs):
                return number, vector, pairs
        return None

    def best_of(self, group: Group) -> tuple[Vector, Pairs]:
        """Return the first of the best candidates of a bracket within the condition."""
        text, best = self.text_2017, list[tuple[Vector, Pairs]]()
        places = (*group.moved, *group.residents)
        below = range(max(group.residents) + 1, len(text.players))
        for p in range(len(places) // 2, -1, -1):
            for pairs in text._all_of(group, p):
                here = {i for pair in pairs for i in pair}
                out = tuple(i for i in places if i not in here)
                if all(self.allowed(i, j) for i, j in pairs) and self.whole((*out, *below)):
                    best.append((text._vector_of(group, pairs, out), pairs))
            if best:
                break
        return min(best, key=lambda candidate: candidate[0])


def meets(both: set[int | None]) -> Allowed:
    """Two meet, or one (with None) has the bye."""
    return lambda i, j: both.isdisjoint({i, j}) or both == {i, j}


def apart(both: set[int | None]) -> Allowed:
    """Two do not meet, or one (with None) does not have the bye."""
    return lambda i, j: both != {i, j}


def stays(one: int, here: set[int]) -> Allowed:
    """One meets somebody of those here."""
    return lambda i, j: one not in (i, j) or (i in here and j in here)


def hold(judge: DutchJudge, forced: Forced, expected: FirstDifference) -> None:
    """Hold what the program finds against what the text finds."""
    difference = forced.difference
    assert forced.proved
    if expected is None or difference is None:
        assert (difference is None, forced.impossible is not None) == (
            expected is None or expected == "impossible",
            expected == "impossible",
        )
    elif isinstance(expected, int):
        assert (difference.key, difference.instead) == ("bye_score", expected)
        assert difference.by > 0
    else:
        assert not isinstance(expected, str)
        number, _, pairs = expected
        way = judge.way(number, pairs)
        assert difference == judge.compare_ways(number, judge.own(number), way)
        assert difference.by > 0
