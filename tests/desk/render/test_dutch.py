"""--lang nl: headings, facts and notes are Dutch throughout; programs read the same values."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

from desk.desk import Desk
from desk.render.dutch import in_language
from desk.render.table import as_table
from desk.reports.audit import Report, audit, text_of
from desk.reports.why import Explanation, check_book, why_bye
from ledger.facts.tournament import FACTS
from ledger.state.book import Book
from pairing.explain.question import Question
from pairing.review.questions import of_book
from projections.log.sentences import sentence
from projections.log.words import SENTENCES
from projections.views.view import Column, View
from tests.helpers.hall import Hall, hall_of
from tests.helpers.season_played import played_season
from tests.helpers.words import in_words, whole, words

ENGLISH = re.compile(
    r"\b(the|round|board|boards|player|players|points|name|by|white|black|from|published|"
    r"played|entered|rulings?|provisional|counted|pairings?|corrected|adjourned|against|game)\b"
)


def fields(text: str) -> list[set[str]]:
    """Return the names in braces of each form of a sentence."""
    return [{name for _, name, _, _ in Formatter().parse(one) if name} for one in text.split("|")]


def test_each_fact_has_a_sentence_in_both_languages_with_the_same_in_it() -> None:
    english, dutch = SENTENCES["en"], SENTENCES["nl"]
    assert english.keys() == dutch.keys()
    assert {fact.TOPIC for fact in FACTS} <= english.keys()
    for name, text in english.items():
        assert fields(text) == fields(dutch[name]), name


def disputed() -> Hall:
    """A tournament with something of everything that an audit tells."""
    hall = hall_of(("1-0", "0-1", "1/2-1/2"), players=8)
    hall.do("publish")
    hall.do("adjourn", round=2, board=1)
    hall.do("forfeit", round=2, board=2, white="late", black="no word")
    for board in (3, 4):
        hall.do("result", round=2, board=board, result="1-0")
    hall.do("enter", name="Laatkomer", rating=1500, from_round=3)
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="verkeerd afgelezen")
    hall.do("protest", round=3, player=1, text="verkeerde kleur")
    hall.do("ruling", number=1, verdict="rejected", text="de kleur klopt")
    hall.do("protest", round=3, player=2, text="weer")
    return hall


def test_an_audit_in_dutch_has_no_english_left_but_what_people_wrote() -> None:
    hall = disputed()
    for number in (1, 2, 3):
        report = audit(hall.book, number, "1", None, "nl")
        assert isinstance(report, Report)
        text = text_of(
            report, lambda view: as_table(in_words(view, "nl")), lambda text: words(text, "nl")
        )
        text = text.replace("Player", "")
        assert not ENGLISH.findall(text), text


def test_a_dutch_audit_gives_programs_the_same_values() -> None:
    hall = disputed()
    english, dutch = (audit(hall.book, 3, None, None, lang) for lang in ("en", "nl"))
    assert isinstance(english, Report)
    assert isinstance(dutch, Report)
    for key, part in english.record.as_dict().items():
        if isinstance(part, dict) and "rows" in part:
            other = dutch.record.as_dict()[key]
            assert isinstance(other, dict)
            assert other["rows"] == part["rows"], key


def test_a_check_in_dutch_is_dutch_from_title_to_notes() -> None:
    hall = Hall(5)
    hall.do("publish")
    hall.do("enter", name="Later")
    hall.do("board-add", round=1, white=6, black=1, reason="kwam later")
    answer = check_book(hall.book, None)
    assert isinstance(answer, Explanation)
    assert words(answer.lines[0], "nl") == "Open: gepubliceerde ronden tegen knsb-wp-2014"
    assert "met de hand toegevoegde borden, niet vergeleken: 1" in whole(answer.lines, "nl")
    assert not ENGLISH.findall(whole(answer.lines, "nl").replace("Player", "")), whole(
        answer.lines, "nl"
    )


def test_the_draft_of_a_round_is_explained_in_dutch_with_its_notes() -> None:
    hall = Hall(6)
    hall.do("publish")
    hall.do("adjourn", round=1, board=1)
    for board in (2, 3):
        hall.do("result", round=1, board=board, result="1-0")
    asked = of_book(hall.book, 2)
    assert isinstance(asked, Question)
    answer = why_bye(asked)
    assert isinstance(answer, Explanation)
    assert "toernooi plannen RONDEN" in whole(answer.lines, "nl")
    assert "tellen voor de indeling als remise (F11): 1" in whole(answer.lines, "nl")
    assert not ENGLISH.findall(whole(answer.lines, "nl")), whole(answer.lines, "nl")


def test_the_facts_of_a_season_are_dutch_sentences(tmp_path: Path) -> None:
    book = Desk(played_season(tmp_path).ledger).read()
    assert isinstance(book, Book)
    for fact in book.facts:
        text = sentence(fact, book.called, "nl")
        assert not ENGLISH.findall(text), text


def test_a_view_that_is_english_stays() -> None:
    english = View("", (Column("name", "name"),), ({"name": "A", "colours": "WB"},))
    assert in_language(english, "en") is english
    dutch = in_language(english, "nl")
    assert (dutch.columns[0].heading, dutch.cells[0]["colours"]) == ("naam", "WZ")
