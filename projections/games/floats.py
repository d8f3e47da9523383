"""Floats, the order by rating, and topscorers: the input of the Swiss on rating."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, TypeAlias

from ledger.rulebooks.rating_keys import RatingKeys
from ledger.values import TITLE_ORDER
from projections.games.crosstable import Cell, CellKind, Crosstable

Float: TypeAlias = Literal["", "D", "U"]
"""No float, a downfloat, an upfloat."""


def order_a2(table: Crosstable) -> list[int]:
    """Return the players in the order of A2, best first; a missing rating counts as 0.

    The order is by score, the rating that holds now, title, and the number, which was assigned in
    the same order with the alphabet last.

    Rule: knsb-rating-2014 A1, A2, F7.
    """
    points = {player: table.points_halves(player) for player in table.cells}
    return sorted(
        table.cells,
        key=lambda p: (
            -points[p],
            -table.ratings.get(p, 0),
            TITLE_ORDER.index(table.titles.get(p, "")),
            table.numbers[p],
        ),
    )


def scores_before(table: Crosstable) -> dict[int, list[int]]:
    """Return everybody's half points before each round, and after the last; the table keeps them."""
    kept = table.derived.get(("scores-before",))
    if not isinstance(kept, _ScoresBefore):
        kept = table.derived["scores-before",] = _ScoresBefore(
            {
                player: [*accumulate([cell.halves for cell in cells], initial=0)]
                for player, cells in table.cells.items()
            }
        )
    return kept.by_player


@dataclass(frozen=True, slots=True)
class _ScoresBefore:
    by_player: dict[int, list[int]]


def floats(table: Crosstable, readings: RatingKeys) -> dict[int, tuple[Float, Float]]:
    """Return everybody's floats of the last round and of the one before it; the table keeps them.

    Rule: knsb-rating-2014 A4, B5, B6.
    """
    key = ("floats", readings.default_loss_float)
    kept = table.derived.get(key)
    if not isinstance(kept, _Floats):
        kept = table.derived[key] = _Floats(_floats(table, readings))
    return kept.by_player


@dataclass(frozen=True, slots=True)
class _Floats:
    by_player: dict[int, tuple[Float, Float]]


def _floats(table: Crosstable, readings: RatingKeys) -> dict[int, tuple[Float, Float]]:
    before = scores_before(table)
    result: dict[int, tuple[Float, Float]] = {}
    for player, cells in table.cells.items():
        history: list[Float] = []
        for back in (1, 2):
            at = len(cells) - back
            if at < 0:
                history.append("")
                continue
            cell = cells[at]
            mine = before[player][at]
            theirs = mine if cell.opponent is None else before[cell.opponent][at]
            history.append(float_of(cell, mine, theirs, readings))
        result[player] = (history[0], history[1])
    return result


def float_of(cell: Cell, mine_halves: int, their_halves: int, readings: RatingKeys) -> Float:
    """Return the float of one round, given the scores of both players before it.

    A point or half a point without play is a downfloat; a missed round without points is no float.

    Rule: knsb-rating-2014 A4, A5, B1b.
    """
    if not cell.played and cell.halves:
        return "D"
    passed_over = cell.kind is CellKind.DEFAULT_LOSS and readings.default_loss_float == "none"
    if cell.opponent is None or passed_over or mine_halves == their_halves:
        return ""
    return "D" if mine_halves > their_halves else "U"


def is_topscorer(points_halves: int, rounds: int) -> bool:
    """Tell whether a player has more than half of the points of `rounds` rounds (last round only).

    Rule: knsb-rating-2014 A10.
    """
    return points_halves > rounds
