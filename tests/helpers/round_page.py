"""The page of a round as somebody at it uses it, for tests of pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from httpx2 import Response

from desk.access.roles import Role
from tests.helpers.browsing import Browsing

HTMX = {"hx-request": "true"}


def three_boards(tmp_path: Path, rules: str = "knsb-wp-2014", players: int = 6) -> Browsing:
    """Return a desk with a round of three boards, published; nobody has played yet.

    A seventh player has the bye.
    """
    browsing = Browsing(tmp_path / "cup.ledger")
    names = (
        "Aalders, A.",
        "Berg, J. van den",
        "Citroen, C.",
        "Dekker, D.",
        "Evers, E.",
        "Faber, F.",
        "Groot, G. de",
    )[:players]
    browsing.do(
        {"command": "init", "name": "Cup", "rounds": 3, "rules": rules},
        *({"command": "enter", "name": name} for name in names),
        {"command": "lots", "by": "entry"},
        {"command": "publish"},
    )
    return browsing


def pairs_of(browsing: Browsing) -> list[str]:
    """Return the games of the last round as fields name them."""
    book = browsing.book
    label = book.state.label
    return [f"{label(g.white)}-{label(g.black)}" for g in book.state.rounds[-1].games]


def outcomes_of(browsing: Browsing) -> list[str | None]:
    """Return what is recorded on the boards of the last round."""
    return [
        "adjourned" if game.adjourned and game.outcome is None else game.outcome
        for game in browsing.book.state.rounds[-1].games
    ]


def record(browsing: Browsing, board: int, result: str) -> None:
    """Record a result as another program does."""
    number = len(browsing.book.state.rounds)
    browsing.do({"command": "result", "round": number, "board": board, "result": result})


class RoundPage:
    """Somebody at the page of a round."""

    def __init__(self, browsing: Browsing, role: Role = Role.CHIEF, language: str = "nl") -> None:
        self.browsing, self.client = browsing, browsing.client(role, language)
        self.position, self.mine = browsing.book.state.position, ""

    def page(self, number: int = 1, **query: str) -> str:
        answer = self.client.get(f"/{self.browsing.slug}/round/{number}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.text

    def type(self, fields: Mapping[str, str]) -> Response:
        """Send fields as htmx does: on input, without leaving the page."""
        answer = self.send(fields, HTMX)
        if answer.status_code == 200:
            self.position = int(hidden(answer.text, "seen"))
            self.mine = hidden(answer.text, "mine")
        return answer

    def send(self, fields: Mapping[str, str], headers: Mapping[str, str] | None = None) -> Response:
        """Send fields to the first round, as a browser does without a script."""
        data = {
            "csrf": self.browsing.csrf(self.client),
            "seen": str(self.position),
            "mine": self.mine,
            **fields,
        }
        address = f"/{self.browsing.slug}/round/1/results"
        return self.client.post(address, data=data, headers=headers or {})

    def undo(self, position: str, headers: Any = None) -> Response:
        data = {"csrf": self.browsing.csrf(self.client), "undo": position, "round": "1"}
        return self.client.post(f"/{self.browsing.slug}/undo", data=data, headers=headers or {})


def hidden(page: str, name: str) -> str:
    """Return a hidden value of a page."""
    match = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)">', page)
    assert match, f"no {name} in the page"
    return match[1]


def row_of(page: str, board: int) -> str:
    """Return the row of a board, "" for none."""
    match = re.search(rf'<tbody id="bord{board}".*?</tbody>', page, re.DOTALL)
    return match[0] if match else ""


def text_of(html: str) -> str:
    """Return what is read of a piece of a page."""
    return " ".join(re.sub("<[^>]*>", " ", html).split())
