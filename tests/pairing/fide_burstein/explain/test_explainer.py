"""Explanations of the Burstein System: each claim holds in the text, and has words and a record."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain

import pytest

from pairing.explain.claims import Claim
from pairing.explain.decisions import Decided
from pairing.fide_burstein.explain.decisions import KEYS, decide
from pairing.fide_burstein.explain.explainer import BursteinExplainer, quarters_text
from pairing.fide_dutch.explain.explainer import DutchExplainer
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing
from pairing.review.check import check
from pairing.systems.registry import system_of
from tests.helpers.burstein_fields import after_seeding, text_of
from tests.helpers.burstein_what_if import WithinBurstein
from tests.helpers.claim_kinds import told
from tests.helpers.family import SEEDS, Ways, by_seed, drawn
from tests.helpers.fide_claims import ClaimsHeld
from tests.helpers.fide_questions import asked_about
from tests.helpers.fide_rounds import Position, random_position
from tests.helpers.fide_what_if import Allowed
from tests.helpers.other_language import foreign_in
from tests.oracles.fide_burstein_text import BursteinText

ROUNDS: Ways = {"seed": SEEDS, "size": range(2, 9), "rounds": range(7)}
NAME = "fide-burstein-2026"


class Held(ClaimsHeld[BursteinText]):
    """Holds claims about a round against the text; places of the text are those of the ranking."""

    def __init__(self, position: Position) -> None:
        text = text_of(position)
        at = {one.person.key: at for at, one in enumerate(text.players)}
        explainer = BursteinExplainer(asked_about(position, NAME))
        self.judge = explainer.judge
        super().__init__(explainer, text, at)

    def worse(self, claim: Claim, allowed: Allowed) -> None:
        expected = WithinBurstein(self.text, allowed).first_difference()
        keys = [one.person.key for one in self.text.players]
        if claim.key is None:
            assert expected == "impossible"
            return
        if isinstance(expected, int):
            difference = self.judge.of_other_bye(keys[expected])
        else:
            assert isinstance(expected, tuple)
            number, pairs = expected
            place = self.judge.at
            way = self.judge.way(number, [(place[keys[i]], place[keys[j]]) for i, j in pairs])
            difference = self.judge.compare_ways(number, self.judge.own(number), way)
        assert difference is not None
        assert (difference.key, difference.clause) == (claim.key, claim.clause)
        assert (difference.by, difference.instead) == (claim.by, claim.instead)
        assert difference.by > 0

    def of_bracket(self, claim: Claim, number: int) -> None:
        treated = self.text.done[number]
        if claim.kind == "numbers":
            here = sorted((*treated.moved, *treated.residents))
            assert [self.at[key] for key in claim.players] == here
            assert claim.detail["sonneborn_berger"] == tuple(
                quarters_text(self.text.players[i].sonneborn_berger) for i in here
            )
        elif claim.kind == "room_size":
            assert claim.detail["size"] == len(treated.floaters) == len(claim.players)


@pytest.mark.clause("fide-burstein-2026 1.2, 1.9, 3.1, 3.2, 4.3, C3, C4, C5, C6, C7, C8, BR9")
@drawn(80, **ROUNDS)
def test_what_is_said_holds_in_the_text(seed: int, size: int, rounds: int) -> None:
    held = Held(after_seeding(random_position(seed, size, rounds)))
    explainer = held.explainer
    if held.is_paired:
        held.brackets()
    held.hold(list(explainer.why_bye()))
    for player in explainer.by_rules:
        claims = list(explainer.why(player))
        assert not any(claim.kind == "not_by_rules" for claim in claims)
        held.hold(claims)


@pytest.mark.clause("fide-burstein-2026 3.1, 3.2, C4, C5, C6, C7, C8")
@drawn(80, **ROUNDS)
def test_a_pairing_made_by_hand_is_worse_by_a_key_or_illegal(
    seed: int, size: int, rounds: int
) -> None:
    question = asked_about(after_seeding(random_position(seed, size, rounds)), NAME)
    if isinstance(question.pairing, NoPairing) or not question.contestants:
        return
    assert check(question).verdict == "same"
    chance = random.Random(seed)
    players = [contestant.key for contestant in question.contestants]
    chance.shuffle(players)
    bye = players.pop() if len(players) % 2 else None
    boards = tuple(zip(players[::2], players[1::2], strict=True))
    outcome = check(replace(question, boards=boards, bye=bye))
    same = ({*map(frozenset, boards)}, bye) == ({*map(frozenset, question.boards)}, question.bye)
    if outcome.verdict != "illegal":
        differing = [claim for claim in outcome.claims if claim.kind == "differs"]
        assert len(differing) == (not same)
        assert all((claim.by or 0) > 0 for claim in differing)


@by_seed(30)
def test_every_claim_has_a_kind_words_and_a_record(seed: int) -> None:
    position = after_seeding(random_position(seed, 5 + seed % 9, seed % 6))
    question = asked_about(position, NAME)
    system = system_of(question.rules)
    explains, writer = system.explainer(question), system.writer(question)
    claims = [*explains.why_bye(), *explains.impossible()]
    keys = [contestant.key for contestant in question.contestants]
    for one in keys:
        claims += explains.why(one)
        claims += [c for two in keys[:4] if two != one for c in explains.why_not(one, two)]
    for board in question.boards:
        claims += system.colours(question).why_colour(*board)
    for claim in claims:
        claim.record(question.label, question.clause)
        lines = told(claim, writer)
        for line in chain(*lines.values()):
            assert not any(sign in line for sign in ("{", "None", "|"))
        assert not any(foreign_in("\n".join(own), one, "") for one, own in lines.items())
        assert claim.clause is None or claim.clause.split(", ")[0] in question.rules.clauses
    assert writer.page(claims)


@pytest.mark.clause("fide-burstein-2026 1.6")
def test_a_seeding_round_is_explained_as_one_of_the_dutch_system() -> None:
    position = random_position(3, 9, 2)
    position = replace(position, last_round=False, table=replace(position.table, planned=9))
    question = asked_about(position, NAME)
    system = system_of(question.rules)
    assert type(system.explainer(question)) is DutchExplainer
    assert system.cites(question.table) == "fide-dutch-2026"
    dutch = asked_about(position, "fide-dutch-2026")
    assert question.boards == dutch.boards
    later = replace(question.table, planned=5)
    assert system.cites(later) == ""


@pytest.mark.clause("fide-burstein-2026 1.6, 3.1, C5, C6, C7, C8, 4.3")
@pytest.mark.parametrize("planned", [1, 40])
@by_seed(20)
def test_what_decided_a_round_is_told_in_the_keys_of_the_system(seed: int, planned: int) -> None:
    position = random_position(seed, 11, 1 + seed % 3)
    table = replace(position.table, planned=planned)
    question = asked_about(replace(position, table=table, last_round=False), NAME)
    decided = decide(ToPair(table, question.rules, position.present, False))
    if isinstance(decided, NoPairing):
        assert isinstance(question.pairing, NoPairing)
        return
    assert isinstance(decided, Decided)
    assert decided.pairing.boards == question.pairing.boards  # type: ignore[union-attr]
    names = {key.name: key.clause for key in KEYS}
    keys = {one.key for one in decided.keys}
    assert keys <= names.keys()
    assert all(name.startswith("dutch.") == (planned == 40) for name in keys)
    assert (question.bye is not None) == bool(keys & {"bye_score", "dutch.bye_score"})
