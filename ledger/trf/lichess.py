"""What a tournament file of Lichess has in another way: a game that goes on, and the bye.

Source: the writer of lila, `SwissTrf`; the bye of the pairing was an F before lila #6669.
"""

from __future__ import annotations

import re
from typing import Literal

_ADDRESS = re.compile(r"\blichess\.org/swiss/", re.IGNORECASE)


def is_of_lichess(tag: str, text: str) -> bool:
    """Tell whether a line of the header says that the tournament was played there (022)."""
    return tag == "022" and _ADDRESS.search(text) is not None


def put_right(cell: str) -> tuple[str, Literal["lichess-open", "lichess-bye"] | None]:
    """Return the ten columns of a round as everybody else writes them, and what was changed."""
    has_opponent = cell[:4].strip() not in ("", "0000")
    code = cell[7:8]
    if code == "Z" and has_opponent:
        return f"{cell[:7]} {cell[8:]}", "lichess-open"
    if code == "F" and not has_opponent:
        return f"{cell[:7]}U{cell[8:]}", "lichess-bye"
    return cell, None
