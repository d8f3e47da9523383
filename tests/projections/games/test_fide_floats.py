"""Floats of FIDE's systems (1.4): by the scores over the board, or by a round without play."""

from __future__ import annotations

import pytest

from ledger.rulebooks.fide_keys import FideKeys
from projections.games.crosstable import Cell, CellKind
from projections.games.fide_floats import float_of, floats_of


@pytest.mark.clause("fide-dutch-2026 1.4")
@pytest.mark.parametrize(
    ("cell", "theirs", "loss", "expected"),
    [
        (Cell(CellKind.PLAYED, 2, 9, "W"), 3, 0, "U"),
        (Cell(CellKind.PLAYED, 2, 9, "W"), 1, 0, "D"),
        (Cell(CellKind.PLAYED, 2, 9, "W"), 2, 0, ""),
        (Cell(CellKind.BYE, 0), None, 0, "D"),
        (Cell(CellKind.HALF_BYE, 1), None, 0, "D"),
        (Cell(CellKind.HALF_BYE, 1), None, 1, ""),
        (Cell(CellKind.ABSENT, 0), None, 0, ""),
        (Cell(CellKind.DEFAULT_WIN, 2, 9, "W"), 5, 0, "D"),
        (Cell(CellKind.DEFAULT_LOSS, 0, 9, "W"), 1, 0, ""),
        (Cell(CellKind.ADJOURNED, 1, 9, "W"), 1, 0, "D"),
    ],
)
def test_a_float_is_by_scores_or_by_what_a_round_gave_without_play(
    cell: Cell, theirs: int | None, loss: int, expected: str
) -> None:
    assert float_of(cell, 2, theirs, loss) == expected


def test_the_last_two_rounds_count_and_are_never_closed_up() -> None:
    cells = [Cell(CellKind.BYE, 2), Cell(CellKind.PLAYED, 2, 2, "W"), Cell(CellKind.ABSENT, 0)]
    before = {1: [0, 2, 4, 4], 2: [0, 0, 0, 0]}
    assert floats_of(cells, before, 1, 0) == ("", "D")
    assert floats_of(cells[:1], before, 1, 0) == ("D", "")
    assert floats_of([], before, 1, 0) == ("", "")


@pytest.mark.clause("fide-dutch-2017 A4")
def test_in_2017_every_round_without_play_is_a_downfloat() -> None:
    always = FideKeys(unplayed_float="always")
    away, lost = Cell(CellKind.ABSENT, 0), Cell(CellKind.DEFAULT_LOSS, 0, 9, "W")
    for cell in (away, lost, Cell(CellKind.NOT_ENTERED, 0), Cell(CellKind.HALF_BYE, 1)):
        assert float_of(cell, 2, 5, 0, always) == "D"
    assert float_of(Cell(CellKind.PLAYED, 0, 9, "W"), 2, 5, 0, always) == "U"
    assert floats_of([away, lost], {1: [0, 0, 0], 9: [0, 0, 2]}, 1, 0, readings=always) == (
        "D",
        "D",
    )


def test_a_bye_worth_nothing_is_a_downfloat_or_none_as_the_rulebook_reads_it() -> None:
    free = Cell(CellKind.BYE, 0)
    assert float_of(free, 2, None, 0) == "D"
    assert float_of(free, 2, None, 0, FideKeys(pab_float="above_loss")) == ""
