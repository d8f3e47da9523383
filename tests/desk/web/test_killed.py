"""What a page acknowledged is in the file, also when the server is killed while all claim."""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from desk.access.file import AccessFile
from desk.access.roles import Role
from desk.desk import Desk
from desk.web.security import COOKIE
from ledger.facts.hall import ResultClaimed
from ledger.runtime import Runtime
from ledger.state.book import Book
from tests.helpers.access import let_in
from tests.helpers.serving import PATIENCE_S, Phone, Serving, recorded
from tests.helpers.terminal import Terminal

PLAYERS, PASSES, KILLS = 24, 6, 3

CLAIMS = {"W": ("1-0", "1/2-1/2", "0-1"), "B": ("0-1", "1-0", "1/2-1/2")}
"""What white and black claim in turn: each time otherwise, and never what the other claims then.

Claims that agree could not be changed any more.
"""


class Wall:
    """A screen of the desk that listens, and connects again when the server is gone."""

    def __init__(self, serving: Serving, path: Path, seen: int) -> None:
        with AccessFile(path, Runtime()) as file:
            self.cookie = f"{COOKIE}={let_in(file, Role.HELPER)}"
        self.serving, self.last, self.connected = serving, seen, 0
        self.done = threading.Event()

    def listen(self) -> None:
        while not self.done.is_set():
            try:
                with closing(self.serving.connection()) as connection:
                    connection.timeout = 1
                    headers = {"Last-Event-ID": str(self.last), "Cookie": self.cookie}
                    connection.request("GET", "/cup/events?topics=claims", headers=headers)
                    self._read(connection.getresponse())
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)

    def _read(self, stream: http.client.HTTPResponse) -> None:
        self.connected += 1
        while line := stream.readline():
            if line.startswith(b"id: "):
                self.last = int(line.removeprefix(b"id: "))


def tournament(path: Path) -> Book:
    players = [
        {"command": "enter", "name": f"Player {n:02}", "rating": 2000 - n} for n in range(PLAYERS)
    ]
    opening = {"command": "init", "name": "Cup", "rounds": 5}
    recorded(path, opening, *players, {"command": "lots", "by": "rating"})
    return recorded(path, {"command": "publish"})


def claim(serving: Serving, phone: Phone, once: str, result: str) -> None:
    """Send a claim until it is acknowledged, the same one each time, as a phone does."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            status, text = serving.ask("/cup/game/claim", phone, once=once, result=result)
        except (OSError, http.client.HTTPException):
            assert time.monotonic() < until, "the server does not come back"
            time.sleep(0.02)
            continue
        assert status == 303, text
        return


def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed_under_claims(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real server is started three times, and killed."""
    monkeypatch.setenv("TOERNOOI_LANG", "en")
    path = tmp_path / "cup.ledger"
    book = tournament(path)
    games = book.state.rounds[-1].games
    boards = [
        [Phone.of(path, book, player) for player in (game.white, game.black)] for game in games
    ]
    serving = Serving(path)
    wall = Wall(serving, path, book.state.position)
    acknowledged: list[tuple[int, int]] = []

    def claim_all(board: int) -> None:
        for number in range(PASSES):
            for side, phone in zip("WB", boards[board], strict=True):
                once = f"{number} {phone.player}"
                claim(serving, phone, once, CLAIMS[side][number % 3])
                acknowledged.append((phone.player, number))

    serving.start()
    listening = threading.Thread(target=wall.listen)
    listening.start()
    try:
        with ThreadPoolExecutor(len(boards)) as phones:
            work = [phones.submit(claim_all, board) for board in range(len(boards))]
            for kill in range(1, KILLS + 1):
                while len(acknowledged) < kill * PLAYERS and not all(one.done() for one in work):
                    time.sleep(0.001)
                serving.kill()
                serving.start()
            for one in work:
                one.result()
        after = Desk(path).read()
        assert isinstance(after, Book)
        until = time.monotonic() + PATIENCE_S
        while wall.last < after.state.position and time.monotonic() < until:
            time.sleep(0.02)
    finally:
        wall.done.set()
        serving.kill()
        listening.join()
    assert len(acknowledged) == PLAYERS * PASSES
    claims = [fact for fact, _ in after.recorded if isinstance(fact, ResultClaimed)]
    per_player = Counter(fact.white if fact.side == "W" else fact.black for fact in claims)
    assert per_player == dict.fromkeys((phone.player for two in boards for phone in two), PASSES)
    outcomes = {(fact.white, fact.side): fact.outcome for fact in claims}
    for game in games:
        assert outcomes[game.white, "W"] == CLAIMS["W"][(PASSES - 1) % 3]
        assert outcomes[game.white, "B"] == CLAIMS["B"][(PASSES - 1) % 3]
    assert Terminal(path, Runtime()).try_("verify").code == 0
    assert wall.last == after.state.position
    assert wall.connected > KILLS
