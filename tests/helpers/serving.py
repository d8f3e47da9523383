"""The desk served by a process of its own, as `toernooi serve` does, which a test may kill."""

from __future__ import annotations

import http.client
import os
import socket
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from desk.access import sessions
from desk.access.file import AccessFile
from desk.access.tickets import TicketHolder, last_published
from desk.commands.commands import command_of
from desk.desk import Desk
from desk.outcomes import Written
from desk.web.security import PLAYER_COOKIE
from desk.web.server import LOOPBACK
from desk.writing import carry_out
from ledger.runtime import Runtime
from ledger.state.book import Book
from tests.helpers import loaded

PATIENCE_S = 60


@dataclass
class Phone:
    """The browser of a player: their cookie, and the token of its forms."""

    player: int
    cookie: str
    csrf: str

    @classmethod
    def of(cls, path: Path, book: Book, player: int) -> Phone:
        """Return the phone of a player who scanned the code on their slip."""
        published = last_published(book)
        assert published is not None
        with AccessFile(path, Runtime()) as file:
            holder = TicketHolder("P", player)
            token = sessions.begin_for(file, published, holder, f"phone {player}")
            return cls(player, f"{PLAYER_COOKIE}={token}", sessions.csrf(file, token))


class Serving:
    """A server on a port of its own; `kill` ends it without a warning, `start` starts it again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with socket.socket() as probe:
            probe.bind((LOOPBACK, 0))
            self.port = int(probe.getsockname()[1])
        self.process: BaseProcess | None = None

    def start(self) -> None:
        words = ["--ledger", str(self.path), "serve", "--port", str(self.port)]
        reads = Connection(os.open(os.devnull, os.O_RDONLY), writable=False)
        writes = Connection(os.open(os.devnull, os.O_WRONLY), readable=False)
        says = Connection(os.dup(2), readable=False)
        with reads, writes, says:
            world = loaded.here()
            self.process = loaded.started(
                loaded.carry_out, loaded.PROGRAM, words, world, reads, writes, says
            )
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            assert self.process.exitcode is None, "the server ended"
            with socket.socket() as probe:
                if probe.connect_ex((LOOPBACK, self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the server does not listen")

    def kill(self) -> None:
        """End the server at once, as a power cut does: kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
        self.process = None

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection, to be closed by the caller."""
        return http.client.HTTPConnection(LOOPBACK, self.port, timeout=PATIENCE_S)

    def ask(self, path: str, phone: Phone | None = None, **form: str) -> tuple[int, str]:
        """Return the status and the text of a page, or of the answer to a form."""
        connection = self.connection()
        headers = {"Cookie": phone.cookie} if phone else {}
        try:
            if form and phone:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                body = urlencode({"csrf": phone.csrf, **form})
                connection.request("POST", path, body, headers)
            else:
                connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


def recorded(path: Path, *commands: dict[str, Any]) -> Book:
    """Carry commands out as another program does, and return the book."""
    numbered = [(None, command_of(command)) for command in commands]
    written = carry_out(Desk(path), numbered)  # type: ignore[arg-type]
    assert isinstance(written, Written), written
    return written.book
