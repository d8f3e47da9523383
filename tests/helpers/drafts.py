"""Tournaments at the moment before a round is published, served to browsers."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.helpers.browsing import Browsing, demo

RULES = (
    "knsb-wp-2014",
    "knsb-wp-1996",
    "knsb-rating-2014",
    "fide-dutch-2026",
    "fide-dutch-2017",
    "fide-burstein-2026",
    "fide-dubov-2026",
    "berger",
    "mwkeizer",
)
"""A rulebook of each system, and both editions of two."""


def ready(tmp_path: Path) -> Browsing:
    """Return the desk on the demo tournament with round 6 complete, so that 7 can be published."""
    browsing = demo(tmp_path)
    played(browsing, "1-0")
    return browsing


def ready_by(tmp_path: Path, rules: str, players: int = 7, rounds: int = 2) -> Browsing:
    """Return the desk on a tournament by a rulebook with some rounds played by default values."""
    browsing = Browsing(tmp_path / "ready.ledger")
    entries = [
        {"command": "enter", "name": f"Naam {chr(64 + n)}", "rating": 2000 - n}
        for n in range(1, players + 1)
    ]
    opening = {"command": "init", "name": "Klein", "rules": rules}
    # These systems need the number of rounds.
    needed = rules in ("fide-burstein-2026", "fide-dubov-2026")
    browsing.do(opening | ({"rounds": 7} if needed else {}), *entries)
    browsing.do({"command": "lots"})
    for _ in range(rounds):
        browsing.do({"command": "publish"})
        played(browsing, "1/2-1/2")
    return browsing


def played(browsing: Browsing, result: str) -> None:
    """Give every open game of the last round a result."""
    round_ = browsing.book.state.rounds[-1]
    browsing.do(
        *(
            {"command": "result", "round": round_.number, "board": board, "result": result}
            for board, _ in round_.open_games
        )
    )


def plain(page: str) -> str:
    """Return a page as its text alone, blanks single and none before a colon."""
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    return " ".join(unescape(text).split()).replace(" :", ":")
