"""Explanations of FIDE's Dutch System: each claim holds in the text, and has words and a record."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

import pytest

from pairing.explain.claims import Claim
from pairing.explain.decisions import Decided
from pairing.explain.question import Question
from pairing.fide_dutch.editions import EDITION_2017
from pairing.fide_dutch.engine_2017 import RULES_2017
from pairing.fide_dutch.explain.decisions import KEYS, decide, keys_of_dutch
from pairing.fide_dutch.explain.explainer import DutchExplainer
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing
from pairing.review.check import check
from pairing.systems.registry import system_of
from tests.helpers.claim_kinds import told
from tests.helpers.family import SEEDS, Ways, drawn
from tests.helpers.fide_claims import ClaimsHeld
from tests.helpers.fide_fields import text_of
from tests.helpers.fide_questions import asked_about
from tests.helpers.fide_rounds import Position, accelerated, random_position
from tests.helpers.fide_what_if import Allowed, Within
from tests.helpers.other_language import foreign_in
from tests.oracles.fide_dutch_text import DutchText, Treated

ROUNDS: Ways = {"seed": SEEDS, "size": range(2, 9), "rounds": range(7)}


class Held(ClaimsHeld[DutchText]):
    """Holds claims about a round against the text."""

    def __init__(self, position: Position) -> None:
        explainer = DutchExplainer(asked_about(position))
        self.judge = explainer.judge
        super().__init__(explainer, text_of(position), self.judge.place)

    def worse(self, claim: Claim, allowed: Allowed) -> None:
        expected = Within(self.text, allowed).first_difference()
        if claim.key is None:
            assert expected == "impossible"
        elif claim.key == "bye_score":
            assert claim.instead == expected
        else:
            assert isinstance(expected, tuple)
            number, _, pairs = expected
            way = self.judge.way(number, pairs)
            difference = self.judge.compare_ways(number, self.judge.own(number), way)
            assert difference is not None
            assert (difference.key, difference.clause) == (claim.key, claim.clause)
            assert difference.by == claim.by
            assert difference.by > 0

    def of_bracket(self, claim: Claim, number: int) -> None:
        if claim.kind == "room_size":
            treated = self.text.done[number]
            assert claim.detail["size"] == treated.vector[0] == len(claim.players)
            assert (claim.clause == "C5") == self.completes_with_fewer(treated)

    def limbo(self, player: int, claims: list[Claim]) -> None:
        """A moved-down player with an opponent is told who of them has none (3.2.3)."""
        at = self.explainer.judge.at[player]
        for treated in self.text.done:
            limbo = [i for i in treated.moved if i in treated.floaters]
            if limbo and at in treated.moved and at not in limbo:
                told = [claim.others for claim in claims if claim.kind == "subset"]
                assert told == [self.explainer.keys(limbo)]

    def completes_with_fewer(self, treated: Treated) -> bool:
        """Tell whether fewer could float if the bye were for another score."""
        text, places = self.text, (*treated.moved, *treated.residents)
        below = range(max(places) + 1, len(text.players))
        return any(
            len(out) < len(treated.floaters)
            and text.complete(sum(1 << i for i in (*out, *below)), score)
            for p in range(len(places) // 2 + 1)
            for pairs in text._candidates(treated.moved, treated.residents, p)
            for out in [[i for i in places if all(i not in pair for pair in pairs)]]
            for score in {player.score for player in text.players}
        )


@pytest.mark.clause("fide-dutch-2026 C1, C2, C3, C4, C5, C6, C7, C8, 1.3, 1.5, 1.9, 3.8")
@drawn(80, **ROUNDS)
def test_what_is_said_holds_in_the_text(seed: int, size: int, rounds: int) -> None:
    held = Held(random_position(seed, size, rounds))
    explainer = held.explainer
    if held.is_paired:
        held.brackets()
    held.hold(list(explainer.why_bye()))
    for player in explainer.by_rules:
        claims = list(explainer.why(player))
        assert not any(claim.kind == "not_by_rules" for claim in claims)
        held.hold(claims)
        if held.is_paired:
            held.limbo(player, claims)


@pytest.mark.clause("fide-dutch-2026 C1, C3, C5, 3.8; fide-dutch-2017 C1, C3, C5, B8")
@pytest.mark.parametrize("edition", ["fide-dutch-2026", "fide-dutch-2017"])
@drawn(50, seed=SEEDS, size=range(2, 9), rounds=range(7))
def test_a_pairing_made_by_hand_is_worse_by_a_key_or_illegal(
    seed: int, size: int, rounds: int, edition: str
) -> None:
    question = asked_about(random_position(seed, size, rounds), edition)
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


EDITIONS = ["fide-dutch-2026", "fide-dutch-2017"]


def every_claim(question: Question) -> Iterator[Claim]:
    system = system_of(question.rules)
    explainer, colours = system.explainer(question), system.colours(question)
    players = [contestant.key for contestant in question.contestants]
    yield from explainer.why_bye()
    for player in players:
        yield from explainer.why(player)
        if len(players) % 2:
            yield from explainer.why_not(player, None)
    for one, two in combinations(players, 2):
        yield from explainer.why_not(one, two)
        yield from colours.why_colour(one, two)
    yield from check(replace(question, boards=tuple(b[::-1] for b in question.boards))).claims


@pytest.mark.parametrize("edition", EDITIONS)
@drawn(40, seed=SEEDS, size=range(2, 15), rounds=range(8))
def test_every_claim_has_a_text_and_a_record(
    seed: int, size: int, rounds: int, edition: str
) -> None:
    """Whole rounds are explained, each pair and each change of it."""
    position = accelerated(random_position(seed, size, rounds), seed)
    question = asked_about(
        position if seed % 3 == 0 else random_position(seed, size, rounds), edition
    )
    writer = system_of(question.rules).writer(question)
    claims = list(every_claim(question))
    for claim in claims:
        lines = told(claim, writer)
        for line in chain(*lines.values()):
            assert not any(sign in line for sign in ("{", "None", "|"))
        assert not any(foreign_in("\n".join(own), one, "") for one, own in lines.items())
        assert claim.record(question.label, question.clause).kind == claim.kind
        assert claim.clause is None or claim.clause.split(", ")[0] in question.rules.clauses
        if claim.kind == "candidate" and claim.clause in ("C1", "C3"):
            one, two = claim.players
            cells = enumerate(question.table.cells[one], 1)
            met = [number for number, cell in cells if cell.opponent == two and cell.played]
            assert claim.detail == {"met_in_round": met[0] if met else None}
    assert writer.page(claims) or not question.contestants


@pytest.mark.clause("fide-dutch-2026 1.9, C5, 3.8, 5.2.5")
@drawn(120, **ROUNDS)
def test_decisions_are_the_keys_of_the_text(seed: int, size: int, rounds: int) -> None:
    position = random_position(seed, size, rounds)
    question, text = asked_about(position), text_of(position)
    present = [contestant.key for contestant in question.contestants]
    decided = decide(ToPair(question.table, question.rules, present, question.last_round))
    if not text.run():
        assert isinstance(decided, NoPairing)
        return
    assert isinstance(decided, Decided)
    assert decided.pairing == question.pairing
    names = {key.name: key for key in KEYS}
    assert {row.key for row in decided.keys} <= names.keys()
    for number, treated in enumerate(text.done, 1):
        rows = {row.key: row for row in decided.keys if row.unit.group == number}
        c6, c7, c8, scores, c9, *rest = treated.vector
        assert [rows["floaters"].value, rows["floater_scores"].parts] == [c6, c7]
        assert [rows["next_floaters"].value, rows["next_scores"].parts] == [c8, scores]
        counts = ("beyond_two", "third_colour", "denied", "denied_strong", "down_1", "up_1")
        assert [c9, *rest[:6]] == [rows[key].value for key in ("bye_unplayed", *counts)]
        assert rows["floaters"].unit.boards == len(treated.pairs)
    byes = [row for row in decided.keys if row.key == "bye_score"]
    assert [row.value for row in byes] == ([text.pab_score] if text.odd else [])


@pytest.mark.clause("fide-dutch-2017 A9, B8, E5, C5, C6")
@drawn(60, **ROUNDS)
def test_decisions_of_2017_are_the_keys_of_its_judge(seed: int, size: int, rounds: int) -> None:
    question = asked_about(random_position(seed, size, rounds), "fide-dutch-2017")
    present = [contestant.key for contestant in question.contestants]
    round_ = ToPair(question.table, question.rules, present, question.last_round)
    decided = decide(round_, RULES_2017)
    if isinstance(question.pairing, NoPairing):
        assert isinstance(decided, NoPairing)
        return
    assert isinstance(decided, Decided)
    assert decided.pairing == question.pairing
    clauses = {key.name: key.clause for key in keys_of_dutch(EDITION_2017)}
    assert {row.key for row in decided.keys} <= clauses.keys()
    assert clauses["floaters"] == "C5"
    judge = DutchExplainer(question, RULES_2017).judge
    for number, treated in enumerate(judge.best, 1):
        rows = {row.key: row for row in decided.keys if row.unit.group == number}
        assert rows["floaters"].value == len(treated.floaters)
        differences = dict(judge.values(number - 1, judge.own(number - 1)))["psd"]
        assert rows["psd"].parts == differences
