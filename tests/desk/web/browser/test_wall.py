"""The wall: three pages in turn, a publication at once, and on after the server was killed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.desk import Desk
from desk.making.demo_hall import demo_hall
from desk.web.server import LOOPBACK
from ledger.runtime import Runtime
from ledger.state.book import Book
from tests.helpers.chromium import PATIENCE_S, chromium
from tests.helpers.serving import Serving, recorded

pytestmark = pytest.mark.desk


def test_the_wall_turns_its_pages_and_goes_on_when_the_server_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "demo.ledger"
    number = len(demo_hall(path, Runtime()).state.rounds)
    serving = Serving(path)
    serving.start()
    address = (
        f"http://{LOOPBACK}:{serving.port}/club-open/wall?seconds=5&pages=names,boards,standing"
    )
    try:
        with chromium() as browser:
            wall = browser.new_page(viewport={"width": 1920, "height": 1080}, locale="nl")
            wall.set_default_timeout(PATIENCE_S * 1000)
            wall.goto(address)
            said = wall.locator("main")
            for words in (
                "Indeling op naam",
                "Indeling op bord",
                "Stand na ronde",
                "Indeling op naam",
            ):
                expect(said).to_contain_text(words, timeout=PATIENCE_S * 1000)
            serving.kill()
            expect(wall.locator(".live.lost")).to_have_count(1, timeout=PATIENCE_S * 1000)
            expect(said).to_contain_text(f"onde {number}")
            open_games = recorded_results(path, number)
            assert open_games
            serving.start()
            recorded(path, {"command": "publish"})
            expect(wall.get_by_role("heading", level=1)).to_have_text(
                f"Ronde {number + 1}", timeout=PATIENCE_S * 1000
            )
            expect(wall.locator(".live.lost")).to_have_count(0, timeout=PATIENCE_S * 1000)
    finally:
        serving.kill()


def recorded_results(path: Path, number: int) -> int:
    """Record a draw on every open board of a round while nobody serves; return how many."""
    book = Desk(path).read()
    assert isinstance(book, Book)
    boards = [board for board, _ in book.state.rounds[number - 1].open_games]
    recorded(
        path,
        *(
            {"command": "result", "round": number, "board": board, "result": "1/2-1/2"}
            for board in boards
        ),
    )
    return len(boards)
