"""Explanations of FIDE's Dutch System of known positions, word for word, and by the verbs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desk.answers import why as answers
from ledger.values import Language
from pairing.explain.question import Question
from pairing.fide_dutch.explain.colouring import DutchColouring
from pairing.fide_dutch.explain.writer import DutchWriter
from tests.helpers.console import Console
from tests.helpers.fide_questions import asked_about
from tests.helpers.fide_rounds import random_position
from tests.helpers.terminal import Terminal
from tests.helpers.words import whole, words


def asked(*position: int) -> Question:
    return asked_about(random_position(*position))


FLOATS_ENGLISH = """\
Round 7 · FIDE Swiss, Dutch system (2026) · as known at #7

Board 6: 1 Adams - 3 Claes

Bracket of 2½: 3 Claes, 5 Evers, 9 Ivens and 13 N.N. Moved down: 2 Bos and 11 Kuiper (1.3).
  2 pairs; 2 float down, who are needed below: with fewer the others could not all be paired \
(C4).
  The least that must be given up: one player floating down as in the last round (C14), 2 \
players floating up as in the last round (C15) and one player floating up as two rounds ago \
(C17).
  3 Claes floats down: had they stayed, a player with 3 would float down instead of one with 2½ \
(C7).
  5 Evers floats down: had they stayed, one player would not get the colour they prefer instead \
of none (C12).

Bracket of 2: 1 Adams and 12 Laan. Moved down: 3 Claes and 5 Evers (1.3).
  2 pairs; nobody floats down.
  The least that must be given up: one player without the colour they prefer (C12), one player \
floating up as in the last round (C15), one player floating up as two rounds ago (C17) and a \
score difference of ½ with a float down as in the last round (C18) (1 wants white, 3 want \
black).
  3 Claes, number 1 of those moved down, meets number 1 of S2: 1 Adams (4.2). Nobody comes \
before them in order."""

FLOATS_DUTCH = """\
Ronde 7 · Zwitsers volgens de FIDE, Dutch-systeem (2026) · op basis van #7

Bord 6: 5 Evers - 12 Laan

Groep van 2½: 10 Jansen en 12 Laan.
  Geen paar; 2 spelers zakken: meer paren zijn er niet te maken (C6).
  10 Jansen kan tegen niemand anders hier (12 Laan; C1) en zakt.
  12 Laan kan tegen niemand anders hier (10 Jansen; C1) en zakt.

Groep van 2: 14 N.N. Naar deze groep gezakt: 10 Jansen en 12 Laan (1.3).
  1 paar; één speler zakt, want het aantal is oneven (C6).
  Het minste dat moet worden opgegeven: één speler zonder de kleur van de voorkeur (C12), één \
speler zonder een sterke voorkeur (C13), één speler met een upfloat als in de vorige ronde \
(C15), een puntenverschil van ½ bij een downfloat als in de vorige ronde (C18) en een \
puntenverschil van ½ bij een downfloat als twee ronden geleden (C20) (2 willen zwart).
  12 Laan zakt: bij blijven zakte iemand met 2½ en een downfloat in de vorige ronde weer (C18).

Groep van 1: 5 Evers en 6 Fokker. Naar deze groep gezakt: 12 Laan (1.3).
  1 paar; één speler zakt, want het aantal is oneven (C6).
  Het minste dat moet worden opgegeven: een puntenverschil van 1½ bij een downfloat als twee \
ronden geleden (C20).
  6 Fokker zakt: bij blijven kreeg één speler niet de kleur van de voorkeur in plaats van geen \
(C12).
  12 Laan, nummer 1 van de gezakte spelers, speelt tegen nummer 1 van S2: 5 Evers (4.2). \
Niemand gaat voor in volgorde."""


@pytest.mark.clause("fide-dutch-2026 1.3, C1, C4, C6, C7, C12, C18, 4.2, 4.4, BR9")
@pytest.mark.parametrize(
    ("position", "player", "language", "text"),
    [((2, 14, 6), 3, "en", FLOATS_ENGLISH), ((4, 14, 6), 12, "nl", FLOATS_DUTCH)],
)
def test_why_a_player_floats_and_whom_they_meet_is_said_bracket_by_bracket(
    position: tuple[int, int, int], player: int, language: Language, text: str
) -> None:
    answer = answers.why(asked(*position), None, str(player), int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines, language) == text


SENTENCES = [
    ((0, 8, 3), ("1", "7"), "en", ["1 Adams and 7 Groen have met, in round 1 (C1)."]),
    (
        (10, 14, 6),
        ("7", "3"),
        "en",
        [
            "If 7 Groen met 3 Claes, the next bracket would leave over 2 players at best instead of "
            "none (C8), in the bracket of 3½.",
        ],
    ),
    (
        (1, 14, 6),
        ("3", "6"),
        "en",
        [
            "If 3 Claes met 6 Fokker, 2 players would float down instead of none (C6), in the bracket "
            "of 3½.",
            "In the way: 11 Kuiper and 4 Dekker have met, in round 2 (C1).",
            "In the way: 11 Kuiper and 10 Jansen have met, in round 4 (C1).",
            "In the way: 11 Kuiper and 12 Laan are kept apart (C1).",
        ],
    ),
    (
        (1, 14, 6),
        ("3", "6"),
        "nl",
        [
            "Als 3 Claes tegen 6 Fokker speelde, zakten 2 spelers in plaats van geen (C6), in de groep "
            "van 3½.",
            "In de weg staat: 11 Kuiper en 4 Dekker speelden al tegen elkaar, in ronde 2 (C1).",
            "In de weg staat: 11 Kuiper en 10 Jansen speelden al tegen elkaar, in ronde 4 (C1).",
            "In de weg staat: 11 Kuiper en 12 Laan worden uit elkaar gehouden (C1).",
        ],
    ),
    (
        (32, 8, 3),
        ("8", "1"),
        "en",
        [
            "If 8 Haas met 1 Adams, the bye would be for a score of ½ instead of 0 (C5).",
        ],
    ),
    (
        (10, 8, 3),
        ("1", "2"),
        "nl",
        [
            "De ronde is niet in te delen: geen volledige indeling voldoet aan C1, C2 en C3 (C4). De "
            "arbiter beslist.",
            "In de weg staat: 2 Bos en 5 Evers speelden al tegen elkaar, in ronde 1 (C1).",
            "In de weg staat: 2 Bos en 7 Groen speelden al tegen elkaar, in ronde 3 (C1).",
            "In de weg staat: 2 Bos en 3 Claes speelden al tegen elkaar, in ronde 2 (C1).",
            "Van 2 Bos, 5 Evers, 7 Groen en 3 Claes hebben er minstens 4 een tegenstander van buiten "
            "nodig, en er zijn slechts 3 spelers: 1 Adams, 4 Dekker en 8 Haas (C1, C3).",
        ],
    ),
]


@pytest.mark.clause("fide-dutch-2026 C1, C3, C5, C6, C8, 1.9")
@pytest.mark.parametrize(("position", "pair", "language", "lines"), SENTENCES)
def test_why_not_names_the_key_and_at_most_three_who_are_in_the_way(
    position: tuple[int, int, int], pair: tuple[str, str], language: Language, lines: list[str]
) -> None:
    answer = answers.why_not(asked(*position), *pair, int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines[2:], language).splitlines() == lines


@pytest.mark.clause("fide-dutch-2026 C2, C5, C9")
def test_why_the_bye_names_who_may_not_and_the_others_by_score_and_rounds_missed() -> None:
    answer = answers.why_bye(asked(2, 11, 5))
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines[2:]).splitlines() == [
        "9 Ivens has the bye.",
        "May not have the bye, after a bye or a win without play (C2): 2 Bos.",
        "If 1 Adams had the bye, the bye would be for somebody who did not play 2 rounds instead "
        "of 1 (C9), in the bracket of 1.",
        "If 4 Dekker, 8 Haas, 7 Groen, 6 Fokker, 10 Jansen, 5 Evers, 11 Kuiper or 3 Claes had the "
        "bye, it would be for a higher score than 1 (C5).",
    ]


COLOURS = [
    (
        (0, 8, 3),
        (3, 5),
        "Both preferences can be granted: 3 Claes has white, 5 Evers black (5.2.1).",
    ),
    (
        (3, 11, 5),
        (9, 5),
        "Only 5 Evers has a preference, and gets it: 9 Ivens has white, 5 Evers black (5.2.1).",
    ),
    (
        (0, 14, 6),
        (14, 6),
        "Both want white, absolutely. The wider colour difference, of 14 N.N., "
        "counts: 14 N.N. has white, 6 Fokker black (5.2.2).",
    ),
    (
        (0, 8, 3),
        (2, 5),
        "Both want black. The stronger preference, of 2 Bos, is granted: 5 Evers "
        "has white, 2 Bos black (5.2.2).",
    ),
    (
        (0, 8, 3),
        (5, 8),
        "Both want black, equally strongly. They alternate with that game: 8 Haas "
        "has white, 5 Evers black (5.2.3).",
    ),
    (
        (0, 11, 5),
        (5, 8),
        "Both want black, equally strongly, and nothing parts their histories. "
        "The higher ranked, 5 Evers, gets the preference: 8 Haas has white, 5 Evers black (5.2.4).",
    ),
    (
        (1, 11, 5),
        (1, 5),
        "Nobody has a preference. The higher ranked, 1 Adams, has number 1, which "
        "is odd, so the initial colour, white: 1 Adams has white, 5 Evers black (5.2.5).",
    ),
    (
        (12, 11, 5),
        (10, 9),
        "Nobody has a preference. The higher ranked, 9 Ivens, has number 9, which "
        "is odd, so the initial colour, black: 10 Jansen has white, 9 Ivens black (5.2.5).",
    ),
    (
        (121, 8, 3),
        (6, 7),
        "Nobody has a preference. The higher ranked, 7 Groen, has number 6, "
        "which is even, so not the initial colour, white: 6 Fokker has white, 7 Groen black (5.2.5). "
        "Their number counts only those who have been in a pairing; that is our reading of 5.2.5, and "
        "the pairing number would give the other colours.",
    ),
]


@pytest.mark.clause("fide-dutch-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5, 1.7, 1.8")
@pytest.mark.parametrize(("position", "pair", "text"), COLOURS)
def test_why_a_colour_is_told_by_the_first_rule_that_decides(
    position: tuple[int, int, int], pair: tuple[int, int], text: str
) -> None:
    question = asked(*position)
    *_, claim = [c for c in DutchColouring(question).why_colour(*pair) if c.kind == "colour"]
    assert words(DutchWriter(question).text(claim)) == text


@pytest.mark.clause("fide-dutch-2026 C1, C6, BR9")
def test_the_verbs_answer_for_a_ledger_and_for_its_file_alike(tmp_path: Path) -> None:
    console = Console(tmp_path)
    rules = ("--rules", "fide-dutch-2026")
    console.must_run("generate", "--players", "15", "--rounds", "5", *rules, "-o", "made.trf")
    console.must_run("import", "made.trf", *rules, "--confirm", "yes")
    assert console.run("check").exit_code == 0
    for number in (1, 2, 5):
        white = json.loads(console.must_run("pairings", str(number), "--json"))["rows"][0]["white"]
        other = "3" if white != 3 else "5"
        asked_both = [
            (["why", str(number), "--player", str(white)], ["--player", str(white)]),
            (["why-not", str(number), str(white), other], ["--pair", str(white), other]),
            (["why-bye", str(number)], ["--bye"]),
        ]
        for of_ledger, of_file in asked_both:
            one = console.must_run(*of_ledger, "--json")
            two = console.must_run(
                *("trf", "why", "made.trf", *rules, "--round", str(number), *of_file, "--json")
            )
            assert told(one) == told(two)


def told(output: str) -> list[dict[str, object]]:
    left_out = {"detail": None, "text": None}
    return [row | left_out for row in json.loads(output)["rows"] if row["kind"] != "board"]


@pytest.mark.clause("fide-dutch-2026 C1, C6, GHR4")
def test_a_round_that_was_changed_by_hand_is_told_with_the_first_key(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "dutch.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name, rating in (("Anna", 2000), ("Bram", 1900), ("Cees", 1800), ("Dora", 1700)):
        terminal.run("enter", name, "--rating", rating)
    terminal.run("lots", "--by", "rating")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "0-1")
    assert "Draft of round 2" in terminal.run("why", 2, 1)
    terminal.run("publish")
    assert "have met, in round 1 (C1)" in terminal.run("why-not", 2, "Anna", "Cees")
    worse = "2 players would float down instead of none (C6), in the bracket of 1"
    assert worse in terminal.run("why-not", 2, "Anna", "Dora")
    terminal.run("by-hand-begin", "--round", 2, "--confirm", "yes")
    terminal.run("board", "swap", 2, "Bram", "Dora", "--reason", "asked for", "--confirm", "yes")
    terminal.run("by-hand-end")
    assert worse in terminal.try_("check", 2).out
    assert "As known then it breaks neither C1 nor C3." in terminal.run("why", 2, 1)


OF_2017 = [
    (
        (0, 14, 6),
        "4",
        "en",
        "Bracket of 3: 4 Dekker, 5 Evers, 8 Haas and 13 N.N. It is paired "
        "again, so that all below it can be paired (A9).",
    ),
    (
        (0, 14, 6),
        "8",
        "nl",
        "Groep van 2: 1 Adams, 2 Bos, 12 Laan en 9 Ivens. Naar deze groep "
        "gezakt: 8 Haas en 13 N.N. (A3). Allen onder de vorige groep zijn samen de laatste groep "
        "(A9).",
    ),
    (
        (0, 8, 5),
        "6",
        "en",
        "6 Fokker floats down: had they stayed, a score difference would be 2 instead of 1½ (C6).",
    ),
    (
        (24, 14, 6),
        "4",
        "nl",
        "4 Dekker zakt: bij blijven was in de volgende groep op zijn best een "
        "puntenverschil 1½ in plaats van 1 (C7).",
    ),
]


@pytest.mark.clause("fide-dutch-2017 A3, A9, C4, C6, C7, BRi")
@pytest.mark.parametrize(("position", "player", "language", "line"), OF_2017)
def test_a_round_of_2017_is_told_by_its_own_clauses(
    position: tuple[int, int, int], player: str, language: Language, line: str
) -> None:
    question = asked_about(random_position(*position), "fide-dutch-2017")
    answer = answers.why(question, None, player, int)
    assert isinstance(answer, answers.Explanation)
    assert line in [one.strip() for one in whole(answer.lines, language).splitlines()]


@pytest.mark.clause("fide-dutch-2026 C1, GHR3.5, GHR4")
def test_a_round_that_breaks_c1_by_a_correction_is_paired_again_on_that_ground(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "dutch.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name, rating in (("Anna", 2000), ("Bram", 1900), ("Cees", 1800), ("Dora", 1700)):
        terminal.run("enter", name, "--rating", rating)
    terminal.run("lots", "--by", "rating")
    terminal.run("publish")
    for board in (1, 2):
        terminal.run("forfeit", 1, board, "--white", "late", "--black", "late")
    terminal.run("publish")
    assert "1 Anna" in terminal.run("why", 2, 1)
    terminal.run("correct", "result", 1, 1, "1-0", "--reason", "it was played", "--confirm", "yes")
    output = terminal.run("amend", 2, "--reason", "they had met", "--dry-run")
    assert "2 of 2 boards would change (C1, correction #14)" in output
    terminal.run("amend", 2, "--reason", "they had met", "--confirm", "2")
    assert "C1" in terminal.run("audit", 2)
    rows = json.loads(terminal.run("why", 2, 1, "--json"))["rows"]
    assert all(row["clause"] is None or row["clause"].startswith("fide-dutch-2026") for row in rows)
