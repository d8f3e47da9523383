"""The classification (A4) and the final ranking (F12): order, mutual result, lots, and reasons."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rulebooks.rulebook import Rulebook
from projections.standings.scores import scores
from projections.standings.standing import (
    Standing,
    best_by_mutual_result,
    classified,
    final_standing,
    standing,
)
from tests.helpers.crosstables import BOTH, R2014, Rows, random_rows, rules, table
from tests.helpers.family import SEEDS, drawn

A4 = pytest.mark.clause("knsb-wp-2014 A4")
F12 = pytest.mark.clause("knsb-wp-2014 F12")
BY_NUMBER = rules("knsb-wp-2014", ranking__final='["wp", "sb", "number"]')


def final(rows: Rows, lots: tuple[int, ...] = (), rulebook: Rulebook = R2014) -> Standing:
    return final_standing(table(rows), rulebook, lots)


def order(ranking: Standing) -> list[int]:
    return [line.player for line in ranking.lines]


def reasons(ranking: Standing) -> list[str | None]:
    return [line.decided_by for line in ranking.lines]


def need_lots(ranking: Standing) -> set[int]:
    return {line.player for line in ranking.lines if line.lots_needed}


# --- A4 -------------------------------------------------------------------------------------------


@A4
@pytest.mark.clause("knsb-wp-1996 A4")
@pytest.mark.parametrize("rulebook", BOTH, ids=["1996", "2014"])
def test_the_classification_is_by_points_then_wp_then_sb_then_lot_number(
    rulebook: Rulebook,
) -> None:
    rows = {
        1: ["-4", "+3", "=2"],
        2: ["-3", "+4", "=1"],
        3: ["+2", "-1", "-5"],
        4: ["+1", "-2", "-6"],
        5: ["=6", "=6", "+3"],
        6: ["=5", "=5", "+4"],
    }
    ranking = standing(table(rows), rulebook)
    assert order(ranking) == [5, 6, 1, 2, 3, 4]
    assert reasons(ranking) == [None, "number", "points", "number", "points", "number"]
    assert [line.rank for line in ranking.lines] == [1, 2, 3, 4, 5, 6]
    assert not any(line.lots_needed for line in ranking.lines)


@A4
def test_wp_comes_before_sb_and_both_before_the_lot_number() -> None:
    rows = {1: ["+6", "-5"], 2: ["+4", "-3"], 3: ["+2", "+7"], 4: ["-2", "+6"]}
    rows |= {5: ["+1", "+6"], 6: ["-1", "-5"], 7: ["=8", "-3"], 8: ["=7", "=8"]}
    ranking = standing(table(rows), R2014)
    by_player = scores(table(rows), R2014)
    key = {p: (-s.points_halves, -s.wp_halves, -s.sb_quarters, p) for p, s in by_player.items()}
    assert order(ranking) == sorted(key, key=lambda p: key[p])
    named = dict(zip(order(ranking), reasons(ranking), strict=True))
    assert named[1] == "wp"


@A4
@drawn(100, rows=random_rows, rulebook=BOTH)
def test_everybody_stands_once_and_each_reason_is_the_first_that_differs(
    rows: dict[int, list[str]], rulebook: Rulebook
) -> None:
    ranking = standing(table(rows), rulebook)
    assert sorted(order(ranking)) == sorted(rows)
    assert order(ranking) == classified(table(rows), scores(table(rows), rulebook))
    for above, here in zip(ranking.lines, ranking.lines[1:], strict=False):
        same = {
            "points": above.score.points_halves == here.score.points_halves,
            "wp": above.score.wp_halves == here.score.wp_halves,
            "sb": above.score.sb_quarters == here.score.sb_quarters,
            "number": False,
        }
        assert here.decided_by == next(key for key, equal in same.items() if not equal)


@pytest.mark.clause("knsb-wp-2014 A5")
def test_a_topscorer_loses_their_absolute_preference_only_before_the_last_round() -> None:
    rows = {1: ["+3w", "+4w"], 2: ["-4w", "-3w"], 3: ["-1b", "+2b"], 4: ["+2b", "-1b"]}
    usual = {line.player: line.preference for line in standing(table(rows), R2014).lines}
    last = standing(table(rows), R2014, last_round_next=True)
    at_the_end = {line.player: line.preference for line in last.lines}
    assert usual[1] == "B3"
    assert at_the_end[1] == "B2", "they have more than half: the difference still makes it strong"
    assert usual[2] == at_the_end[2] == "B3"


# --- F12: the mutual result -----------------------------------------------------------------------


@F12
@pytest.mark.clause("knsb-wp-1996 F12")
@pytest.mark.parametrize("rulebook", BOTH, ids=["1996", "2014"])
def test_the_winner_of_their_game_is_first_of_two_equal_on_points(rulebook: Rulebook) -> None:
    rows = {1: ["-2", "+3", "+5"], 2: ["+1", "+4", "-6"], 3: ["=4", "-1", "+5"]}
    rows |= {4: ["=3", "-2", "=6"], 5: ["=6", "-3", "-1"], 6: ["=5", "-5", "=4"]}
    assert table(rows).points_halves(1) == table(rows).points_halves(2) == 4
    ranking = final(rows, rulebook=rulebook)
    assert order(ranking)[:2] == [2, 1]
    assert reasons(ranking)[1] == "mutual_result"


@F12
def test_a_draw_between_them_leaves_it_to_wp() -> None:
    rows = {1: ["=2", "+3"], 2: ["=1", "+4"], 3: ["+4", "-1"], 4: ["-3", "-2"]}
    ranking = final(rows)
    assert order(ranking)[:2] == [1, 2]
    assert reasons(ranking)[1] == "wp"


@F12
@pytest.mark.clause("knsb-wp-2014 F3")
def test_a_game_decided_by_default_is_no_meeting() -> None:
    rows = {1: ["-F2", "+3", "+4"], 2: ["+F1", "+4", "-3"], 3: ["=4", "-1", "+2"]}
    rows |= {4: ["=3", "-2", "-1"]}
    assert best_by_mutual_result(table(rows), scores(table(rows), R2014)) == frozenset()
    assert reasons(final(rows))[1] in ("wp", "sb")


def first_three(games: list[tuple[int, int, str]]) -> dict[int, list[str]]:
    """Return three players with one score and these games, above four whom none of them met.

    To reach two points they win games of their own against 4, 5, 6.
    """
    rows: dict[int, list[str]] = {p: [] for p in range(1, 7)}
    for white, black, result in games:
        signs = {"1": ("+", "-"), "0": ("-", "+"), "=": ("=", "=")}[result]
        rows[white].append(f"{signs[0]}{black}w")
        rows[black].append(f"{signs[1]}{white}b")
    for player in (1, 2, 3):
        halves = table({p: row or ["--"] for p, row in rows.items()}).points_halves(player)
        while halves < 4:
            step = min(2, 4 - halves)
            rows[player].append(f"{'+' if step == 2 else '='}{player + 3}w")
            rows[player + 3].append(f"{'-' if step == 2 else '='}{player}b")
            halves += step
    longest = max(map(len, rows.values()))
    return {p: [*row, *["--"] * (longest - len(row))] for p, row in rows.items()}


def best(rows: Rows) -> frozenset[int]:
    return best_by_mutual_result(table(rows), scores(table(rows), R2014))


@F12
def test_of_three_who_all_met_the_best_in_their_games_is_first_and_the_others_go_on_with_wp() -> (
    None
):
    rows = first_three([(1, 2, "0"), (2, 3, "1"), (3, 1, "1")])
    assert best(rows) == {2}, "2 won both; the lowest in WP may be first"
    ranking = final(rows)
    assert order(ranking)[0] == 2
    assert ranking.lines[1].decided_by == "mutual_result"
    by_player = scores(table(rows), R2014)
    others = sorted((1, 3), key=lambda p: (-by_player[p].wp_halves, -by_player[p].sb_quarters, p))
    assert order(ranking)[1:3] == others


@F12
def test_a_circle_of_three_wins_parts_nobody() -> None:
    assert best(first_three([(1, 2, "1"), (2, 3, "1"), (3, 1, "1")])) == frozenset()


@F12
def test_when_two_of_three_are_best_in_their_games_wp_decides_between_these_two() -> None:
    rows = first_three([(1, 2, "="), (2, 3, "1"), (3, 1, "0")])
    assert best(rows) == {1, 2}
    ranking = final(rows)
    assert set(order(ranking)[:2]) <= {1, 2, 3}
    assert order(ranking)[0] in (1, 2)


@F12
@pytest.mark.parametrize(
    "games",
    [[(1, 2, "1"), (2, 3, "1")], [(1, 2, "1")], []],
    ids=["two-of-three", "one-of-three", "none"],
)
def test_the_mutual_result_counts_for_nothing_when_not_all_met(
    games: list[tuple[int, int, str]],
) -> None:
    assert best(first_three(games)) == frozenset()


@F12
def test_the_mutual_result_decides_the_first_place_only() -> None:
    rows = {1: ["+2", "+3"], 2: ["-1", "+3"], 3: ["-2", "-1"], 4: ["+5", "-6"], 5: ["-4", "+7"]}
    rows |= {6: ["=7", "+4"], 7: ["=6", "-5"]}
    ranking = final(rows)
    assert ranking.lines[0].player == 1
    named = dict(zip(order(ranking), reasons(ranking), strict=True))
    assert "mutual_result" not in named.values()


@F12
def test_a_rulebook_without_the_mutual_result_ignores_it() -> None:
    rows = {1: ["-2", "+3"], 2: ["+1", "-3"], 3: ["+2", "-1"]}
    assert "mutual_result" not in reasons(final(rows, rulebook=BY_NUMBER))
    assert not need_lots(final(rows, rulebook=BY_NUMBER))


# --- F12: lots ------------------------------------------------------------------------------------

SYMMETRIC: Rows = {1: ["=2", "+3"], 2: ["=1", "+4"], 3: ["=4", "-1"], 4: ["=3", "-2"]}


@F12
def test_players_equal_in_everything_need_lots_and_nobody_else_does() -> None:
    ranking = final(SYMMETRIC)
    assert need_lots(ranking) == {1, 2, 3, 4}
    assert reasons(ranking) == [None, None, "points", None]
    assert need_lots(final({1: ["+2"], 2: ["-1"]})) == set()


@F12
@given(lots=st.permutations([1, 2, 3, 4]))
def test_lots_part_those_who_were_equal_and_only_those(lots: list[int]) -> None:
    ranking = final(SYMMETRIC, tuple(lots))
    assert order(ranking) == [p for p in lots if p < 3] + [p for p in lots if p > 2]
    assert reasons(ranking) == [None, "lots", "points", "lots"]
    assert not need_lots(ranking)


@F12
def test_lots_drawn_before_a_correction_part_nobody_who_drew_none() -> None:
    ranking = final(SYMMETRIC, lots=(2, 3, 4))
    assert need_lots(ranking) == {1, 2}, "1 became equal to 2 after the draw"
    assert order(ranking)[2:] == [3, 4]


@F12
def test_the_winner_by_mutual_result_needs_no_lot() -> None:
    rows = {1: ["-2", "+BYE"], 2: ["+1", "--"]}
    ranking = final(rows)
    assert order(ranking) == [2, 1]
    assert reasons(ranking) == [None, "mutual_result"]
    assert not need_lots(ranking)


@F12
def test_those_equal_to_the_winner_by_mutual_result_need_lots_among_themselves() -> None:
    rows = {
        1: ["+2", "+3", "-4", "--"],
        2: ["-1", "+4", "=3", "=4"],
        3: ["+4", "-1", "=2", "=BYE"],
        4: ["-3", "-2", "+1", "=2"],
    }
    ranking = final(rows, rulebook=rules(ranking__final='["mutual_result", "lots"]'))
    assert order(ranking)[0] == 1
    assert need_lots(ranking) == {2, 3}


@F12
@drawn(100, rows=random_rows, rulebook=BOTH, salt=SEEDS)
def test_after_a_draw_among_those_who_need_it_nobody_needs_lots(
    rows: dict[int, list[str]], rulebook: Rulebook, salt: int
) -> None:
    before = final(rows, rulebook=rulebook)
    left = sorted(need_lots(before))
    lots = tuple(Random(salt).sample(left, len(left)))
    after = final(rows, lots, rulebook)
    assert not need_lots(after)
    assert sorted(order(after)) == sorted(rows)
    assert all(reason is not None for reason in reasons(after)[1:])
    points = [line.score.points_halves for line in after.lines]
    assert points == sorted(points, reverse=True)
