"""The club evening: who comes, who plays for a team, who meets whom."""

from __future__ import annotations

from desk.answers.evening import Evening, evening, evening_number, evening_view
from ledger.refusals import Refusal
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.words import words


def found(season: Hall, number: int | None = None) -> Evening:
    answer = evening(season.book, number)
    assert isinstance(answer, Evening)
    return answer


def comings(season: Hall, number: int | None = None) -> dict[str, str]:
    return {row.name: row.coming for _, row in found(season, number).rows}


def test_everybody_comes_unless_they_said_otherwise() -> None:
    season = Season(6)
    season.do("absent", player=2, round=1)
    season.do("absent", player=3, round=1, kind="no notice")
    season.do("absent", player=4, round=1, kind="club duty")
    season.do("external", player=5, round=1, team="1", board=2, colour="W", result="1")
    assert list(comings(season).values()) == [
        "coming",
        "notice",
        "no notice",
        "club duty",
        "team",
        "coming",
    ]
    assert found(season).head.coming == 2


def test_where_each_announces_that_they_come_the_others_are_unsaid() -> None:
    season = Season(4, presence="announced")
    season.do("present", player=3, round=1)
    assert list(comings(season).values()) == ["unsaid", "unsaid", "coming", "unsaid"]


def test_a_member_who_left_and_one_who_joins_later_do_not_come() -> None:
    season = Season(4)
    season.play("1-0", "1-0")
    season.do("leave", player=1)
    season.do("join", name="Aalders", from_round=4)
    assert comings(season, 2)["Player A"] == "left"
    assert comings(season, 2)["Aalders"] == "later"
    assert next(row.name for _, row in found(season).rows) == "Aalders"


def test_a_published_evening_has_boards_opponents_and_results() -> None:
    season = Season(4)
    season.do("publish")
    before = found(season)
    assert (before.number, before.head.open, before.head.published) == (1, 2, True)
    season.do("result", round=1, board=1, result="1-0")
    rows = [row for _, row in found(season).rows if row.board == 1]
    assert {row.result for row in rows} == {"1-0"}
    assert {row.opponent for row in rows} == {row.name for row in rows}
    assert found(season).head.open == 1


def test_the_evening_at_work_is_the_last_until_it_is_closed() -> None:
    season = Season(4)
    assert evening_number(season.book) == 1
    season.play("1-0", "1-0")
    season.do("close")
    assert evening_number(season.book) == 2


def test_an_evening_to_come_and_another_kind_of_tournament_are_refused() -> None:
    refused = evening(Season(4).book, 3)
    assert isinstance(refused, Refusal)
    assert "round 3 is to come later" in words(refused.what)
    other = evening(Hall(4, 3).book)
    assert isinstance(other, Refusal)
    assert other.code == "no-season"


def test_the_table_of_an_evening_counts_who_comes() -> None:
    view = evening_view(Season(4).book)
    assert isinstance(view, View)
    assert [words(note) for note in view.notes] == ["4 members come"]
