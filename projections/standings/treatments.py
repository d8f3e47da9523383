"""What a round that was not played is worth: one function for each treatment.

Every function takes plain values and returns half points. `scores` puts them together.
"""

from __future__ import annotations

from ledger.rulebooks.rulebook import Unplayed
from projections.games.crosstable import ON_A_BOARD, Cell, CellKind

DRAW_HALVES = 1

REQUESTED_BYES = frozenset({
    CellKind.HALF_BYE, CellKind.ABSENT, CellKind.NO_NOTICE, CellKind.CLUB_DUTY,
    CellKind.WITHDRAWN, CellKind.NOT_ENTERED, CellKind.NOT_PAIRED,
})  # fmt: skip
"""Half-point and zero-point byes; a round before a late entry or after leaving is one too."""

CHOSEN_NOT_TO_PLAY = REQUESTED_BYES | {CellKind.DEFAULT_LOSS}
"""The kinds of a voluntarily unplayed round."""

_COUNTS_NOT_AT_ALL = frozenset({CellKind.OPEN, CellKind.ANNULLED})
_DEFAULTS = frozenset({CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS})


def counts_as_unplayed(cell: Cell, unplayed: Unplayed) -> bool:
    """Tell whether WP and SB take the round as not played; a 0-0 may be one, see the rulebook.

    Rule: knsb-wp-1996 F3.
    """
    if cell.kind in ON_A_BOARD:
        return cell.zero_zero and unplayed.zero_zero == "unplayed"
    return cell.kind not in _COUNTS_NOT_AT_ALL


def chose_not_to_play(cell: Cell) -> bool:
    """Tell whether the player was not available: a bye he asked for, or a loss by default.

    Rule: fide-2022 14.3; fide-2024 16.1.2; fide-2026 16.1.2.
    """
    return cell.kind in CHOSEN_NOT_TO_PLAY


# For the opponents: what a player's score is worth to those who met him.


def half_for_each_unplayed(cells: tuple[Cell, ...], unplayed: Unplayed) -> int:
    """Return his points over the board, and half a point for every other round.

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
    """Return his points, with a draw for each bye asked for that no willing round follows.

    "Asked for" are half-point and zero-point byes; a loss by default among them keeps its points.

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
    """Return his points as they stand.

    Rule: vega-2016 appendix I-checkbox.
    """
    return sum(cell.halves for cell in cells)


def score_for_opponents(cells: tuple[Cell, ...], unplayed: Unplayed) -> int:
    """Return what others count for a player (WS), under the rulebook's treatment."""
    if unplayed.for_opponents == "half_each":
        return half_for_each_unplayed(cells, unplayed)
    if unplayed.for_opponents == "as_awarded":
        return as_awarded(cells)
    return as_scored(cells)


# For the player himself: the opponent that stands in for the one he did not meet.


def virtual_opponent_score(before_halves: int, awarded_halves: int, rounds_after: int) -> int:
    """Return the half points of the virtual opponent of an unplayed round.

    He starts level with the player, takes what the player did not, and draws every later round.
    "aantal ronden vanaf" does not count the round itself (seed: the Vega manual's examples).

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

    scheduled_halves is what others count for the opponent of a game decided by default; None for
    every other round, where the cap is a draw in each of the rounds.

    Rule: fide-2026 16.4.
    """
    cap = rounds * DRAW_HALVES if scheduled_halves is None else scheduled_halves
    return min(own_halves, cap)


def scheduled_opponent(cell: Cell) -> int | None:
    """Return whom the player should have met in a game decided by default, or None.

    Rule: fide-2026 16.4.
    """
    return cell.opponent if cell.kind in _DEFAULTS or cell.zero_zero else None


def sb_quarters(value_halves: int, awarded_halves: int, unplayed: Unplayed) -> int:
    """Return what an unplayed round worth so much in WP gives in SB, in quarter points.

    Rule: knsb-wp-1996 A1d; knsb-wp-2014 A1d-A; vega-2016 appendix I-SB; fide-2012 13.15-own;
    fide-2024 16.4; fide-2026 16.4; swiss-manager-2009 SB.
    """
    return (DRAW_HALVES if half_for_sb(unplayed) else awarded_halves) * value_halves


def half_for_sb(unplayed: Unplayed) -> bool:
    """Tell whether SB takes every unplayed round as a draw, whatever was awarded for it."""
    as_own = unplayed.own_sb == "as_own" and unplayed.own == "draw_with_self"
    return as_own or unplayed.own_sb == "half"
