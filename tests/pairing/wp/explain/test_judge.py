"""The keys of any pairing: of the engine's pairing, and of every other one."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pairing.explain.claims import Claim
from pairing.norms.certificate import certificate
from pairing.norms.model import Contestant, Group, KeyVector, NoPairing, Pairing
from pairing.wp.engine import pair
from pairing.wp.explain.criteria import COMPARED, Keyed
from pairing.wp.explain.judge import Judge, compare
from pairing.wp.explain.what_if import Forcer
from pairing.wp.groups.waiting_room import C2
from tests.helpers.adversarial_positions import small
from tests.helpers.family import drawn
from tests.helpers.wp_fields import C2_VALUES, complete_pairings, position, small_field
from tests.oracles.wp import pair as pair_by_exhaustion


@drawn(600, at_length=30_000, field=position, c2=C2_VALUES)
def test_the_keys_of_the_engine_are_those_that_its_pairing_has(
    field: list[Contestant], c2: C2
) -> None:
    paired = pair(field, c2=c2)
    if isinstance(paired, NoPairing):
        return
    judge = Judge(field)
    judged = judge.evaluate([(b.white, b.black) for b in paired.boards], paired.bye)
    assert judged.faults == ()
    assert judged.groups == judge.of_engine(paired)


@pytest.mark.clause("knsb-wp-2014 C")
@drawn(400, field=small_field, c2=C2_VALUES)
def test_no_pairing_at_all_is_better_than_the_optimum_of_the_twin(
    field: list[Contestant], c2: C2
) -> None:
    paired, judge = pair_by_exhaustion(field, c2=c2), Judge(field)
    others = list(complete_pairings(judge))
    if isinstance(paired, NoPairing):
        assert others == []
        return
    best = judge.of_engine(paired)
    same = 0
    for pairs, bye in others:
        judged = judge.evaluate(pairs, bye)
        assert judged.is_legal
        difference = compare(best, judged.groups, c2)
        same += difference is None
        assert difference is None or difference.by > 0
    assert same == 1


def contestant(
    key: int, points: int = 0, colours: str = "", met: Sequence[int] = (), bye: bool = True
) -> Contestant:
    return Contestant(key, points, colours, frozenset(met), bye, False)


@pytest.mark.clause("knsb-wp-2014 B1a")
@pytest.mark.clause("knsb-wp-2014 B1b")
@pytest.mark.clause("knsb-wp-2014 B2")
def test_every_fault_of_a_pairing_is_named_with_its_clause() -> None:
    field = [
        contestant(1, met=[2]),
        contestant(2, met=[1]),
        contestant(3, 0, "WW"),
        contestant(4, 0, "WW"),
        contestant(5, bye=False),
        contestant(6),
        contestant(7),
    ]
    faults = Judge(field).evaluate([(1, 2), (3, 4), (6, 6), (6, 9)], 5).faults
    assert faults == (
        ("stranger", "F1", (9,)),
        ("met", "B1a", (1, 2)),
        ("colours", "B2", (3, 4)),
        ("bye", "B1b", (5,)),
        ("twice", "F1", (6,)),
        ("unpaired", "F1", (7,)),
    )


@pytest.mark.clause("knsb-wp-2014 F1")
def test_a_bye_in_an_even_field_is_a_fault() -> None:
    field = [contestant(1), contestant(2)]
    faults = Judge(field).evaluate([], 1).faults
    assert [fault.kind for fault in faults] == ["byes", "unpaired"]


def test_an_illegal_pairing_has_no_keys() -> None:
    field = [contestant(1, met=[2]), contestant(2)]
    assert Judge(field).evaluate([(1, 2)], None).groups == ()


def keyed(**keys: Any) -> Keyed:
    """Return a treated group with these keys, all else equal."""
    return Keyed(
        Group(2, (), (), (), (), replace(KeyVector(1, (2,), (0,), 0, 0, 0, 0, 0), **keys)), (), ()
    )


@pytest.mark.clause("knsb-wp-2014 C2")
@pytest.mark.clause("knsb-wp-2014 B3")
@pytest.mark.clause("knsb-wp-2014 B4")
@pytest.mark.parametrize(
    ("worse_by", "otherwise", "c2", "key", "reading"),
    [
        ({"w_scores_halves": (3,)}, {"stuck": 1}, "below_c4_1", "k2", "c2"),
        ({"stuck": 1}, {"w_scores_halves": (3,)}, "above_c4_1", "c2", "c2"),
        ({"score_differences_halves": (1,)}, {"refloat": 1}, "below_c4_1", "k3", "B3_before_C4.2"),
        (
            {"score_differences_halves": (1,)},
            {"next_waiting": 1},
            "below_c4_1",
            "k3",
            "B3_before_C4.2",
        ),
        (
            {"denied": 2},
            {"denied": 1, "denied_strong": 1},
            "below_c4_1",
            "k6",
            "B4_count_before_strength",
        ),
    ],
)
def test_a_key_rests_on_a_reading_of_ours_where_another_order_of_keys_would_decide_otherwise(
    worse_by: dict[str, Any], otherwise: dict[str, Any], c2: C2, key: str, reading: str
) -> None:
    first, second = keyed(**otherwise), keyed(**worse_by)
    difference, back = (
        COMPARED[c2].difference(0, first, second),
        COMPARED[c2].difference(0, second, first),
    )
    plain = COMPARED[c2].difference(0, keyed(), second)
    assert difference is not None
    assert back is not None
    assert plain is not None
    assert (difference.key, difference.decisions) == (back.key, back.decisions) == (key, (reading,))
    assert (plain.key, plain.decisions) == (key, ())
    assert difference.by == -back.by > 0


@pytest.mark.clause("knsb-wp-2014 C4.1")
def test_a_claim_has_the_two_values_of_a_key_where_they_first_differ() -> None:
    first, second = keyed(w_scores_halves=(5, 2, 1)), keyed(w_scores_halves=(5, 4, 0))
    difference = COMPARED["below_c4_1"].difference(0, first, second)
    assert difference is not None
    claim = Claim("differs").differing(difference, 2, difference.who)
    assert (claim.key, claim.clause, claim.by) == ("k2", "C4.1", 2)
    assert (claim.found, claim.instead, claim.unit) == (2, 4, "points")


def check_forced(field: list[Contestant], c2: C2) -> None:
    """Check every forced pair and bye against exhaustion, to the key."""
    paired, judge = pair(field, c2=c2), Judge(field)
    if isinstance(paired, NoPairing):
        return
    best = judge.of_engine(paired)
    forcer = Forcer(judge, best, c2)
    judged = [
        ({*map(frozenset, pairs), frozenset([bye])}, judge.evaluate(pairs, bye).groups)
        for pairs, bye in complete_pairings(judge)
    ]
    keys = judge.field.keys
    questions: list[tuple[int, int | None]] = [
        (one, two)
        for i, one in enumerate(keys)
        for two in keys[:i]
        if judge.fault_of(one, two) is None
    ]
    if len(field) % 2:
        questions += [(c.key, None) for c in field if c.may_have_bye]
    for one, two in questions:
        wanted = frozenset([one]) if two is None else frozenset([one, two])
        having = [groups for pairs, groups in judged if wanted in pairs]
        answer = forcer.forced(one, two)
        assert answer.proved
        assert (answer.impossible is not None) == (not having)
        if having:
            least = having[0]
            for groups in having:
                difference = compare(least, groups, c2)
                if difference is not None and difference.by < 0:
                    least = groups
            assert answer.difference == compare(best, least, c2)
            if answer.difference is not None:
                number = answer.difference.number or 0
                worse = forcer.treated(one, two)[number]
                keys_of_it = [k for k in COMPARED[c2].criteria if k.key == answer.difference.key]
                assert [*map(worse.total, keys_of_it)] == [*map(least[number].total, keys_of_it)]
            if answer.difference is None:
                assert wanted in {
                    *map(frozenset, ((b.white, b.black) for b in paired.boards)),
                    frozenset([paired.bye]),
                }


@pytest.mark.clause("knsb-wp-2014 C4.1")
@pytest.mark.clause("knsb-wp-2014 C4.2")
@pytest.mark.clause("knsb-wp-2014 C9")
@drawn(500, field=small_field, c2=C2_VALUES)
def test_forcing_a_pair_or_a_bye_makes_worse_exactly_what_exhaustion_finds(
    field: list[Contestant], c2: C2
) -> None:
    """In 500 fields every pairing is tried."""
    check_forced(field, c2)


def test_where_rooms_are_too_many_to_compare_one_that_can_be_taken_is_told_and_not_as_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pairing.wp.explain.what_if.LISTED_AT_MOST", 0)
    rng, unproved = random.Random(2), 0
    for _ in range(60):
        field, c2 = small(rng, 8), rng.choice(C2_VALUES)
        paired, judge = pair(field, c2=c2), Judge(field)
        if isinstance(paired, NoPairing):
            continue
        best = judge.of_engine(paired)
        differences = [
            ({*map(frozenset, pairs)}, compare(best, judge.evaluate(pairs, bye).groups, c2))
            for pairs, bye in complete_pairings(judge)
        ]
        for two in combinations(judge.field.keys, 2):
            if judge.fault_of(*two) is None:
                answer = Forcer(judge, best, c2).forced(*two)
                possible = [
                    difference for pairs, difference in differences if frozenset(two) in pairs
                ]
                assert (answer.impossible is None) == bool(possible)
                assert answer.impossible or answer.difference in possible
                unproved += not answer.proved
    assert unproved > 50


@drawn(600, at_length=30_000, field=position)
def test_a_certificate_is_there_when_no_pairing_is_and_proves_it(field: list[Contestant]) -> None:
    judge = Judge(field)
    proof = certificate(judge.field)
    assert (proof is None) == isinstance(pair(field), Pairing)
    if proof is None or proof.kind == "no_bye":
        return
    bye = -1
    nodes = [*judge.field.keys, *([bye] if len(field) % 2 else [])]
    legal = {one: {two for two in nodes if may_be_matched(judge, one, two)} for one in nodes}
    inside, partners = set(proof.players), set(proof.partners)
    if proof.kind != "too_few":
        assert all(legal[one] <= {bye} for one in inside)
        assert len(inside) == 2 or not any(legal[one] for one in inside)
        return
    inside |= {bye} if proof.bye == "players" else set()
    partners |= {bye} if proof.bye == "partners" else set()
    assert all(legal[one] <= inside | partners for one in inside)
    assert odd_parts(inside, legal) == proof.parts > len(partners)


def may_be_matched(judge: Judge, one: int, two: int) -> bool:
    if one == two:
        return False
    if -1 in (one, two):
        return judge.field.bye_allowed[judge.place[max(one, two)]]
    return judge.fault_of(one, two) is None


def odd_parts(inside: set[int], legal: dict[int, set[int]]) -> int:
    odd, left = 0, set(inside)
    while left:
        part: set[int] = set()
        todo = {left.pop()}
        while todo:
            one = todo.pop()
            part.add(one)
            todo |= (legal[one] & inside) - part
        left -= part
        odd += len(part) % 2
    return odd
