"""Facts as sentences: whom they name, and what is said of those that were taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.reports import verbs as reports
from ledger.facts.season import CatchUpGamePlayed
from ledger.facts.tournament import PlayerRegistered
from projections.log.sentences import teller
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.terminal import Terminal


def _log(hall: Hall) -> list[str]:
    return [str(row["what"]) for row in reports.log(hall.book).cells]


def test_who_was_entered_by_mistake_keeps_a_name_and_has_no_number() -> None:
    hall = Hall()
    hall.do("enter", name="A, a")
    hall.do("enter", name="B, b")
    hall.do("undo")
    hall.do("enter", name="C, c")
    hall.do("lots", by="entry")
    assert hall.state.label(3) == 2
    assert _log(hall)[1:5] == [
        "1 A, a entered", "B, b entered (taken back)", "taken back: #3 B, b entered",
        "2 C, c entered",
    ]  # fmt: skip
    assert teller(hall.book, language="nl")(3) == "B, b ingeschreven (teruggenomen)"


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
    said = _log(hall)[-1]
    assert said.startswith(f"taken back: #{first} round 1: 1 Player A - ")
    assert said.endswith("; and 1 more")
    assert said.count("#") == 3


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
    view = reports.fact(then, "3")
    assert isinstance(view, View)
