"""Pairings of the Dubov System judged by key: the engine's is the best of all there are."""

from __future__ import annotations

from random import Random

from pairing.fide_dubov.explain.judge import DubovJudge
from pairing.fide_dubov.explain.what_if import DubovForcer
from pairing.norms.criterion import Forced
from tests.helpers.dubov_fields import dubov_position
from tests.helpers.dubov_questions import Complete, complete_pairings, judge_of
from tests.helpers.family import SEEDS, drawn

Profile = tuple[int, list[tuple[int, ...]]]


def profile(judge: DubovJudge, complete: Complete) -> Profile:
    """Return how a pairing compares: the later it differs the better, then by the keys there."""
    pairs, free = complete
    if free is not None and free != judge.bye:
        player = judge.field.players[judge.at[free]]
        return 1, [(player.points_halves,), (-player.games,), (-player.number,)]
    places = [(judge.at[one], judge.at[two]) for one, two in pairs]
    for number, bracket in enumerate(judge.best):
        here = [pair for pair in places if set(bracket.residents) & set(pair)]
        way = judge.way(number, here)
        if judge.compare_ways(number, judge.own(number), way):
            return -number, [value for _, value in judge.values(number, way)]
    return -len(judge.best), []


@drawn(120, seed=SEEDS, size=range(2, 9), rounds=range(7))
def test_no_pairing_is_better_than_the_engines_and_another_one_is_worse(
    seed: int, size: int, rounds: int
) -> None:
    judge = judge_of(dubov_position(seed, size, min(rounds, size - 1)))
    own = 0
    for pairs, free in complete_pairings(judge):
        difference = judge.compare(pairs, free)
        own += difference is None
        assert difference is None or difference.by > 0
    assert own == (1 if judge.best or judge.bye is not None else 0) or not judge.place


@drawn(120, at_length=5_000, seed=SEEDS, size=range(3, 9), rounds=range(7), salt=SEEDS)
def test_a_condition_gets_worse_what_the_best_pairing_within_it_has_worse(
    seed: int, size: int, rounds: int, salt: int
) -> None:
    chance = Random(salt)
    judge = judge_of(dubov_position(seed, size, min(rounds, size - 1)))
    if not judge.best:
        return
    everything = list(complete_pairings(judge))
    forcer, keys = DubovForcer(judge), list(judge.place)
    one = chance.choice(keys)

    def agrees(forced: Forced, within: list[Complete]) -> None:
        if not within:
            assert forced.impossible is not None
            return
        best = min(within, key=lambda complete: profile(judge, complete))
        assert forced.impossible is None
        assert forced.difference == judge.compare(*best)

    for two in keys:
        if two != one and judge.fault_of(one, two) is None:
            both = [each for each in everything if {(one, two), (two, one)} & set(each[0])]
            agrees(forcer.forced(one, two), both)
    if size % 2 and len(keys) % 2 and judge.may_have_bye(one):
        agrees(forcer.forced(one, None), [each for each in everything if each[1] == one])
    for number, bracket in enumerate(judge.best):
        if judge.at[one] in bracket.upfloaters:
            residents = {judge.field.players[at].key for at in bracket.residents}
            apart = [
                each
                for each in everything
                if not any(one in pair and residents & set(pair) for pair in each[0])
            ]
            agrees(forcer.stays(one, number), apart)
