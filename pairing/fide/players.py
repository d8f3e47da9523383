"""Who is to be paired by a system of FIDE: players in the order of score and pairing number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pairing.fide.floats import floats_of
from pairing.norms.model import Contestant
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.floats import Float, scores_before


@dataclass(frozen=True, slots=True)
class FidePlayer(Contestant):
    """One player to be paired. A sequence of them stands in the order of C.04.3 1.2, best first.

    ``points_halves`` is his pairing score, ``number`` his pairing number (TPN). ``floats`` are
    those of the last round and of the one before it, ``unplayed`` the rounds that he did not play.
    ``counted`` is his number where only those count who were ever in a pairing (5.2.5), and
    ``barred`` are the keys of those whom he may not meet though they never met.
    """

    number: int
    floats: tuple[Float, Float] = ("", "")
    unplayed: int = 0
    counted: int = 1
    barred: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class GamePoints:
    """What a won and a lost game are worth, in half points."""

    win: int = 2
    loss: int = 0


def fide_players(
    table: Crosstable,
    present: Collection[int],
    last_round: bool,
    points: GamePoints,
    prohibited: Iterable[frozenset[int]] = (),
) -> list[FidePlayer]:
    """Return the players of a round in the order of score and number.

    prohibited are pairs of keys that may not meet whatever happens.

    Rule: fide-dutch-2026 1.2, 1.8, C1, C2.
    """
    before = scores_before(table)
    counted = _counted(table, present)
    barred: dict[int, set[int]] = {}
    for pair in prohibited:
        for key in pair:
            barred.setdefault(key, set()).update(pair - {key})
    players = [
        FidePlayer(
            key=key, points_halves=before[key][-1], colours=table.colours(key), met=table.met(key),
            may_have_bye=may_have_pab(table.cells[key], points),
            topscorer=last_round and 2 * before[key][-1] > points.win * table.rounds,
            number=table.numbers[key], floats=floats_of(table.cells[key], before, key, points.loss),
            unplayed=sum(not cell.played for cell in table.cells[key]), counted=counted[key],
            barred=frozenset(barred.get(key, ())),
        )
        for key in present
    ]  # fmt: skip
    return sorted(players, key=lambda player: (-player.points_halves, player.number))


def may_have_pab(cells: Sequence[Cell], points: GamePoints) -> bool:
    """Tell whether a player with these rounds may have the pairing-allocated bye.

    He may not after such a bye, nor after a round that gave him a win's points without play.

    Rule: fide-dutch-2026 C2.
    """
    return not any(
        cell.kind is CellKind.BYE or (not cell.played and cell.halves >= points.win)
        for cell in cells
    )


def _counted(table: Crosstable, present: Collection[int]) -> dict[int, int]:
    """Return everybody's number counted over those who are or were in a pairing.

    Rule: fide-dutch-2026 5.2.5.
    """
    here, count = set(present), 0
    result: dict[int, int] = {}
    for key in sorted(table.cells, key=lambda k: table.numbers[k]):
        count += key in here or any(was_paired(cell) for cell in table.cells[key])
        result[key] = count
    return result


def was_paired(cell: Cell) -> bool:
    """Tell whether a player was in the pairing of a round: at a board, or with its bye."""
    return cell.opponent is not None or cell.kind is CellKind.BYE
