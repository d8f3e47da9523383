"""Adversarial positions as real tournaments: every game a cell of a file that `trf pair` reads."""

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from ledger.trf.model import TrfCell, TrfFile, TrfPlayer

Game: TypeAlias = tuple[int, int, str]
"""White, black (numbers from 0), and the result of white: "1", "=" or "0"."""

Round: TypeAlias = list[Game]

_OTHER = {"1": "0", "=": "=", "0": "1"}


def file_of(rounds: list[Round], size: int, planned: int) -> TrfFile:
    """Return a tournament after these rounds; ratings fall with the number."""
    cells: list[list[TrfCell | None]] = [[None] * len(rounds) for _ in range(size)]
    for number, games in enumerate(rounds):
        for white, black, got in games:
            cells[white][number] = TrfCell(black + 1, "w", got)
            cells[black][number] = TrfCell(white + 1, "b", _OTHER[got])
    players = (
        TrfPlayer(p + 1, f"Player {p + 1}", rating=2400 - p, cells=tuple(own))
        for p, own in enumerate(cells)
    )
    return TrfFile(tuple(players), rounds_planned=planned)


def circle(size: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the rounds of all against all, by the circle; the last of an even size stays."""
    ring = size - 1 + size % 2
    for number in range(ring):
        pairs = [((number + k) % ring, (number - k) % ring) for k in range(1, ring // 2 + 1)]
        yield pairs + ([] if size % 2 else [(number, ring)])


def nearly_all_met(size: int, left: int, decided: int) -> TrfFile:
    """Return all against all but for `left` rounds; games are drawn except in a few rounds.

    Colours alternate as long as they can: the player with fewer whites has white, then the one
    whose last white is longer ago.
    """
    rng = random.Random(left)
    had: list[list[int]] = [[] for _ in range(size)]
    rounds: list[Round] = []
    for number, pairs in enumerate(list(circle(size))[: size - 1 - left]):
        games: Round = []
        for one, two in pairs:
            if (sum(had[one]), had[one][::-1]) > (sum(had[two]), had[two][::-1]):
                one, two = two, one
            had[one].append(1)
            had[two].append(-1)
            games.append((one, two, rng.choice("10") if number < decided else "="))
        rounds.append(games)
    return file_of(rounds, size, size - 1)


def all_wait(size: int) -> TrfFile:
    """Return eight groups of one score each that have met themselves: all their players wait.

    In rounds between groups that differ in a bit of their number, the larger wins: the number of
    such rounds is the worth of the bit.
    """
    each = size // 8
    assert each % 2, "those with nobody to meet in their group meet each other"
    rounds: list[Round] = []
    for number, pairs in enumerate(circle(each)):
        games: Round = []
        for group in range(8):
            first = group * each
            games += [(first + a, first + b, "=") for a, b in pairs]
            if group % 2:
                games.append((first + number, first + number - each, "="))
        rounds.append([(b, a, r) if number % 2 else (a, b, r) for a, b, r in games])
    for bit in range(3):
        for shift in range(1 << bit):
            games = []
            for group in (g for g in range(8) if g >> bit & 1):
                for k in range(each):
                    below = (group - (1 << bit)) * each + (k + shift + 1) % each
                    games.append((group * each + k, below, "1"))
            rounds.append([(b, a, _OTHER[r]) if shift % 2 else (a, b, r) for a, b, r in games])
    return file_of(rounds, 8 * each, len(rounds) + 2)


def one_colour(size: int, last_round: bool) -> TrfFile:
    """Return a field in which one half has had white twice running after ten rounds.

    The other half has had black twice running.
    """
    rng = random.Random(size)
    order = list(range(size))
    rng.shuffle(order)
    half = size // 2
    rounds: list[Round] = []
    for number in range(10):
        pairs = [(order[k], order[half + (k + number) % half]) for k in range(half)]
        black_first = number < 8 and number % 2
        rounds.append([(*((b, a) if black_first else (a, b)), rng.choice("1=0")) for a, b in pairs])
    return file_of(rounds, size, 11 if last_round else 15)


FILES: dict[str, Callable[[int], TrfFile]] = {
    "8 opponents left, 191 rounds": lambda size: nearly_all_met(size, 8, 8),
    "8 opponents left, many scores": lambda size: nearly_all_met(size, 8, 20),
    "20 opponents left, 179 rounds": lambda size: nearly_all_met(size, 20, 8),
    "groups that all wait, 32 rounds": all_wait,
    "one colour for half": lambda size: one_colour(size, False),
    "last round with topscorers": lambda size: one_colour(size, True),
}
