"""Explanations on rating: each claim holds in the literal reference and among all pairings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations

import pytest

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.explain.claims import Claim
from pairing.explain.decisions import Decided
from pairing.explain.question import Question
from pairing.norms.contestants import ToPair
from pairing.norms.legality import broken_norm
from pairing.norms.model import NoPairing, Pairing, RatedPlayer
from pairing.rating.brackets.field import Level
from pairing.rating.brackets.flow import last_levels, levels
from pairing.rating.explain.criteria import DROPPED
from pairing.rating.explain.decisions import decide
from pairing.rating.explain.explainer import RatingExplainer
from pairing.rating.explain.readings import BOTH_WAYS
from pairing.rating.explain.writer import RatingWriter
from pairing.review.check import check
from tests.helpers.claim_kinds import claim_kinds, told
from tests.helpers.family import SEEDS, drawn
from tests.helpers.rating_exhaustion import Exhaustion, complete_pairings
from tests.helpers.rating_rounds import (
    Literal,
    asked_about,
    asked_of_file,
    explained,
    flow_of,
    players_are,
    random_players,
    readings,
)


def explained_at_random(seed: int, size: int, rounds: int, keys: RatingKeys) -> RatingExplainer:
    return explained(random_players(seed, size, rounds), rounds + 1, keys)


class Held:
    """Checks the claims of one bracket against the literal reference."""

    def __init__(self, explainer: RatingExplainer, number: int) -> None:
        self.judge, self.number = explainer.judge, number
        self.treated = self.judge.best[number]
        self.literal = Literal(self.judge.field)
        self.places = self.judge.place

    def with_floaters(self, keys: Sequence[int]) -> tuple[str, int] | None:
        """Return the first key in which the literal pairing with these floaters is worse."""
        wanted = {self.places[key] for key in keys}
        level = self.treated.level
        assert level is not None
        candidate = self.literal.first(self.treated.bracket, level, lambda f: {*f} == wanted)
        if candidate is None:
            return None
        way = self.judge.way(self.number, candidate.pairs)
        difference = self.judge.compare_ways(self.number, self.judge.own(self.number), way)
        assert difference is not None
        return difference.key, difference.by

    def hold(self, claim: Claim) -> None:
        judge, treated = self.judge, self.treated
        match claim.kind:
            case "group":
                assert {*claim.players, *claim.others} == {
                    judge.field.players[i].key
                    for i in (*treated.bracket.players, *treated.bracket.removed)
                }
            case "no_opponent":
                assert all(judge.fault_of(claim.players[0], key) for key in claim.others)
            case "waits" | "other_room":
                room = claim.others if claim.kind == "waits" else claim.players
                assert self.with_floaters(room) == (claim.key, claim.by)
                assert claim.by is not None
                assert claim.by > 0
                assert claim.detail["all_listed"] == (len(room) == 1)
            case "impossible_room":
                assert self.with_floaters(claim.players) is None
            case "level":
                self.hold_level(claim)
            case "optimum":
                assert treated.candidate is not None
                assert tuple(claim.detail[one.key] for one in DROPPED) == treated.candidate.vector
            case "undone":
                before = judge.wanted[self.number].before
                assert before.level is not None
                first = self.literal.first(before.bracket, before.level)
                assert first is not None
                assert before.candidate is not None
                assert first.floaters == before.candidate.floaters
                assert not self.accepted(first.floaters)

    def accepted(self, floaters: tuple[int, ...]) -> bool:
        accept = self.judge.wanted[self.number].accept
        return accept is not None and accept(floaters)

    def hold_level(self, claim: Claim) -> None:
        """Check that no level before the claimed one is possible, unless by C12 or C13."""
        judge, bracket, level = self.judge, self.treated.bracket, self.treated.level
        claimed = Level(int(str(claim.detail["m1"])), int(str(claim.detail["p1"])))
        assert claimed == (level or Level(0, 0))
        before = judge.wanted[self.number].before.level if self.treated.how == "C13" else None
        assert claim.detail["by_c13"] == (before is not None and before.p1 > claimed.p1)
        assert (claim.clause == "C13") == claim.detail["by_c13"]
        if self.treated.how not in ("direct", "whole"):
            return
        every = last_levels(bracket) if bracket.last else levels(bracket, self.judge.solver)
        for earlier in every:
            if earlier == level:
                return
            assert self.literal.first(bracket, earlier) is None
        assert level is None


@pytest.mark.clause("knsb-rating-2014 A3, C1, C12, C13, C14a, C14b1, C14b2, B5, B6, C10")
@drawn(200, seed=SEEDS, size=range(2, 9), rounds=range(1, 7), keys=readings)
def test_what_is_said_of_a_bracket_holds_in_the_literal_reference(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    explainer = explained_at_random(seed, size, rounds, keys)
    for number in range(len(explainer.judge.best)):
        held = Held(explainer, number)
        for claim in explainer.group(number):
            assert claim.kind in claim_kinds()
            held.hold(claim)


@pytest.mark.clause("knsb-rating-2014 C6, C7, C8a, C8b, B1a, B2")
@drawn(120, seed=SEEDS, size=range(2, 9), rounds=range(1, 7), keys=readings)
def test_every_candidate_not_taken_is_forbidden_or_makes_that_key_worse(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    explainer = explained_at_random(seed, size, rounds, keys)
    if not explainer.by_rules:
        return
    exhaustion = Exhaustion(explainer.judge)
    for player in explainer.by_rules:
        claims = list(explainer.why(player))
        assert not any(claim.kind == "not_by_rules" for claim in claims)
        for claim in claims:
            if claim.kind in ("candidate", "forced"):
                hold_forced(claim, explainer, exhaustion)
            elif claim.kind == "opponent":
                assert claim.clause == ("D1.2" if claim.detail["part"] == "moved" else "D1.1")
            assert claim.kind != "subset" or claim.others


@pytest.mark.clause("knsb-rating-2014 D1.1, D2")
@pytest.mark.parametrize(
    ("met_by_1", "asked_about", "opponent", "candidates"),
    [(set(), 2, 5, []), ({4}, 1, 5, [4]), ({4, 5, 6}, 1, 3, [4, 5, 6])],
)
def test_candidates_come_before_the_opponent_or_belong_to_the_halves_before_the_exchange(
    met_by_1: set[int], asked_about: int, opponent: int, candidates: list[int]
) -> None:
    met = {key: {1} if key in met_by_1 else set[int]() for key in range(2, 7)} | {1: met_by_1}
    players = [
        RatedPlayer(key, 2, "", frozenset(met[key]), True, False, ("", "")) for key in range(1, 7)
    ]
    claims = list(explained(players, 3, RatingKeys()).why(asked_about))
    opponents = [claim for claim in claims if claim.kind == "opponent"]
    assert [{*claim.players} for claim in opponents] == [{asked_about, opponent}]
    assert opponents[0].detail["first"] == (not candidates)
    named = [
        ({*claim.players} - {asked_about}).pop() for claim in claims if claim.kind == "candidate"
    ]
    assert named == candidates


def hold_forced(claim: Claim, explainer: RatingExplainer, exhaustion: Exhaustion) -> None:
    fault = None
    if len(claim.players) == 2:
        fault = explainer.judge.fault_of(claim.players[0], claim.players[1])
    expected = exhaustion.forced((*claim.players, None))
    if claim.key is None:
        assert claim.clause == (fault.clause if fault else "C13")
        assert expected is None
        return
    assert fault is None
    assert expected is not None
    assert expected.number is not None
    assert (claim.key, claim.clause, claim.by) == (expected.key, expected.clause, expected.by)
    assert (
        claim.group
        == explainer.judge.field.points[explainer.judge.best[expected.number].residents[0]]
    )


@pytest.mark.clause("knsb-rating-2014 A5, B1b, C13")
@drawn(120, seed=SEEDS, size=range(2, 9), rounds=range(1, 7), keys=readings)
def test_why_not_and_why_bye_say_what_exhaustion_finds(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    explainer = explained_at_random(seed, size, rounds, keys)
    judge = explainer.judge
    claims = list(explainer.why_bye())
    for one, two in combinations([p.key for p in judge.field.players], 2):
        claims += explainer.why_not(one, two)
    if not explainer.by_rules:
        kinds = {claim.kind for claim in claims}
        assert kinds <= {"impossible", "in_the_way", "proof", "nobody_free", "reading"}
        assert not ("proof" in kinds and "reading" in kinds)
        return
    exhaustion = Exhaustion(judge)
    for claim in claims:
        if claim.kind == "forced":
            hold_forced(claim, explainer, exhaustion)
        elif claim.kind == "impossible":
            assert exhaustion.forced((*claim.players, None)) is None
        elif claim.kind == "barred":
            assert not any(judge.may_have_bye(key) for key in claim.players)
        elif claim.kind in ("illegal", "in_the_way") and len(claim.players) == 2:
            assert judge.fault_of(claim.players[0], claim.players[1]) is not None


@pytest.mark.clause("knsb-rating-2014 C, B1a, B1b, B2, F6")
@drawn(250, seed=SEEDS, size=range(2, 9), rounds=range(1, 7), keys=readings)
def test_a_pairing_made_by_hand_is_illegal_or_worse_by_the_key_that_is_named(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    players = random_players(seed, size, rounds)
    question = asked_about(players, rounds + 1, keys)
    if not isinstance(question.pairing, Pairing) or not question.contestants:
        return
    with players_are(players):
        _hold_pairings_by_hand(question)


def _hold_pairings_by_hand(question: Question) -> None:
    judge = RatingExplainer(question).judge
    legal = list(complete_pairings(judge))
    for pairs, bye in legal[:: max(1, len(legal) // 5)]:
        outcome = check(replace(question, boards=tuple(pairs), bye=bye))
        differences = [claim for claim in outcome.claims if claim.kind == "differs"]
        expected = judge.compare(pairs)
        assert [(c.key, c.clause, c.by) for c in differences] == (
            [(expected.key, expected.clause, expected.by)] if expected else []
        )
        assert not any(claim.kind == "illegal" for claim in outcome.claims)
        assert outcome.verdict in (
            ("different", "illegal") if expected else ("same", "colours", "illegal")
        )
        if outcome.verdict == "illegal":
            by_key = {c.key: replace(c, topscorer=False) for c in question.contestants}
            assert any(broken_norm(by_key[w], by_key[b]) == "B2" for w, b in pairs)
    own = check(question)
    assert own.verdict == "same"
    if len(question.boards) > 1:
        first = question.boards[0]
        twice = check(replace(question, boards=(first, first, *question.boards[2:])))
        assert twice.verdict == "illegal"


@pytest.mark.clause("knsb-rating-2014 C1, C12")
@pytest.mark.parametrize(
    ("name", "instead", "floater"), [("rating_c12_a.trf", 6, 3), ("rating_c12_b.trf", 2, 8)]
)
def test_why_check_and_decisions_know_c12_without_those_whom_c1_took_out_above(
    name: str, instead: int, floater: int
) -> None:
    question = asked_of_file(name)
    explainer = RatingExplainer(question)
    exhaustion, undone = Exhaustion(explainer.judge), list[tuple[int, Claim]]()
    for number in range(len(explainer.judge.best)):
        for claim in explainer.group(number):
            Held(explainer, number).hold(claim)
            undone += [(number, claim)] if claim.kind == "undone" else []
    ((number, claim),) = undone
    assert (number, claim.clause, claim.detail["out_of_c1"]) == (1, "C12", True)
    assert ({*claim.players} - {*claim.others}, {*claim.others} - {*claim.players}) == (
        {instead},
        {floater},
    )
    for player in explainer.by_rules:
        for claim in explainer.why(player):
            assert claim.kind != "not_by_rules"
            if claim.kind in ("candidate", "forced"):
                hold_forced(claim, explainer, exhaustion)
    assert check(question).verdict == "same"
    _hold_pairings_by_hand(question)
    present = [contestant.key for contestant in question.contestants]
    decided = decide(ToPair(question.table, question.rules, present, question.last_round))
    assert isinstance(decided, Decided)
    assert decided.pairing == question.pairing
    assert [row.unit.group for row in decided.keys if row.key == "c12" and row.value] == [2]


@pytest.mark.clause("knsb-rating-2014 C1, C13")
def test_a_round_that_only_our_reading_leaves_unpaired_is_said_to_be_so() -> None:
    keys = RatingKeys(c1_last="literal")
    players = [
        RatedPlayer(1, 4, "WB", frozenset({2, 3}), True, False, ("", "")),
        RatedPlayer(2, 2, "BW", frozenset({1}), True, False, ("", "")),
        RatedPlayer(3, 2, "BW", frozenset({1}), True, False, ("", "")),
    ]
    explainer = explained(players, 3, keys)
    assert isinstance(explainer.question.pairing, NoPairing)
    claims = list(explainer.why_bye())
    assert [(c.kind, c.clause, c.decisions) for c in claims] == [
        ("impossible", "C1", ()),
        ("reading", "C1", ("rating.c1_last",)),
    ]
    assert explained(players, 3, RatingKeys()).by_rules[1][1] is None


@drawn(100, seed=SEEDS, size=range(2, 10), rounds=range(1, 7), keys=readings)
def test_every_claim_has_a_text_and_a_record(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    explainer = explained_at_random(seed, size, rounds, keys)
    question, writer = explainer.question, RatingWriter(explainer.question)
    claims = list(every_claim(explainer))
    for claim in claims:
        lines = told(claim, writer)
        for line in chain(*lines.values()):
            assert not any(sign in line for sign in ("{", "None", "|"))
        assert claim.record(question.label, question.clause).kind == claim.kind
    assert writer.page(claims) or not question.contestants


def every_claim(explainer: RatingExplainer) -> Iterator[Claim]:
    yield from explainer.why_bye()
    for player in explainer.by_rules:
        yield from explainer.why(player)
    for one, two in combinations([c.key for c in explainer.question.contestants], 2):
        yield from explainer.why_not(one, two)
    if explainer.by_rules:
        for pairs, bye in list(complete_pairings(explainer.judge))[:20]:
            yield from check(replace(explainer.question, boards=tuple(pairs), bye=bye)).claims


@pytest.mark.clause("knsb-rating-2014 A3, C1, C12")
@drawn(200, seed=SEEDS, size=range(4, 9), rounds=range(2, 7), keys=readings)
def test_a_reading_is_said_to_decide_exactly_where_the_literal_reference_pairs_otherwise(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    players = random_players(seed, size, rounds)
    explainer = explained(players, rounds + 1, keys)
    brackets = range(len(explainer.judge.best))
    readings = {
        claim.decisions[0].removeprefix("rating.")
        for number in brackets
        for claim in explainer.group(number)
        if claim.kind == "reading" and claim.detail["decides"]
    }
    assert readings == {
        name for number in brackets for name, _ in explainer.readings.otherwise(number)
    }
    own = literal_pairs(explainer, keys)
    for name, (one, two) in BOTH_WAYS.items():
        value = two if getattr(keys, name) == one else one
        other = literal_pairs(explainer, keys.model_copy(update={name: value}))
        if explainer.judge.best:
            assert (name in readings) == (own != other)


@pytest.mark.clause("knsb-rating-2014 C12, C14a, D3")
@drawn(200, seed=SEEDS, size=range(4, 9), rounds=range(2, 7), keys=readings)
def test_a_reading_built_one_way_is_told_of_the_brackets_that_come_to_it(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    explainer = explained_at_random(seed, size, rounds, keys)
    judge, readings = explainer.judge, set[str]()
    for number, treated in enumerate(judge.best):
        names = {*explainer.readings.built_one_way(number)}
        readings |= names
        assert treated.how == "after C12" or not names & {"c12_c1", "c12_repeat"}
        some = 0 < len(judge.own(number).order.moved_s1) < len(treated.bracket.moved)
        assert ("d3" in names) == ("outside_s1" in names) == some
    other = literal_pairs(explainer, keys, lower_x1=False)
    assert "lower_x1" in readings or other == literal_pairs(explainer, keys)


def literal_pairs(
    explainer: RatingExplainer, keys: RatingKeys, lower_x1: bool = True
) -> set[frozenset[int]]:
    players = list(explainer.players(keys))
    solver = partial(Literal, lower_x1=lower_x1)
    flow = flow_of(players, explainer.question.round, solver, keys)
    return {
        frozenset((players[a].key, players[b].key))
        for treated in flow.done
        if treated.candidate
        for a, b in treated.candidate.pairs
    }
