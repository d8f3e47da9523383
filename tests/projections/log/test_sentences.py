"""Facts as sentences: the people they name, and the marks of facts that were taken back."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given

from desk.answers.log import log
from desk.commands.decision import Decision
from desk.desk import Desk
from ledger.facts.ratings import RatingListRecorded
from ledger.facts.season import CatchUpGamePlayed
from ledger.facts.tournament import AnyFact, PlayerRegistered, RoundScheduled
from ledger.state.book import Book
from projections.log.dossier import fact_view
from projections.log.sentences import sentence, teller
from projections.views.view import View
from tests.helpers.facts import any_fact
from tests.helpers.family import examples
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.season_played import played_season
from tests.helpers.terminal import Terminal
from tests.helpers.words import in_words, words


def _log(hall: Hall) -> list[str]:
    return [str(row["what"]) for row in in_words(log(hall.book)).cells]


def test_a_round_is_on_a_day_and_begins_at_a_time_if_there_is_one() -> None:
    day = date(2026, 11, 27)
    one, other = (RoundScheduled(round=3, date=day, time=time) for time in (None, "20:00"))
    assert words(sentence(one, str)) == "round 3 is on 27-11-2026"
    assert words(sentence(other, str)) == "round 3 is on 27-11-2026, 20:00"
    assert words(sentence(other, str), "nl") == "ronde 3 is op 27-11-2026, 20.00 uur"


def test_a_rating_list_has_its_day_if_there_is_one() -> None:
    one, other = (
        RatingListRecorded(
            kind="national", name="KNSB", valid_from=day, players=(1, 2), ratings=(1900, None)
        )
        for day in (None, date(2026, 9, 1))
    )
    assert words(sentence(one, str)) == "national list KNSB: 2 ratings recorded"
    assert words(sentence(other, str)) == "national list KNSB of 01-09-2026: 2 ratings recorded"


def test_who_was_entered_by_mistake_keeps_a_name_and_has_no_number() -> None:
    hall = Hall()
    hall.do("enter", name="A, a")
    hall.do("enter", name="B, b")
    hall.do("undo")
    hall.do("enter", name="C, c")
    hall.do("lots", by="entry")
    assert hall.state.label(3) == 2
    assert _log(hall)[1:5] == [
        "1 A, a entered",
        "B, b entered (taken back)",
        "taken back: #3 B, b entered",
        "2 C, c entered",
    ]
    assert words(teller(hall.book)(3), "nl") == "B, b ingeschreven (teruggenomen)"


@pytest.mark.parametrize("season", [False, True])
def test_every_reader_of_the_log_knows_who_was_entered_by_mistake(
    tmp_path: Path, season: bool
) -> None:
    club = Terminal(tmp_path / "club.ledger")
    club.run("init", "Cup", *(("--rules", "mwkeizer") if season else ()))
    for name in ("A, a", "B, b"):
        club.run("enter", name)
    club.run("lots", "--by", "entry")
    club.run("publish")
    club.run("result", 1, 1, "1-0")
    entered = club.json("join" if season else "enter", "C, c")["facts"][0]["position"]
    assert f"taken back: #{entered} C, c entered" in club.run("undo", "--confirm", "yes")
    for verb in (["log"], ["show", entered], ["integrity"]):
        assert "C, c entered, from round 2 (taken back)" in club.run(*verb)
    assert f"### #{entered} " in club.run("export")
    assert "late entry: entry 3 entered, from round 2 (taken back)" in club.run("export")


def test_an_undo_of_many_facts_names_three_and_says_how_many_more() -> None:
    hall = Hall(8, 3)
    hall.do("publish")
    first = hall.state.position + 1
    for board in range(1, 5):
        hall.do("result", round=1, board=board, result="1-0")
    recorded = [(f, s._replace(correlation_id="one")) for f, s in hall.book.recorded[first - 1 :]]
    hall.book.recorded[first - 1 :] = [type(hall.book.recorded[0])(*one) for one in recorded]
    hall.do("undo")
    line = _log(hall)[-1]
    assert line.startswith(f"taken back: #{first} round 1: 1 Player A - ")
    assert line.endswith("; and 1 more")
    assert line.count("#") == 3


def test_a_game_that_was_caught_up_and_taken_back_is_told_by_name() -> None:
    season = Season(4, catch_up=True)
    for player in (3, 4):
        season.do("absent", player=player, round=1)
    season.play("1-0")
    season.do("catch-up", round=1, white=3, black=4, result="1-0")
    assert isinstance(season.facts[-1], CatchUpGamePlayed)
    season.do("undo")
    assert "3 Player C - 4 Player D 1-0, caught up (taken back)" in _log(season)[-2]


def test_a_name_may_be_asked_of_anybody_at_all() -> None:
    hall = Hall(2)
    hall.do("enter", name="Late")
    assert isinstance(hall.facts[-1], PlayerRegistered)
    then = hall.book.at(hall.state.position - 1)
    assert then.called(3) == "3 player 3"
    view = fact_view(then, "3")
    assert isinstance(view, View)


ENGLISH = re.compile(
    r"\b(the|round|board|player|by|white|black|from|played|entered|corrected|adjourned|game|has|"
    r"not|was|on|will|is absent)\b"
)


@examples(400)
@given(any_fact())
def test_each_fact_has_a_sentence_in_both_languages(fact: AnyFact) -> None:
    text = sentence(fact, str)
    english, dutch = words(text), words(text, "nl")
    assert english
    assert dutch


def test_the_facts_of_a_season_are_dutch_sentences(tmp_path: Path) -> None:
    book = Desk(played_season(tmp_path).ledger).read()
    assert isinstance(book, Book)
    for fact in book.facts:
        text = words(sentence(fact, book.called), "nl")
        assert not ENGLISH.findall(text), text


def _changed_after_a_correction(rules: str) -> Hall:
    hall = Hall(6, 5, rules=rules, **({"without_fide_mode": True} if "fide" in rules else {}))
    hall.do("publish")
    for board in (1, 2, 3):
        hall.do("result", round=1, board=board, result="1-0")
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="slip", confirm="yes")
    return hall


@pytest.mark.parametrize(
    ("rules", "ground"),
    [
        ("knsb-wp-2014", "F7, correction #{}"),
        ("fide-dutch-2026", "after the correction #{}"),
    ],
)
def test_a_change_of_a_pairing_cites_no_clause_that_the_rulebook_has_not(
    rules: str, ground: str
) -> None:
    hall = _changed_after_a_correction(rules)
    ground = ground.format(hall.state.position)
    decision = hall.decide("amend", round=2, reason="slip")
    assert isinstance(decision, Decision)
    assert f"would change ({ground})" in words(decision.warnings[0].what)
    hall.do("amend", round=2, reason="slip", confirm="2")
    assert f"pairing changed ({ground}), paired again" in _log(hall)[-1]
