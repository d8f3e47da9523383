"""Pages that are cut off: a dead stream, a ledger that is away; and everything when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from desk.access.roles import Role
from desk.web import stream
from tests.helpers.browsing import demo
from tests.helpers.chromium import PATIENCE_S, Served, gone, served_to, shown

pytestmark = pytest.mark.desk


@pytest.fixture
def hall(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A tournament in the middle of a round, served with a quick heartbeat."""
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.5)
    with served_to(browser, demo(tmp_path)) as served:
        yield served


@pytest.mark.parametrize("path", ["/{t}/wall", "/{t}/round"])
def test_a_stream_that_is_silent_for_half_a_minute_is_lost_and_comes_back_by_itself(
    hall: Served, path: str
) -> None:
    page = hall.context(Role.CHIEF).new_page()
    page.clock.install()
    page.route("**/events?*", lambda route: None)  # it hangs, as with the cable half out
    page.goto(hall.at(path))
    shown(page, ".live")
    page.clock.fast_forward(29_000)
    assert page.locator(".live.lost").count() == 0
    page.clock.fast_forward(2_000)
    shown(page, ".live.lost")
    page.unroute("**/events?*")
    page.clock.fast_forward(10_000)
    gone(page, ".live.lost")


def test_on_the_wall_the_loss_is_said_in_large_letters(hall: Served) -> None:
    page = hall.page("/{t}/wall", None, width=1920, height=1080)
    size = "parseFloat(getComputedStyle(document.querySelector('.live')).fontSize)"
    before = page.evaluate(size)
    page.route("**/events?*", lambda route: route.abort())
    hall.browsing.path.rename(hall.browsing.path.with_suffix(".aside"))
    shown(page, ".live.lost")
    assert "verouderd" in page.inner_text(".live.lost")
    assert page.evaluate(size) >= 1.9 * before


@pytest.mark.parametrize(
    ("path", "part"), [("/{t}/wall?seconds=3", ".wall td"), ("/{t}/pairings", "#table td")]
)
def test_a_page_keeps_what_it_shows_while_the_ledger_is_away_and_renews_it_after(
    hall: Served, path: str, part: str
) -> None:
    """The wall must turn while the ledger is away: three seconds, the shortest turn there is."""
    ledger = hall.browsing.path
    page = hall.page(path, None)
    shown(page, part)
    with page.expect_response(lambda answer: answer.status > 399, timeout=PATIENCE_S * 1000):
        ledger.rename(ledger.with_suffix(".aside"))
        page.evaluate("htmx.trigger(document.body, 'desk:back')")
        shown(page, ".live.lost")
        page.evaluate("htmx.trigger(document.body, 'desk:back')")
    assert page.locator(part).count() > 4
    # The page may renew itself before it is asked to: its answer is awaited from the first moment.
    with page.expect_response(
        lambda answer: answer.status == 200 and "/events" not in answer.url,
        timeout=PATIENCE_S * 1000,
    ):
        ledger.with_suffix(".aside").rename(ledger)
        gone(page, ".live.lost")
        page.evaluate("htmx.trigger(document.body, 'desk:back')")
    expect(page.locator(part).first).to_be_visible()
