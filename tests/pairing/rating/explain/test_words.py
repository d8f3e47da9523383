"""Explanations on rating of known positions: word for word, of every vector, and by the verbs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desk.answers import why as answers
from ledger.values import Language
from pairing.explain.claims import Claim, ClaimValue
from pairing.norms.model import Pairing
from pairing.rating.explain.colouring import RatingColouring
from pairing.rating.explain.explainer import RatingExplainer
from pairing.rating.explain.writer import RatingWriter
from pairing.review.check import check
from tests.helpers.console import Console
from tests.helpers.places import VECTOR_FOLDER
from tests.helpers.rating_rounds import asked_of, asked_of_file
from tests.helpers.terminal import Terminal
from tests.helpers.words import whole, words

VECTORS = json.loads((VECTOR_FOLDER / "rating_pairing.json").read_text("utf-8"))
TOURNAMENTS: dict[str, Any] = {t["id"]: t for t in VECTORS["tournaments"]}
ROUNDS = [(name, n) for name, t in TOURNAMENTS.items() for n in range(2, len(t["rounds"]) + 1)]

C12_DUTCH = """\
Ronde 3 · Zwitsers op rating (KNSB 2014) · op basis van #7

Bord 3: 1 Adams - 5 Evers

Puntengroep 1: 4 Dekker, 5 Evers en 6 Fokker. Doorgeschoven: 2 Bos en 7 Groen (A3).
  Eerst zouden doorschuiven: 6 Fokker; maar dan heeft een doorgeschoven speler in de volgende \
groep geen tegenstander (C1). Na openknippen (C12): 5 Evers, evenveel spelers met dezelfde scores.
  2 paren, zoveel als er kunnen zijn (P0). Eerst alle 2 doorgeschoven spelers (M1).
  Het minste dat moet worden opgegeven: in 1 paar niet elke voorkeur, waar X1 1 is (B4, C10e), \
één speler met een downfloat als in de vorige ronde (B5, C10d) en 2 spelers met een upfloat als \
in de vorige ronde (B5, C10b) (1 wil wit, 3 willen zwart).
  Naar de volgende groep: 5 Evers, niet 6 Fokker: dan was de volgende groep niet in te delen \
zoals moet (C12).
  Ook niet 4 Dekker: dan was de volgende groep niet in te delen zoals moet (C12).
  Niet mogelijk, want de overigen kunnen dan niet evenveel paren maken: 7 Groen of 2 Bos.

Puntengroep ½: 1 Adams. Doorgeschoven: 5 Evers (A3).
  De helft of meer is doorgeschoven, dus de groep wordt als homogeen behandeld (A3).
  1 paar, zoveel als er kunnen zijn (P0).
  Allen krijgen de kleur van hun voorkeur, en niemand opnieuw dezelfde float.
  Hier telt onze lezing van een tekst die zwijgt:
    Vanuit C1 vraagt C12 zoveel paren als er kunnen zijn (rating.c12_c1 = "p0").
  5 Evers, nummer 1 van S1, speelt tegen nummer 1 van S2: 1 Adams (D1.1). Niemand gaat voor \
in volgorde (C6)."""

C13_ENGLISH = """\
Round 6 · Swiss on rating (KNSB 2014) · as known at #7

Board 2: 6 Fokker - 7 Groen

Score group 3½: 6 Fokker and 10 Jansen.
  6 Fokker has met all the others here (10 Jansen; B1a) and goes on (C1).
  10 Jansen has met all the others here (6 Fokker; B1a) and goes on (C1).

Score group 3: 2 Bos. Moved down: 6 Fokker and 10 Jansen (A3).
  Half or more were moved down, so the group is treated as homogeneous (A3).
  1 pair, as many as there can be (P0).
  The least that must be given up: in 1 pair not every preference is met, where X1 is 1 (B4, \
C10e) and one player floating down as two rounds ago (B6, C10c) (2 want white).
  To the next group: 6 Fokker, not 10 Jansen: then one player would float down as in the last \
round instead of none (B5, C10d).
  Not possible, for the others could not make as many pairs: 2 Bos.
  Our reading of a silent text decides here, and by the other one this group would be paired \
otherwise:
    B5 and B6 count for players moved down who float again, or do not (rating.down_md = true).

Score group 2½: 1 Adams, 7 Groen and 11 Kuiper. Moved down: 6 Fokker (A3).
  First nobody would have gone on; but then the last group could not be paired. C13: 1 Adams and \
11 Kuiper instead.
  1 pair instead of 2: with more the last group could not be paired (C13). First the one moved \
down (M1).
  Everybody gets the colour they prefer, and nobody the same float again.
  To the next group: 1 Adams + 11 Kuiper, not 7 Groen + 11 Kuiper: then the last group could not \
be paired (C13).
  (Only floaters who differ in one player were compared, the nearest of them.)
  Not possible, for the others could not make as many pairs: 1 Adams + 7 Groen, 6 Fokker + 11 \
Kuiper or 6 Fokker + 1 Adams.
  Our reading of a silent text decides here, and by the other one this group would be paired \
otherwise:
    B5 and B6 count for players moved down who float again, or do not (rating.down_md = true).
  6 Fokker, number 1 of those moved down, meets number 2 of S2: 7 Groen (D1.2).
  Not 1 Adams: the others could then not all be paired (C13)."""

MERGED_ENGLISH = """\
Round 4 · Swiss on rating (KNSB 2014) · as known at #7

Board 2: 6 Fokker - 1 Adams

Last score groups, merged from 1½ down (C13): 4 Dekker and 6 Fokker. As moved down, with the \
group added last: 1 Adams and 5 Evers.
  2 pairs, as many as there can be (P0). First all 2 moved down (M1).
  The least that must be given up: 2 players floating up as two rounds ago (B6, C10a) (2 want \
white, 2 want black).
  Our reading of a silent text counts here:
    S1 of merged groups is the added group with the players moved down into it (rating.merge_md = \
"both").
  1 Adams, number 1 of those moved down, meets number 2 of S2: 6 Fokker (D1.2).
  Not 4 Dekker: they have met, in round 1 (B1a)."""

MERGED_DUTCH = """\
Ronde 4 · Zwitsers op rating (KNSB 2014) · op basis van #7

Bord 2: 6 Fokker - 1 Adams

Laagste puntengroepen, samengevoegd vanaf 1½ (C13): 4 Dekker en 6 Fokker. Als doorgeschoven, met \
de laatst toegevoegde groep: 1 Adams en 5 Evers.
  2 paren, zoveel als er kunnen zijn (P0). Eerst alle 2 doorgeschoven spelers (M1).
  Het minste dat moet worden opgegeven: 2 spelers met een upfloat als twee ronden geleden (B6, \
C10a) (2 willen wit, 2 willen zwart).
  Hier telt onze lezing van een tekst die zwijgt:
    S1 van samengevoegde groepen is de toegevoegde groep met wie daarin was doorgeschoven \
(rating.merge_md = "both").
  1 Adams, nummer 1 van de doorgeschoven spelers, speelt tegen nummer 2 van S2: 6 Fokker (D1.2).
  Niet 4 Dekker: zij speelden al tegen elkaar, in ronde 1 (B1a)."""

E3_ENGLISH = """\
Round 6 · Swiss on rating (KNSB 2014) · as known at #7

Board 4: 9 Ivens - 8 Haas
9 Ivens: -WBWB, difference -0: light preference for white.
8 Haas: WB-WB, difference -0: light preference for white.
The games played, gaps moved to the front (F3):
  9 Ivens  - W B W B
  8 Haas   - W B W B
In no round did one have white and the other black.
Both want white, equally strongly, and nothing parts their histories. The higher placed, 9 Ivens, \
gets their preference: 9 Ivens has white, 8 Haas black (E4).
  Histories are compared closed up, or round by round (rating.e3 = "closed"); the other reading \
gives other colours."""

E3_DUTCH = """\
Ronde 6 · Zwitsers op rating (KNSB 2014) · op basis van #7

Bord 4: 9 Ivens - 8 Haas
9 Ivens: -WZWZ, kleursaldo -0: lichte voorkeur voor wit.
8 Haas: WZ-WZ, kleursaldo -0: lichte voorkeur voor wit.
De gespeelde partijen, met de gaten naar voren geschoven (F3):
  9 Ivens  - W Z W Z
  8 Haas   - W Z W Z
In geen enkele ronde had de een wit en de ander zwart.
Beiden willen wit, even sterk, en niets onderscheidt hun kleuren. De voorkeur van de hogere in \
klassering, 9 Ivens, gaat voor: 9 Ivens heeft wit, 8 Haas zwart (E4).
  Kleuren worden aaneengesloten vergeleken, of ronde voor ronde (rating.e3 = "closed"); de andere \
lezing geeft andere kleuren."""


@pytest.mark.clause("knsb-rating-2014 A3, B5, B6, C1, C10c, C10d, C12, C13")
@pytest.mark.parametrize(
    ("name", "number", "player", "language", "text"),
    [
        ("ZR-07", 3, 5, "nl", C12_DUTCH),
        ("ZR-39", 6, 6, "en", C13_ENGLISH),
        ("ZR-03", 4, 6, "en", MERGED_ENGLISH),
        ("ZR-03", 4, 6, "nl", MERGED_DUTCH),
    ],
)
def test_a_disputed_pairing_is_explained_as_an_arbiter_writes_it(
    name: str, number: int, player: int, language: Language, text: str
) -> None:
    question = asked_of(TOURNAMENTS[name], number)
    answer = answers.why(question, None, str(player), int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines, language) == text


@pytest.mark.clause("knsb-rating-2014 A7, E4, F3")
@pytest.mark.parametrize(("language", "text"), [("en", E3_ENGLISH), ("nl", E3_DUTCH)])
def test_a_colour_is_explained_with_the_histories_closed_up_and_the_reading_in_force(
    language: Language, text: str
) -> None:
    answer = answers.colour(asked_of(TOURNAMENTS["ZR-19"], 6), "4", int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines, language) == text


@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_every_round_of_the_vectors_is_explained_and_found_the_same(name: str, number: int) -> None:
    question = asked_of(TOURNAMENTS[name], number)
    explainer = RatingExplainer(question)
    assert check(question).verdict == "same"
    for player, (bracket, _) in explainer.by_rules.items():
        claims = list(explainer.why(player))
        groups = [claim for claim in claims if claim.kind == "group"]
        assert len(groups) == bracket - explainer.first_group(player) + 1
        assert any(player in (*claim.players, *claim.others) for claim in groups)
        for claim in groups:
            moved = "A3" if claim.others else "A2"
            assert claim.clause == ("C13" if claim.detail["merged"] else moved)


@pytest.mark.clause("knsb-rating-2014 B2, E1, E2, E3, E4")
@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_a_colour_is_explained_by_the_clause_by_which_the_engine_gives_it(
    name: str, number: int
) -> None:
    question = asked_of(TOURNAMENTS[name], number)
    assert isinstance(question.pairing, Pairing)
    for board in question.pairing.boards:
        claims = RatingColouring(question).why_colour(board.white, board.black)
        (claim,) = [claim for claim in claims if claim.kind == "colour"]
        assert claim.players == (board.white, board.black)
        assert claim.clause == board.rule.split(" ")[0]


# --- readings -------------------------------------------------------------------------------------


def readings(name: str, number: int) -> set[tuple[str, bool]]:
    explainer = RatingExplainer(asked_of(TOURNAMENTS[name], number))
    return {
        (claim.decisions[0], bool(claim.detail["decides"]))
        for bracket in range(len(explainer.judge.best))
        for claim in explainer.group(bracket)
        if claim.kind == "reading"
    }


@pytest.mark.clause("knsb-rating-2014 B5, C12, C13")
def test_the_readings_that_decide_a_round_of_the_vectors_are_named() -> None:
    assert ("rating.c12_half", True) in readings("ZR-21", 3)
    assert ("rating.bye_float", True) in readings("ZR-29", 4)
    assert ("rating.down_md", True) in readings("ZR-39", 6)
    assert ("rating.merge_md", False) in readings("ZR-03", 4)


# --- round 1, and the verbs -----------------------------------------------------------------------


@pytest.mark.clause("knsb-rating-2014 E5, F4")
def test_round_one_is_explained_by_the_order_and_the_colours_of_s1() -> None:
    question = asked_of(next(t for t in TOURNAMENTS.values() if len(t["players"]) == 7), 1)
    text = answers.why(question, "2", None, int)
    assert isinstance(text, answers.Explanation)
    assert "the top half meets the bottom half in order (F4)" in whole(text.lines)
    colour = answers.colour(question, "2", int)
    assert isinstance(colour, answers.Explanation)
    assert "the first has white; 2 Bos is number 2: 5 Evers has white, 2 Bos black" in (
        whole(colour.lines)
    )
    bye = answers.why_bye(question)
    assert isinstance(bye, answers.Explanation)
    assert "7 Groen is free" in whole(bye.lines)
    claims: list[Claim] = list(RatingColouring(question).why_colour(*question.boards[0]))
    assert [claim.clause for claim in claims] == [None, "F4", "E5"]


@pytest.mark.clause("knsb-rating-2014 C, F6")
def test_the_verbs_answer_for_a_ledger_and_for_its_file_alike(tmp_path: Path) -> None:
    console = Console(tmp_path)
    rules = ("--rules", "knsb-rating-2014")
    console.must_run("generate", "--players", "15", "--rounds", "5", *rules, "-o", "made.trf")
    console.must_run("import", "made.trf", *rules)
    assert console.run("check").exit_code == 0
    for number in (2, 4, 5):
        white = json.loads(console.must_run("pairings", str(number), "--json"))["rows"][0]["white"]
        other = "3" if white != 3 else "5"
        questions = [
            (["why", str(number), "--player", str(white)], ["--player", str(white)]),
            (["why-not", str(number), str(white), other], ["--pair", str(white), other]),
            (["why-bye", str(number)], ["--bye"]),
        ]
        for of_ledger, of_file in questions:
            one = console.must_run(*of_ledger, "--json")
            two = console.must_run(
                *("trf", "why", "made.trf", *rules, "--round", str(number), *of_file, "--json")
            )
            assert said(one) == said(two)


def said(output: str) -> list[dict[str, object]]:
    left_out = {"detail": None, "text": None}
    return [row | left_out for row in json.loads(output)["rows"] if row["kind"] != "board"]


@pytest.mark.clause("knsb-rating-2014 B1a, C14a, F6")
def test_a_round_on_rating_that_was_changed_by_hand_is_told_with_the_first_key(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "rating.ledger")
    terminal.run("init", "Open", "--rules", "knsb-rating-2014", "--rounds", 3)
    for name, rating in (("Anna", 2000), ("Bram", 1900), ("Cees", 1800), ("Dora", 1700)):
        terminal.run("enter", name, "--rating", rating)
    terminal.run("lots", "--by", "rating")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "0-1")
    assert "Draft of round 2" in terminal.run("why", 2, 1)
    terminal.run("publish")
    assert "have met, in round 1 (B1a)" in terminal.run("why-not", 2, "Anna", "Cees")
    assert "no pair would be made instead of 1 pair (C14a), in score group 1" in terminal.run(
        "why-not", 2, "Anna", "Dora"
    )
    terminal.run("board", "swap", 2, "Bram", "Dora", "--reason", "asked for")
    output = terminal.try_("check", 2).out
    assert "no pair would be made instead of 1 pair (C14a), in score group 1" in output


@pytest.mark.clause("knsb-rating-2014 C13, C14a, C14b2")
@pytest.mark.parametrize(
    ("p1", "m1", "wanted_m1", "by_c13", "said"),
    [
        (3, 2, 2, False, "3 pairs, as many as there can be (P0). First all 2 moved down (M1)."),
        (
            3,
            1,
            2,
            False,
            "3 pairs, as many as there can be (P0). First 1 of the 2 moved down: more "
            "cannot be paired so (C14b2).",
        ),
        (2, 0, 0, False, "2 pairs instead of 3: more cannot be made (C14a)."),
        (
            2,
            0,
            0,
            True,
            "2 pairs instead of 3: with more the last group could not be paired (C13).",
        ),
        (
            1,
            1,
            2,
            True,
            "1 pair instead of 3: with more the last group could not be paired (C13). "
            "First 1 of the 2 moved down, as many as there are pairs.",
        ),
    ],
)
def test_the_level_of_a_bracket_is_told_with_what_brought_it_down(
    p1: int, m1: int, wanted_m1: int, by_c13: bool, said: str
) -> None:
    detail: dict[str, ClaimValue] = {
        "p0": 3,
        "m0": 2,
        "p1": p1,
        "m1": m1,
        "wanted_m1": wanted_m1,
        "all_pairs": p1 == 3,
        "by_c13": by_c13,
    }
    claim = Claim("level", clause="C13" if by_c13 else "C14a", detail=detail)
    writer = RatingWriter(asked_of_file("rating_c12_a.trf"))
    assert [words(line).strip() for line in writer.lines([claim])] == [said]


@pytest.mark.clause("knsb-rating-2014 B1a, C13, C14a")
def test_where_fewer_pairs_are_made_those_who_are_in_the_way_are_named() -> None:
    answer = answers.why_not(asked_of(TOURNAMENTS["ZR-01"], 2), "1", "2", int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines).splitlines()[-2:] == [
        "If 1 Adams met 2 Bos, no pair would be made instead of 1 pair (C14a), in score group 1.",
        "In the way: 3 Claes and 6 Fokker have met, in round 1 (B1a).",
    ]
    byes = answers.why_bye(asked_of(TOURNAMENTS["ZR-09"], 3))
    assert isinstance(byes, answers.Explanation)
    assert whole(byes.lines, "nl").splitlines()[-1] == (
        "Een bye voor 3 Claes stuit op: 2 Bos en 5 Evers speelden al tegen elkaar, in ronde 1 "
        "(B1a)."
    )
    none = answers.why_not(asked_of(TOURNAMENTS["ZR-07"], 5), "4", "5", int)
    assert isinstance(none, answers.Explanation)
    kinds = [row.claim.kind for row in none.claims]
    assert kinds == ["impossible", "in_the_way", "in_the_way", "proof"]


@pytest.mark.clause("knsb-rating-2014 C12, C13")
def test_who_floats_instead_is_told_with_the_pairs_that_c12_wanted() -> None:
    writer = RatingWriter(asked_of_file("rating_c12_a.trf"))
    detail: dict[str, ClaimValue] = {"out_of_c1": False, "m1": 1, "p1": 2}
    (line,) = writer.lines([Claim("undone", (6,), (3,), "C12", 6, detail=detail)])
    assert "2 pairs could not be made" in words(line)
    assert "C12: 6 " in words(line)
    (nobody,) = writer.lines([Claim("undone", (), (3,), "C13", 6, detail={"out_of_c1": False})])
    assert "C13: nobody instead" in words(nobody)
