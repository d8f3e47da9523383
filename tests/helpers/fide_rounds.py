"""Positions for FIDE's systems: random ones with every kind of bye, forfeit and late entry."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, NamedTuple

from ledger.state.fide import Apart
from ledger.values import Colour
from projections.games.crosstable import Cell, CellKind, Crosstable


@dataclass(frozen=True, slots=True)
class Position:
    """A round to be paired; `prohibited` are pairs of keys that may not meet."""

    table: Crosstable
    present: tuple[int, ...]
    last_round: bool
    prohibited: frozenset[frozenset[int]]


class Worth(NamedTuple):
    """What the outcomes of a round are worth, in half points; a bye of each kind by itself."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    default_loss: int = 0
    pab: int = 2
    full_bye: int = 2
    half_bye: int = 1

    @property
    def keys(self) -> dict[str, str]:
        """Return the keys of a rulebook that say so."""
        scores = {f"scores.{name}": f"{value / 2:g}" for name, value in self._asdict().items()}
        scores["bye.points"] = scores.pop("scores.pab")
        return {**scores, "scores.default_win": scores["scores.win"]}


AS_USUAL = Worth()


def without_prohibited(position: Position) -> Position:
    """Return a position in which everybody may meet whom they have not met."""
    table = replace(position.table, apart=())
    return replace(position, table=table, prohibited=frozenset())


_FREE = (
    Cell(CellKind.ABSENT, 0),
    Cell(CellKind.HALF_BYE, 1),
    Cell(CellKind.FULL_BYE, 2),
    Cell(CellKind.BYE, 2),
    Cell(CellKind.WITHDRAWN, 0),
)


def random_position(seed: int, size: int, rounds: int) -> Position:
    """Return a field of `size` players after some rounds, in which scores near each other met."""
    chance = random.Random(f"{seed} {size} {rounds}")
    free_rate, forfeit_rate = chance.choice(((0, 0), (0.08, 0.05), (0.25, 0.15)))
    upset = chance.choice((0.3, 1, 3))
    rows: dict[int, list[Cell]] = {key: [] for key in range(1, size + 1)}
    joins = {key: chance.randint(0, rounds) if chance.random() < free_rate else 0 for key in rows}
    for at in range(rounds):
        _play(chance, rows, {k for k in rows if joins[k] <= at}, free_rate, forfeit_rate, upset)
    numbers = {key: key for key in rows}
    colour: Colour = "W" if chance.random() < 0.5 else "B"
    present = tuple(k for k in rows if chance.random() >= free_rate / 2)
    barred = {
        frozenset(chance.sample(sorted(rows), 2)) for _ in range(chance.choice((0, 0, 0, 1, 3)))
    }
    table = Crosstable(
        rounds,
        numbers,
        {k: tuple(row) for k, row in rows.items()},
        first_colour=colour,
        apart=tuple(Apart(pair, 1, 99) for pair in barred),
    )
    return Position(table, present, chance.random() < 0.35, frozenset(barred))


def accelerated(position: Position, seed: int) -> Position:
    """Return a position in which some players have virtual points, fewer of them as rounds pass."""
    chance, rounds = random.Random(f"{seed} virtual"), position.table.rounds + 1
    last = chance.choice(sorted(position.table.cells))
    steps = sorted((chance.choice((0, 1, 2, 2)) for _ in range(rounds)), reverse=True)
    virtual = {key: tuple(steps) for key in position.table.cells if key <= last}
    for key in chance.sample(sorted(position.table.cells), chance.choice((0, 0, 1, 2))):
        virtual[key] = tuple(chance.choice((0, 1, 2, 3)) for _ in range(rounds))
    return replace(position, table=replace(position.table, virtual=virtual))


def kept_apart(position: Position, seed: int) -> Position:
    """Return a position in which more pairs may not meet, some of them only in other rounds."""
    chance = random.Random(f"{seed} apart")
    keys = sorted(position.table.cells)
    number = position.table.rounds + 1
    apart = list(position.table.apart)
    for _ in range(chance.randint(1, 1 + len(keys) // 3)):
        some = frozenset(chance.sample(keys, chance.choice((2, 2, 2, min(3, len(keys))))))
        first = chance.randint(1, number + 1)
        apart.append(Apart(some, first, chance.choice((first, number, 99))))
    prohibited = {
        frozenset(pair)
        for one in apart
        if one.first <= number <= one.last
        for pair in combinations(one.players, 2)
    }
    table = replace(position.table, apart=tuple(apart))
    return replace(position, table=table, prohibited=frozenset(prohibited))


def worth(seed: int) -> Worth:
    """Return other values of the outcomes: 3 for a win, 1 for a loss, a bye of a draw, and so on."""
    chance = random.Random(f"{seed} worth")
    win, draw, loss = chance.choice(((6, 2, 0), (4, 2, 0), (6, 4, 2), (4, 2, 1), (2, 1, 0)))
    return Worth(
        win=win,
        draw=draw,
        loss=loss,
        default_loss=chance.choice((0, loss)),
        pab=chance.choice((win, draw, loss)),
        full_bye=chance.choice((win, win, win - 1)),
        half_bye=chance.choice((draw, win // 2)),
    )


def valued(position: Position, values: Worth) -> Position:
    """Return a position whose outcomes have other values."""
    of_play = {2: values.win, 1: values.draw, 0: values.loss}

    def of(cell: Cell) -> Cell:
        halves = {
            CellKind.PLAYED: of_play.get(cell.halves, 0),
            CellKind.DEFAULT_WIN: values.win,
            CellKind.DEFAULT_LOSS: values.default_loss,
            CellKind.BYE: values.pab,
            CellKind.FULL_BYE: values.full_bye,
            CellKind.HALF_BYE: values.half_bye,
        }
        return cell._replace(halves=halves.get(cell.kind, 0))

    cells = {key: tuple(map(of, row)) for key, row in position.table.cells.items()}
    return replace(position, table=replace(position.table, cells=cells))


def _play(
    chance: random.Random,
    rows: dict[int, list[Cell]],
    there: set[int],
    free_rate: float,
    forfeit_rate: float,
    upset: float,
) -> None:
    """Add a round: those present meet somebody near them whom they have not met."""
    points = {key: sum(cell.halves for cell in row) for key, row in rows.items()}
    met = {key: {cell.opponent for cell in row if cell.played} for key, row in rows.items()}
    length = max(len(row) for row in rows.values())
    order = sorted(there, key=lambda k: (-points[k] + chance.gauss(0, upset), k))
    left = [key for key in order if chance.random() >= free_rate]
    for key in rows.keys() - there:
        rows[key].append(Cell(CellKind.NOT_ENTERED, 0))
    for key in set(order) - set(left):
        rows[key].append(chance.choice(_FREE))
    while left:
        one = left.pop(0)
        two = next((other for other in left if other not in met[one]), None)
        if two is None:
            rows[one].append(chance.choice((_FREE[0], _FREE[3])))
            continue
        left.remove(two)
        white, black = _colours(chance, rows, one, two)
        forfeit = chance.random() < forfeit_rate
        mine = chance.choice((2, 2, 1, 0, 0))
        if forfeit:
            mine = chance.choice((2, 0, 0))
            theirs = 2 if mine == 0 and chance.random() < 0.8 else 0
        else:
            theirs = 2 - mine
        sides: tuple[tuple[int, int, int, Colour], ...] = (
            (white, black, mine, "W"),
            (black, white, theirs, "B"),
        )
        for key, other, halves, colour in sides:
            kind = CellKind.PLAYED
            if forfeit:
                kind = CellKind.DEFAULT_WIN if halves else CellKind.DEFAULT_LOSS
            rows[key].append(Cell(kind, halves, other, colour))
    assert all(len(row) == length + 1 for row in rows.values())


def _colours(
    chance: random.Random, rows: dict[int, list[Cell]], one: int, two: int
) -> tuple[int, int]:
    """Return white and black: mostly the player who had white less often has white."""

    def whites(key: int) -> float:
        colours = [cell.colour for cell in rows[key] if cell.played]
        alike = 2 if colours[-2:] == ["W", "W"] else -2 if colours[-2:] == ["B", "B"] else 0
        return colours.count("W") - colours.count("B") + alike + chance.gauss(0, 0.6)

    return (one, two) if whites(one) < whites(two) else (two, one)


def file_text(position: Position, dialect: Literal["trf26", "xx"]) -> str:
    """Return a position as a tournament file for other programs; absent players have a Z."""
    table = position.table
    last = table.planned or table.rounds + (1 if position.last_round else 5)
    white = table.first_colour == "W"
    if dialect == "trf26":
        lines = [f"142 {last}", f"152 {table.first_colour}"]
        lines += [f"260   1  99 {a:4} {b:4}" for a, b in map(sorted, position.prohibited)]
        lines += [
            f"250      {halves / 2:4} {at:3} {at:3} {key:4} {key:4}"
            for key, by_round in table.virtual.items()
            for at, halves in enumerate(by_round, 1)
            if halves
        ]
    else:
        assert not position.prohibited, "the dialect has them by round only"
        lines = [f"XXR {last}", f"XXC {'white1' if white else 'black1'}"]
    for key in sorted(table.cells):
        away = "" if key in position.present else "  0000 - Z"
        cells = "".join(f"  {_in_file(cell)}" for cell in table.cells[key])
        points = table.points_halves(key)
        score = f"{points // 2}.{points % 2 * 5}"
        name, blank, rating = f"P{key}", "", table.ratings.get(key, 2500 - key)
        lines.append(
            f"001 {key:4} {blank:4} {name:33} {rating:4} {blank:27}{score:>4} {key:4}{cells}{away}"
        )
    return "\n".join(["012 A position", *lines, ""])


def _in_file(cell: Cell) -> str:
    """Return a cell in the form of a tournament file."""
    codes = {CellKind.BYE: "U", CellKind.FULL_BYE: "F", CellKind.HALF_BYE: "H"}
    if cell.opponent is None:
        return f"0000 - {codes.get(cell.kind, 'Z')}"
    played = "01"[cell.halves == 2] if cell.halves != 1 else "="
    code = played if cell.played else "+" if cell.halves else "-"
    return f"{cell.opponent:4} {'w' if cell.colour == 'W' else 'b'} {code}"
