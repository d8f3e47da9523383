"""The bar at the top fits every width of a window, with all that FIDE mode shows in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.helpers.browsing import Browsing
from tests.helpers.chromium import Served, overflow, served_to

pytestmark = pytest.mark.desk


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:
    """Serve a tournament with a long name, in FIDE mode, while a round is paired by hand."""
    browsing = Browsing(tmp_path_factory.mktemp("widths") / "open.ledger")
    browsing.do({"command": "init", "name": "Open kampioenschap van Breda en omstreken",
                 "rules": "fide-dutch-2026", "rounds": 5})  # fmt: skip
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
