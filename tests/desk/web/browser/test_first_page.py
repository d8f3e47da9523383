"""The desk as a double click opens it, in Chromium: new, open, the example, and stopped on its page."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from desk.own_ledgers import OwnLedgers
from desk.web.server import OwnDesk, listening
from ledger.runtime import Runtime
from tests.helpers.access import PHRASE
from tests.helpers.axe import looked_at
from tests.helpers.chromium import PATIENCE_S
from tests.helpers.terminal import Terminal

pytestmark = pytest.mark.desk


@pytest.fixture
def opened(tmp_path: Path, browser: Browser) -> Iterator[Page]:
    """The first page of a program that runs, as somebody sees it who was never here before."""
    Terminal(tmp_path / "old.ledger").run("init", "Old cup")
    listener = listening(lan=False, port=0)
    ledgers = OwnLedgers(tmp_path / "Documents" / "Toernooiboek", tmp_path / "recent.json")
    desk = OwnDesk.on(listener, ledgers, Runtime())
    thread = threading.Thread(target=desk.run, args=(listener,), daemon=True)
    thread.start()
    context = browser.new_context(locale="en", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE_S * 1000)
    page = context.new_page()
    page.goto(desk.first.address + desk.first.path)
    yield page
    context.close()
    desk.stop()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def choose_passphrase(page: Page) -> None:
    """Be the chief arbiter of a ledger that had none."""
    page.locator("input[name=shown]").fill("Anna")
    page.locator("input[name=phrase]").fill(PHRASE)
    page.locator("input[name=again]").fill(PHRASE)
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("/invite/"))


def test_a_new_ledger_is_made_another_opened_and_the_program_stopped(
    opened: Page, tmp_path: Path
) -> None:
    """Whole, from the first page to the last, with three passphrases, which are slow on purpose."""
    page = opened
    first = page.url
    assert looked_at(page) == []
    page.get_by_role("link", name="Manual").click()
    expect(page).to_have_url(f"{first.partition('/first')[0]}/manual/en/index.html")
    page.go_back()
    page.locator("form", has_text="Make and open").locator("input[name=name]").fill("Club: 2026")
    page.get_by_role("button", name="Make and open").click()
    choose_passphrase(page)
    assert (tmp_path / "Documents" / "Toernooiboek" / "Club 2026.ledger").is_file()

    page.goto(first.partition("/first")[0])
    page.get_by_role("link", name="Other ledgers").click()
    expect(page.locator("main")).to_contain_text("Club 2026.ledger is open")
    assert looked_at(page) == []
    page.get_by_role("link", name="Go back to Club 2026.ledger").click()
    page.get_by_role("link", name="Other ledgers").click()
    page.locator("input[name=name]:not([type=hidden])").last.fill(str(tmp_path / "gone.ledger"))
    page.locator("form", has_text="I lost my passphrase").get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("gone.ledger")
    page.locator("input[name=name]:not([type=hidden])").last.fill(str(tmp_path / "old.ledger"))
    page.locator("form", has_text="I lost my passphrase").get_by_role("button").click()
    choose_passphrase(page)
    page.goto(first.partition("/first")[0])
    expect(page.locator("main")).to_contain_text("Old cup")

    page.get_by_role("link", name="Other ledgers").click()
    recent = page.locator("section", has_text="Opened lately").locator("b")
    assert recent.all_inner_texts() == ["old", "Club 2026"]
    page.get_by_role("button", name="Try it on an example").click()
    choose_passphrase(page)
    page.goto(first.partition("/first")[0])
    page.get_by_role("link", name="Stop the program").click()
    expect(page.locator("main")).to_contain_text("Nobody else is connected")
    assert looked_at(page) == []
    page.get_by_role("button", name="Stop the program").click()
    expect(page.get_by_role("heading")).to_have_text("The program has stopped")
