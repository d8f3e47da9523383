"""Points, WP and SB: every worked value of the sources, and a slow second computation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ledger.rulebooks.rulebook import Rulebook
from projections.games.crosstable import Crosstable
from projections.standings.scores import Score, scores, virtual_opponent_score
from tests.helpers.crosstables import (
    BOTH,
    R1996,
    R2014,
    Rows,
    random_rows,
    rules,
    slow_scores,
    table,
)
from tests.helpers.family import drawn
from tests.helpers.places import VECTOR_FOLDER

FOLDER = VECTOR_FOLDER
TIEBREAK: Any = json.loads((FOLDER / "tiebreak.json").read_text("utf-8"))
VIRTUAL: Any = json.loads((FOLDER / "fide2009_virtual_opponent.json").read_text("utf-8"))
SMALL = {item["id"]: item for item in TIEBREAK["small"]}
BYE_IS_HALF = rules("knsb-wp-2014", bye__points="0.5")


def shown(score: Score) -> tuple[float, float, float, float]:
    """Return points, WS, WP and SB as the sources write them."""
    return (
        score.points_halves / 2,
        score.ws_halves / 2,
        score.wp_halves / 2,
        score.sb_quarters / 4,
    )


# --- the crosstable of sixteen --------------------------------------------------------------------

SIXTEEN = {int(number): row for number, row in TIEBREAK["crosstable"]["crosstable"].items()}
COLUMNS = [(R1996, "KNSB1996"), (R2014, "FIDE2009_KNSB2014")]


@pytest.mark.clause("knsb-wp-1996 A1d")
@pytest.mark.clause("knsb-wp-2014 A1d-A")
@pytest.mark.clause("knsb-wp-2014 A1d-B")
@pytest.mark.parametrize(("rulebook", "column"), COLUMNS, ids=["1996", "2014"])
@pytest.mark.parametrize("player", SIXTEEN)
def test_the_published_crosstable_of_sixteen_gets_its_values(
    rulebook: Rulebook, column: str, player: int
) -> None:
    expected = TIEBREAK["crosstable"]["expected"][str(player)]
    assert shown(scores(table(SIXTEEN), rulebook)[player]) == (
        expected["score"],
        expected["for_opponents_1996_2009"],
        expected["BH"][column],
        expected["SB"][column],
    )


# --- player 57 of the Dutch text ------------------------------------------------------------------


def with_points(points: float, rounds: int) -> list[str]:
    """Return cells worth `points` points against player 100, wins first."""
    halves = int(points * 2)
    return (
        ["+100"] * (halves // 2)
        + ["=100"] * (halves % 2)
        + ["-100"] * (rounds - halves // 2 - halves % 2)
    )


def player_57(results: Sequence[str], opponents: Sequence[tuple[int, float]]) -> Rows:
    """Return a table in which each opponent has these points, without their game against 57."""
    rows: dict[int, list[str]] = {57: list(results), 100: ["-57"] * 7}
    for index, (number, elsewhere) in enumerate(opponents):
        mine = results[index]
        game = "".join({"+": "-", "-": "+"}.get(sign, sign) for sign in mine).replace(
            str(number), "57"
        )
        others = with_points(elsewhere, 6)
        rows[number] = [*others[:index], game, *others[index:]]
    return rows


def opponents_of_57(results: Sequence[str], points: Sequence[float]) -> list[tuple[int, float]]:
    theirs = {"-": 1.0, "=": 0.5, "+": 0.0}
    numbers = (1, 5, 8, 14, 21, 28, 39)
    return [
        (number, total - theirs[result[0]])
        for number, result, total in zip(numbers, results, points, strict=True)
    ]


GAMES_57 = ["-1", "=5", "+8", "+14", "=21", "=28", "-39"]


@pytest.mark.clause("knsb-wp-1996 A1a")
@pytest.mark.clause("knsb-wp-1996 A1b")
@pytest.mark.clause("knsb-wp-2014 A1a")
@pytest.mark.clause("knsb-wp-2014 A1b")
@pytest.mark.clause("knsb-wp-1996 A1c")
@pytest.mark.clause("knsb-wp-2014 A1c")
@pytest.mark.parametrize("rulebook", BOTH, ids=["1996", "2014"])
def test_player_57_has_thirty_and_a_half_wp_and_fourteen_and_a_quarter_sb(
    rulebook: Rulebook,
) -> None:
    example = SMALL["TB-02"]
    rows = player_57(GAMES_57, opponents_of_57(GAMES_57, example["opponent_scores"]))
    points, ws, wp, sb = shown(scores(table(rows), rulebook)[57])
    assert (points, ws, wp, sb) == (3.5, 3.5, example["WP"], example["SB"])
    assert (wp, sb) == (30.5, 14.25)


@pytest.mark.clause("knsb-wp-1996 A1d")
def test_player_57_with_a_default_win_has_thirty_one_wp_and_thirteen_and_a_half_sb() -> None:
    results = [*GAMES_57[:2], "+F8", *GAMES_57[3:]]
    points = SMALL["TB-02"]["opponent_scores"]
    rows = {p: list(r) for p, r in player_57(results, opponents_of_57(results, points)).items()}
    # 5 won by default against 16 in another round: their four and a half points are a WS of four.
    won = rows[5].index("+100")
    rows[5][won] = "+F16"
    rows[16] = ["-100"] * 7
    rows[16][won] = "-F5"
    by_player = scores(table(rows), R1996)
    assert shown(by_player[5])[:2] == (4.5, 4.0)
    assert shown(by_player[16])[:2] == (0.0, 0.5)
    assert shown(by_player[57]) == (3.5, 3.0, SMALL["TB-03"]["WP"], SMALL["TB-03"]["SB"])
    assert shown(by_player[57])[2:] == (31.0, 13.5)


# --- the virtual opponent -------------------------------------------------------------------------


def nine_rounds(before: float, round_number: int, unplayed: str, after: float) -> Crosstable:
    """Return a table of one player who lost no WP to opponents: all others have nothing."""
    row = [*with_points(before, round_number - 1), unplayed]
    row += with_points(after, 9 - round_number)
    return table({1: row, 100: ["-1"] * 9, 2: ["-100"] * 9})


@pytest.mark.clause("knsb-wp-2014 A1d-A")
@pytest.mark.clause("knsb-wp-2014 A1d-B")
def test_a_default_win_in_round_three_of_nine_is_worth_five_and_for_others_five_and_a_half() -> (
    None
):
    example = SMALL["TB-04"]
    crosstable = nine_rounds(example["score_before"], example["round"], "+F2", after=3)
    points, ws, wp, sb = shown(scores(crosstable, R2014)[1])
    assert points == example["final_score"]
    assert (wp, ws) == (example["own_contribution"], example["for_opponents"]) == (5, 5.5)
    assert sb == 5
    assert virtual_opponent_score(before_halves=4, awarded_halves=2, rounds_after=6) == 10


@pytest.mark.clause("knsb-wp-2014 A1d-A")
@pytest.mark.clause("knsb-wp-2014 A1d-B")
def test_an_absence_in_round_seven_of_nine_is_worth_six_and_for_others_six_and_a_half() -> None:
    example = SMALL["TB-05"]
    crosstable = nine_rounds(example["score_before"], example["round"], "--", after=2)
    points, ws, wp, sb = shown(scores(crosstable, R2014)[1])
    assert points == example["final_score"]
    assert (wp, ws) == (example["own_contribution"], example["for_opponents"]) == (6, 6.5)
    assert sb == 0, "a player who lost by default gets no Sonneborn-Berger from it"


@pytest.mark.clause("knsb-wp-2014 A1d-A")
@pytest.mark.parametrize(
    ("example", "before", "number", "cell"),
    [(VIRTUAL["examples"][0], 1.5, 3, "-F2"), (VIRTUAL["examples"][1], 3.5, 6, "+F2")],
    ids=["no-show", "opponent-no-show"],
)
def test_the_published_virtual_opponents_hold_after_the_round_and_at_the_end(
    example: Any, before: float, number: int, cell: str
) -> None:
    at_once = table(
        {1: [*with_points(before, number - 1), cell], 100: ["-1"] * number, 2: ["-100"] * number}
    )
    at_the_end = nine_rounds(before, number, cell, after=0)
    after, end = (value for key, value in example.items() if key.startswith("Svon"))
    assert shown(scores(at_once, R2014)[1])[2] == after
    assert shown(scores(at_the_end, R2014)[1])[2] == end


@pytest.mark.parametrize("example", VIRTUAL["examples"][2:], ids=["win", "absent"])
def test_the_vega_examples_stand_in_both_vectors(example: Any) -> None:
    same = [s for s in SMALL.values() if s.get("own_contribution") == example["own_contribution"]]
    assert example["contributes_to_opponents"] in [s.get("for_opponents") for s in same]


@pytest.mark.clause("knsb-wp-2014 F1")
def test_a_bye_of_half_a_point_gives_half_of_a_level_virtual_opponent() -> None:
    half = table({1: ["+100", "=BYE", "-100"], 100: ["-1"] * 3})
    points, ws, wp, sb = shown(scores(half, BYE_IS_HALF)[1])
    assert (points, ws) == (1.5, 1.5)
    assert (wp, sb) == (2.0, 1.0), "1 before, a half in the round, a half after it: V is 2"


# --- the kinds of unplayed round ------------------------------------------------------------------

FOUR = {
    1: ["+2", "0:3", "=4"],
    2: ["-1", "+4", "-F3"],
    3: ["=4", "0:1", "-F2"],
    4: ["=3", "-2", "=1"],
}


@pytest.mark.clause("knsb-wp-1996 F3")
def test_in_1996_a_nil_nil_is_a_draw_with_oneself_but_colour_and_meeting_count() -> None:
    crosstable = table(FOUR)
    score = scores(crosstable, R1996)
    assert shown(score[1])[:2] == (1.5, 2.0)
    assert shown(score[3])[:2] == (0.5, 1.5)
    wp_of_1 = 1.5 + 2.0 + 1.0
    assert shown(score[1])[2:] == (wp_of_1, 1.5 + 1.0 + 0.5)
    assert crosstable.colours(1) == "WWW"
    assert 3 in crosstable.met(1)


@pytest.mark.clause("knsb-wp-2014 F3")
def test_in_2014_a_nil_nil_over_the_board_is_a_loss_for_both() -> None:
    score = scores(table(FOUR), R2014)
    assert shown(score[1])[:2] == (1.5, 1.5)
    assert shown(score[3])[:2] == (0.5, 1.0)
    assert shown(score[1])[2:] == (1.5 + 1.0 + 1.0, 1.5 + 0.5)


@pytest.mark.clause("knsb-wp-1996 A1d")
@pytest.mark.clause("knsb-wp-2014 A1d-A")
@pytest.mark.clause("knsb-wp-2014 F3")
def test_a_double_default_is_unplayed_for_both_and_bars_no_meeting() -> None:
    crosstable = table(FOUR)
    assert 3 not in crosstable.met(2)
    assert crosstable.colours(2) == "BW-"
    score_1996, score_2014 = scores(crosstable, R1996), scores(crosstable, R2014)
    assert shown(score_1996[2])[:2] == shown(score_2014[2])[:2] == (1.0, 1.5)
    assert shown(score_1996[2])[2:] == (2.0 + 1.0 + 1.5, 1.0 + 0.75)
    assert shown(score_2014[2])[2:] == (1.5 + 1.0 + 2.0, 1.0), "V is 1 + 1 + 0"


@pytest.mark.clause("knsb-wp-1996 F11")
@pytest.mark.clause("knsb-wp-2014 F11")
@pytest.mark.parametrize("rulebook", BOTH, ids=["1996", "2014"])
def test_an_adjourned_game_is_a_draw_in_points_wp_and_sb(rulebook: Rulebook) -> None:
    adjourned = {1: ["a2", "+3"], 2: ["a1", "=4"], 3: ["-4", "-1"], 4: ["+3", "=2"]}
    drawn = {p: [text.replace("a", "=") for text in row] for p, row in adjourned.items()}
    assert scores(table(adjourned), rulebook) == scores(table(drawn), rulebook)
    assert table(adjourned).provisional
    assert not table(drawn).provisional


@pytest.mark.clause("knsb-wp-1996 F9")
@pytest.mark.clause("knsb-wp-2014 F9")
def test_a_half_point_bye_is_unplayed_in_both_rule_sets() -> None:
    rows = {1: ["+2", "=BYE", "-4"], 2: ["-1", "+3", "=3"], 3: ["=4", "-2", "=2"], 4: ["=3"] * 3}
    crosstable = table(rows)
    assert crosstable.colours(1) == "W-W"
    assert sum(crosstable.unplayed_halves(1)) == 1
    assert shown(scores(crosstable, R1996)[1]) == (1.5, 1.5, 1.5 + 1.5 + 1.5, 1.5 + 0.75)
    assert shown(scores(crosstable, R2014)[1])[2:] == (1.5 + 2.0 + 1.5, 1.5 + 1.0)


def test_sonneborn_berger_may_use_real_points_when_the_rulebook_says_so() -> None:
    rulebook = rules("knsb-wp-2014", unplayed__opponents_serve_sb="false")
    rows = {1: ["+2", "=3"], 2: ["-1", "+BYE"], 3: ["--", "=1"]}
    assert shown(scores(table(rows), R2014)[1])[3] == 0.5 + 0.5
    assert shown(scores(table(rows), rulebook)[1])[3] == 1.0 + 0.25


# --- a slow second computation --------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-1996 A1d")
@drawn(100, rows=random_rows)
def test_the_scores_of_1996_are_those_of_the_slow_computation(rows: dict[int, list[str]]) -> None:
    check_against_slow(rows, R1996, 1996)


@pytest.mark.clause("knsb-wp-2014 A1d-A")
@pytest.mark.clause("knsb-wp-2014 A1d-B")
@drawn(100, rows=random_rows)
def test_the_scores_of_2014_are_those_of_the_slow_computation(rows: dict[int, list[str]]) -> None:
    check_against_slow(rows, R2014, 2014)


def check_against_slow(rows: dict[int, list[str]], rulebook: Rulebook, year: int) -> None:
    by_player = scores(table(rows), rulebook)
    for player, (points, ws, wp, sb) in slow_scores(rows, year).items():
        score = by_player[player]
        assert score == Score(int(points * 2), int(ws * 2), int(wp * 2), int(sb * 4))
