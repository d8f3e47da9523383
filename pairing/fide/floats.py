"""Floats as FIDE has them: by the scores of both before the round, or by a round without play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from projections.games.crosstable import Cell, CellKind
from projections.games.floats import Float

Edition = Literal["2017", "2026"]
"""An edition of the FIDE (Dutch) System."""


def floats_of(
    cells: Sequence[Cell],
    before: Mapping[int, Sequence[int]],
    key: int,
    loss: int,
    edition: Edition = "2026",
) -> tuple[Float, Float]:
    """Return a player's floats of the last round and of the one before it.

    before are everybody's scores before each round; loss is what a lost game is worth.

    Text: C.04.3 1.4; C.04.3 (2017) A4.
    """
    last, earlier = (
        float_of(cells[at], before[key][at], _of_opponent(cells[at], before, at), loss, edition)
        if at >= 0
        else ""
        for at in (len(cells) - 1, len(cells) - 2)
    )
    return last, earlier


def float_of(cell: Cell, mine: int, his: int | None, loss: int, edition: Edition = "2026") -> Float:
    """Return the float of one round, given the scores of both before it (None: no opponent).

    In 2017 every round without play is a downfloat, in 2026 one that gave more than a loss does.

    Text: C.04.3 1.4; C.04.3 (2017) A4.
    """
    if not cell.played:
        down = edition == "2017" or cell.kind is CellKind.BYE or cell.halves > loss
        return "D" if down else ""
    if his is None or mine == his:
        return ""
    return "D" if mine > his else "U"


def _of_opponent(cell: Cell, before: Mapping[int, Sequence[int]], at: int) -> int | None:
    return None if cell.opponent is None else before[cell.opponent][at]
