"""Commands at random, some of them taken back, and rounds paired again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.helpers import sequences
from tests.helpers.hall import Hall


def with_second_thoughts(hall: Hall, seed: int, steps: Iterator[None]) -> None:
    """Go through the steps; occasionally undo one, or pair the last round again."""
    chance = Random(seed)
    for _ in steps:
        for verb in chance.choices(["undo", "amend", ""], [1, 2, 9]):
            number = len(hall.state.rounds)
            fields = {"amend": {"round": number, "reason": "F7"}, "undo": {}}
            if verb and number:
                sequences.carry_out(hall, verb, fields[verb])
