"""Pairings of 2017 judged by key: as the text has it, and never better; also within a condition."""

from __future__ import annotations

import random
from itertools import islice
from random import Random

import pytest

from pairing.fide_dutch.engine_2017 import RULES_2017
from pairing.fide_dutch.explain.judge import DutchJudge
from pairing.fide_dutch.explain.what_if import DutchForcer
from pairing.norms.criterion import Forced
from tests.helpers.family import SEEDS, drawn
from tests.helpers.fide_fields import initial_of, players_of, text_2017_of
from tests.helpers.fide_rounds import Position, random_position
from tests.helpers.fide_what_if import Allowed, Within2017, apart, hold, meets, stays
from tests.oracles.fide_dutch_text_2017 import DutchText2017, Group

ROUNDS = {"seed": SEEDS, "size": range(2, 10), "rounds": range(8)}


def judged(position: Position) -> tuple[DutchText2017, DutchJudge, list[Group]]:
    """Return the text, run, the judge, and the brackets as the text has them."""
    text = text_2017_of(position)
    judge = DutchJudge(players_of(position, "2017"), initial_of(position), RULES_2017)
    if not text.run():
        assert not judge.best
        return text, judge, []
    groups = list[Group]()
    for treated, done in zip(text.done, judge.best, strict=True):
        kind = done.bracket.kind
        groups.append(Group(treated.moved, treated.residents, kind == "last", kind == "ordinary"))
    return text, judge, groups


@pytest.mark.clause("fide-dutch-2017 C5, C6, C7, C8, C12, C16, A8, B8, D1, D2, D3")
@drawn(150, at_length=5_000, **ROUNDS)
def test_the_keys_of_a_bracket_of_2017_are_those_of_the_text(
    seed: int, size: int, rounds: int
) -> None:
    text, judge, groups = judged(random_position(seed, size, rounds))
    chance = random.Random(seed)
    for number, group in enumerate(groups):
        own = [value for _, value in judge.values(number, judge.own(number))]
        places = (*group.moved, *group.residents)
        below = range(max(group.residents) + 1, len(text.players))
        for p in range(len(places) // 2 + 1):
            for pairs in islice(text._all_of(group, p), chance.randint(0, 9), None, 29):
                here = {i for pair in pairs for i in pair}
                floaters = tuple(i for i in places if i not in here)
                values = [value for _, value in judge.values(number, judge.way(number, pairs))]
                ahead = [values[2][0], values[3]] if group.looks_ahead else []
                counts = [value[0] for value in values[4:12]]
                flat = (values[1], *ahead, *counts, *values[12:16])
                assert flat == text._vector_of(group, pairs, floaters)
                if group.looks_ahead or text._completes((*floaters, *below)):
                    assert own <= values


@pytest.mark.clause("fide-dutch-2017 A9, B8, C4, C5, C6, C7")
@drawn(80, seed=SEEDS, size=range(2, 8), rounds=range(7), salt=SEEDS)
def test_a_condition_gets_worse_what_the_text_of_2017_finds(
    seed: int, size: int, rounds: int, salt: int
) -> None:
    chance = Random(salt)
    text, judge, groups = judged(random_position(seed, size, rounds))
    if not groups:
        return
    keys, places = [player.key for player in text.players], range(len(text.players))
    forcer, one = DutchForcer(judge), chance.choice(places)
    conditions: list[tuple[Forced, Allowed]] = []
    for two in places:
        if text.legal[one] >> two & 1:
            both: set[int | None] = {one, two}
            conditions.append((forcer.forced(keys[one], keys[two]), meets(both)))
            conditions.append((forcer.apart(keys[one], keys[two]), apart(both)))
    if text.odd and text.players[one].may_have_pab:
        conditions.append((forcer.forced(keys[one], None), meets({one, None})))
        conditions.append((forcer.apart(keys[one], None), apart({one, None})))
    for number, group in enumerate(groups):
        here = {*group.moved, *group.residents}
        if one in here:
            conditions.append((forcer.stays(keys[one], number), stays(one, here)))
    for forced, allowed in conditions:
        hold(judge, forced, Within2017(text, allowed, groups).first_difference())
