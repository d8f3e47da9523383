"""The worth of an unplayed round under each rulebook: worked values, and a literal computation."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import tests.oracles.tiebreaks as oracle
from ledger.rulebooks.rulebook import Rulebook
from projections.standings.scores import scores
from projections.standings.treatments import (
    as_awarded,
    capped_dummy_score,
    chose_not_to_play,
    dummy_score,
    half_for_each_unplayed,
    sb_quarters,
    virtual_opponent_score,
)
from tests.helpers.crosstables import R1996, R2014, random_rows, rules, table
from tests.helpers.family import drawn
from tests.helpers.places import VECTOR_FOLDER

VEGA, SWISS_MANAGER = rules("vega-2016"), rules("swiss-manager-2009")
F2012, F2022 = rules("fide-2012"), rules("fide-2022")
F2024, F2026 = rules("fide-2024"), rules("fide-2026")

FOLDER = VECTOR_FOLDER
TIEBREAK: Any = json.loads((FOLDER / "tiebreak.json").read_text("utf-8"))
SIXTEEN = {int(number): row for number, row in TIEBREAK["crosstable"]["crosstable"].items()}
EXPECTED = TIEBREAK["crosstable"]["expected"]
SMALL = {item["id"]: item for item in TIEBREAK["small"]}


def in_round_robin(rules_: Rulebook) -> Rulebook:
    return rules_.model_copy(update={"system": "round-robin"})


# --- the crosstable of sixteen, in all its columns ------------------------------------------------

COLUMNS = [
    (R1996, "1996_2009", "KNSB1996"),
    (R2014, "1996_2009", "FIDE2009_KNSB2014"),
    (VEGA, "1996_2009", "FIDE2009_KNSB2014"),
    (F2012, "1996_2009", "FIDE2009_KNSB2014"),
    (F2022, "2022_2026", "C07_2022_2024"),
    (F2024, "2022_2026", "C07_2022_2024"),
    (F2026, "2022_2026", "C07_2026"),
]


@pytest.mark.clause("knsb-wp-1996 A1a, A1b, A1d")
@pytest.mark.clause("knsb-wp-2014 A1a, A1b, A1d-A, A1d-B")
@pytest.mark.clause("vega-2016 appendix I-a, appendix I-b, appendix I-SB")
@pytest.mark.clause("fide-2012 13.15-own, 13.15-opponents, Buchholz, Sonneborn-Berger")
@pytest.mark.clause("fide-2022 14-own, 14-opponents, Buchholz, Sonneborn-Berger")
@pytest.mark.clause("fide-2024 8.1, 9.1, 16.3, 16.4")
@pytest.mark.clause("fide-2026 8.1, 9.1, 16.3, 16.4")
@pytest.mark.parametrize(("rulebook", "ws", "column"), COLUMNS, ids=lambda v: getattr(v, "id", v))
def test_the_published_crosstable_of_sixteen_has_its_values_in_every_column(
    rulebook: Rulebook, ws: str, column: str
) -> None:
    by_player = scores(table(SIXTEEN), rulebook)
    for player, row in EXPECTED.items():
        score = by_player[int(player)]
        assert score.points_halves == 2 * row["score"], player
        assert score.ws_halves == 2 * row[f"for_opponents_{ws}"], player
        assert score.wp_halves == 2 * row["BH"][column], player
        assert score.sb_quarters == 4 * row["SB"][column], player


# --- the virtual opponent -------------------------------------------------------------------------


@pytest.mark.clause("vega-2016 appendix I")
@pytest.mark.clause("fide-2012 13.15-examples")
@pytest.mark.parametrize("example", ["TB-04", "TB-05", "TB-06", "TB-07"])
def test_the_worked_examples_of_the_virtual_opponent_hold(example: str) -> None:
    e = SMALL[example]
    after = e["n"] - e["round"]
    score = virtual_opponent_score(int(2 * e["score_before"]), int(2 * e["awarded"]), after)
    assert score == 2 * e["own_contribution"]


@pytest.mark.clause("vega-2016 appendix I-SB")
def test_in_vega_a_loss_by_default_gives_no_sonneborn_berger_and_a_win_all_of_it() -> None:
    assert sb_quarters(10, 0, VEGA.unplayed) == 0
    assert sb_quarters(10, 2, VEGA.unplayed) == 20


@pytest.mark.clause("swiss-manager-2009 SB")
@pytest.mark.parametrize("awarded", [0, 1, 2])
def test_in_swiss_manager_every_unplayed_round_gives_half_of_the_virtual_opponent(
    awarded: int,
) -> None:
    assert sb_quarters(10, awarded, SWISS_MANAGER.unplayed) == 10
    rows = {1: ["+2", "-F2"], 2: ["-1", "+F1"]}
    # Virtual opponents: of 1: 1 + 1 = 2; of 2: 0 + 0 = 0. Others count ½ for the default.
    by_player = scores(table(rows), SWISS_MANAGER)
    assert [by_player[p].sb_quarters for p in (1, 2)] == [2 * 1 + 4, 0 * 3 + 0]


@pytest.mark.clause("swiss-manager-2009 opponents")
@pytest.mark.clause("vega-2016 appendix I-checkbox")
def test_what_opponents_count_is_halves_or_with_the_box_of_vega_empty_the_score() -> None:
    rows = {1: ["+2", "+F3"], 2: ["-1", "--"], 3: ["=BYE", "-F1"]}
    assert half_for_each_unplayed(table(rows).cells[1], SWISS_MANAGER.unplayed) == 3
    unticked = rules("vega-2016", unplayed__for_opponents="as_scored")
    assert scores(table(rows), VEGA)[1].ws_halves == 3
    assert scores(table(rows), unticked)[1].ws_halves == 4
    assert scores(table(rows), unticked)[2].wp_halves == 4 + (0 + 2)


# --- round robin ----------------------------------------------------------------------------------


@pytest.mark.clause("vega-2016 appendix I-round-robin")
@pytest.mark.clause("fide-2022 round robin")
@pytest.mark.clause("fide-2024 15.2")
@pytest.mark.clause("fide-2026 15.2")
@pytest.mark.parametrize("rulebook", [VEGA, F2022, F2024, F2026], ids=lambda r: r.id)
def test_in_a_round_robin_a_default_counts_as_a_game_and_a_free_round_for_nothing(
    rulebook: Rulebook,
) -> None:
    rows = {1: ["+F2", "=3", "--"], 2: ["-F1", "--", "+3"], 3: ["--", "=1", "-2"]}
    by_player = scores(table(rows), in_round_robin(rulebook))
    assert {p: s.wp_halves for p, s in by_player.items()} == {1: 2 + 1, 2: 3 + 1, 3: 3 + 2}
    assert {p: s.sb_quarters for p, s in by_player.items()} == {1: 2 * 2 + 1, 2: 2, 3: 3}
    assert by_player[1].ws_halves == 3


def test_the_same_table_in_a_swiss_takes_the_default_as_unplayed() -> None:
    rows = {1: ["+F2", "=3", "--"], 2: ["-F1", "--", "+3"], 3: ["--", "=1", "-2"]}
    assert scores(table(rows), F2024)[1].wp_halves == 3 + 1 + 3


# --- the dummy opponent ---------------------------------------------------------------------------


@pytest.mark.clause("fide-2022 14.3")
@pytest.mark.clause("fide-2024 16.1.2, 16.2")
@pytest.mark.clause("fide-2026 16.1.2, 16.2")
def test_byes_asked_for_and_losses_by_default_are_chosen_and_nothing_else_is() -> None:
    (row, _) = table(
        {1: ["+2", "0:2", "+F2", "-F2", "+BYE", "=BYE", "--"], 2: ["--"] * 7}
    ).cells.values()
    chosen = [chose_not_to_play(cell) for cell in row]
    assert chosen == [False, False, False, True, False, True, True]


@pytest.mark.clause("fide-2022 14-opponents")
@pytest.mark.clause("fide-2024 16.3")
@pytest.mark.clause("fide-2026 16.3")
@pytest.mark.parametrize(
    ("row", "halves"),
    [
        (["+2", "--", "--"], 2 + 1 + 1),
        (["--", "+2", "--"], 0 + 2 + 1),
        (["+2", "--", "-F2"], 2 + 1 + 0),
        (["+2", "--", "+F2"], 2 + 0 + 2),
        (["+2", "--", "+BYE"], 2 + 0 + 2),
        (["=BYE", "=BYE", "-2"], 1 + 1 + 0),
        (["-2", "=BYE", "=BYE"], 0 + 1 + 1),
        (["+2", "-F2", "-F2"], 2 + 0 + 0),
    ],
)
def test_a_bye_asked_for_at_the_end_counts_half_for_opponents_and_nothing_else_changes(
    row: list[str], halves: int
) -> None:
    assert as_awarded(table({1: row, 2: ["--"] * 3}).cells[1]) == halves


@pytest.mark.clause("fide-2022 14-own")
@pytest.mark.clause("fide-2024 16.4")
@pytest.mark.clause("fide-2026 16.4")
def test_the_dummy_has_the_own_score_and_in_2026_not_more_than_the_cap() -> None:
    # Laxman of the Arbiters' Manual 2026: 7 of 10 with a zero-point bye: 7 before, 5 from 2026 on.
    assert dummy_score(14) == 14
    assert capped_dummy_score(14, None, 10) == 10
    assert capped_dummy_score(14, 9, 10) == 9
    assert capped_dummy_score(3, 9, 10) == 3


def test_the_scheduled_opponent_caps_a_default_and_the_rounds_cap_a_bye() -> None:
    rows = {
        1: ["+2", "+3", "+F4", "+BYE"],
        2: ["-1", "-4", "--", "-3"],
        3: ["-4", "-1", "+BYE", "+2"],
        4: ["+3", "+2", "-F1", "--"],
    }
    # 1 has 4 points; for 1, 4 counts 2½ (2, and a draw for the bye after a default); 4 rounds: 2.
    by_player = scores(table(rows), F2026)
    assert by_player[4].ws_halves == 5
    assert by_player[1].wp_halves == by_player[2].ws_halves + by_player[3].ws_halves + 5 + 4
    assert scores(table(rows), F2024)[1].wp_halves == by_player[1].wp_halves - 9 + 16


# --- a literal second computation -----------------------------------------------------------------

EDITIONS = [
    (VEGA, "2009"),
    (F2012, "2009"),
    (SWISS_MANAGER, "swiss-manager"),
    (F2022, "2022"),
    (F2024, "2024"),
    (F2026, "2026"),
]


@pytest.mark.parametrize(("rulebook", "edition"), EDITIONS, ids=lambda v: getattr(v, "id", v))
@drawn(100, rows=random_rows)
def test_scores_are_those_of_the_literal_computation(
    rulebook: Rulebook, edition: str, rows: dict[int, list[str]]
) -> None:
    by_player = scores(table(rows), rulebook)
    for player, row in rows.items():
        rounds = oracle.elements(rows, player, edition)
        assert Fraction(by_player[player].points_halves, 2) == oracle.total(row)
        assert Fraction(by_player[player].ws_halves, 2) == oracle.adjusted(row, edition)
        assert Fraction(by_player[player].wp_halves, 2) == oracle.buchholz(rounds, edition)
        assert Fraction(by_player[player].sb_quarters, 4) == oracle.sonneborn_berger(
            rounds, edition
        )
