"""The tie-breaks that FIDE asks of a program: each code is here, held by a literal computation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.oracles.tiebreaks as oracle
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import NUMBER, every_tie_break, tie_break
from ledger.trf.codes import tie_break_list, tie_breaks
from projections.games.crosstable import Crosstable
from projections.standings.opponents_ratings import (
    RatedGame,
    expected_percentage,
    perfect_performance,
)
from projections.standings.standing import final_standing
from projections.standings.tiebreaks import Scored, TieBreakValue, tie_break_values
from tests.helpers.crosstables import parts, random_rows, rules, table
from tests.helpers.family import drawn

F2024, F2026 = rules("fide-2024"), rules("fide-2026")
EDITIONS = [(F2024, "2024"), (F2026, "2026")]
WHICH = pytest.mark.parametrize(("rulebook", "edition"), EDITIONS, ids=["2024", "2026"])
CUTS = {"": (0, 0), "_cut1": (1, 0), "_cut2": (2, 0), "_median1": (1, 1), "_median2": (2, 2)}

CODES = (
    "DE",
    "DE/P",
    "BPG",
    "BWG",
    "REP",
    "STD",
    "SB",
    "SB/C1",
    "SB/C2",
    "SB/P",
    "SB/C1/P",
    "SB/C2/P",
    "ARO",
    "ARO/C1",
    "ARO/C2",
    "ARO/M1",
    "ARO/M2",
    "TPR",
    "PTP",
    "APRO",
    "APPO",
    "RTNG",
    "RTNG/R",
    "WIN",
    "WON",
    "PS",
    "PS/C1",
    "PS/C2",
    "TPN",
    "TPN/R",
    "BH",
    "BH/C1",
    "BH/C2",
    "BH/M1",
    "BH/M2",
    "BH/P",
    "BH/C1/P",
    "BH/C2/P",
    "BH/M1/P",
    "BH/M2/P",
    "FB",
    "FB/C1",
    "FB/C2",
    "FB/M1",
    "FB/M2",
    "FB/P",
    "FB/C1/P",
    "FB/C2/P",
    "FB/M1/P",
    "FB/M2/P",
    "AOB",
    "AOB/F",
    "KS",
    "KS/L+1",
    "KS/L-1",
    "KS/L+4",
    "KS/L-4",
)
"""The codes for individual tournaments in the list of mandatory tie-breaks (MTB26)."""


def one(games: Crosstable, rulebook: Rulebook, name: str) -> dict[int, TieBreakValue]:
    asked = tie_break(name)
    return tie_break_values(Scored.of(games, rulebook), [asked])[asked]


@pytest.mark.parametrize("code", CODES)
def test_every_mandatory_code_is_read_and_written_again(code: str) -> None:
    [read] = tie_breaks(code)
    assert read.name is not None
    assert tie_break_list([read.name]) == code


def test_every_tie_break_of_the_list_has_a_value_or_a_place() -> None:
    games = replace(table({1: ["+2w"], 2: ["-1b"]}), ratings={1: 2000, 2: 1900})
    for code in CODES:
        name = tie_breaks(code)[0].name
        assert name is not None
        ranking = F2026.ranking.model_copy(update={"final": (name, NUMBER())})
        lines = final_standing(games, F2026.model_copy(update={"ranking": ranking})).lines
        assert [line.player for line in lines] == [1, 2]
        assert [key for key, _ in lines[0].tie_breaks] == [name]


def test_the_code_of_an_earlier_edition_is_read_too() -> None:
    assert tie_breaks("GE")[0].name == tie_breaks("REP")[0].name == "elected_to_play"
    assert tie_breaks("KS/L+9")[0].name is None
    fewer = {one for one in every_tie_break() if one.fewer}
    assert fewer == {"rating_lowest_first", "pairing_number", "number"}


def with_defaults(rows: dict[int, list[str]], player: int, edition: str) -> list[oracle.Element]:
    """Return the rounds of a player, a default as a game against the scheduled opponent."""
    rounds = oracle.elements(rows, player, edition)
    return [
        replace(element, score=oracle.adjusted(rows[parts(text)[1]], edition), voluntary=False)
        if oracle.is_default(text)
        else element
        for element, text in zip(rounds, rows[player], strict=True)
    ]


@pytest.mark.clause("fide-2024 14.2")
@pytest.mark.clause("fide-2026 14.2")
@WHICH
@drawn(50, rows=random_rows)
def test_games_by_default_count_where_the_code_says_so(
    rulebook: Rulebook, edition: str, rows: dict[int, list[str]]
) -> None:
    names: list[tuple[str, str]] = [
        ("wp_with_defaults", ""),
        ("buchholz_cut1_with_defaults", "_cut1"),
        ("buchholz_cut2_with_defaults", "_cut2"),
        ("buchholz_median1_with_defaults", "_median1"),
        ("buchholz_median2_with_defaults", "_median2"),
    ]
    of_sb: list[str] = ["sb_with_defaults", "sb_cut1_with_defaults", "sb_cut2_with_defaults"]
    games = table(rows)
    columns = {name: one(games, rulebook, name) for name in (*dict(names), *of_sb, "sb_cut2")}
    for player in rows:
        rounds = with_defaults(rows, player, edition)
        for name, cut in names:
            assert columns[name][player] == oracle.buchholz(rounds, edition, *CUTS[cut])
        for low, name in enumerate(of_sb):
            assert columns[name][player] == oracle.sonneborn_berger(rounds, edition, low)
        plain = oracle.elements(rows, player, edition)
        assert columns["sb_cut2"][player] == oracle.sonneborn_berger(plain, edition, 2)


def last_drawn(rows: dict[int, list[str]]) -> dict[int, list[str]]:
    """Return a crosstable in which everybody paired in the last round drew."""
    return {
        player: [
            *row[:-1],
            row[-1] if oracle.is_bye(row[-1]) else f"={parts(row[-1])[1]}{parts(row[-1])[2]}",
        ]
        for player, row in rows.items()
    }


@pytest.mark.clause("fide-2024 8.2, 8.3")
@pytest.mark.clause("fide-2026 8.2, 8.3")
@WHICH
@drawn(50, rows=random_rows)
def test_fore_buchholz_is_buchholz_with_all_of_the_last_round_drawn(
    rulebook: Rulebook, edition: str, rows: dict[int, list[str]]
) -> None:
    games, drawn = table(rows), last_drawn(rows)
    for end, cuts in CUTS.items():
        plain = f"fore_buchholz{end}"
        too = f"fore_buchholz{end}_with_defaults"
        values, values_too = one(games, rulebook, plain), one(games, rulebook, too)
        for player in rows:
            of_text = oracle.elements(drawn, player, edition)
            assert values[player] == oracle.buchholz(of_text, edition, *cuts)
            expected = oracle.buchholz(with_defaults(drawn, player, edition), edition, *cuts)
            assert values_too[player] == expected
    of_name: dict[str, dict[int, list[str]]] = {
        "average_buchholz": rows,
        "average_fore_buchholz": drawn,
    }
    for name, of in of_name.items():
        values = one(games, rulebook, name)
        for player, row in rows.items():
            met = [parts(t)[1] for t in row if not oracle.is_bye(t) and not oracle.is_default(t)]
            sums = [oracle.buchholz(oracle.elements(of, who, edition), edition) for who in met]
            expected_ = sum(sums, Fraction(0)) / len(sums) if sums else None
            assert values[player] == expected_


@pytest.mark.clause("fide-2024 7.6, 14.2, 14.5")
@pytest.mark.clause("fide-2026 7.6, 7.7, 7.8, 10.6, 14.2, 14.5")
@drawn(50, rows=random_rows)
def test_what_a_player_did_themselves_is_counted_round_by_round(rows: dict[int, list[str]]) -> None:
    games = replace(table(rows), ratings={player: 1500 + player for player in rows})
    for player, row in rows.items():
        chosen = sum(oracle.is_voluntary(text) for text in row)
        assert one(games, F2026, "elected_to_play")[player] == len(row) - chosen
        points = [oracle.points(text) for text in row]
        so_far = [sum(points[: at + 1], Fraction(0)) for at in range(len(row))]
        assert one(games, F2026, "progressive_cut2")[player] == sum(so_far[2:])
        standard = Fraction(0)
        for at, text in enumerate(row):
            theirs = Fraction(1, 2)  # without a game the points are held against a draw
            if not oracle.is_bye(text) and not oracle.is_default(text):
                theirs = oracle.points(rows[parts(text)[1]][at])
            mine = oracle.points(text)
            standard += Fraction((mine > theirs) * 2 + (mine == theirs), 2)
        assert one(games, F2026, "standard_points")[player] == standard
        assert one(games, F2026, "pairing_number")[player] == player
        assert one(games, F2026, "rating")[player] == 1500 + player


def test_the_limit_of_koya_moves_by_half_points() -> None:
    rows = {
        1: ["+2w", "+3w", "+4w"],
        2: ["-1b", "+4w", "+3w"],
        3: ["+4w", "-1b", "-2b"],
        4: ["-3b", "-2b", "-1b"],
    }
    games = table(rows)
    by_shift = {"koya_minus3": 3, "koya_minus1": 2, "koya": 1, "koya_plus1": 1, "koya_plus2": 0}
    assert {name: one(games, F2026, name)[1] for name in by_shift} == by_shift


@pytest.mark.parametrize(
    ("difference", "percentage"),
    [
        (0, 50),
        (3, 50),
        (4, 51),
        (-3, 50),
        (-4, 49),
        (100, 64),
        (-100, 36),
        (357, 89),
        (358, 90),
        (400, 92),
        (735, 99),
        (736, 100),
        (-736, 0),
    ],
)
def test_the_expected_percentage_is_that_of_the_table(difference: int, percentage: int) -> None:
    assert expected_percentage(difference) == percentage


@pytest.mark.clause("fide-2024 10.3")
@pytest.mark.clause("fide-2026 10.3")
@given(st.lists(st.tuples(st.integers(1000, 2800), st.integers(0, 2)), min_size=1, max_size=7))
def test_the_perfect_performance_is_the_first_rating_that_expects_the_score(
    played: list[tuple[int, int]],
) -> None:
    games = [RatedGame(rating, halves) for rating, halves in played]
    score = sum(halves for _, halves in played)
    rating = perfect_performance(games)
    if not score:
        assert rating == min(theirs for theirs, _ in played) - 800
        return
    expected = next(
        one
        for one in count(min(r for r, _ in played) - 801)
        if sum(expected_percentage(one - theirs) for theirs, _ in played) * 2 >= 100 * score
    )
    assert rating == expected


@pytest.mark.clause("fide-2024 10.3, 10.4, 10.5")
@pytest.mark.clause("fide-2026 10.3, 10.4, 10.5")
def test_the_average_performance_is_that_of_the_opponents_over_the_board() -> None:
    rows = {1: ["+2w", "=3w"], 2: ["-1b", "-F4w"], 3: ["--", "=1b"], 4: ["--", "+F2b"]}
    games = replace(table(rows), ratings={1: 2000, 2: 1900, 3: 1800, 4: 1700})
    perfect, average = one(games, F2026, "perfect_performance"), one(games, F2026, "performance")
    assert (perfect[1], perfect[2], perfect[3], perfect[4]) == (2046, 1200, 1997, None)
    assert (average[2], average[3]) == (1200, 2000)
    assert one(games, F2026, "average_performance")[1] == 1600
    assert one(games, F2026, "average_perfect_performance")[1] == (1200 + 1997 + 1) // 2
    assert one(games, F2026, "average_performance")[4] is None


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("rating", [2, 1, 3]),
        ("rating_lowest_first", [1, 2, 3]),
        ("pairing_number", [1, 2, 3]),
        ("pairing_number_highest_first", [3, 2, 1]),
    ],
)
def test_ratings_and_numbers_can_go_both_ways_and_no_rating_is_last(
    name: str, order: list[int]
) -> None:
    games = replace(table({p: ["=BYE"] for p in (1, 2, 3)}), ratings={1: 1800, 2: 2000})
    ranking = F2026.ranking.model_copy(update={"final": (tie_break(name), NUMBER())})
    lines = final_standing(games, F2026.model_copy(update={"ranking": ranking})).lines
    assert [line.player for line in lines] == order


def test_an_encounter_by_default_separates_players_only_where_the_code_says_so() -> None:
    games = table({1: ["-F2w", "+BYE"], 2: ["+F1b", "--"]})
    ranked = {}
    for name in ("direct_encounter", "direct_encounter_with_defaults"):
        ranking = F2026.ranking.model_copy(update={"final": (tie_break(name), NUMBER())})
        lines = final_standing(games, F2026.model_copy(update={"ranking": ranking})).lines
        ranked[name] = [line.player for line in lines]
    assert ranked == {"direct_encounter": [1, 2], "direct_encounter_with_defaults": [2, 1]}
