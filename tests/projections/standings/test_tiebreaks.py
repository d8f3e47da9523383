"""Every tie-break on published exercises and crosstables; cuts against a literal computation."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.oracles.tiebreaks as oracle
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import tie_break
from projections.games.crosstable import Crosstable
from projections.standings.cuts import cut_buchholz, cut_sonneborn_berger
from projections.standings.opponents_ratings import (
    RatedGame,
    average_rating,
    performance,
    rating_difference,
)
from projections.standings.scores import Contribution
from projections.standings.tiebreaks import Scored, TieBreakValue, tie_break_values
from tests.helpers.crosstables import random_rows, rules, table
from tests.helpers.family import drawn
from tests.helpers.places import VECTOR_FOLDER

F2012, F2022 = rules("fide-2012"), rules("fide-2022")
F2024, F2026 = rules("fide-2024"), rules("fide-2026")
SWISS_MANAGER = rules("swiss-manager-2009")
FOLDER = VECTOR_FOLDER
HELD: Any = json.loads((FOLDER / "held_exercises.json").read_text("utf-8"))
TIEBREAK: Any = json.loads((FOLDER / "tiebreak.json").read_text("utf-8"))


def crosstable(of: Any) -> Crosstable:
    games = table({int(number): row for number, row in of["crosstable"].items()})
    return replace(games, ratings=dict(enumerate(of.get("ratings", ()), 1)))


def values(games: Crosstable, rulebook: Rulebook, *names: str) -> list[dict[int, TieBreakValue]]:
    asked = [tie_break(name) for name in names]
    by_name = tie_break_values(Scored.of(games, rulebook), asked)
    return [by_name[name] for name in asked]


def one(games: Crosstable, rulebook: Rulebook, name: str, player: int) -> TieBreakValue:
    return values(games, rulebook, name)[0][player]


SWISS_5 = crosstable(HELD["swiss_5"])
ROUND_ROBIN = crosstable(HELD["round_robin"])


# --- the exercises of FIDE ------------------------------------------------------------------------


@pytest.mark.clause("fide-2022 wins, games won, games with black, games won with black")
@pytest.mark.clause("fide-2022 progressive, ratings, average rating, performance")
@pytest.mark.clause("fide-2024 7.1, 7.2, 7.3, 7.4, 7.5, 8.1, 9.1, 10, 10.1, 10.2, 14.1, 16.5")
@pytest.mark.clause("fide-2026 7.1, 7.2, 7.3, 7.4, 7.5, 10, 10.1, 10.2, 14.1")
@pytest.mark.parametrize("name", HELD["swiss_5"]["values"])
def test_the_exercises_of_the_technical_commission_have_their_published_answers(
    name: str,
) -> None:
    column = values(SWISS_5, F2024, name)[0]
    assert list(column.values()) == HELD["swiss_5"]["values"][name]
    if name not in HELD["swiss_5"]["values_2026"]:
        assert values(SWISS_5, F2026, name)[0] == column
        assert values(SWISS_5, F2022, name)[0] == column


@pytest.mark.clause("fide-2026 8.1, 9.1, 14.1, 16.4, 16.5")
@pytest.mark.parametrize("name", HELD["swiss_5"]["values_2026"])
def test_the_cap_of_2026_changes_the_answers_it_should(name: str) -> None:
    column = values(SWISS_5, F2026, name)[0]
    assert list(column.values()) == HELD["swiss_5"]["values_2026"][name]


@pytest.mark.clause("fide-2012 Koya")
@pytest.mark.clause("fide-2022 Koya, round robin")
@pytest.mark.clause("fide-2024 9.2, 15.2")
@pytest.mark.clause("fide-2026 9.2, 15.2")
@pytest.mark.parametrize("rulebook", [F2022, F2024, F2026], ids=lambda r: r.id)
@pytest.mark.parametrize("name", HELD["round_robin"]["values"])
def test_the_round_robin_of_the_exercises_has_its_published_answers(
    rulebook: Rulebook, name: str
) -> None:
    in_round_robin = rulebook.model_copy(update={"system": "round-robin"})
    column = values(ROUND_ROBIN, in_round_robin, name)[0]
    assert list(column.values()) == HELD["round_robin"]["values"][name]
    assert list(values(ROUND_ROBIN, F2012, "koya")[0].values()) == [2, 0.5, 0.5, 1, 0.5, 0]


@pytest.mark.clause("fide-2024 9.2, 15.2, 16.2")
@pytest.mark.clause("fide-2026 9.2, 15.2, 16.2")
@pytest.mark.parametrize("rulebook", [F2024, F2026], ids=lambda r: r.id)
def test_a_default_gives_no_koya_points_in_a_swiss(rulebook: Rulebook) -> None:
    games = table({1: ["-F2", "+2"], 2: ["+F1", "-1"]})
    in_round_robin = rulebook.model_copy(update={"system": "round-robin"})
    assert list(values(games, rulebook, "koya")[0].values()) == [1, 0]
    assert list(values(games, in_round_robin, "koya")[0].values()) == [1, 1]
    with_bye = table({1: ["+BYE", "+2"], 2: ["--", "-1"]})
    assert list(values(with_bye, rulebook, "koya")[0].values()) == [0, 0]


@pytest.mark.clause("fide-2024 9.2")
@pytest.mark.clause("fide-2026 9.2")
@pytest.mark.parametrize("rulebook", [F2024, F2026], ids=lambda r: r.id)
def test_every_round_of_a_swiss_counts_for_the_limit_of_koya_also_when_all_had_a_bye(
    rulebook: Rulebook,
) -> None:
    games = table({1: ["+2", "=3", "+BYE"], 2: ["-1", "+BYE", "-3"], 3: ["+BYE", "=1", "+2"]})
    in_round_robin = rulebook.model_copy(update={"system": "round-robin"})
    assert list(values(games, rulebook, "koya")[0].values()) == [0.5, 0, 0.5]
    assert list(values(games, in_round_robin, "koya")[0].values()) == [1.5, 0, 1.5]


@pytest.mark.clause("fide-2024 10.2")
def test_a_percentage_between_two_is_rounded_upwards_in_a_performance() -> None:
    column = values(ROUND_ROBIN, F2024, "performance")[0]
    assert list(column.values()) == HELD["round_robin"]["performance_by_sharly_chess"]
    assert rating_difference(1, 4) == -322  # 12½ % is read as 13 %


@pytest.mark.clause("fide-2022 14.6")
def test_by_the_letter_of_2022_a_chosen_round_is_cut_even_where_it_gave_nothing() -> None:
    assert one(SWISS_5, F2022, "sb_cut1", 14) == Fraction(9, 2)
    assert one(SWISS_5, F2024, "sb_cut1", 14) == 3


@pytest.mark.clause("fide-2024 16.5")
@pytest.mark.clause("fide-2026 16.4, 16.5")
@pytest.mark.parametrize("case", ["default", "played"])
def test_the_higher_of_the_chosen_round_and_the_lowest_opponent_is_cut(case: str) -> None:
    vector = HELD["cut_of_sonneborn_berger"][case]
    for name in ("sb", "sb_cut1"):
        for edition, value in vector[name].items():
            assert one(crosstable(vector), rules(edition), name, 2) == Fraction(value)


# --- the crosstable of sixteen and the Arbiters' Manual -------------------------------------------


@pytest.mark.clause("fide-2024 16.5")
@pytest.mark.clause("fide-2026 16.5")
@pytest.mark.parametrize(
    ("rulebook", "column"),
    [(F2022, "C07_2022_2024"), (F2024, "C07_2022_2024"), (F2026, "C07_2026")],
)
def test_the_crosstable_of_sixteen_has_its_buchholz_cut_1(rulebook: Rulebook, column: str) -> None:
    columns = values(crosstable(TIEBREAK["crosstable"]), rulebook, "buchholz_cut1")[0]
    expected = TIEBREAK["crosstable"]["expected"]
    assert columns == {int(p): row["BH_C1"][column] for p, row in expected.items()}


@pytest.mark.parametrize(("rulebook", "dummy"), [(F2024, 14), (F2026, 10)], ids=["2024", "2026"])
def test_laxman_of_the_arbiters_manual(rulebook: Rulebook, dummy: int) -> None:
    vector = next(item for item in TIEBREAK["small"] if item["id"] == "TB-08")
    rounds = [
        Contribution(int(2 * score), int(4 * score * result), False)
        for score, result in zip(vector["opponent_scores"], vector["results"], strict=True)
        if score is not None
    ]
    rounds.insert(3, Contribution(dummy, 0, True))
    column = "C07_2024" if rulebook is F2024 else "C07_2026"
    left = cut_buchholz(rounds, rulebook.unplayed.cut, 1)
    assert sum(c.wp_halves for c in rounds) == 2 * vector["BH"][column]
    assert sum(c.wp_halves for c in left) == 2 * vector["BH_C1"][column]
    assert sum(c.sb_quarters for c in rounds) == 4 * vector["SB"]


# --- cuts, by the literal computation -------------------------------------------------------------

EDITIONS = [
    (F2012, "2009"),
    (SWISS_MANAGER, "swiss-manager"),
    (F2022, "2022"),
    (F2024, "2024"),
    (F2026, "2026"),
]


@pytest.mark.clause("fide-2012 Buchholz")
@pytest.mark.clause("fide-2022 14.6")
@pytest.mark.clause("fide-2024 14.1, 14.2, 14.3, 14.4")
@pytest.mark.clause("fide-2026 14.1, 14.2, 14.3, 14.4")
@pytest.mark.clause("swiss-manager-2009 cut")
@pytest.mark.parametrize(("rulebook", "edition"), EDITIONS, ids=lambda v: getattr(v, "id", v))
@drawn(100, rows=random_rows)
def test_cuts_and_medians_are_those_of_the_literal_computation(
    rulebook: Rulebook, edition: str, rows: dict[int, list[str]]
) -> None:
    cuts: dict[str, tuple[int, int]] = {
        "buchholz_cut1": (1, 0),
        "buchholz_cut2": (2, 0),
        "buchholz_median1": (1, 1),
        "buchholz_median2": (2, 2),
    }
    columns = values(table(rows), rulebook, *cuts, "sb_cut1")
    for player in rows:
        rounds = oracle.elements(rows, player, edition)
        for column, (low, high) in zip(columns, cuts.values(), strict=False):
            assert column[player] == oracle.buchholz(rounds, edition, low, high)
        assert columns[-1][player] == oracle.sonneborn_berger(rounds, edition, 1)


def test_a_second_cut_of_sonneborn_berger_looks_at_what_the_first_left() -> None:
    rounds = [
        Contribution(1, 2, False),
        Contribution(4, 4, True),
        Contribution(5, 0, True),
        Contribution(3, 6, False),
    ]
    left = cut_sonneborn_berger(rounds, "voluntary_unless_lower", 2)
    assert [c.sb_quarters for c in left] == [4, 0]


def test_nothing_is_left_of_fewer_rounds_than_cuts() -> None:
    assert cut_buchholz([Contribution(4, 8, False)], "lowest", 2, 2) == []
    assert cut_sonneborn_berger([], "voluntary_first", 1) == []


# --- the player's own results ---------------------------------------------------------------------


@pytest.mark.clause("fide-2012 progressive, games with black")
@pytest.mark.parametrize("rulebook", [F2012, F2024, SWISS_MANAGER], ids=lambda r: r.id)
def test_progressive_scores_and_black_games_do_not_depend_on_the_edition(
    rulebook: Rulebook,
) -> None:
    expected = HELD["swiss_5"]["values"]
    for name in ("progressive", "progressive_cut1", "games_with_black"):
        assert list(values(SWISS_5, rulebook, name)[0].values()) == expected[name]


def test_a_game_lost_by_both_or_adjourned_is_no_win_and_a_bye_of_half_a_point_neither() -> None:
    games = table({1: ["0:2w", "a2b", "=BYE", "+2b"], 2: ["0:1b", "a1w", "--", "-1w"]})
    names: tuple[str, ...] = ("wins", "wins_over_the_board", "games_with_black", "black_wins")
    assert [column[1] for column in values(games, F2024, *names)] == [1, 1, 2, 1]


@drawn(100, rows=random_rows)
def test_the_progressive_score_is_the_sum_of_the_scores_after_each_round(
    rows: dict[int, list[str]],
) -> None:
    sums, cut = values(table(rows), F2024, "progressive", "progressive_cut1")
    for player, row in rows.items():
        after = [oracle.total(row[:n]) for n in range(1, len(row) + 1)]
        assert sums[player] == sum(after, Fraction(0))
        assert cut[player] == sum(after[1:], Fraction(0))


# --- ratings --------------------------------------------------------------------------------------


@pytest.mark.clause("fide-2012 average rating")
@pytest.mark.clause("fide-2022 average rating")
def test_an_average_of_ratings_is_a_whole_number_with_a_half_upwards() -> None:
    assert average_rating([1650, 1600, 2100, 2200]) == 1888
    assert average_rating([1000, 1001]) == 1001
    assert average_rating([]) is None
    assert values(SWISS_5, F2012, "average_rating") == values(SWISS_5, F2024, "average_rating")


@pytest.mark.clause("fide-2022 ratings")
@pytest.mark.clause("fide-2024 10")
@pytest.mark.clause("fide-2026 10")
def test_games_against_unrated_players_are_left_out_or_forbid_a_value() -> None:
    games = replace(table({1: ["+2", "-3"], 2: ["-1", "--"], 3: ["--", "+1"]}), ratings={2: 1800})
    names: tuple[str, ...] = ("average_rating", "average_rating_cut1", "performance")
    assert [v[1] for v in values(games, F2024, *names)] == [1800, None, 2600]
    strict = rules("fide-2024", ranking__unrated_opponents="no_value")
    assert [v[1] for v in values(games, strict, *names)] == [None, None, None]
    assert [v[2] for v in values(games, F2024, *names)] == [None, None, None]


@pytest.mark.clause("fide-2022 performance")
@pytest.mark.parametrize(
    ("halves", "difference"), [(0, -800), (1, -470), (10, 0), (11, 36), (15, 193), (20, 800)]
)
def test_the_rating_difference_of_a_score_in_ten_games(halves: int, difference: int) -> None:
    assert rating_difference(halves, 10) == difference
    assert performance([RatedGame(2000, 2)] * 5 + [RatedGame(2000, 0)] * 5) == 2000


@given(st.integers(0, 40), st.integers(1, 20))
def test_a_score_and_its_opposite_have_opposite_differences_but_for_rounding(
    halves: int, games: int
) -> None:
    halves = min(halves, 2 * games)
    exact = 100 * halves % (2 * games) == 0
    here, there = rating_difference(halves, games), rating_difference(2 * games - halves, games)
    assert not exact or here == -there
