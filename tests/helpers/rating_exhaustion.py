"""All complete pairings of a small field on rating, and the least bad with a given pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from pairing.norms.criterion import Difference
from pairing.rating.explain.criteria import EDITION_RATING
from pairing.rating.explain.judge import RatingJudge


def complete_pairings(judge: RatingJudge) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Yield all complete legal pairings of a small field, as keys."""
    keys = [p.key for p in judge.field.players]

    def of(left: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
        if not left:
            yield []
            return
        for two in left[1:]:
            if judge.fault_of(left[0], two) is None:
                for rest in of([k for k in left[1:] if k != two]):
                    yield [(left[0], two), *rest]

    if len(keys) % 2 == 0:
        yield from ((pairs, None) for pairs in of(keys))
        return
    for free in keys:
        if judge.may_have_bye(free):
            yield from ((pairs, free) for pairs in of([k for k in keys if k != free]))


class Exhaustion:
    """All complete pairings of a small field, in every way that brackets can produce them."""

    def __init__(self, judge: RatingJudge) -> None:
        self.judge = judge
        self.all = [
            ({*map(frozenset, pairs), frozenset([bye])}, self.least(pairs))
            for pairs, bye in complete_pairings(judge)
        ]

    def least(self, pairs: list[tuple[int, int]]) -> tuple[Any, Difference | None]:
        """Return the least bad difference of one pairing, with its sort key."""
        place = self.judge.place
        return min(self._ways(0, {(place[a], place[b]) for a, b in pairs}), key=lambda way: way[0])

    def _ways(
        self, number: int, left: set[tuple[int, int]]
    ) -> Iterator[tuple[Any, Difference | None]]:
        judge = self.judge
        if number == len(judge.best):
            yield (-number, ()), None
            return
        inside = {*judge.best[number].bracket.players}
        here = [(a, b) for a, b in left if a in inside and b in inside]
        for count in range(len(here) + 1):
            for some in combinations(here, count):
                way = judge.way(number, some)
                difference = judge.compare_ways(number, judge.own(number), way)
                if difference is None:
                    yield from self._ways(number + 1, left - {*some})
                else:
                    yield (-number, tuple(map(way.total, EDITION_RATING.criteria))), difference

    def forced(self, players: tuple[int | None, ...]) -> Difference | None:
        """Return the least bad difference of the pairings with these two; None: there are none."""
        having = [way for pairs, way in self.all if frozenset({*players} - {None}) in pairs]
        return min(having, key=lambda way: way[0])[1] if having else None
