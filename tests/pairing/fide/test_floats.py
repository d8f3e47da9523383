"""Floats of FIDE's systems (1.4): by the scores over the board, or by a round without play."""

from __future__ import annotations

import pytest

from pairing.fide.floats import float_of, floats_of
from projections.games.crosstable import Cell, CellKind


@pytest.mark.clause("fide-dutch-2026 1.4")
@pytest.mark.parametrize(
    ("cell", "his", "loss", "expected"),
    [
        (Cell(CellKind.PLAYED, 2, 9, "W"), 3, 0, "U"),
        (Cell(CellKind.PLAYED, 2, 9, "W"), 1, 0, "D"),
        (Cell(CellKind.PLAYED, 2, 9, "W"), 2, 0, ""), (Cell(CellKind.BYE, 0), None, 0, "D"),
        (Cell(CellKind.HALF_BYE, 1), None, 0, "D"), (Cell(CellKind.HALF_BYE, 1), None, 1, ""),
        (Cell(CellKind.ABSENT, 0), None, 0, ""), (Cell(CellKind.DEFAULT_WIN, 2, 9, "W"), 5, 0, "D"),
        (Cell(CellKind.DEFAULT_LOSS, 0, 9, "W"), 1, 0, ""),
        (Cell(CellKind.ADJOURNED, 1, 9, "W"), 1, 0, "D"),
    ],
)  # fmt: skip
def test_a_float_is_by_scores_or_by_what_a_round_gave_without_play(
    cell: Cell, his: int | None, loss: int, expected: str
) -> None:
    assert float_of(cell, 2, his, loss) == expected


def test_the_last_two_rounds_count_and_are_never_closed_up() -> None:
    cells = [Cell(CellKind.BYE, 2), Cell(CellKind.PLAYED, 2, 2, "W"), Cell(CellKind.ABSENT, 0)]
    before = {1: [0, 2, 4, 4], 2: [0, 0, 0, 0]}
    assert floats_of(cells, before, 1, 0) == ("", "D")
    assert floats_of(cells[:1], before, 1, 0) == ("D", "")
    assert floats_of([], before, 1, 0) == ("", "")
