"""Players whom an engine takes for alike cost the same in every pair: what `of_kind` is for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pairing.fide.criterion import Count
from pairing.fide.edition import Edition
from pairing.fide_burstein.criteria import EDITION_BURSTEIN
from pairing.fide_dubov.costs import UpfloatCosts
from pairing.fide_dubov.field import DubovField
from pairing.fide_dutch.costs import DutchCosts
from pairing.fide_dutch.editions import EDITION_2017, EDITION_2026
from pairing.fide_dutch.engine import RULES_2026
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.scene import Scene
from pairing.fide_dutch.tight import AllBelow, BracketGraph, _Kinds
from pairing.graphs.matching import mask_of
from tests.helpers.dubov_fields import dubov_players, dubov_position
from tests.helpers.family import SEEDS, Ways, drawn
from tests.helpers.fide_fields import initial_of, players_of
from tests.helpers.fide_rounds import accelerated, random_position

ROUNDS: Ways = {"seed": SEEDS, "size": range(4, 31), "rounds": range(10)}
Unlike = list[tuple[int, int]]


class OddMeetsEven(Count):
    """A criterion that goes by the pairing number, and does not say so."""

    key = "odd_meets_even"
    meaning = "who meet a number like their own"

    def of_pair(self, scene: Any, pair: Any) -> int:
        """Count both."""
        one, two = (scene.players[i].number for i in (pair.higher, pair.lower))
        return 0 if (one - two) % 2 else 2


def unlike(kinds: _Kinds, costs: DutchCosts, below: AllBelow) -> Unlike:
    """Return the pairs, by place, that cost something else than their kinds do."""
    kind = {i: at for at, group in enumerate(kinds.groups) for i in group}
    moved = set(costs.scene.bracket.moved)
    here = set(costs.scene.bracket.players)
    following = set(costs.scene.bracket.following)

    def own(i: int, j: int) -> int | None:
        if i in here and j in here:
            return None if j in moved else costs.pair(i, j)
        if i in here:
            bye = costs.in_seat[i] if j == below.field.seat else 0
            return costs.floating[i] + bye + (costs.ahead(i) if j in following else costs.over[i])
        if i in following:
            return costs.ahead(i) if j in following else costs.over[i]
        return 0

    found = []
    for i, j in combinations(sorted(kind), 2):
        cost = own(i, j)
        if cost is not None and kinds.legal[i] >> j & 1 and cost != kinds.cost(kind[i], kind[j]):
            found.append((i, j))
    return found


def of_dutch(edition: Edition, seed: int, size: int, rounds: int) -> Iterable[Unlike]:
    """Yield what is unlike in each bracket of a round of the Dutch System."""
    position = random_position(seed, size, rounds)
    position = accelerated(position, seed) if seed % 3 == 0 else position
    field = DutchField(players_of(position), initial_of(position))
    for one in RULES_2026.brackets(field) or ():
        costs = DutchCosts(edition, Scene(field, one.bracket))
        below = AllBelow(field, one.bracket, costs, 0)
        graph = BracketGraph(field, one.bracket, costs)
        yield unlike(_Kinds(graph, below), costs, below)


@pytest.mark.parametrize("edition", [EDITION_2026, EDITION_2017, EDITION_BURSTEIN])
@drawn(60, **ROUNDS)
def test_players_of_one_kind_cost_the_same_in_the_dutch_engine(
    edition: Edition, seed: int, size: int, rounds: int
) -> None:
    assert not any(of_dutch(edition, seed, size, rounds))


def test_a_criterion_that_goes_by_something_else_and_has_no_kind_is_found() -> None:
    criteria = (OddMeetsEven("C13b"), *EDITION_2026.criteria)
    edition = replace(EDITION_2026, criteria=criteria)
    assert any(any(of_dutch(edition, seed, 12, 2)) for seed in range(5))


@drawn(60, **ROUNDS)
def test_players_of_one_kind_cost_the_same_in_the_engine_of_dubov(
    seed: int, size: int, rounds: int
) -> None:
    position = dubov_position(seed, size, rounds)
    field = DubovField(dubov_players(position), last_round=position.last_round)
    residents = field.top(field.everybody)
    costs = UpfloatCosts(field, field.everybody & ~residents)
    members: dict[Any, list[int]] = {}
    for at in range(field.size):
        members.setdefault(costs.kind(at), []).append(at)
    first = {at: group[0] for group in members.values() for at in group}
    for one, two in combinations(range(field.size), 2):
        assert mask_of((one,)) & residents or one in costs.upfloater
        assert costs.pair(one, two) == costs.pair(first[one], first[two])
