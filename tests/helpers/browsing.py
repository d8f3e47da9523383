"""The desk in a browser inside a test, without a browser: a client for each role."""

from __future__ import annotations

import re
import shutil
from asyncio import AbstractEventLoop, new_event_loop
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from desk.access.accounts import EVERYWHERE
from desk.access.roles import Role
from desk.access.sessions import csrf
from desk.access.tickets import last_published
from desk.commands.commands import command_of
from desk.desk import Desk
from desk.making.demo_hall import demo_hall
from desk.outcomes import Written
from desk.web.app import application
from desk.web.office import Office
from desk.web.security import COOKIE, DEVICE_COOKIE, PLAYER_COOKIE
from desk.writing import carry_out
from ledger.place import LedgerPlace
from ledger.runtime import Runtime
from ledger.state.book import Book
from ledger.store.store import Store
from tests.helpers.access import HandClock, let_in, let_in_player
from tests.helpers.answering import Answering
from tests.helpers.console import repeatable
from tests.helpers.terminal import gone_on

HOST = "http://testserver"


@cache
def loop() -> AbstractEventLoop:
    """Return the loop that answers every client: a loop for each request takes as long as a page."""
    made = new_event_loop()
    Thread(target=made.run_forever, daemon=True).start()
    return made


@dataclass
class Browsing:
    """A ledger served to clients; facts come a minute after each other.

    `clock` is that of sessions, invitations and delays: it stands still until it is moved.
    """

    place: LedgerPlace
    runtime: Runtime = field(default_factory=repeatable)
    clock: HandClock = field(default_factory=HandClock)
    office: Office = field(init=False)
    _read: tuple[str, int, Book] | None = field(init=False, default=None)
    """The tournament that was read last, up to which fact, and its book."""

    def __post_init__(self) -> None:
        self.office = Office.of(self.place, self.runtime)
        self.office.doors.file.runtime = Runtime(now=self.clock.now)
        self.office.hosts = frozenset({"testserver"})
        self.app = application(self.office)

    @property
    def path(self) -> Path:
        """Return the file of the ledger; it is not on a server."""
        assert isinstance(self.place, Path)
        return self.place

    @property
    def slug(self) -> str:
        """Return the newest tournament in addresses."""
        return list(self.office.slugs())[-1]

    @property
    def tournament(self) -> str:
        """Return the id of the newest tournament."""
        return self.office.slugs()[self.slug][0]

    @property
    def book(self) -> Book:
        """Return the book as another program reads it, once for what is recorded."""
        tournament = self.tournament
        with Store(self.place) as store:
            there = tournament, store.head(tournament)
        if self._read is None or self._read[:2] != there:
            book = Desk(self.place, self.runtime).read(tournament)
            assert isinstance(book, Book)
            self._read = (*there, book)
        return self._read[2]

    def client(self, role: Role | None = Role.CHIEF, language: str = "nl", **of: Any) -> TestClient:
        """Return the browser of somebody who is logged in with a role; None: of a spectator."""
        client = TestClient(self.app, HOST, follow_redirects=False, cookies={"lang": language})
        client._transport = Answering(self.app, loop())
        for name, value in self.cookies(role, **of).items():
            client.cookies.set(name, value)
        return client

    def cookies(self, role: Role | None, **of: Any) -> dict[str, str]:
        """Return the cookies of somebody with a role, in the tournament `tournament` or in all.

        Of a player: `player`, their key, or `board`, and the tournament, if not the newest.
        """
        file = self.office.doors.file
        if role is Role.PLAYER:
            book = self.office.live.book(of.get("tournament") or self.tournament)
            published = last_published(book)
            assert published is not None
            player, board = of.get("player"), of.get("board")
            return {PLAYER_COOKIE: let_in_player(file, published, player, board)}
        if role is None:
            return {DEVICE_COOKIE: "browser of nobody"}
        return {COOKIE: let_in(file, role, of.get("tournament", EVERYWHERE))}

    def csrf(self, client: TestClient) -> str:
        """Return the token of the forms of a client."""
        names = (COOKIE, PLAYER_COOKIE, DEVICE_COOKIE)
        cookie = next(filter(None, (client.cookies.get(name) for name in names)))
        return csrf(self.office.doors.file, cookie)

    def send(
        self, path: str, data: dict[str, str] | None = None, role: Role = Role.CHIEF, **more: Any
    ) -> Response:
        """Send a form as a browser of a role does, with its token; `files` are sent with it."""
        client = self.client(role)
        return client.post(path, data={**(data or {}), "csrf": self.csrf(client)}, **more)

    def do(self, *commands: dict[str, Any]) -> Book:
        """Carry commands out as another program does."""
        numbered = [(None, command_of(command)) for command in commands]
        written = carry_out(Desk(self.place, self.runtime), numbered)  # type: ignore[arg-type]
        assert isinstance(written, Written), written
        return written.book


def demo(tmp_path: Path) -> Browsing:
    """Return the desk on a tournament in the middle of a round: made once in a run, and copied."""
    kept, world = _demo()
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    return Browsing(tmp_path / "demo.ledger", gone_on(world))


@cache
def _demo() -> tuple[Path, Runtime]:
    folder, world = Path(mkdtemp(prefix="made-once-")), repeatable()
    demo_hall(folder / "demo.ledger", world)
    return folder, world


def fields_of(page: str, action: str = "") -> dict[str, str]:
    """Return the hidden fields of the form of a page with this action ("": the first form)."""
    forms: Sequence[str] = re.findall(r"<form\b.*?</form>", page, re.DOTALL)
    form = next(form for form in forms if action in form)
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))
