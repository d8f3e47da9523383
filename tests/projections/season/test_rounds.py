"""The overviews with a line a round: results, build-up, external games."""

from __future__ import annotations

import pytest

from desk.answers.season import overview
from ledger.refusals import Exit, Refusal
from projections.season import rounds as overview_rounds
from projections.views.view import RowValues, View
from tests.helpers.overviews import dutch, headings, of
from tests.helpers.season import Season
from tests.helpers.words import in_words


def evening() -> Season:
    """Return a season of nine members after a round of every kind.

    1 and 2 play for teams; 3 to 5 are absent, on duty and absent without notice; four play, one of
    them by default.
    """
    season = Season(9, catch_up=True, absent_cap=1)
    season.do("absent", player=3, round=1)
    season.play()
    for player, kind in (
        (1, "notice"),
        (2, "notice"),
        (3, "notice"),
        (4, "club duty"),
        (5, "no notice"),
    ):
        season.do("absent", player=player, round=2, kind=kind)
    season.do("publish")
    season.do("result", round=2, board=1, result="1/2-1/2")
    season.do("forfeit", round=2, board=2, black="late")
    season.do("external", player=1, round=2, team="1", board=2, colour="W", result="1R")
    season.do(
        "external",
        player=2,
        round=2,
        team="1",
        board=3,
        colour="B",
        result="0",
        club_evening=False,
        announced_to="leader",
        date="2026-10-03",
    )
    return season


def lines(rows: list[RowValues]) -> list[tuple[object, ...]]:
    keys = ("kind", "first", "second", "colour_shown", "result_shown", "remark")
    return [tuple(row[key] for key in keys) for row in rows]


@pytest.mark.clause("mwkeizer 3a, 3b, 3c, 3d")
def test_the_results_of_a_round_tell_of_everybody() -> None:
    season = evening()
    name = season.book.name
    games = [(name(white), name(black)) for white, black in season.boards(2)]
    view = dutch(overview(season.book, "results", round_number=2))
    assert str(view.title).startswith("Open: Uitslagen ronde 2 · Keizer")
    assert lines(view.cells) == [
        ("game", *games[0], "", "½-½", ""),
        ("game", *games[1], "", "1-0R", ""),
        ("external", "Player A", "team 1, bord 2", "wit", "1-0R", ""),
        ("external", "Player B", "team 1, bord 3", "zwart", "0-1", "niet op de clubavond"),
        ("club duty", "Player D", "Clubdienst", "", "", ""),
        ("absent", "Player E", "Afwezig", "", "", "zonder bericht"),
        ("absent beyond the cap", "Player C", "Afwezig", "", "", "meer dan 1 keer"),
    ]


def test_the_results_of_a_round_are_in_english_for_who_reads_english() -> None:
    view = overview(evening().book, "results", round_number=2)
    assert isinstance(view, View)
    rows = lines(in_words(view).cells)
    assert rows[1:] == [
        ("game", *rows[1][1:3], "", "1-0R", ""),
        ("external", "Player A", "team 1, board 2", "white", "1-0R", ""),
        ("external", "Player B", "team 1, board 3", "black", "0-1", "not on the club evening"),
        ("club duty", "Player D", "Club duty", "", "", ""),
        ("absent", "Player E", "Absent", "", "", "without notice"),
        ("absent beyond the cap", "Player C", "Absent", "", "", "more than once"),
    ]
    assert [row["colour_shown"] for row in view.cells] == ["", "", "W", "B", "", "", ""]


@pytest.mark.clause("mwkeizer 3c")
def test_the_results_name_who_has_no_opponent() -> None:
    season = Season(5)
    season.play()
    bye = season.state.rounds[0].bye
    assert bye is not None
    rows = dutch(overview(season.book, "results")).cells
    assert lines(rows)[-1] == (
        "no opponent",
        season.book.name(bye),
        "Geen tegenstander",
        "",
        "",
        "",
    )


@pytest.mark.clause("mwkeizer 3a")
def test_a_catch_up_game_and_a_corrected_result_are_marked() -> None:
    season = evening()
    season.do("catch-up", round=2, white=4, black=5, result="0-1")
    season.do("correct-result", round=2, board=1, result="1-0", reason="misread")
    rows = dutch(overview(season.book, "results", round_number=2)).cells
    assert lines(rows)[2] == ("game", "Player D", "Player E", "", "0-1", "inhaalpartij")
    assert lines(rows)[0][4:] == ("1-0", "gecorrigeerd")
    assert [row["kind"] for row in rows[3:]] == ["external", "external", "absent beyond the cap"]


@pytest.mark.clause("mwkeizer 3d")
def test_the_results_tell_an_absence_that_nobody_announced_from_one_that_has_nothing() -> None:
    season = Season(4, unannounced="zero")
    season.do("absent", player=3, round=1, kind="no notice")
    season.do("absent", player=4, round=1)
    season.play()
    rows = dutch(overview(season.book, "results")).cells
    assert [row["remark"] for row in rows] == ["", "", "zonder bericht, telt als Nul"]
    announced = Season(4, presence="announced")
    for player in (1, 2):
        announced.do("present", player=player, round=1)
    announced.play()
    rows = dutch(overview(announced.book, "results")).cells
    assert [row["remark"] for row in rows] == ["", "niet aangemeld", "niet aangemeld"]


def test_the_results_of_a_period_are_those_of_all_its_rounds() -> None:
    season = Season(4)
    season.play()
    season.do("period", round=2)
    season.play()
    season.play()
    assert {row["round"] for row in dutch(overview(season.book, "results", period=2)).cells} == {
        2,
        3,
    }
    assert {row["round"] for row in dutch(overview(season.book, "results")).cells} == {3}


def test_a_round_that_is_being_played_can_be_asked_for() -> None:
    season = Season(4)
    season.play()
    season.play("1-0", "-")
    assert [row["round"] for row in dutch(overview(season.book, "results")).cells] == [1, 1]
    rows = dutch(overview(season.book, "results", round_number=2)).cells
    assert [row["result"] for row in rows] == ["1-0", None]
    assert rows[1]["result_shown"] == ""
    season.do("adjourn", round=2, board=2)
    rows = dutch(overview(season.book, "results", round_number=2)).cells
    assert [row["result_shown"] for row in rows] == ["1-0", "afgebroken"]


@pytest.mark.clause("mwkeizer 2, 3a")
def test_the_results_of_a_period_are_those_of_its_rounds() -> None:
    season = Season(4, rematch_gap=0)
    season.do("period", round=3)
    for _ in range(4):
        season.play()
    for period, rounds in ((1, {1, 2}), (2, {3, 4})):
        view = dutch(overview(season.book, "results", period=period))
        assert {row["round"] for row in view.cells} == rounds
    assert {
        r["round"] for r in dutch(overview(season.book, "results", after=3, period=2)).cells
    } == {3}


@pytest.mark.clause("mwkeizer 4")
def test_the_build_up_names_opponents_teams_and_what_it_was_instead() -> None:
    season = evening()
    season.do("external", player=3, round=2, team="1", board=1, colour="B", result="1/2")
    season.play()
    view = dutch(overview_rounds.build_up(of(season)))
    assert headings(view) == [
        "Nr",
        "Naam",
        "Ronde",
        "Kleur",
        "Tegenstander",
        "Resultaat",
        "Waarde",
        "Punten",
    ]
    values = of(season).standing.values
    keys = ("round", "colour_shown", "against", "share_shown", "worth")
    mine = [tuple(row[key] for key in keys) for row in view.cells if row["id"] == 3]
    assert mine[:3] == [
        (None, "", "eigen waarde", "", values[3]),
        (1, "", "afwezig", "⅓", values[3]),
        (2, "zwart", "team 1, bord 1", "½", 70),
    ]
    assert mine[-1] == (None, "", "totaal", "", None)
    one = [tuple(row[key] for key in keys) for row in view.cells if row["id"] == 1]
    assert (2, "wit", "team 1, bord 2", "1R", 68) in one
    duty = [row["share_shown"] for row in view.cells if row["kind"] == "club duty"]
    assert duty == ["⅔"]


@pytest.mark.clause("mwkeizer 4")
def test_the_build_up_of_one_is_the_same_as_their_lines_of_all() -> None:
    season = evening()
    every = dutch(overview(season.book, "build-up", after=2)).cells
    one = dutch(overview(season.book, "build-up", after=2, player="Player C")).cells
    assert one == [row for row in every if row["id"] == 3]


@pytest.mark.clause("mwkeizer 6")
def test_external_games_are_listed_with_date_and_value_and_marked_when_they_do_not_count() -> None:
    season = evening()
    season.do("schedule", round=1, date="2026-09-11")
    game = {"team": "1", "board": 1, "colour": "W", "result": "1/2"}
    season.do("external", player=2, round=1, club_evening=False, **game)
    season.do("external", player=1, round=1, **game)
    view = dutch(overview_rounds.external_games(of(season)))
    assert headings(view) == [
        "Naam",
        "Datum",
        "Ronde",
        "Team",
        "Bord",
        "Kleur",
        "Uitslag",
        "Waarde",
        "Punten",
        "Bijzonderheden",
    ]
    keys = ("id", "date", "round", "team_board", "result_shown", "worth", "points", "counts")
    rows = {tuple(row[key] for key in keys) for row in view.cells}
    assert rows == {
        (1, "11-09-2026", 1, 1, "½-½", 70, "35", True),
        (1, None, 2, 2, "1-0R", 68, "68", True),
        (2, "11-09-2026", 1, 1, "½-½", 70, None, False),
        (2, "03-10-2026", 2, 3, "0-1", 66, "0", True),
    }
    uncounted = next(row for row in view.cells if not row["counts"])
    assert uncounted["remark"] == "telt niet mee: niet op de clubavond, niet gemeld"
    assert uncounted["points_shown"] == ""
    rounds = [row["round"] for row in overview_rounds.external_games(of(season), 1).cells]
    assert rounds == [1, 2]


def test_an_option_that_an_overview_does_not_have_is_refused() -> None:
    season = evening()
    wrong = [
        overview(season.book, "standing", period=1),
        overview(season.book, "matrix", player="Player A"),
        overview(season.book, "build-up", round_number=1),
        overview(season.book, "results", period=1, round_number=1),
        overview(season.book, "results", round_number=9),
        overview(season.book, "results", after=0),
        overview(season.book, "build-up", player="Nobody"),
        overview(season.book, "period-standing", period=2),
        overview(season.book, "standing", after=7),
    ]
    codes = []
    for refusal in wrong:
        assert isinstance(refusal, Refusal)
        assert refusal.exit is Exit.USAGE
        codes.append(refusal.code)
    assert codes == [
        "option-not-for-overview",
        "option-not-for-overview",
        "option-not-for-overview",
        "round-and-period",
        "round-not-published",
        "no-results",
        "unknown-player",
        "no-such-period",
        "round-not-published",
    ]
