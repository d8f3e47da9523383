"""Results typed while the network, the desk or its ledger is away: nothing is lost without a word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from desk.web import stream
from desk.web.server import LOOPBACK, listening
from tests.helpers.axe import faults
from tests.helpers.browsing import Browsing
from tests.helpers.chromium import Served, gone, served_on, served_to, shown, until
from tests.helpers.round_page import outcomes_of, pairs_of, record, three_boards

pytestmark = pytest.mark.desk


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browsing:
    """A round of three boards; the stream of a page has a quick heartbeat."""
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.5)
    return three_boards(tmp_path)


@pytest.fixture
def hall(cup: Browsing, browser: Browser) -> Iterator[Served]:
    with served_to(browser, cup) as served:
        yield served


def _kept(page: Page) -> int:
    """Return how many results the browser keeps."""
    return int(page.evaluate("localStorage.length"))


def _settled(page: Page) -> None:
    """Wait until nothing is marked, kept, or left in a field."""
    gone(page, ".unsent")
    until(page, lambda: _kept(page) == 0)
    assert page.locator("#unsent").is_hidden()


def test_what_is_typed_without_a_network_is_marked_kept_and_sent_when_it_is_back(
    hall: Served,
) -> None:
    page = hall.page("/{t}/round")
    pairs = pairs_of(hall.browsing)
    page.context.set_offline(True)
    page.keyboard.type("10")
    shown(page, "#bord2 .unsent")
    assert page.inner_text("#bord1 .unsent") == "nog niet verzonden"
    # Another thought about the first board, a slip for the third, and a key that needs the desk.
    page.focus(f"#r{pairs[0]}")
    page.keyboard.type("=")
    page.fill("#quick", "31")
    page.press("#quick", "Enter")
    until(page, lambda: page.input_value("#quick") == "")
    page.focus(f"#r{pairs[2]}")
    page.keyboard.type("u")
    until(page, lambda: "U hebben de verbinding nodig" in page.inner_text("#unsent"))
    shown(page, ".live.lost")
    assert page.locator("#unsent li").all_inner_texts()[:3] == ["2: 0", "1: =", "31"]
    assert page.input_value(f"#r{pairs[2]}") == ""
    assert outcomes_of(hall.browsing) == [None] * 3
    assert _kept(page) == 3
    assert faults(page) == []
    page.context.set_offline(False)
    until(page, lambda: outcomes_of(hall.browsing) == ["1/2-1/2", "0-1", "1-0"])
    _settled(page)
    shown(page, "#bord1 >> text=½–½")
    gone(page, ".live.lost")
    page.context.set_offline(True)
    page.click(".done-line button")
    until(page, lambda: "U hebben de verbinding nodig" in page.inner_text("#unsent"))
    page.context.set_offline(False)
    gone(page, ".live.lost")
    assert outcomes_of(hall.browsing) == ["1/2-1/2", "0-1", "1-0"]


def test_a_result_whose_answer_was_lost_is_recorded_once_even_if_it_was_taken_back_meanwhile(
    hall: Served,
) -> None:
    page, browsing = hall.page("/{t}/round"), hall.browsing

    def recorded_and_lost(route: Route) -> None:
        route.fetch()
        browsing.do({"command": "undo"})
        route.abort()

    page.route("**/results", recorded_and_lost, times=1)
    page.keyboard.type("1")
    until(page, lambda: browsing.book.facts[-1].TOPIC == "command-undone")
    _settled(page)
    assert outcomes_of(browsing) == [None] * 3
    assert page.input_value(f"#r{pairs_of(browsing)[0]}") == ""


def test_what_is_typed_while_the_desk_is_stopped_is_sent_by_the_page_that_is_opened_after(
    cup: Browsing, browser: Browser
) -> None:
    listener = listening(lan=False, port=0)
    port = listener.getsockname()[1]
    with served_on(cup, listener) as address:
        page = Served(cup, browser, address).page("/{t}/round")
    page.keyboard.type("11")
    shown(page, "#bord2 .unsent")
    record(cup, 2, "0-1")
    assert outcomes_of(cup) == [None, "0-1", None]
    with served_on(cup, listening(lan=False, port=port)):
        page.goto(f"http://{LOOPBACK}:{port}/{cup.slug}/round")
        until(page, lambda: outcomes_of(cup) == ["1-0", "0-1", None])
        # The other result stands, and the page says what was typed against it.
        shown(page, "#bord2 .finding")
        assert "Intussen vastgelegd: 0–1" in page.inner_text("#bord2 .finding")
        _settled(page)


def test_what_is_typed_while_the_ledger_is_away_is_sent_when_it_is_back(hall: Served) -> None:
    page, ledger = hall.page("/{t}/round"), hall.browsing.path
    ledger.rename(ledger.with_suffix(".aside"))
    page.keyboard.type("1=")
    shown(page, "#bord2 .unsent")
    shown(page, ".live.lost")
    assert page.locator("input.slot").first.input_value() == "1"
    ledger.with_suffix(".aside").rename(ledger)
    until(page, lambda: outcomes_of(hall.browsing) == ["1-0", "1/2-1/2", None])
    _settled(page)


def test_a_refusal_is_told_at_the_board_and_the_value_stays(hall: Served) -> None:
    page, browsing = hall.page("/{t}/round"), hall.browsing
    page.evaluate("document.querySelector('#results [name=csrf]').value = 'of an old page'")
    page.keyboard.type("1")
    shown(page, "#bord1 .unsent")
    said = page.inner_text("#bord1 .unsent")
    assert said.startswith("niet vastgelegd: ")
    assert page.inner_text("#told").strip()
    assert page.input_value(f"#r{pairs_of(browsing)[0]}") == "1"
    assert outcomes_of(browsing) == [None] * 3
    page.reload()
    until(page, lambda: outcomes_of(browsing) == ["1-0", None, None])
    _settled(page)
