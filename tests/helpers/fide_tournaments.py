"""Random tournaments round by round, each round paired by one of our engines: for comparisons."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from ledger.rulebooks.fide_keys import FideKeys
from ledger.values import Colour
from pairing.fide.players import FidePlayer, GamePoints, fide_players
from pairing.norms.model import NoPairing, Pairing
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.fide_floats import OF_2026
from tests.helpers.fide_rounds import Position

Engine = Callable[[Sequence[FidePlayer], Colour], Pairing | NoPairing]
Asked = tuple[Position, Pairing | NoPairing]

_AWAY = (Cell(CellKind.ABSENT, 0), Cell(CellKind.HALF_BYE, 1), Cell(CellKind.FULL_BYE, 2))


def tournament(
    seed: int,
    pair: Engine,
    sizes: tuple[int, int] = (10, 60),
    readings: FideKeys = OF_2026,
    *,
    baku: bool = False,
) -> Iterator[Asked]:
    """Yield every round of a random tournament with what our engine makes of it.

    Players are stronger or weaker, are away for nothing, half or a whole point, come late, leave,
    and forfeit games, as often as the seed has it. `baku` accelerates it by the Baku method.
    """
    chance = random.Random(f"tournament {seed}")
    size = chance.randint(*sizes)
    rounds = chance.randint(3, min(13, max(3, size - 2)))
    away_rate, forfeit_rate = chance.choice(((0, 0), (0.02, 0.01), (0.1, 0.05), (0.25, 0.1)))
    draws, spread = chance.choice((0.1, 0.35, 0.7)), chance.choice((0.05, 0.25, 1.0))
    colour: Colour = "W" if chance.random() < 0.5 else "B"
    late = {k: chance.randint(2, 3) for k in range(1, size + 1) if chance.random() < away_rate / 3}
    left: set[int] = set()
    rows: dict[int, list[Cell]] = {key: [] for key in range(1, size + 1)}
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    virtual = (2,) * whole + (1,) * (accelerated - whole) + (0,) * rounds
    group = range(1, 2 * -(-size // 4) + 1 if baku else 1)
    for number in range(1, rounds + 1):
        left |= {k for k in rows if number > 2 and chance.random() < away_rate / 10}
        out = {k: Cell(CellKind.NOT_ENTERED, 0) for k in rows if number < late.get(k, 1)}
        out |= {k: Cell(CellKind.WITHDRAWN, 0) for k in left}
        for key in rows:
            if key not in out and chance.random() < away_rate:
                out[key] = chance.choice(_AWAY)
        present = tuple(key for key in rows if key not in out)
        cells = {key: tuple(row) for key, row in rows.items()}
        points = {key: virtual[:number] for key in group if key <= size}
        table = Crosstable(
            number - 1, {k: k for k in rows}, cells, first_colour=colour, virtual=points
        )
        if len(present) < 2:
            return
        position = Position(table, present, number == rounds, frozenset())
        players = fide_players(table, present, position.last_round, GamePoints(), readings=readings)
        yield position, (pairing := pair(players, colour))
        if isinstance(pairing, NoPairing):
            return
        _play(chance, rows, pairing, out, forfeit_rate, draws, spread / size)


def _play(
    chance: random.Random,
    rows: dict[int, list[Cell]],
    pairing: Pairing,
    out: dict[int, Cell],
    forfeit_rate: float,
    draws: float,
    spread: float,
) -> None:
    """Add the round's cells: the lower number is the stronger player."""
    for key, cell in out.items():
        rows[key].append(cell)
    if pairing.bye is not None:
        rows[pairing.bye].append(Cell(CellKind.BYE, 2))
    for board in pairing.boards:
        white, black = board.white, board.black
        sides: tuple[tuple[int, int, Colour], ...] = ((white, black, "W"), (black, white, "B"))
        if chance.random() < forfeit_rate:
            winner = chance.choice((white, black, None))
            for key, other, colour in sides:
                kind = CellKind.DEFAULT_WIN if key == winner else CellKind.DEFAULT_LOSS
                rows[key].append(Cell(kind, 2 if key == winner else 0, other, colour))
            continue
        better = 0.5 + min(0.45, spread * abs(white - black))
        strong = min(white, black)
        drawn = chance.random() < draws
        best = strong if chance.random() < better else white + black - strong
        for key, other, colour in sides:
            halves = 1 if drawn else 2 if key == best else 0
            rows[key].append(Cell(CellKind.PLAYED, halves, other, colour))
