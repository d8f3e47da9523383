"""Other floaters of wanted scores by matching: nearly always found, and the first ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.bracket import Exact, _Search
from pairing.rating.brackets.costs import Below
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField, Vector
from pairing.rating.brackets.floaters import Next, undone
from projections.games.floats import Float
from tests.helpers.rating_rounds import random_players


def few_can_meet(seed: int) -> tuple[list[RatedPlayer], int]:
    """Return a bracket in which most have met each other, above four who have met nobody."""
    chance = random.Random(seed)
    size = chance.choice([7, 8, 9])
    points = sorted((chance.choice([4, 6, 8]) for _ in range(size)), reverse=True) + [2] * 4
    met: list[set[int]] = [set() for _ in points]
    for one, two in combinations(range(size), 2):
        if chance.random() < 0.72:
            met[one].add(two + 1)
            met[two].add(one + 1)
    before: list[Float] = ["", "", "D"]
    floats = [chance.choice(before) if at < size else "" for at in range(len(points))]
    return [
        RatedPlayer(at + 1, halves, "", frozenset(met[at]), True, False, (floats[at], ""))
        for at, halves in enumerate(points)
    ], size


class Asked:
    """A bracket that makes all its pairs with two or more floaters, and the wanted scores."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        if seed % 5:
            players = random_players(seed, 9 + seed % 5, 4 + seed % 4)
            split = chance.randint(5, max(5, len(players) - 1))
        else:
            players, split = few_can_meet(seed)
        self.field = field = RatingField(players, 5 + seed % 4)
        self.exact = Exact(field)
        places = tuple(range(len(players)))
        self.residents, self.stuck = places[split:], tuple(field.stuck(places[:split]))
        here = tuple(i for i in places[:split] if i not in self.stuck)
        self.spare = self.exact.limits.left_over(here, False)
        moved = here[: chance.randint(0, 1)]
        self.bracket = Bracket(here, moved, self.stuck, len(moved), last=False)
        self.level = Level(len(moved), (len(here) - self.spare) // 2)
        if self.is_fit():
            self.last, below = chance.random() < 0.5, len(self.stuck) + len(self.residents)
            floaters = self.first.floaters if self.first and not seed % 3 else None
            floaters = floaters or tuple(chance.sample(here, self.spare))
            self.scores = tuple(sorted(field.points[i] for i in floaters))
            pairs = (self.spare + below) // 2
            self.wanted = chance.choice([None, Level(0, pairs), Level(0, max(pairs - 1, 0))])

    def is_fit(self) -> bool:
        if self.spare < 2 or not self.residents or self.level.m1 > self.level.p1:
            return False
        self.first = self.exact.first(self.bracket, self.level)
        return self.first is not None

    def search(
        self, below: Below, may: Sequence[int], must: frozenset[int]
    ) -> tuple[Vector, list[object], Candidate] | None:
        search = _Search(self.field, self.bracket, self.level, may, below, must)
        candidate = search.candidate()
        return None if candidate is None else (search.vector, search.order, candidate)

    def accepts(self, floaters: tuple[int, ...]) -> bool:
        if tuple(sorted(self.field.points[i] for i in floaters)) != self.scores:
            return False
        below = self.field.bracket((*floaters, *self.stuck), self.residents, self.last)
        if self.wanted is None and not {*below.removed} <= {*self.residents}:
            return False
        return self.exact.possible(below, self.wanted or Level(below.first_m1, below.p0))


@pytest.mark.clause("knsb-rating-2014 C12, A10")
def test_floaters_of_the_wanted_scores_that_fit_are_the_first_and_seldom_nothing_is_told() -> None:
    counts = Counter[str]()
    for seed in range(4_000):
        case = Asked(seed)
        if not case.is_fit():
            continue
        wanted = Next(case.stuck, case.residents, case.scores, case.wanted, case.last)
        candidate = undone(case.field, case.bracket, case.level, wanted, case.search)
        if isinstance(candidate, Candidate) and not case.accepts(candidate.floaters):
            candidate = "unknown"
        counts[
            "unknown" if candidate == "unknown" else "none" if candidate is None else "found"
        ] += 1
        if candidate != "unknown":
            first = case.exact.first(case.bracket, case.level, case.accepts)
            assert (candidate and candidate.vector) == (first and first.vector)
            assert (candidate and candidate.floaters) == (first and first.floaters)
            assert (candidate and sorted(candidate.pairs)) == (first and sorted(first.pairs))
    assert counts["unknown"] * 25 <= counts.total()
    assert counts["found"] > 100
    assert counts["none"] > 50
