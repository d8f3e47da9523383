"""Tournaments for FIDE's systems, played with the engine itself or by the circle method."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ledger.values import Colour
from pairing.fide.players import GamePoints, fide_players
from pairing.fide_dutch.engine import pair
from pairing.norms.model import NoPairing, Pairing
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.crosstable_of_trf import of_file
from tests.helpers.circle import circle_file
from tests.helpers.crosstables import rules
from tests.helpers.fide_rounds import Position


@dataclass(frozen=True, slots=True)
class Play:
    """How games end and who is there.

    `draws` and `stronger` are the chances of a draw and, without one, of the lower number;
    `white_wins` overrules them. `byes` is the chance of a half-point bye, a zero-point bye, or a
    forfeit, each.
    """

    draws: float = 0.3
    stronger: float = 0.65
    white_wins: bool = False
    byes: float = 0.0


def tournament(size: int, rounds: int, seed: int, play: Play) -> Iterator[Position]:
    """Yield the position before each round; it ends early where a round has no pairing."""

    def by_dutch(position: Position) -> Pairing | NoPairing:
        last, points = position.last_round, GamePoints()
        return pair(fide_players(position.table, position.present, last, points), "W")

    return played_on(size, rounds, seed, play, lambda position: position, by_dutch)


def played_on(
    size: int,
    rounds: int,
    seed: int,
    play: Play,
    finished: Callable[[Position], Position],
    paired: Callable[[Position], Pairing | NoPairing],
) -> Iterator[Position]:
    """Yield the position before each round, `finished` for the system by which it is `paired`."""
    chance = random.Random(f"{seed} {size} {rounds} {play}")
    rows: dict[int, list[Cell]] = {key: [] for key in range(1, size + 1)}
    for number in range(rounds):
        present = tuple(key for key in rows if chance.random() >= 2 * play.byes)
        position = finished(_position(rows, present, number + 1 == rounds))
        yield position
        pairing = paired(position)
        if not isinstance(pairing, Pairing):
            return
        _play(chance, rows, pairing, play)


def _position(rows: dict[int, list[Cell]], present: tuple[int, ...], last: bool) -> Position:
    done = len(next(iter(rows.values())))
    cells = {key: tuple(row) for key, row in rows.items()}
    table = Crosstable(done, {key: key for key in rows}, cells, first_colour="W")
    return Position(table, present, last, frozenset())


def _play(chance: random.Random, rows: dict[int, list[Cell]], pairing: Pairing, play: Play) -> None:
    for board in pairing.boards:
        white, black = board.white, board.black
        halves = 2 if (white < black) == (chance.random() < play.stronger) else 0
        if play.white_wins:
            halves = 2
        elif chance.random() < play.draws:
            halves = 1
        kinds = CellKind.PLAYED, CellKind.PLAYED
        if chance.random() < play.byes:
            halves, kinds = 2, (CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS)
        sides: tuple[tuple[int, int, Colour], ...] = ((white, black, "W"), (black, white, "B"))
        for (key, other, colour), won, kind in zip(sides, (halves, 2 - halves), kinds, strict=True):
            rows[key].append(Cell(kind, won, other, colour))
    if pairing.bye is not None:
        rows[pairing.bye].append(Cell(CellKind.BYE, 2))
    length = max(len(row) for row in rows.values())
    for row in rows.values():
        if len(row) < length:
            free = chance.choice((Cell(CellKind.HALF_BYE, 1), Cell(CellKind.ABSENT, 0)))
            row.append(free)


def circle(size: int, rounds: int, seed: int | None, last: bool = False) -> Position:
    """Return a field after rounds of the circle method; white always wins, or by a seed."""
    table = of_file(circle_file(size, rounds, seed), rules("fide-2026"), rounds)
    rows = {key: list(row) for key, row in table.cells.items()}
    return _position(rows, tuple(rows), last)
