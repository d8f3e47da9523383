"""A published round as it is shown: what was corrected in it is marked, on paper too."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from desk.answers.competition import pairings
from desk.answers.sheets import sheet
from desk.render.catalogue import Words
from desk.render.sheets import Stationery, sheet_page
from ledger.refusals import Refusal
from ledger.values import Language
from projections.views.view import View
from tests.helpers.hall import Hall, hall_of
from tests.helpers.season import Season
from tests.helpers.words import in_words


def shown(hall: Hall, number: int, *, by_name: bool = False) -> tuple[list[dict[str, Any]], str]:
    """Return the boards of a round, and its notes."""
    view = pairings(hall.book, number, by_name)
    assert isinstance(view, View)
    view = in_words(view)
    return [dict(row) for row in view.cells], " | ".join(map(str, view.notes))


def corrected(hall: Hall) -> tuple[int, int]:
    """Correct a result of the first round and exchange the colours of another game of it."""
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    result = hall.state.position
    hall.do("correct-colours", round=1, board=2, reason="score sheets")
    return result, hall.state.position


@pytest.mark.parametrize("season", [False, True])
def test_corrected_results_and_exchanged_colours_are_marked_in_a_round(season: bool) -> None:
    hall: Hall = Season(6) if season else Hall(6, 5)
    hall.play("1-0", "1-0", "1-0")
    rows, notes = shown(hall, 1)
    assert not any(row["corrected"] or row["colours_exchanged"] for row in rows)
    assert "corrected" not in notes
    result, colours = corrected(hall)
    rows, notes = shown(hall, 1)
    assert [row["corrected"] for row in rows] == [True, False, False]
    assert [row["colours_exchanged"] for row in rows] == [False, True, False]
    for by_name in (False, True):
        notes = shown(hall, 1, by_name=by_name)[1]
        assert f"result corrected: board 1 (#{result})" in notes
        assert f"played with the colours exchanged: board 2 (#{colours})" in notes
    hall.do("correct-colours", round=1, board=2, reason="they had it right")
    rows, notes = shown(hall, 1)
    assert not rows[1]["colours_exchanged"]
    assert "exchanged" not in notes


def test_a_round_says_how_far_it_is_while_it_is_played_and_its_sheet_does_not() -> None:
    hall = hall_of(("-", "-", "-"))
    assert "open" not in shown(hall, 1)[1]
    hall.do("result", round=1, board=2, result="1-0")
    assert "3 boards: 1 with a result, 2 open" in shown(hall, 1)[1]
    printed = sheet(hall.book, "pairings", None)
    assert not isinstance(printed, Refusal)
    assert "2 open" not in sheet_page(
        printed, Words("en", lambda do, _: do.verb), Stationery("p {}")
    )
    hall.do("result", round=1, board=1, result="1-0")
    hall.do("result", round=1, board=3, result="1-0")
    assert "open" not in shown(hall, 1)[1]


def test_a_game_that_was_adjourned_and_finished_was_not_corrected() -> None:
    hall = hall_of(("1-0", "1-0", "-"))
    hall.do("adjourn", round=1, board=3)
    hall.do("result", round=1, board=3, result="1-0")
    rows, notes = shown(hall, 1)
    assert not rows[2]["corrected"]
    assert "corrected" not in notes


@pytest.mark.parametrize("language", get_args(Language))
def test_the_printed_round_marks_them_too(language: Language) -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    result, colours = corrected(hall)
    printed = sheet(hall.book, "pairings", 1)
    assert not isinstance(printed, Refusal | tuple)
    page = sheet_page(printed, Words(language, lambda do, _: do.verb), Stationery("p {}"))
    assert f"(#{result})" in page
    assert f"(#{colours})" in page
