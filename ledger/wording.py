"""Numbers in sentences: how many of a thing, and which rounds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby


def count_of(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: 1 board, 2 boards. many is the plural where s does not do."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(parts: Iterable[str]) -> str:
    """Return parts as a sentence lists them: a, b and c."""
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last


def rounds_named(numbers: Iterable[int]) -> str:
    """Return which rounds these are: "round 3", "rounds 1 to 4 and 7"; at least one is given."""
    wanted = sorted(set(numbers))
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(wanted), key=lambda item: item[1] - item[0])
    ]
    parts = [
        text
        for run in runs
        for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(n) for n in run])
    ]
    return f"{'round' if len(wanted) == 1 else 'rounds'} {listed(parts)}"
