"""Floats as FIDE has them: by the scores of both before the round, or by a round without play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from projections.games.crosstable import Cell, CellKind
from projections.games.floats import Float


def floats_of(
    cells: Sequence[Cell], before: Mapping[int, Sequence[int]], key: int, loss: int
) -> tuple[Float, Float]:
    """Return a player's floats of the last round and of the one before it.

    before are everybody's scores before each round; loss is what a lost game is worth.

    Rule: fide-dutch-2026 1.4.
    """
    last, earlier = (
        float_of(cells[at], before[key][at], _of_opponent(cells[at], before, at), loss)
        if at >= 0
        else ""
        for at in (len(cells) - 1, len(cells) - 2)
    )
    return last, earlier


def float_of(cell: Cell, mine: int, his: int | None, loss: int) -> Float:
    """Return the float of one round, given the scores of both before it (None: no opponent).

    Rule: fide-dutch-2026 1.4.
    """
    if not cell.played:
        return "D" if cell.kind is CellKind.BYE or cell.halves > loss else ""
    if his is None or mine == his:
        return ""
    return "D" if mine > his else "U"


def _of_opponent(cell: Cell, before: Mapping[int, Sequence[int]], at: int) -> int | None:
    return None if cell.opponent is None else before[cell.opponent][at]
