"""Rounds of the Dubov System beside py4swiss, each difference by the clauses that it reads wrong.

The literal program of the text is altered by every fault that is known of the other program, alone
and together. A difference has a clause when it pairs as the other program does with some of them.
"""

from __future__ import annotations

import tempfile
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.helpers.dubov_fields import text_of
from tests.helpers.fide_rounds import Position, file_text, without_prohibited
from tests.oracles.fide_dubov_text import FAULTS

Boards = tuple[frozenset[tuple[int, int]], int | None]

FAULTS_AT_MOST = 4
"""So many faults together are tried."""


def theirs(position: Position) -> Boards | None:
    """Return the boards (white, black) and the bye of py4swiss; None: it finds no pairing."""
    engines: Any = import_module("py4swiss.engines")
    trf: Any = import_module("py4swiss.trf")
    common: Any = import_module("py4swiss.engines.common")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        path.write_text(file_text(position, "xx"))
        try:
            pairs = engines.DubovEngine.generate_pairings(trf.TrfParser.parse(path))
        except common.PairingError:
            return None
    free = [pair.white for pair in pairs if not pair.black]
    boards = frozenset((pair.white, pair.black) for pair in pairs if pair.black)
    return boards, (free[0] if free else None)


def by_text(position: Position, faults: tuple[str, ...] = ()) -> Boards | None:
    """Return the boards and the bye of the literal program with some faults."""
    text = text_of(position, faults)
    return (text.boards(), text.bye) if text.run() else None


def compared(position: Position) -> str:
    """Return "same", the clauses that the other program reads wrong, or "?" for none known."""
    position = without_prohibited(position)
    other = theirs(position)
    if other == by_text(position):
        return "same"
    for count in range(1, FAULTS_AT_MOST + 1):
        for faults in combinations(FAULTS, count):
            if by_text(position, faults) == other:
                return " ".join(faults)
    return "?"
