"""Numbers that nobody has, of people who were removed after round 1: a file says which they are.

A file without that line has a gap in its numbers by mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ledger.trf.model import TrfFile, TrfKept
from ledger.values import whole_number

_BEGINS: Final = "### Empty-numbers:"
"""The beginning of the line; the words are the same in every language."""


def with_empty_numbers(file: TrfFile) -> TrfFile:
    """Return the file with a line on the numbers that nobody has, in the place of an earlier one."""
    numbers = {player.number for player in file.players}
    empty = sorted(set(range(1, max(numbers, default=0))) - numbers)
    other = [kept for kept in file.other if not kept.text.startswith(_BEGINS)]
    if empty:
        other.append(TrfKept(" ".join([_BEGINS, *map(str, empty)])))
    return replace(file, other=tuple(other))


def empty_numbers(lines: Iterable[TrfKept]) -> frozenset[int]:
    """Return the numbers that nobody has, as the lines of a file say; none where they do not."""
    said = (line.text.removeprefix(_BEGINS) for line in lines if line.text.startswith(_BEGINS))
    words = (word for text in said for word in text.split())
    return frozenset(number for word in words if (number := whole_number(word)) is not None)
