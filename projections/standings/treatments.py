"""The worth of an unplayed round: one function for each treatment.

Every function takes plain values and returns half points. `scores` combines them.
"""

from __future__ import annotations

from ledger.rulebooks.rulebook import Unplayed
from projections.games.crosstable import ON_A_BOARD, Cell, CellKind

DRAW_HALVES = 1

REQUESTED_BYES = frozenset(
    {
        CellKind.HALF_BYE,
        CellKind.ABSENT,
        CellKind.NO_NOTICE,
        CellKind.CLUB_DUTY,
        CellKind.WITHDRAWN,
        CellKind.NOT_ENTERED,
        CellKind.NOT_PAIRED,
    }
)
"""Half-point and zero-point byes; a round before a late entry or after leaving is one too."""

CHOSEN_NOT_TO_PLAY = REQUESTED_BYES | {CellKind.DEFAULT_LOSS}
"""The kinds of a voluntarily unplayed round."""

_COUNTS_NOT_AT_ALL = frozenset({CellKind.OPEN, CellKind.ANNULLED})

DEFAULTS = frozenset({CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS})
"""The kinds of a game decided by default."""


def counts_as_unplayed(cell: Cell, unplayed: Unplayed) -> bool:
    """Tell whether WP and SB treat the round as not played; a 0-0 may be one, see the rulebook.

    Rule: knsb-wp-1996 F3.
    """
    if cell.kind in ON_A_BOARD:
        return cell.zero_zero and unplayed.zero_zero == "unplayed"
    return cell.kind not in _COUNTS_NOT_AT_ALL


def chose_not_to_play(cell: Cell) -> bool:
    """Tell whether the player was not available: a requested bye, or a loss by default.

    Rule: fide-2022 14.3; fide-2024 16.1.2; fide-2026 16.1.2.
    """
    return cell.kind in CHOSEN_NOT_TO_PLAY


# For the opponents: the worth of a player's score to the opponents.


def half_for_each_unplayed(cells: tuple[Cell, ...], unplayed: Unplayed) -> int:
    """Return the player's points over the board, and half a point for every other round.

    Rule: knsb-wp-1996 A1d; knsb-wp-2014 A1d-B; vega-2016 appendix I-b; fide-2012 13.15-opponents;
    swiss-manager-2009 opponents.
    """
    total = 0
    for cell in cells:
        ordinary = cell.kind is CellKind.PLAYED and not cell.zero_zero
        unplayed_ = not ordinary and counts_as_unplayed(cell, unplayed)
        total += DRAW_HALVES if unplayed_ else cell.halves
    return total


def as_awarded(cells: tuple[Cell, ...]) -> int:
    """Return the player's points, with a draw for each requested bye that no willing round follows.

    Requested byes are half-point and zero-point byes; a loss by default among them keeps its
    points.

    Rule: fide-2022 14-opponents; fide-2024 16.2, 16.3; fide-2026 16.2, 16.3.
    """
    total = sum(cell.halves for cell in cells)
    for cell in reversed(cells):
        if cell.kind in REQUESTED_BYES:
            total += DRAW_HALVES - cell.halves
        elif cell.kind is not CellKind.DEFAULT_LOSS:
            break
    return total


def as_scored(cells: tuple[Cell, ...]) -> int:
    """Return the player's points as they stand.

    Rule: vega-2016 appendix I-checkbox.
    """
    return sum(cell.halves for cell in cells)


def score_for_opponents(cells: tuple[Cell, ...], unplayed: Unplayed) -> int:
    """Return a player's score for opponents (WS), under the rulebook's treatment."""
    if unplayed.for_opponents == "half_each":
        return half_for_each_unplayed(cells, unplayed)
    if unplayed.for_opponents == "as_awarded":
        return as_awarded(cells)
    return as_scored(cells)


# For the player: the stand-in for the opponent of an unplayed round.


def virtual_opponent_score(before_halves: int, awarded_halves: int, rounds_after: int) -> int:
    """Return the half points of the virtual opponent of an unplayed round.

    The virtual opponent starts level with the player, takes the rest of the points of the round,
    and draws every later round. "aantal ronden vanaf" does not count the round itself (seed: the
    Vega manual's examples).

    Rule: knsb-wp-2014 A1d-A; vega-2016 appendix I, appendix I-a; fide-2012 13.15-own,
    13.15-examples; swiss-manager-2009 own.
    """
    return before_halves + (2 - awarded_halves) + rounds_after * DRAW_HALVES


def dummy_score(own_halves: int) -> int:
    """Return the half points of a dummy opponent: the player's own at the end.

    Rule: fide-2022 14-own; fide-2024 16.4.
    """
    return own_halves


def capped_dummy_score(own_halves: int, scheduled_halves: int | None, rounds: int) -> int:
    """Return the half points of a dummy opponent that are not above a cap.

    `scheduled_halves` is the score for opponents of the opponent in a game decided by default; None
    for every other round, where the cap is a draw in each of the rounds.

    Rule: fide-2026 16.4.
    """
    cap = rounds * DRAW_HALVES if scheduled_halves is None else scheduled_halves
    return min(own_halves, cap)


def scheduled_opponent(cell: Cell) -> int | None:
    """Return the scheduled opponent of a game decided by default, or None.

    Rule: fide-2026 16.4.
    """
    return cell.opponent if cell.kind in DEFAULTS or cell.zero_zero else None


def sb_quarters(value_halves: int, awarded_halves: int, unplayed: Unplayed) -> int:
    """Return the SB, in quarter points, of an unplayed round worth `value_halves` in WP.

    Rule: knsb-wp-1996 A1d; knsb-wp-2014 A1d-A; vega-2016 appendix I-SB; fide-2012 13.15-own;
    fide-2024 16.4; fide-2026 16.4; swiss-manager-2009 SB.
    """
    return (DRAW_HALVES if half_for_sb(unplayed) else awarded_halves) * value_halves


def half_for_sb(unplayed: Unplayed) -> bool:
    """Tell whether SB treats every unplayed round as a draw, whatever was awarded for it."""
    as_own = unplayed.own_sb == "as_own" and unplayed.own == "draw_with_self"
    return as_own or unplayed.own_sb == "half"
