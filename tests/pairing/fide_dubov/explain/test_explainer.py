"""Explanations of the Dubov System: word for word, and true of every claim that can be checked."""

from __future__ import annotations

import pytest

from ledger.values import Language
from pairing.fide_dubov.criteria import EDITION_DUBOV
from pairing.fide_dubov.explain.colouring import DubovColouring
from pairing.fide_dubov.explain.decisions import KEYS, decide
from pairing.fide_dubov.explain.explainer import DubovExplainer
from pairing.fide_dubov.explain.writer import DubovWriter
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing, Pairing
from tests.helpers.dubov_fields import RULES, dubov_position
from tests.helpers.dubov_questions import dubov_asked, judge_of
from tests.helpers.family import SEEDS, drawn
from tests.helpers.words import words

LANGUAGES: tuple[Language, Language] = ("en", "nl")

ENGLISH = """\
Board 2: 9 Ivens - 1 Adams

Bracket of 3: 1 Adams and 4 Dekker. Floated up to it: 8 Haas and 9 Ivens (1.3.1).
  2 float up: more pairs cannot be made here (C5).
  8 Haas floats up: otherwise a player with 2 would float up instead of one with 2½ (C6).
  9 Ivens floats up: otherwise a player with 1 would float up instead of one with 2 (C6).
  The least that must be given up: one player without the colour they prefer (C7) (1 wants \
white, 3 want black).
  Shifted, so that both groups are equal: 1 Adams from G2 to G1 (3.2.4).
  G1, by the rating of their opponents: 1 Adams and 8 Haas; G2, by number: 4 Dekker and 9 Ivens \
(3.2.5).
  1 Adams, number 1 of S1, meets number 2 of G2: 9 Ivens (4.4).
  Not 4 Dekker: both have the same absolute colour preference (C3)."""

DUTCH = """\
Bord 3: 5 Evers - 7 Groen

Groep van 2: 7 Groen. Naar deze groep gestegen: 5 Evers (1.3.1).
  Eén speler stijgt, want het aantal is oneven (C5).
  5 Evers stijgt: anders steeg een speler met 2 in plaats van een met 2½ (C6).
  Het minste dat moet worden opgegeven: één speler zonder de kleur van de voorkeur (C7) en één \
speler die net als in de vorige ronde stijgt (C10) (2 willen wit).
  Overgegaan, zodat beide groepen gelijk zijn: 7 Groen van G1 naar G2 (3.2.4).
  G1, op de rating van hun tegenstanders: 5 Evers; G2, op nummer: 7 Groen (3.2.5).
  5 Evers, nummer 1 van S1, speelt tegen nummer 1 van G2: 7 Groen (4.4). Niemand gaat voor in \
volgorde."""


@pytest.mark.parametrize(("player", "language", "page"), [(1, "en", ENGLISH), (5, "nl", DUTCH)])
def test_why_two_players_meet_is_told_step_by_step(
    player: int, language: Language, page: str
) -> None:
    question = dubov_asked(12, 9, 4)
    lines = DubovWriter(question).page(DubovExplainer(question).why(player))
    assert "\n".join(words(line, language) for line in lines) == page


def test_why_a_player_has_the_bye_names_those_who_may_not_and_the_score() -> None:
    question = dubov_asked(12, 9, 4)
    lines = [words(line) for line in DubovWriter(question).page(DubovExplainer(question).why_bye())]
    assert lines == [
        "2 Bos has the bye.",
        "May not have the bye, after a bye or a win without play (C2): 4 Dekker and 1 Adams.",
        "If 6 Fokker, 5 Evers, 3 Claes, 9 Ivens, 7 Groen or 8 Haas had the bye, it would be for a "
        "higher score than 0 (3.1.3).",
    ]


def test_of_others_who_have_played_less_it_is_told_that_they_have_fewer_games() -> None:
    question = dubov_asked(64, 11, 2)
    lines = [words(line) for line in DubovWriter(question).page(DubovExplainer(question).why_bye())]
    assert "If 8 Haas or 9 Ivens had the bye, it would be for fewer games than 2 (3.1.4)." in lines


def test_why_a_player_has_white_is_told_by_the_clause() -> None:
    question = dubov_asked(12, 9, 4)
    claims = DubovColouring(question).why_colour(1, 9)
    assert words(DubovWriter(question).page(claims)[-1]) == (
        "Both want black. The stronger preference, of 1 Adams, is granted: 9 Ivens has white, "
        "1 Adams black (5.2.3)."
    )


@drawn(60, seed=SEEDS, size=range(2, 11), rounds=range(7))
def test_every_question_is_answered_in_both_languages(seed: int, size: int, rounds: int) -> None:
    question = dubov_asked(seed, size, min(rounds, size - 1))
    explainer, writer = DubovExplainer(question), DubovWriter(question)
    keys = [one.key for one in question.contestants]
    pages = [list(explainer.why_bye()), list(explainer.impossible())]
    for one in keys:
        pages.append(list(explainer.why(one)))
        pages += [list(explainer.why_not(one, two)) for two in keys if two != one]
        pages.append(list(explainer.why_not(one, None)))
    for a, b in question.boards:
        pages.append(list(DubovColouring(question).why_colour(a, b)))
    for page in pages:
        for language in LANGUAGES:
            assert all(words(line, language) is not None for line in writer.page(page))


@drawn(60, seed=SEEDS, size=range(2, 11), rounds=range(7))
def test_the_decisions_of_a_round_have_the_keys_of_the_judge(
    seed: int, size: int, rounds: int
) -> None:
    position = dubov_position(seed, size, min(rounds, size - 1))
    decided = decide(ToPair(position.table, RULES, position.present, position.last_round))
    judge = judge_of(position)
    if isinstance(decided, NoPairing):
        assert not judge.best
        return
    assert isinstance(decided.pairing, Pairing)
    names = {key.name for key in KEYS}
    assert {value.key for value in decided.keys} <= names
    assert set(EDITION_DUBOV.named) <= names
    for number in range(len(judge.best)):
        own = dict(judge.values(number, judge.own(number)))
        rows = {one.key: one for one in decided.keys if one.unit.group == number + 1}
        assert set(own) <= set(rows)
        assert rows["upfloaters"].value == own["upfloaters"][0]
        assert rows["denied"].value == own["denied"][0]
