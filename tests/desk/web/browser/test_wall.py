"""The wall: three pages in turn, a publication at once, and on after the server was killed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from desk.answers.screens import ScreenKind, screens
from desk.desk import Desk
from desk.making.demo_hall import demo_hall
from desk.web.server import LOOPBACK
from ledger.runtime import Runtime
from ledger.state.book import Book
from tests.helpers.browsing import Browsing
from tests.helpers.chromium import PATIENCE_S, chromium, served_to
from tests.helpers.serving import Serving, recorded
from tests.helpers.terminal import Terminal

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


_LONG = ("Wijngaarden-van Lidth de Jeude, Marie-Antoinette", "Broek, Maximiliaan van den", "Xi, Bo")

_CUT = """() => [...document.querySelectorAll(".wall .name, .wall small, .wall tbody :is(td, th)")]
  .filter(one => one.scrollWidth > one.clientWidth + 1)
  .map(one => one.textContent.trim())
  .concat(document.documentElement.scrollHeight > innerHeight + 1 ? ["the screen"] : [])"""


@pytest.mark.parametrize("players", [8, 40, 120])
def test_every_name_is_whole_on_the_wall_and_every_screen_fits_it(
    tmp_path: Path, browser: Browser, players: int
) -> None:
    """Each screen of three tournaments in two sizes: two seconds of the browser."""
    names = [f'"{_LONG[at % 3]} {"IVXL"[at % 4]}{chr(65 + at // 6)}"' for at in range(players)]
    (tmp_path / "players.csv").write_text("\n".join(("name", *names)), "utf-8")
    terminal = Terminal(tmp_path / "hall.ledger")
    terminal.run("init", "Hall", "--rounds", 3)
    terminal.run("enter", "--file", tmp_path / "players.csv", "--confirm", "yes")
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    kinds: tuple[ScreenKind, ...] = ("names", "boards")
    with served_to(browser, Browsing(terminal.ledger)) as served:
        ring = screens(served.browsing.book, kinds)
        for width, height in ((1920, 1080), (1366, 768)):
            page = served.page("/{t}/wall", None, width=width, height=height)
            for at in range(len(ring)):
                page.goto(served.at(f"/{{t}}/wall?pages={','.join(kinds)}&at={at}"))
                assert page.evaluate(_CUT) == [], (width, at)


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
