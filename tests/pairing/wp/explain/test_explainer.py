"""Explanations: each claim agrees with exhaustive search, and reads as an arbiter writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations

import networkx
import pytest

from pairing.explain.claims import Claim
from pairing.explain.colours import Colouring
from pairing.norms.legality import have_met
from pairing.norms.model import Contestant, NoPairing
from pairing.wp.explain.criteria import COMPARED, Keyed
from pairing.wp.explain.explainer import Explainer
from pairing.wp.explain.judge import compare
from pairing.wp.explain.writer import WpWriter
from pairing.wp.groups.waiting_room import C2
from tests.helpers.claim_kinds import claim_kinds, told
from tests.helpers.family import drawn
from tests.helpers.wp_fields import C2_VALUES, asked_about, complete_pairings, small_field
from tests.oracles.legality import is_legal_pair


class Exhaustion:
    """All complete pairings of a small field with their keys, to check claims against."""

    def __init__(self, explainer: Explainer) -> None:
        self.explainer, self.judge, self.c2 = explainer, explainer.judge, explainer.c2
        self.all = [
            ({*map(frozenset, pairs), frozenset([bye])}, self.judge.evaluate(pairs, bye).groups)
            for pairs, bye in complete_pairings(self.judge)
        ]

    def best_of(self, some: Sequence[tuple[Keyed, ...]]) -> tuple[Keyed, ...]:
        least = some[0]
        for groups in some:
            difference = compare(least, groups, self.c2)
            if difference is not None and difference.by < 0:
                least = groups
        return least

    def hold_pair(self, claim: Claim) -> None:
        wanted = frozenset(claim.players)
        having = [groups for pairs, groups in self.all if wanted in pairs]
        best = self.explainer.best
        difference = compare(best, self.best_of(having), self.c2)
        assert difference is not None
        number = difference.number or 0
        assert (claim.key, claim.clause, claim.by, claim.group) == (
            *(difference.key, difference.clause, difference.by, best[number].group.score_halves),
        )

    def with_room(self, number: int, waiting: tuple[int, ...]) -> list[tuple[Keyed, ...]]:
        """Return the pairings equal to the best above a group in which exactly these wait."""
        best = self.explainer.best
        return [
            groups
            for _, groups in self.all
            if groups[:number] == best[:number] and groups[number].group.waiting == waiting
        ]

    def hold_room(self, number: int, claim: Claim) -> None:
        room = claim.others if claim.kind == "waits" else claim.players
        best = self.best_of(self.with_room(number, room))
        one, two = (
            replace(k, opponent_places=()) for k in (self.explainer.best[number], best[number])
        )
        difference = COMPARED[self.c2].difference(number, one, two)
        assert difference is not None
        assert (claim.key, claim.clause, claim.by) == (
            difference.key,
            difference.clause,
            difference.by,
        )

    def hold_rooms(self, number: int, claims: list[Claim]) -> None:
        """Check all claims about the waiting room of one group."""
        taken = self.explainer.best[number].group.waiting
        sizes = {
            groups[number].group.waiting
            for _, groups in self.all
            if groups[:number] == self.explainer.best[:number]
        }
        assert min(map(len, sizes)) == len(taken)
        for claim in claims:
            if claim.kind in ("waits", "other_room"):
                self.hold_room(number, claim)
            elif claim.kind == "impossible_room":
                assert self.with_room(number, claim.players) == []
            elif claim.kind == "only_room":
                assert {room for room in sizes if len(room) == len(taken)} == {taken}
            elif claim.kind == "room_size":
                assert claim.players == taken
            elif claim.kind == "group":
                assert claim.clause == ("C1" if claim.others else "A2")
            elif claim.kind == "no_opponent":
                self.hold_no_opponent(number, claim)

    def hold_no_opponent(self, number: int, claim: Claim) -> None:
        by_key = {c.key: c for c in self.explainer.question.contestants}
        (one,) = map(by_key.__getitem__, claim.players)
        following = self.explainer.best[number + 1].group.residents
        assert not any(is_legal_pair(one, by_key[other]) for other in following)
        met = tuple(other for other in following if have_met(one, by_key[other]))
        assert claim.others[: len(met)] == met
        assert {*claim.others} == {*following}
        assert claim.detail == {"met": len(met), "colours": len(following) - len(met)}


@pytest.mark.clause("knsb-wp-2014 C4.1")
@pytest.mark.clause("knsb-wp-2014 C4.2")
@pytest.mark.clause("knsb-wp-2014 C4.3")
@pytest.mark.clause("knsb-wp-2014 C4.4")
@pytest.mark.clause("knsb-wp-2014 C4.5")
@drawn(400, field=small_field, c2=C2_VALUES)
def test_what_is_said_of_waiting_rooms_is_what_exhaustion_finds(
    field: list[Contestant], c2: C2
) -> None:
    explainer = Explainer(asked_about(field, c2))
    exhaustion = Exhaustion(explainer)
    for number in range(len(explainer.best)):
        exhaustion.hold_rooms(number, list(explainer.group(number)))


@pytest.mark.clause("knsb-wp-2014 C5")
@drawn(100, field=small_field, c2=C2_VALUES)
def test_every_lower_placed_player_of_the_group_is_named_as_not_taken(
    field: list[Contestant], c2: C2
) -> None:
    explainer = Explainer(asked_about(field, c2))
    place = explainer.judge.place
    for number, keyed in enumerate(explainer.best):
        group = keyed.group
        for pair in group.pairs:
            claims = explainer.pairs_of(number, *pair)
            told = [
                player
                for claim in claims
                if claim.kind in ("candidate", "not_examined")
                for player in claim.players[claim.kind == "candidate" :]
            ]
            lower = max(place[player] for player in pair)
            others = [p for p in (*group.incoming, *group.residents) if place[p] > lower]
            assert sorted(told) == sorted(others)


@pytest.mark.clause("knsb-wp-2014 B4, C5")
def test_many_who_are_not_taken_are_each_named_where_no_weights_are_needed() -> None:
    """All get their colours, though the lowest 19, who want the same, have met each other."""
    lowest = frozenset(range(22, 41))
    higher = [
        Contestant(k, 2, "B" if k == 1 else "W", frozenset(), True, False) for k in range(1, 22)
    ]
    lower = [Contestant(k, 2, "B", lowest - {k}, True, False) for k in sorted(lowest)]
    claims = list(Explainer(asked_about([*higher, *lower])).why(1))
    (opponent,) = (claim for claim in claims if claim.kind == "opponent")
    assert opponent.players == (1, 21)
    named = [claim for claim in claims if claim.kind == "candidate"]
    assert [(claim.players, claim.clause) for claim in named] == [
        ((1, key), "B4") for key in sorted(lowest)
    ]
    assert not any(claim.kind == "not_examined" for claim in claims)


@pytest.mark.clause("knsb-wp-2014 B1a")
@pytest.mark.clause("knsb-wp-2014 B2")
def test_who_would_wait_without_an_opponent_below_has_met_some_and_suits_no_other_by_colour() -> (
    None
):
    rows: list[tuple[int, int, str, set[int]]] = [
        *((0, 4, "WB", {1}), (1, 4, "WW", {0, 10}), (2, 4, "WB", set())),
        *((10, 2, "WB", {1}), (11, 2, "WW", set()), (12, 2, "WW", set())),
        *((20, 0, "WB", set()), (21, 0, "WB", set())),
    ]
    field = [
        Contestant(key, points, colours, frozenset(met), True, False)
        for key, points, colours, met in rows
    ]
    claims = [*Explainer(asked_about(field)).group(0)]
    (lacking,) = (claim for claim in claims if claim.kind == "no_opponent")
    assert (lacking.players, lacking.others, lacking.clause) == ((1,), (10, 11, 12), "B1a, B2")
    assert lacking.detail == {"met": 1, "colours": 2}


@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.clause("knsb-wp-2014 B1a")
@pytest.mark.clause("knsb-wp-2014 B4")
@drawn(300, field=small_field, c2=C2_VALUES)
def test_every_candidate_not_taken_is_forbidden_or_makes_that_key_worse(
    field: list[Contestant], c2: C2
) -> None:
    explainer = Explainer(asked_about(field, c2))
    exhaustion = Exhaustion(explainer)
    by_key = {c.key: c for c in field}
    for player in by_key:
        for claim in explainer.why(player):
            assert claim.kind in claim_kinds()
            if claim.kind != "candidate":
                continue
            one, two = (by_key[key] for key in claim.players)
            assert claim.detail.get("impossible", False) == (claim.clause == "C9")
            if claim.key is not None:
                assert is_legal_pair(one, two)
                if claim.key == "k8":
                    place = explainer.judge.place
                    assert place[claim.others[0]] < place[claim.players[0]]
                exhaustion.hold_pair(claim)
            elif claim.clause == "C9":
                wanted = frozenset(claim.players)
                assert not any(wanted in pairs for pairs, _ in exhaustion.all)
            else:
                assert not is_legal_pair(one, two)
                assert have_met(one, two) == (claim.clause == "B1a")


def hold_in_the_way(explainer: Explainer, claim: Claim) -> None:
    """Return the claim that two may not meet, for a pair without a question."""
    fault = explainer.judge.fault_of(*claim.players)
    assert fault is not None
    assert (fault.clause, fault.kind) == (claim.clause, claim.detail["fault"])
    assert set(claim.players).isdisjoint(claim.others)


@pytest.mark.clause("knsb-wp-2014 C3")
@drawn(300, field=small_field, c2=C2_VALUES)
def test_what_is_in_the_way_is_of_those_who_are_left(field: list[Contestant], c2: C2) -> None:
    explainer = Explainer(asked_about(field, c2))
    for one, two in combinations([c.key for c in field], 2):
        first, *more = explainer.why_not(one, two)
        assert len([claim for claim in more if claim.kind == "in_the_way"]) <= 3
        if first.kind != "forced" or not more:
            continue
        assert (first.key, {claim.kind for claim in more}) == ("k1", {"in_the_way"})
        obstacle = explainer.forcer.obstacle(one, two)
        assert obstacle is not None
        shown = {*obstacle.players, *obstacle.partners}
        assert shown.isdisjoint((one, two))
        assert all(set(claim.players) <= shown for claim in more)
        group = explainer.forcer.treated(one, two)[-1].group
        others = {*group.incoming, *group.residents} - {one, two}
        if shown <= others:
            assert left_over(explainer, others) >= len({*group.waiting} - {one, two})


def left_over(explainer: Explainer, players: set[int]) -> int:
    """Return how many of some players have no partner in a maximum pairing of them."""
    legal = networkx.Graph(
        pair for pair in combinations(players, 2) if explainer.judge.fault_of(*pair) is None
    )
    return len(players) - 2 * len(networkx.max_weight_matching(legal, maxcardinality=True))


@pytest.mark.clause("knsb-wp-2014 B1b")
@pytest.mark.clause("knsb-wp-2014 F1")
@drawn(300, field=small_field, c2=C2_VALUES)
def test_why_not_and_why_bye_say_what_exhaustion_finds(field: list[Contestant], c2: C2) -> None:
    explainer = Explainer(asked_about(field, c2))
    exhaustion = Exhaustion(explainer)
    keys = [c.key for c in field]
    claims = list(explainer.why_bye())
    for at, one in enumerate(keys):
        for two in keys[:at]:
            claims += explainer.why_not(one, two)
    for claim in claims:
        if claim.kind == "forced":
            exhaustion.hold_pair(claim)
        elif claim.kind == "impossible":
            wanted = frozenset(claim.players)
            assert not any(wanted in pairs for pairs, _ in exhaustion.all) or not claim.players
        elif claim.kind == "in_the_way":
            hold_in_the_way(explainer, claim)
        elif claim.kind == "barred":
            assert set(claim.players) == {c.key for c in field if not c.may_have_bye}
    if isinstance(explainer.question.pairing, NoPairing):
        assert exhaustion.all == []
        assert any(claim.kind == "impossible" for claim in claims) or len(field) < 2


@drawn(150, field=small_field, c2=C2_VALUES)
def test_every_claim_has_a_text_and_a_record(field: list[Contestant], c2: C2) -> None:
    question = asked_about(field, c2)
    explainer, writer = Explainer(question), WpWriter(question)
    claims: list[Claim] = [*explainer.why_bye()]
    for c in field:
        claims += explainer.why(c.key)
    for board in question.boards:
        claims += Colouring(question).why_colour(*board)
    for claim in claims:
        lines = told(claim, writer)
        for line in chain(*lines.values()):
            assert claim.kind == "history" or not (
                "{" in line or "None" in line or "  " in line.strip()
            )
        assert claim.record(question.label, question.clause).kind == claim.kind
    assert writer.page(claims)
