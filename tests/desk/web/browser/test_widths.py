"""The bar fits every width of a window, and a standing with long names that of a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from desk.web.public.prints import SHEETS
from tests.helpers.browsing import Browsing, demo
from tests.helpers.chromium import Served, overflow, served_to

pytestmark = pytest.mark.desk


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:
    """Serve a tournament with a long name, in FIDE mode, while a round is paired by hand."""
    browsing = Browsing(tmp_path_factory.mktemp("widths") / "open.ledger")
    browsing.do(
        {
            "command": "init",
            "name": "Open kampioenschap van Breda en omstreken",
            "rules": "fide-dutch-2026",
            "rounds": 5,
        }
    )
    browsing.do(*({"command": "enter", "name": f"Speler {one}"} for one in "ABCD"))
    browsing.do({"command": "lots", "by": "rating"})
    browsing.do({"command": "by-hand-begin", "confirm": "yes"})
    with served_to(browser, browsing) as served:
        yield served


@pytest.mark.parametrize("language", ["nl", "en"])
def test_the_bar_is_never_wider_than_the_window(served: Served, language: str) -> None:
    page = served.page(f"/{{t}}?lang={language}")
    for width in (
        320,
        360,
        561,
        768,
        901,
        1024,
        1061,
        1100,
        1180,
        1201,
        1240,
        1280,
        1361,
        1440,
        1441,
        1600,
    ):
        page.set_viewport_size({"width": width, "height": 800})
        assert overflow(page) == 0, width


LONG = [
    "Oosterwijk-Bruijn, Sebastiaan van",
    "Krishnamoorthy, Subramanian",
    "Bos, Anna",
    "Wijngaarden-van den Broek, Alexandrina",
]


def test_a_standing_with_long_names_and_two_tie_breaks_fits_a_phone(
    tmp_path: Path, browser: Browser
) -> None:
    browsing = Browsing(tmp_path / "long.ledger")
    browsing.do({"command": "init", "name": "Open", "rules": "fide-dutch-2026", "rounds": 3})
    browsing.do(*({"command": "enter", "name": name} for name in LONG))
    browsing.do({"command": "lots", "by": "rating"}, {"command": "publish"})
    results = ({"command": "result", "round": 1, "board": b, "result": "1/2-1/2"} for b in (1, 2))
    browsing.do(*results)
    with served_to(browser, browsing) as served:
        for width in (320, 360):
            page = served.page("/{t}/standing", None, width=width)
            table = page.locator(".tw").first
            assert table.evaluate("it => it.scrollWidth - it.clientWidth") == 0, width
            headings = [one for one in table.locator("thead th").all() if one.is_visible()]
            boxes = [one.bounding_box() for one in headings]
            assert len(boxes) >= 5, "rank, name, points and two tie-breaks"
            assert all(box is not None and box["x"] + box["width"] <= width for box in boxes)
            room = headings[-1].evaluate("it => parseInt(getComputedStyle(it).paddingRight)")
            assert room >= 12, "the last tie-break does not touch the edge"


def test_a_claim_and_its_button_stand_on_one_line_of_a_laptop(
    tmp_path: Path, browser: Browser
) -> None:
    browsing = demo(tmp_path)
    game = browsing.book.state.rounds[-1].games[4]
    for player in (game.white, game.black):
        claim = {"player": browsing.book.state.label(player), "result": "1/2-1/2"}
        browsing.do({"command": "claim", "device": f"phone{player:02}" * 3, **claim})
    with served_to(browser, browsing) as served:
        page = served.page("/{t}/round", width=1366, height=768)
        row = page.locator("#bord5 .how > div").first.bounding_box()
        button = page.locator("#bord5 .how .btn").bounding_box()
        assert row is not None
        assert button is not None
        assert row["height"] == button["height"]


def test_score_sheets_are_drawn_as_they_come_in_sight_and_all_on_paper(
    tmp_path: Path, browser: Browser
) -> None:
    """Five hundred took sixteen seconds to open; drawn so, one."""
    browsing = demo(tmp_path)
    with served_to(browser, browsing) as served:
        page = served.page("/{t}/print/score-sheets")
        drawn = "getComputedStyle(document.querySelector('.leaf.scores')).contentVisibility"
        assert page.evaluate(drawn) == "auto"
        page.emulate_media(media="print")
        assert page.evaluate(drawn) == "visible"
        pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
        assert pages == len(browsing.book.state.rounds[-1].games)


def test_nothing_scrolls_sideways_on_the_smallest_phone(tmp_path: Path, browser: Browser) -> None:
    """Pages of the desk and every sheet, at 320 pixels, with all that can be unfolded: forty pages."""
    browsing = demo(tmp_path)
    with served_to(browser, browsing) as served:
        page = served.context(width=320, height=640).new_page()
        paths = ["", *(f"print/{sheet}" for sheet in SHEETS)]
        paths += [
            "round",
            "check-in",
            "check-in/1",
            "draft?foresee=1",
            "players",
            "log",
            "standing",
        ]
        paths += [
            "player/1",
            "beside?a=1&b=2",
            "crosstable",
            "disputes",
            "people",
            "more",
            "print",
            "screens",
        ]
        paths += ["round/6/board/1/correct?result=1-0", "round/6/board/7/default"]
        paths += ["round/6/board/1/why", "rules", "rules?beside=fide-dutch-2026"]
        for path in paths:
            page.goto(served.at(f"/{{t}}/{path}"))
            page.evaluate(
                "for (const each of document.querySelectorAll('details')) each.open = true"
            )
            assert overflow(page) == 0, path
