"""The desk in a browser inside a test, without a browser: a client for each role."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from desk.access.roles import Role
from desk.commands.tournament import command_of
from desk.desk import Desk, Written
from desk.making.demo_hall import demo_hall
from desk.web.app import application
from desk.web.office import Office
from desk.web.security import COOKIE, Visitor
from ledger.runtime import Runtime
from ledger.state.book import Book
from tests.helpers.console import repeatable

HOST = "http://testserver"


@dataclass
class Browsing:
    """A ledger file served to clients; facts come a minute after each other."""

    path: Path
    runtime: Runtime = field(default_factory=repeatable)
    office: Office = field(init=False)

    def __post_init__(self) -> None:
        self.office = Office.of(self.path, self.runtime)
        self.office.hosts = frozenset({"testserver"})
        self.app = application(self.office)

    @property
    def slug(self) -> str:
        """Return the newest tournament in addresses."""
        return list(self.office.slugs())[-1]

    @property
    def book(self) -> Book:
        """Return the book as another program reads it."""
        book = Desk(self.path, self.runtime).read(self.office.slugs()[self.slug][0])
        assert isinstance(book, Book)
        return book

    def client(self, role: Role | None = Role.CHIEF, language: str = "nl", **of: Any) -> TestClient:
        """Return the browser of somebody who is logged in with a role; None: of a spectator."""
        client = TestClient(self.app, HOST, follow_redirects=False, cookies={"lang": language})
        if role is not None:
            key = f"player-{of['player']}" if role is Role.PLAYER else f"{role}-1"
            visitor = replace(Visitor(role, key, csrf=f"token of {role}"), **of)
            client.cookies.set(COOKIE, self.office.doors.let_in(visitor))
        return client

    def do(self, *commands: dict[str, Any]) -> Book:
        """Carry commands out as another program does."""
        numbered = [(None, command_of(command)) for command in commands]
        written = Desk(self.path, self.runtime).write(numbered)  # type: ignore[arg-type]
        assert isinstance(written, Written), written
        return written.book


def demo(tmp_path: Path) -> Browsing:
    """Return the desk on a tournament in the middle of a round."""
    browsing = Browsing(tmp_path / "demo.ledger")
    demo_hall(browsing.path, browsing.runtime)
    return browsing


def fields_of(page: str, action: str = "") -> dict[str, str]:
    """Return the hidden fields of the form of a page with this action ("": the first form)."""
    forms: Sequence[str] = re.findall(r"<form\b.*?</form>", page, re.DOTALL)
    form = next(form for form in forms if action in form)
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))
