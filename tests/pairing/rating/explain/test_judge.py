"""Pairings on rating judged by key: as the literal procedure orders them, and never better."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.field import NOTHING, Bracket, Level, RatingField
from pairing.rating.explain.judge import RatingJudge
from pairing.rating.explain.orders import split
from pairing.rating.explain.readings import BOTH_WAYS, OF_PLAYERS
from pairing.rating.explain.what_if import RatingForcer
from tests.helpers.family import SEEDS, drawn
from tests.helpers.rating_exhaustion import Exhaustion, complete_pairings
from tests.helpers.rating_rounds import Literal, random_players, readings, round_of_file
from tests.oracles.rating_bracket import Pairs
from tests.oracles.rating_people import people

Whole = tuple[frozenset[frozenset[int]], int | None]


def in_order(field: RatingField, bracket: Bracket, level: Level) -> list[Pairs]:
    """Return all sets of pairs, in the order in which C6 to C9 reach them first."""
    first: dict[frozenset[tuple[int, int]], Pairs] = {}
    for choice in Literal(field).candidates(bracket, level):
        first.setdefault(frozenset(choice.pairs), choice.pairs)
    return [*first.values()]


@pytest.mark.clause("knsb-rating-2014 C4, C6, C7, C8a, C8b, C9, D1.1, D1.2, D2, D3")
@drawn(120, seed=SEEDS, size=range(2, 8), rounds=range(1, 5), salt=SEEDS)
def test_the_order_of_generation_is_that_of_the_literal_walk(
    seed: int, size: int, rounds: int, salt: int
) -> None:
    chance = Random(salt)
    players = random_players(seed, size, rounds)
    field = RatingField(players, rounds + 1)
    places = tuple(range(len(players)))
    moved = places[: chance.randint(0, len(places))]
    bracket = Bracket(places, moved, (), len(moved), False)
    p1 = chance.randint(0, bracket.p0)
    m1 = chance.randint(0, min(p1, len(moved)))
    splits = [split(bracket, m1, p) for p in in_order(field, bracket, Level(m1, p1))]
    assert all(len(one.moved_s1) == m1 for one in splits)
    assert all(
        [*earlier.rank.values()] < [*later.rank.values()] for earlier, later in pairwise(splits)
    )


@pytest.mark.clause("knsb-rating-2014 A3, A10, B2, B5, C1, C12")
@drawn(60, seed=SEEDS, size=range(2, 15), rounds=range(1, 7), keys=readings, salt=SEEDS)
def test_a_round_under_other_readings_is_that_paired_anew_and_only_what_parts_changes_it(
    seed: int, size: int, rounds: int, keys: RatingKeys, salt: int
) -> None:
    chance = Random(salt)
    players = random_players(seed, size, rounds)
    judge = RatingJudge(players, rounds + 1, keys)
    engine = judge.best
    parting = judge.flow.field.parting
    for name, (one, two) in BOTH_WAYS.items():
        other = keys.model_copy(update={name: two if getattr(keys, name) == one else one})
        theirs = [
            replace(player, topscorer=not player.topscorer, floats=player.floats[::-1])
            if name in OF_PLAYERS and chance.random() < 0.5
            else player
            for player in players
        ]
        best = judge.under(other, theirs)
        assert best == RatingJudge(theirs, rounds + 1, other).best
        if name not in parting and theirs == players:
            assert best == engine


@pytest.mark.clause("knsb-rating-2014 C10, C12, C13, C14a, C14b1, C14b2")
@drawn(400, seed=SEEDS, size=range(2, 9), rounds=range(1, 7), keys=readings)
def test_the_engine_is_the_best_of_all_complete_pairings(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    judge = RatingJudge(random_players(seed, size, rounds), rounds + 1, keys)
    pairings = list(complete_pairings(judge))
    if not judge.best:
        return
    own = {frozenset(pair) for t in judge.best if t.candidate for pair in t.candidate.pairs}
    for number, treated in enumerate(judge.best):
        way = judge.own(number)
        assert not way.refused
        assert treated.candidate is None or way.vector == treated.candidate.vector
        level = judge.level(number)
        assert (way.m1, len(way.pairs)) == (level.m1, level.p1)
    for pairs, _ in pairings:
        difference = judge.compare(pairs)
        same = {frozenset(judge.place[k] for k in pair) for pair in pairs} == own
        assert (difference is None) == same
        if difference is not None:
            assert difference.by > 0
            assert difference.by == abs(difference.instead - difference.own)
            assert difference.part != "scores" or difference.key == "c12"


@pytest.mark.clause("knsb-rating-2014 C1, C12")
@pytest.mark.parametrize("name", ["rating_c12_a.trf", "rating_c12_b.trf"])
def test_the_judge_knows_c12_without_those_whom_c1_took_out_above(name: str) -> None:
    table, present, last_round = round_of_file(name)
    players = people(table, present, last_round, RatingKeys())
    judge = RatingJudge(players, table.rounds + 1, RatingKeys())
    own = {frozenset(p) for t in judge.best if t.candidate for p in t.candidate.pairs}
    assert len(own) == len(players) // 2
    parts = set[str | None]()
    for pairs, _ in complete_pairings(judge):
        same = {frozenset(judge.place[k] for k in pair) for pair in pairs} == own
        difference = judge.compare(pairs)
        assert (difference is None) == same
        parts |= {difference.part} if difference and difference.key == "c12" else set()
    assert None in parts, "floaters of the scores of those before, with whom C1 was no better"


@pytest.mark.clause("knsb-rating-2014 D2")
def test_exchanges_of_two_players_and_a_floater_come_in_the_order_of_the_literal_walk() -> None:
    players = [RatedPlayer(k, 2, "", frozenset(), True, False, ("", "")) for k in range(1, 10)]
    field, places = RatingField(players, 3), tuple(range(9))
    bracket = Bracket(places, (), (), 0, False)
    ranks = [
        [*split(bracket, 0, pairs).rank.values()] for pairs in in_order(field, bracket, Level(0, 4))
    ]
    assert len(ranks) == 945
    assert all(earlier < later for earlier, later in pairwise(ranks))


@pytest.mark.clause("knsb-rating-2014 C10, C12, C13, C14a, C14b1, C14b2, D1, D2, D3")
@drawn(150, seed=SEEDS, size=range(2, 9), rounds=range(1, 7), keys=readings)
def test_a_forced_pair_is_worse_by_the_key_that_exhaustion_finds(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    hold_forced_pairs(seed, size, rounds, keys)


@pytest.mark.clause("knsb-rating-2014 C12")
def test_a_forced_pair_for_which_c12_is_given_up_before_m1_and_p1_are() -> None:
    hold_forced_pairs(387824738, 7, 3, RatingKeys(c12_half=False))


@pytest.mark.parametrize(
    ("seed", "size", "rounds", "one", "two"),
    [(11, 8, 4, 4, 3), (26, 9, 3, 5, 6), (34, 10, 3, 7, 8)],
)
def test_where_too_many_may_float_those_near_are_tried_and_the_answer_says_it_is_not_proved(
    seed: int, size: int, rounds: int, one: int, two: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = RatingJudge(random_players(seed, size, rounds), rounds + 1)
    all_tried = RatingForcer(judge).forced(one, two)
    monkeypatch.setattr("pairing.rating.explain.what_if.LISTED_AT_MOST", 0)
    near_tried = RatingForcer(judge).forced(one, two)
    assert near_tried.difference == all_tried.difference
    assert (near_tried.proved, all_tried.proved) == (False, True)


def hold_forced_pairs(seed: int, size: int, rounds: int, keys: RatingKeys) -> None:
    judge = RatingJudge(random_players(seed, size, rounds), rounds + 1, keys)
    if not judge.best:
        return
    exhaustion, forcer = Exhaustion(judge), RatingForcer(judge)
    own = {frozenset(pair) for t in judge.best if t.candidate for pair in t.candidate.pairs}
    keys_of = [p.key for p in judge.field.players]
    for one, two in combinations([*keys_of, None], 2):
        assert one is not None
        if two is None:
            if len(keys_of) % 2 == 0 or not judge.may_have_bye(one):
                continue
            same = all(judge.place[one] not in pair for pair in own)
        else:
            if judge.fault_of(one, two) is not None:
                continue
            same = frozenset((judge.place[one], judge.place[two])) in own
        if same:
            continue
        answer = forcer.forced(one, two)
        expected = exhaustion.forced((one, two))
        assert (answer.impossible is None) == (expected is not None)
        if answer.difference and expected:
            assert answer.proved
            mine, theirs = answer.difference, expected
            assert (mine.number, mine.key, mine.by, mine.own, mine.instead, mine.part) == (
                *(theirs.number, theirs.key, theirs.by, theirs.own, theirs.instead, theirs.part),
            )


@pytest.mark.clause("knsb-rating-2014 C13")
@drawn(300, seed=SEEDS, size=range(2, 8), rounds=range(2, 7))
def test_a_certificate_is_given_exactly_when_no_pairing_is_complete(
    seed: int, size: int, rounds: int
) -> None:
    judge = RatingJudge(random_players(seed, size, rounds), rounds + 1)
    some = next(complete_pairings(judge), None)
    assert (judge.why_none() is None) == (some is not None)
    assert bool(judge.best) == (some is not None and judge.field.size > 0)


def test_the_literal_walk_and_the_judge_count_alike() -> None:
    for seed in range(150):
        players = random_players(seed, 7, 4)
        judge = RatingJudge(players, 5)
        literal = Literal(judge.field)
        for number, treated in enumerate(judge.best):
            if treated.candidate is None or treated.how in ("C12", "C13"):
                continue
            assert treated.level is not None
            candidate = literal.first(treated.bracket, treated.level)
            assert candidate is not None
            assert judge.way(number, candidate.pairs).vector == candidate.vector
            assert judge.compare_ways(
                number, judge.own(number), judge.way(number, candidate.pairs)
            ) is (None)
    assert NOTHING == (0,) * 8
