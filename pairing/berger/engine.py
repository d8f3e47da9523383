"""Round robin by Berger tables: all pairings are known before the first game."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.norms.model import Board, Pairing


def rounds_needed(players: int, cycles: int = 1) -> int:
    """Return the number of rounds in which everybody meets everybody, cycles times."""
    return (players - 1 + players % 2) * cycles


def berger_round(players: int, number: int) -> tuple[tuple[int, int], ...]:
    """Return round `number` of the Berger table as (white, black) by number, in board order.

    An odd field has one more number, which is nobody: its opponent is free. Two numbers below the
    highest meet in the round r with sum = r + 1, modulo one less than the even size; the lower has
    white when the sum is odd. The highest number meets the one left over, and has black against the
    lower half.

    Rule: berger table.
    """
    size = players + players % 2
    turn = size - 1
    wanted = (number + 1) % turn
    boards: list[tuple[int, int]] = []
    for low in range(1, size):
        high = (wanted - low) % turn or turn
        if low == high:
            first = (low, size) if low <= size // 2 else (size, low)
            boards.insert(0, first)
        elif low < high:
            boards.append((low, high) if (low + high) % 2 else (high, low))
    boards[1:] = _from_the_outside(boards[0], boards[1:], turn)
    return tuple(boards)


def _from_the_outside(
    first: tuple[int, int], others: Sequence[tuple[int, int]], turn: int
) -> list[tuple[int, int]]:
    """Sort the other boards as printed: the neighbours of the highest's opponent come first."""
    centre = min(first)
    return sorted(others, key=lambda board: min((n - centre) % turn for n in board))


def round_robin(
    keys_in_lot_order: Sequence[int], number: int, cycles: int = 1, swap_last_two: bool = True
) -> Pairing:
    """Return round `number` (from 1) of a round robin; the players are numbered in lot order.

    The second cycle has the colours exchanged. `swap_last_two` exchanges the last two rounds of the
    first cycle of two, so that nobody has one colour three times running where the cycles join.

    Rule: berger table, double, odd.
    """
    keys = list(keys_in_lot_order)
    turn = rounds_needed(len(keys))
    cycle, at = divmod(number - 1, turn)
    if cycles == 2 and cycle == 0 and swap_last_two and turn > 1 and at >= turn - 2:
        at = 2 * turn - 3 - at
    boards = []
    bye: int | None = None
    for white, black in berger_round(len(keys), at + 1):
        if cycle % 2:
            white, black = black, white
        if max(white, black) > len(keys):
            bye = keys[min(white, black) - 1]
        else:
            boards.append(Board(keys[white - 1], keys[black - 1], "berger"))
    return Pairing(tuple(boards), bye, ())
