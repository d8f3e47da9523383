"""Explanations of the Burstein System of its worked example, word for word."""

from __future__ import annotations

import pytest

from desk.answers import why as answers
from ledger.values import Language
from pairing.explain.question import Question
from pairing.systems.registry import system_of
from tests.helpers.burstein_fields import worked_example
from tests.helpers.fide_questions import asked_about
from tests.helpers.words import whole, words


def asked() -> Question:
    return asked_about(worked_example(), "fide-burstein-2026")


FLOATS_ENGLISH = """\
Round 3 · FIDE Swiss, Burstein system (2026) · as known at #7

Board 2: 5 Evers - 3 Claes

Bracket of 1: 3 Claes, 5 Evers and 7 Groen.
  By number: 1 is 3 Claes (Buchholz 3, SB 1), 2 is 5 Evers (Buchholz 3, SB 1) and 3 is 7 Groen \
(Buchholz 2½, SB ½) (1.8).
  1 pair; one floats down, as the number is odd (C5).
  Everybody gets the colour they prefer.
  7 Groen floats down: had they stayed, all else would be equal, but 3 Claes would float instead \
of meeting 5 Evers (4.3).
  3 Claes, number 1, meets the largest number possible, 2: 5 Evers (4.3).
  Not 7 Groen: then one player would not get the colour they prefer instead of none (C8)."""

MOVED_DUTCH = """\
Ronde 3 · Zwitsers volgens de FIDE, Bursteinsysteem (2026) · op basis van #7

Bord 3: 2 Bos - 7 Groen

Groep van ½: 2 Bos. Naar deze groep gezakt: 7 Groen (1.2).
  Op nummer: 1 is 7 Groen (Buchholz 2½, SB ½) en 2 is 2 Bos (Buchholz 2½, SB ¼) (1.8).
  1 paar; niemand zakt.
  Het minste dat moet worden opgegeven: één speler zonder de kleur van de voorkeur (C8) (2 willen \
zwart).
  7 Groen, nummer 1, speelt tegen het hoogste nummer dat kan, 2: 2 Bos (4.3). Niemand heeft een \
hoger nummer."""


@pytest.mark.clause("fide-burstein-2026 1.2, 1.8, 4.1, 4.3, C5, C8, BR9")
@pytest.mark.parametrize(
    ("player", "language", "text"), [("5", "en", FLOATS_ENGLISH), ("2", "nl", MOVED_DUTCH)]
)
def test_why_a_player_meets_whom_they_meet_is_said_by_number(
    player: str, language: Language, text: str
) -> None:
    answer = answers.why(asked(), None, player, int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines, language) == text


BYE = {
    "en": [
        "1 Adams has the bye.",
        "1 Adams may have the bye and lets all others be paired; of those who do they have the "
        "lowest score, then the most games, then the lowest ranking (3.1).",
        "If 2 Bos had the bye, the bye would be for number 4 of the ranking instead of number 7 "
        "(3.1).",
        "If 7 Groen, 4 Dekker or 6 Fokker had the bye, it would be for a higher score than ½ "
        "(3.1).",
    ],
    "nl": [
        "1 Adams is vrij.",
        "1 Adams mag vrij zijn en dan zijn alle anderen in te delen; van wie dat geldt, de laagste "
        "score, dan de meeste partijen, dan de laagste in de rangorde (3.1).",
        "Als 2 Bos vrij was, was de bye voor nummer 4 van de rangorde in plaats van nummer 7 "
        "(3.1).",
        "Als 7 Groen, 4 Dekker of 6 Fokker vrij was, was de bye voor een hogere score dan ½ (3.1).",
    ],
}


@pytest.mark.clause("fide-burstein-2026 3.1, C2")
@pytest.mark.parametrize("language", ["en", "nl"])
def test_why_a_player_is_free_is_said_by_score_games_and_ranking(language: Language) -> None:
    answer = answers.why(asked(), None, "1", int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines[2:], language).splitlines() == BYE[language]
    bye = answers.why_bye(asked())
    assert isinstance(bye, answers.Explanation)
    barred = {
        "en": "May not have the bye, after a bye or a win without play (C2): 5 Evers and 3 Claes.",
        "nl": "Mogen de bye niet krijgen, na een bye of winst zonder te spelen (C2): 5 Evers en "
        "3 Claes.",
    }
    lines = whole(bye.lines[2:], language).splitlines()
    assert lines == [BYE[language][0], barred[language], *BYE[language][2:]]


@pytest.mark.clause("fide-burstein-2026 3.1, C5, C8")
@pytest.mark.parametrize(
    ("pair", "line"),
    [
        (
            ("3", "7"),
            "If 3 Claes met 7 Groen, one player would not get the colour they prefer "
            "instead of none (C8), in the bracket of 1.",
        ),
        (
            ("6", "1"),
            "If 6 Fokker met 1 Adams, the bye would be for number 4 of the ranking "
            "instead of number 7 (3.1).",
        ),
        (
            ("4", "3"),
            "If 4 Dekker met 3 Claes, 2 players would float down instead of none (C5), in "
            "the bracket of 2.",
        ),
    ],
)
def test_why_two_do_not_meet_is_said_by_the_first_key_that_gets_worse(
    pair: tuple[str, str], line: str
) -> None:
    answer = answers.why_not(asked(), *pair, int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines[2:]).splitlines()[0] == line


@pytest.mark.clause("fide-burstein-2026 5.2.2, 5.2.5")
@pytest.mark.parametrize(
    ("pair", "text"),
    [
        ((3, 5), "Both preferences can be granted: 5 Evers has white, 3 Claes black (5.2.2)."),
        (
            (2, 7),
            "Both want black, equally strongly, and nothing parts their histories. The higher "
            "ranked, 7 Groen, gets the preference: 2 Bos has white, 7 Groen black (5.2.5).",
        ),
    ],
)
def test_the_higher_ranked_is_so_by_the_ranking_and_not_by_score(
    pair: tuple[int, int], text: str
) -> None:
    question = asked()
    system = system_of(question.rules)
    *_, claim = [c for c in system.colours(question).why_colour(*pair) if c.kind == "colour"]
    assert words(system.writer(question).text(claim)) == text
