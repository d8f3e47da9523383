"""The control totals of F8: they agree for every correct table, and reveal a wrong one."""

from __future__ import annotations

from functools import partial

import pytest

from projections.standings.control_totals import control_totals
from projections.standings.scores import scores
from projections.views.standings import totals_note
from tests.helpers.crosstables import BOTH, R1996, R2014, Rows, parts, random_rows, rules, table
from tests.helpers.family import drawn
from tests.helpers.words import words


def totals(rows: Rows, year: int) -> dict[str, tuple[float, bool]]:
    rulebook = R1996 if year == 1996 else R2014
    crosstable = table(rows)
    checks = control_totals(crosstable, scores(crosstable, rulebook), rulebook)
    return {total.name: (total.found_halves / 2, total.agrees) for total in checks}


@pytest.mark.clause("knsb-wp-1996 F8")
@drawn(100, rows=random_rows)
def test_the_three_totals_of_1996_agree_whatever_was_not_played(rows: dict[int, list[str]]) -> None:
    players, n = len(rows), max(map(len, rows.values()))
    checks = totals(rows, 1996)
    assert list(checks) == ["points", "WS", "WP"]
    lost = sum(  # half a point in each ½-0
        rows[parts(text)[1]][at][0] == "-"
        for row in rows.values()
        for at, text in enumerate(row)
        if text[0] == "=" and text != "=BYE"
    )
    assert checks["WS"] == ((players * n - lost) / 2, True)
    assert checks["WP"] == ((players * n - lost) * n / 2, True)
    assert checks["points"][1]


@pytest.mark.clause("knsb-wp-2014 F8")
@drawn(100, rows=partial(random_rows, odd_things=False, even_field=True))
def test_the_two_totals_of_2014_agree_while_all_is_played(rows: dict[int, list[str]]) -> None:
    checks = totals(rows, 2014)
    assert list(checks) == ["points", "WP"]
    assert all(agrees for _, agrees in checks.values())


@pytest.mark.clause("knsb-wp-2014 F8")
@pytest.mark.parametrize("cell", ["+BYE", "=BYE", "--"])
def test_2014_has_no_totals_once_anything_was_unplayed(cell: str) -> None:
    assert totals({1: ["+2"], 2: ["-1"]}, 2014) == {"points": (1.0, True), "WP": (1.0, True)}
    assert totals({1: ["+2"], 2: ["-1"], 3: [cell]}, 2014) == {}


@pytest.mark.clause("knsb-wp-1996 F8")
@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ({1: ["+2"], 2: ["-1"]}, 1.0),
        ({1: ["+2"], 2: ["-1"], 3: ["+BYE"]}, 2.0),
        ({1: ["+2"], 2: ["-1"], 3: ["--"]}, 1.0),
        ({1: ["+2"], 2: ["-1"], 3: ["--"], 4: ["--"]}, 1.0),
        ({1: ["-F2"], 2: ["-F1"]}, 0.0),
        ({1: ["+2"], 2: ["-1"], 3: ["=BYE"], 4: ["--"]}, 1.5),
        ({1: ["+2"], 2: ["-1"], 3: ["=BYE"], 4: ["+BYE"], 5: ["--"]}, 2.5),
        ({1: ["0:2"], 2: ["0:1"]}, 0.0),
    ],
    ids=["game", "bye", "empty-seat", "two-absent", "double-default", "half", "mixed", "nil-nil"],
)
def test_the_points_of_1996_lack_the_games_in_which_nobody_got_one(
    rows: Rows, points: float
) -> None:
    assert totals(rows, 1996)["points"] == (points, True)


@pytest.mark.clause("knsb-wp-1996 F8")
def test_a_result_that_was_counted_for_both_is_seen_in_the_totals() -> None:
    wrong = table({1: ["+2"], 2: ["+1"]})
    checks = control_totals(wrong, scores(wrong, R1996), R1996)
    assert not all(total.agrees for total in checks)
    assert words(totals_note(checks)).startswith("control totals (F8) DO NOT AGREE: points 2 but")


def test_totals_are_not_shown_while_an_adjourned_game_counts_for_nothing() -> None:
    for rulebook in BOTH:
        changed = rules(rulebook.id, arbiter__adjourned_counts_as_draw="false")
        crosstable = table({1: ["a2"], 2: ["a1"]})
        assert control_totals(crosstable, scores(crosstable, changed), changed) == ()
    assert totals_note(()) == ""
