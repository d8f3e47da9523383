"""Tournaments played out by an engine of FIDE's: every round a position as it really comes up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from ledger.values import Colour
from pairing.norms.model import Pairing
from projections.games.crosstable import Cell, CellKind, Crosstable
from tests.helpers.fide_rounds import Position

Pair = Callable[[Position], object]

_AWAY = (
    Cell(CellKind.ABSENT, 0), Cell(CellKind.HALF_BYE, 1), Cell(CellKind.FULL_BYE, 2)
)  # fmt: skip


def played_positions(seed: int, size: int, rounds: int, pair: Pair) -> Iterator[Position]:
    """Yield the position of each round of a tournament that `pair` pairs, until it cannot."""
    chance = random.Random(f"tournament {seed} {size} {rounds}")
    away_rate, forfeit_rate = chance.choice(((0, 0), (0.05, 0.03), (0.2, 0.1)))
    draws, upset = chance.choice((0.1, 0.4)), chance.choice((100, 400, 2000))
    colour: Colour = chance.choice(("W", "B"))
    rows: dict[int, list[Cell]] = {key: [] for key in range(1, size + 1)}
    joins = {key: chance.randint(0, 3) if chance.random() < away_rate else 0 for key in rows}
    for at in range(rounds):
        cells = {key: tuple(row) for key, row in rows.items()}
        table = Crosstable(at, {key: key for key in rows}, cells, first_colour=colour)
        there = [key for key in rows if joins[key] <= at]
        present = tuple(key for key in there if chance.random() >= away_rate)
        position = Position(table, present, at == rounds - 1, frozenset())
        yield position
        pairing = pair(position)
        if not isinstance(pairing, Pairing):
            return
        for key in rows.keys() - set(present):
            late = key not in there
            rows[key].append(Cell(CellKind.NOT_ENTERED, 0) if late else chance.choice(_AWAY))
        if pairing.bye is not None:
            rows[pairing.bye].append(Cell(CellKind.BYE, 2))
        for board in pairing.boards:
            kinds, halves = _result(chance, board.white, board.black, forfeit_rate, draws, upset)
            white, black = board.white, board.black
            rows[white].append(Cell(kinds[0], halves[0], black, "W"))
            rows[black].append(Cell(kinds[1], halves[1], white, "B"))


def _result(
    chance: random.Random, white: int, black: int, forfeit: float, draws: float, upset: float
) -> tuple[tuple[CellKind, CellKind], tuple[int, int]]:
    """Return what the round was for both, and their half points."""
    kind = {2: CellKind.DEFAULT_WIN, 0: CellKind.DEFAULT_LOSS}
    if chance.random() < forfeit:
        here, there = chance.choice(((2, 0), (0, 2), (0, 0)))
        return (kind[here], kind[there]), (here, there)
    if chance.random() < draws:
        return (CellKind.PLAYED, CellKind.PLAYED), (1, 1)
    wins = chance.random() < 1 / (1 + 10 ** (20 * (white - black) / upset))
    return (CellKind.PLAYED, CellKind.PLAYED), ((2, 0) if wins else (0, 2))
