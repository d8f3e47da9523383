"""Floats as FIDE has them: by the scores of both before the round, or by a round without play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ledger.rulebooks.fide_keys import FideKeys
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.floats import Float, scores_before

OF_2026: Final = FideKeys()
"""The readings of the edition of 2026."""


def pairing_scores(table: Crosstable) -> dict[int, list[int]]:
    """Return everybody's pairing score in each round, the one to be paired included.

    That is the half points before the round, and the virtual ones of that round alone.

    Rule: fide-dutch-2026 ACC1.5.
    """
    before = scores_before(table)
    if not table.virtual:
        return before
    return {
        player: [
            score + table.virtual_halves(player, number) for number, score in enumerate(scores, 1)
        ]
        for player, scores in before.items()
    }


def floats_of(
    cells: Sequence[Cell],
    before: Mapping[int, Sequence[int]],
    key: int,
    loss: int,
    *,
    readings: FideKeys = OF_2026,
    losses: Sequence[int] = (),
) -> tuple[Float, Float]:
    """Return a player's floats of the last round and of the one before it.

    `before` are everybody's scores before each round; `loss` is what a lost game is worth, `losses`
    the same for each round where it is not always that.

    Rule: fide-dutch-2026 1.4; fide-dutch-2017 A4.
    """
    worth = losses or [loss] * len(cells)
    found: list[Float] = ["", ""]
    for back in range(min(2, len(cells))):
        at = len(cells) - 1 - back
        his = _of_opponent(cells[at], before, at)
        found[back] = float_of(cells[at], before[key][at], his, worth[at], readings)
    return found[0], found[1]


def float_of(
    cell: Cell, mine: int, his: int | None, loss: int, readings: FideKeys = OF_2026
) -> Float:
    """Return the float of one round, given the scores of both before it (None: no opponent).

    A round without play is a downfloat always in 2017, in 2026 when it gave more than a loss does.

    Rule: fide-dutch-2026 1.4; fide-dutch-2017 A4.
    """
    if not cell.played:
        always = readings.pab_float if cell.kind is CellKind.BYE else readings.unplayed_float
        return "D" if always == "always" or cell.halves > loss else ""
    if his is None or mine == his:
        return ""
    return "D" if mine > his else "U"


def _of_opponent(cell: Cell, before: Mapping[int, Sequence[int]], at: int) -> int | None:
    return None if cell.opponent is None else before[cell.opponent][at]
