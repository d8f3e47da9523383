"""Who is to be paired by a system of FIDE: players in the order of score and pairing number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ledger.rulebooks.fide_keys import FideKeys
from pairing.norms.model import Contestant
from projections.games.crosstable import ON_A_BOARD, Cell, CellKind, Crosstable
from projections.games.fide_floats import OF_2026, floats_of, pairing_scores
from projections.games.floats import Float


@dataclass(frozen=True, slots=True)
class FidePlayer(Contestant):
    """One player to be paired. A sequence of them stands in the order of C.04.3 1.2, best first.

    `points_halves` is the pairing score; `virtual_halves` of it are virtual points of the round.
    `number` is the pairing number (TPN). `floats` are those of the last round and of the one before
    it, each by the pairing scores of that round. `unplayed` counts the rounds not played.
    `counted` is the number among the players who were ever in a pairing (5.2.5). `barred` holds the
    keys of the players whom this player may not meet for another reason than an earlier game.
    """

    number: int
    floats: tuple[Float, Float] = ("", "")
    unplayed: int = 0
    counted: int = 1
    barred: frozenset[int] = frozenset()
    virtual_halves: int = 0


@dataclass(frozen=True, slots=True)
class GamePoints:
    """What a won and a lost game are worth, in half points."""

    win: int = 2
    loss: int = 0

    def of_rounds(self, table: Crosstable) -> list[GamePoints]:
        """Return the same for each round of a table, by the rulebook of the round."""
        own = [GamePoints(one.scores.win, one.scores.loss) for one in table.own_rules]
        return own or [self] * table.rounds


def fide_players(
    table: Crosstable,
    present: Collection[int],
    last_round: bool,
    points: GamePoints,
    readings: FideKeys = OF_2026,
) -> list[FidePlayer]:
    """Return the players of a round in the order of pairing score and number.

    The readings tell what is a float, who may have the bye, and which number gives the initial
    colour. A topscorer is one by points that count, without virtual ones.

    Rule: fide-dutch-2026 1.2, 1.8, C1, C2, ACC1.5; fide-dutch-2017 A4, C2.
    """
    before = pairing_scores(table)
    counted = _counted(table, present) if readings.tpn_parity == "in_pairings" else table.numbers
    barred = _barred(table)
    by_round = points.of_rounds(table)
    most = sum(one.win for one in by_round)
    losses = [one.loss for one in by_round]
    players = [
        FidePlayer(
            key=key,
            points_halves=before[key][-1],
            colours=table.colours(key),
            met=table.met(key),
            may_have_bye=may_have_pab(table.cells[key], points, readings, by_round),
            topscorer=last_round and 2 * table.points_halves(key) > most,
            number=table.numbers[key],
            floats=floats_of(
                table.cells[key], before, key, points.loss, readings=readings, losses=losses
            ),
            unplayed=len(table.unplayed_halves(key)),
            counted=counted[key],
            barred=frozenset(barred.get(key, ())),
            virtual_halves=table.virtual_halves(key, table.rounds + 1),
        )
        for key in present
    ]
    return sorted(players, key=lambda player: (-player.points_halves, player.number))


def _barred(table: Crosstable) -> dict[int, set[int]]:
    """Return whom each player may not meet in the round to be paired, though they never met."""
    barred: dict[int, set[int]] = {}
    for one in table.apart:
        for key in one.players if one.holds_in(table.rounds + 1) else ():
            barred.setdefault(key, set()).update(one.players - {key})
    return barred


def may_have_pab(
    cells: Sequence[Cell],
    points: GamePoints,
    readings: FideKeys = OF_2026,
    by_round: Sequence[GamePoints] = (),
) -> bool:
    """Tell whether a player with these rounds may have the pairing-allocated bye.

    They may not after such a bye, nor after a round that gave a win's points without play. In
    2017 only a win by forfeit bars it beside such a bye, so that a full-point bye does not.
    `by_round`: the points of each round, where they are not `points` in all of them.

    Rule: fide-dutch-2026 C2; fide-dutch-2017 C2.
    """
    if readings.pab_barred == "bye_or_forfeit_win":
        return not any(cell.kind in (CellKind.BYE, CellKind.DEFAULT_WIN) for cell in cells)
    for cell, one in zip(cells, by_round or [points] * len(cells), strict=True):
        if cell.kind not in ON_A_BOARD and (cell.kind is CellKind.BYE or cell.halves >= one.win):
            return False
    return True


def _counted(table: Crosstable, present: Collection[int]) -> dict[int, int]:
    """Return everybody's number counted over those who are or were in a pairing.

    Rule: fide-dutch-2026 5.2.5.
    """
    here = set(present)
    count = 0
    result: dict[int, int] = {}
    for key in sorted(table.cells, key=lambda k: table.numbers[k]):
        count += key in here or any(was_paired(cell) for cell in table.cells[key])
        result[key] = count
    return result


def was_paired(cell: Cell) -> bool:
    """Tell whether a player was in the pairing of a round: at a board, or with its bye."""
    return cell.opponent is not None or cell.kind is CellKind.BYE
