"""A tournament in the middle of a round, to try the desk in a browser on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from desk.commands.commands import command_of
from desk.desk import Desk
from desk.outcomes import Written
from desk.writing import carry_out
from ledger.runtime import Runtime
from ledger.state.book import Book

OPEN_BOARDS = 4
"""Boards of the round without a result: there is something left to do."""

_RESULTS = ("1-0", "1/2-1/2", "0-1")


def demo_hall(path: Path, runtime: Runtime) -> Book:
    """Make a ledger file with the shipped tournament, its next round published and half played.

    Results are made up from a fixed seed. Return its book.
    """
    desk = Desk(path, runtime)
    file = resources.files("desk.making") / "examples" / "club-open.trf"
    book = _written(
        desk, [{"command": "import", "file": "club-open.trf", "content": file.read_bytes()}]
    )
    number = book.state.next_round
    planned = book.state.rounds_planned or 0
    more = [{"command": "plan", "rounds": number}] if planned < number else []
    book = _written(desk, [*more, {"command": "publish"}, {"command": "start", "round": number}])
    chance = random.Random(number)
    boards = range(1, len(book.state.rounds[-1].games) + 1 - OPEN_BOARDS)
    return _written(
        desk,
        [
            {
                "command": "result",
                "round": number,
                "board": board,
                "result": chance.choice(_RESULTS),
            }
            for board in boards
        ],
    )


def _written(desk: Desk, commands: Sequence[dict[str, Any]]) -> Book:
    numbered = []
    for fields in commands:
        command = command_of(fields)
        assert not isinstance(command, tuple), command
        numbered.append((None, command))
    outcome = carry_out(desk, numbered)
    assert isinstance(outcome, Written), outcome
    return outcome.book
