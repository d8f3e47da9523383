"""Explanations and checks in Dutch: from title to notes, and their proposals."""

from __future__ import annotations

import re
from pathlib import Path

from desk.answers.why import CheckRow, Explanation, check_book, why_bye
from pairing.explain.question import Question
from pairing.review.questions import of_book
from pairing.systems.draft import Draft, draft
from tests.helpers.hall import Hall
from tests.helpers.terminal import with_round_1
from tests.helpers.words import whole, words

ENGLISH = re.compile(
    r"\b(the|round|board|boards|player|players|points|name|by|white|black|from|published|"
    r"played|entered|rulings?|provisional|counted|pairings?|corrected|adjourned|against|game)\b"
)


def test_a_check_in_dutch_is_dutch_from_title_to_notes() -> None:
    hall = Hall(5)
    hall.do("publish")
    hall.do("enter", name="Later")
    hall.do("board-add", round=1, white=6, black=1, reason="kwam later")
    answer = check_book(hall.book, None)
    assert isinstance(answer, Explanation)
    assert (
        words(answer.lines[0], "nl")
        == "Open: gepubliceerde ronden tegen Zwitsers op weerstandspunten (KNSB 2014)"
    )
    assert "met de hand toegevoegde borden, niet vergeleken: 1" in whole(answer.lines, "nl")
    assert not ENGLISH.findall(whole(answer.lines, "nl").replace("Player", "")), whole(
        answer.lines, "nl"
    )


def test_a_check_tells_other_colours_from_other_opponents() -> None:
    hall = Hall(6)
    drafted = draft(hall.book)
    assert isinstance(drafted, Draft)
    (one, two), (three, four), (five, six) = [
        (one.white, one.black) for one in drafted.pairing.boards
    ]
    hall.do(
        "pairing-by-hand",
        round=1,
        boards=[[two, one], [three, six], [five, four]],
        reason="they asked",
    )
    answer = check_book(hall.book, 1)
    assert isinstance(answer, Explanation)
    what = {
        frozenset((row.white, row.black)): words(row.what)
        for row in answer.view.rows
        if isinstance(row, CheckRow)
    }
    assert what.pop(frozenset((one, two))) == "colours exchanged"
    assert len(what) == 4
    assert "colours exchanged" not in what.values()


def test_a_check_of_all_has_the_rows_of_the_check_of_each_with_its_name(tmp_path: Path) -> None:
    terminal = with_round_1(tmp_path)
    terminal.run("init", "Other", "--rounds", 5)
    for name in ("Gerda", "Henk", "Ina", "Jan"):
        terminal.run("enter", name, "--tournament", "Other")
    terminal.run("lots", "--by", "entry", "--tournament", "Other")
    by_hand = ("pairing-by-hand", 1, "-", "--reason", "they asked", "--tournament", "Other")
    terminal.run(*by_hand, stdin=b"1 - 2\n3 - 4\n")
    [*own] = terminal.try_("check", "--tournament", "Other", "--json").json["rows"]
    whole_ledger = terminal.try_("check", "--all", "--json", "--jobs", 1).json
    assert own
    assert [row | {"id": ""} for row in whole_ledger["rows"]] == [
        {"tournament": "Other", "id": ""} | row for row in own
    ]
    assert (whole_ledger["rounds"], whole_ledger["same"]) == (2, 1)


def test_the_draft_of_a_round_is_explained_in_dutch_with_its_notes() -> None:
    hall = Hall(6)
    hall.do("publish")
    hall.do("adjourn", round=1, board=1)
    for board in (2, 3):
        hall.do("result", round=1, board=board, result="1-0")
    question = of_book(hall.book, 2)
    assert isinstance(question, Question)
    answer = why_bye(question)
    assert isinstance(answer, Explanation)
    assert "toernooi plannen RONDEN" in whole(answer.lines, "nl")
    assert "tellen voor de indeling als remise (F11): 1" in whole(answer.lines, "nl")
    assert not ENGLISH.findall(whole(answer.lines, "nl")), whole(answer.lines, "nl")
