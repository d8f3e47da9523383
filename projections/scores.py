"""Points, and the resistance points (WP) and Sonneborn-Berger points (SB) with unplayed rounds.

Points, WS and WP are half points, SB is quarter points; all are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from ledger.rulebook import Rulebook, Unplayed
from projections.games import ON_A_BOARD, Cell, Crosstable, Kind


@dataclass(frozen=True, slots=True)
class Score:
    """What one player has after the rounds of a crosstable.

    ws_halves is his score as his opponents count it: games played, and a half for every other
    round.
    """

    points_halves: int
    ws_halves: int
    wp_halves: int
    sb_quarters: int


def virtual_opponent_score(before_halves: int, awarded_halves: int, rounds_after: int) -> int:
    """Return the half points of the virtual opponent of an unplayed round.

    He starts level with the player, takes what the player did not, and draws every later round.
    "aantal ronden vanaf" does not count the round itself (seed: the Vega manual's examples).

    Rule: knsb-wp-2014 A1d-A.
    """
    return before_halves + (2 - awarded_halves) + rounds_after


def counts_as_unplayed(cell: Cell, unplayed: Unplayed) -> bool:
    """Tell whether WP and SB take the round as not played; a 0-0 may be one, see the rulebook.

    Rule: knsb-wp-1996 F3.
    """
    if cell.kind in ON_A_BOARD:
        return cell.zero_zero and unplayed.zero_zero == "unplayed"
    return cell.kind is not Kind.OPEN


def score_for_opponents(cells: tuple[Cell, ...], unplayed: Unplayed) -> int:
    """Return WS in half points: games played, and half a point for each unplayed round.

    Rule: knsb-wp-1996 A1d; knsb-wp-2014 A1d-B.
    """
    return sum(1 if counts_as_unplayed(cell, unplayed) else cell.halves for cell in cells)


def scores(table: Crosstable, rules: Rulebook) -> dict[int, Score]:
    """Return every player's score under a rulebook, keyed as in the table.

    Rule: knsb-wp-1996 A1a; knsb-wp-1996 A1b; knsb-wp-1996 A1d;
    knsb-wp-2014 A1a; knsb-wp-2014 A1b; knsb-wp-2014 A1d-A; knsb-wp-2014 A1d-B.
    """
    unplayed = rules.unplayed
    points = {player: sum(c.halves for c in cells) for player, cells in table.cells.items()}
    ws = {player: score_for_opponents(cells, unplayed) for player, cells in table.cells.items()}
    for_sb = ws if unplayed.opponents_serve_sb else points
    result = {}
    for player, cells in table.cells.items():
        wp = sb = before = 0
        for index, cell in enumerate(cells):
            if not counts_as_unplayed(cell, unplayed):
                if cell.opponent is not None and cell.kind is not Kind.OPEN:
                    wp += ws[cell.opponent]
                    sb += cell.halves * for_sb[cell.opponent]
            elif unplayed.own == "draw_with_self":
                wp += ws[player]
                sb += ws[player]
            else:
                virtual = virtual_opponent_score(before, cell.halves, table.rounds - index - 1)
                wp += virtual
                sb += cell.halves * virtual
            before += cell.halves
        result[player] = Score(points[player], ws[player], wp, sb)
    return result
