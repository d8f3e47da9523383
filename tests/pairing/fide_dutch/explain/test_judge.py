"""Pairings by FIDE's Dutch System judged by key: as the text has it, and never better."""

from __future__ import annotations

import random
from itertools import islice
from random import Random

from pairing.fide_dutch.explain.judge import DutchJudge
from pairing.fide_dutch.explain.what_if import DutchForcer
from pairing.norms.criterion import Forced
from tests.helpers.family import SEEDS, drawn
from tests.helpers.fide_fields import initial_of, players_of, text_of
from tests.helpers.fide_rounds import random_position
from tests.helpers.fide_what_if import Allowed, Within, apart, hold, meets, stays

ROUNDS = {"seed": SEEDS, "size": range(2, 11), "rounds": range(8)}


@drawn(150, at_length=5_000, **ROUNDS)
def test_the_keys_of_a_bracket_are_those_of_the_text(seed: int, size: int, rounds: int) -> None:
    """The text, carried out literally, pairs 150 fields."""
    position = random_position(seed, size, rounds)
    text = text_of(position)
    judge = DutchJudge(players_of(position), initial_of(position))
    if not text.run():
        assert not judge.best
        return
    chance = random.Random(seed)
    for number, treated in enumerate(text.done):
        moved, residents = treated.moved, treated.residents
        own = judge.own(number)
        values = [value for _, value in judge.values(number, own)]
        below = range(max(residents) + 1, len(text.players))
        for p in range((len(moved) + len(residents)) // 2 + 1):
            for pairs in islice(
                text._candidates(moved, residents, p), chance.randint(0, 9), None, 37
            ):
                here = {i for pair in pairs for i in pair}
                floaters = tuple(i for i in (*moved, *residents) if i not in here)
                if not text._completes((*floaters, *below)):
                    continue
                way = judge.way(number, pairs)
                flat = [
                    value if key in LISTS else value[0]
                    for key, value in islice(judge.values(number, way), 18 - 1)
                ]
                expected = text._vector(moved, residents, pairs, floaters)
                assert flat == list(expected)
                assert values <= [value for _, value in judge.values(number, way)]


LISTS = {"floater_scores", "next_scores", "down_1_gaps", "up_1_gaps", "down_2_gaps", "up_2_gaps"}


@drawn(120, seed=SEEDS, size=range(2, 9), rounds=range(7), salt=SEEDS)
def test_a_condition_gets_worse_what_the_text_finds(
    seed: int, size: int, rounds: int, salt: int
) -> None:
    chance = Random(salt)
    position = random_position(seed, size, rounds)
    text = text_of(position)
    judge = DutchJudge(players_of(position), initial_of(position))
    if not text.run() or not text.players:
        return
    keys = [player.key for player in text.players]
    places = range(len(keys))
    forcer = DutchForcer(judge)
    one = chance.choice(places)
    conditions: list[tuple[Forced, Allowed]] = []
    for two in places:
        if text.legal[one] >> two & 1:
            both: set[int | None] = {one, two}
            conditions.append((forcer.forced(keys[one], keys[two]), meets(both)))
            conditions.append((forcer.apart(keys[one], keys[two]), apart(both)))
    if text.odd and text.players[one].may_have_pab:
        conditions.append((forcer.forced(keys[one], None), meets({one, None})))
        conditions.append((forcer.apart(keys[one], None), apart({one, None})))
    for number, treated in enumerate(text.done):
        here = {*treated.moved, *treated.residents}
        if one in here:
            conditions.append((forcer.stays(keys[one], number), stays(one, here)))
    for forced, allowed in conditions:
        hold(judge, forced, Within(text, allowed).first_difference())
