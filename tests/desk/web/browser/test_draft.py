"""The draft in a real browser: why opens in its place, changes by hand are published as shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ledger.facts.tournament import PairingAmended
from tests.helpers.axe import looked_at
from tests.helpers.chromium import Served, gone, served_to, shown
from tests.helpers.drafts import ready

pytestmark = pytest.mark.desk


@pytest.fixture
def hall(tmp_path: Path, browser: Browser) -> Iterator[Served]:
    """The demo tournament with a round that can be published."""
    browsing = ready(tmp_path)
    with served_to(browser, browsing) as served:
        yield served


def test_why_opens_under_its_board_without_a_new_page_and_keeps_the_focus(hall: Served) -> None:
    page = hall.page("/{t}/draft")
    page.evaluate("window.same = true")
    page.click("#why-2")
    shown(page, ".whygrid")
    assert page.evaluate("window.same")
    assert page.evaluate("document.activeElement.id") == "why-2"
    assert "open=2" in page.url
    page.keyboard.press("Enter")
    gone(page, ".whygrid")
    page.go_back()
    shown(page, ".whygrid")


def test_a_change_by_hand_waits_for_its_reason_and_is_published_as_it_stands(hall: Served) -> None:
    page = hall.page("/{t}/draft?open=3")
    page.click("text=Kleuren verwisselen")
    shown(page, "#why-not-yet")
    page.fill("textarea", "vast bord")
    page.click("button:text-is('Zo indelen')")
    gone(page, "#why-not-yet")
    page.click("text=Publiceren")
    page.wait_for_url("**/round**")
    fact, _ = hall.browsing.book.recorded[-1]
    assert isinstance(fact, PairingAmended)
    assert fact.reason == "vast bord"


@pytest.mark.parametrize(
    "path",
    [
        "draft?open=3",
        "draft?swap=1-3+2-4&because-1-3=x&open=5",
        "round/7/change",
        "round/6/change?way=amend",
        "round/6/board/1/why?second=5",
        "rules?beside=knsb-wp-1996",
    ],
)
def test_nothing_keeps_anybody_from_reading_it(hall: Served, path: str) -> None:
    assert looked_at(hall.page(f"/{{t}}/{path}")) == []
