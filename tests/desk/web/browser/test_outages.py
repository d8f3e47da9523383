"""Forms sent while the network, the desk or its ledger is away: what the page says is what happened.

The results of a round are sent in another way; see `test_unsent`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from desk.access.roles import Role
from ledger.facts.tournament import ReportMade
from tests.helpers.axe import faults
from tests.helpers.browsing import demo
from tests.helpers.chromium import (
    PATIENCE_S,
    Served,
    gone,
    overflow,
    served_to,
    shown,
    until,
)
from tests.helpers.matrix import GETS, address_of

pytestmark = pytest.mark.desk

NO_PAGES = ("stream", "export", "logout")

SHOWN_TO = {Role.CHIEF: {}, Role.PLAYER: {"player": 1}, Role.PUBLIC: None}
"""Whose pages have a form; what others have is among these."""

ASKED = (
    "/{t}/do/correct-rating?player=3",
    "/{t}/do/start-rank",
    "/{t}/check-in/3?step=late",
    "/{t}/do/schedule",
)
"""Pages that have a form once something was asked."""

OTHERS = ".bar form, #results, .quick, [hx-post]"
"""Forms that have a way of their own, and that of logging out, which is on every page."""

FORMS = """others => [...document.forms].filter(form => form.getAttribute("method") === "post" && !form.matches(others)
  ).map(form => {
  for (const field of form.querySelectorAll("[required]"))
    if (!field.value && field.type !== "file") field.value = field.tagName === "SELECT"
      ? field.options[field.options.length - 1].value : field.type === "number" ? "1" : "x";
  form.noValidate = true;
  form.requestSubmit(form.querySelector("button:not([type=button]):not([aria-disabled=true])"));
  return [form.getAttribute("action") || "", JSON.stringify([...new FormData(form)].map(String))];
})"""
"""Fill in and send every form of a page; return where to, and what was in it."""

LEFT = """() => [...document.querySelectorAll(".not-sent")].map(note => note.closest("form")).map(
  form => [form.getAttribute("action") || "", JSON.stringify([...new FormData(form)].map(String))])"""


@pytest.fixture
def hall(tmp_path: Path, browser: Browser) -> Iterator[Served]:
    with served_to(browser, demo(tmp_path)) as served:
        yield served


def _no_form(route: Route) -> None:
    route.abort() if route.request.method == "POST" else route.continue_()


def test_a_form_of_any_page_that_cannot_be_sent_says_so_and_stays_as_it_is(hall: Served) -> None:
    """Every page is opened, and no form of it comes through."""
    before, tried = hall.browsing.book.state.position, set[str]()
    for role, of in SHOWN_TO.items():
        page = hall.context(None if role is Role.PUBLIC else role, of=of).new_page()
        page.route(lambda url: url.startswith(hall.address), _no_form)
        paths = [
            address_of(hall.browsing, route)
            for route in GETS
            if role in route.roles and route.name not in NO_PAGES
        ]
        for path in paths + [*ASKED] * (role is Role.CHIEF):
            address = hall.at(path)
            text = page.request.get(address).text()
            if 'method="post"' not in text.partition("</header>")[2]:
                continue
            page.goto(address)
            sent = page.evaluate(FORMS, OTHERS)
            if sent:
                said = page.locator(".not-sent")
                expect(said, address).to_have_count(len(sent), timeout=PATIENCE_S * 1000)
                assert page.evaluate(LEFT) == sent, address
            tried.update(action.partition("?")[0] for action, _ in sent)
    assert hall.browsing.book.state.position == before
    assert len(tried) > 12, sorted(tried)


@pytest.mark.parametrize("path", ["/{t}/wall", "/{t}/standing", "/{t}/game", "/{t}/log"])
def test_a_page_whose_network_is_cut_keeps_what_it_shows_says_so_and_goes_on(
    path: str, hall: Served
) -> None:
    role, of = (Role.PLAYER, {"player": 1}) if "game" in path else (Role.CHIEF, None)
    page = hall.page(path, role, of=of)
    shown(page, ".live")
    what = page.locator("main td, main p").first
    before = what.inner_text()
    page.context.set_offline(True)
    shown(page, ".live.lost")
    assert what.inner_text() == before
    page.context.set_offline(False)
    gone(page, ".live.lost")


def _enter(hall: Served) -> tuple[Page, str]:
    page = hall.page("/{t}/players/enter")
    page.fill("form.card [name=name]", "Jansen, Jan")
    return page, "form.card [name=name]"


def _report(hall: Served) -> tuple[Page, str]:
    state = hall.browsing.book.state
    game = next(game for _, game in state.rounds[-1].open_games)
    page = hall.page(
        "/{t}/game/claim?result=1-0", Role.PLAYER, width=360, of={"player": game.white}
    )
    return page, ".dialog form [name=result]"


WRITES: dict[str, Any] = {"an entry": _enter, "a claim": _report}


def _cut(route: Route) -> None:
    route.abort()


def _stalled(route: Route) -> None:
    """Let nothing come back, as with the cable half out."""


def _lost(route: Route) -> None:
    route.fetch(max_redirects=0)
    route.abort()


@pytest.mark.parametrize("point", [_cut, _stalled, _lost], ids=lambda each: each.__name__[1:])
@pytest.mark.parametrize("kind", WRITES)
def test_a_form_that_was_cut_off_at_any_point_is_recorded_once(
    kind: str, point: Any, hall: Served
) -> None:
    page, field = WRITES[kind](hall)
    page.clock.install()
    before, kept = hall.browsing.book.state.position, page.input_value(field)
    address, cut = page.url, list[Route]()

    def first_form(route: Route) -> None:
        if cut or route.request.method != "POST":
            route.continue_()
        else:
            cut.append(route)
            point(route)

    page.route(lambda url: url.startswith(hall.address), first_form)
    until(page, lambda: page.evaluate("document.activeElement !== document.body"))
    page.keyboard.press("Enter") if kind == "a claim" else page.press(field, "Enter")
    until(page, lambda: bool(cut))
    page.clock.fast_forward(25_000)
    shown(page, ".not-sent")
    assert page.inner_text(".not-sent b") == "Niet verzonden: de wedstrijdtafel antwoordt niet."
    assert (page.input_value(field), page.url) == (kept, address)
    assert faults(page) == []
    assert overflow(page) == 0
    recorded = 1 if point is _lost else 0
    assert hall.browsing.book.state.position == before + recorded
    page.locator(".not-sent").locator("xpath=..").locator("button").first.click()
    gone(page, ".not-sent")
    until(page, lambda: page.url != address)
    assert hall.browsing.book.state.position == before + 1


@pytest.mark.parametrize("kind", WRITES)
def test_a_form_sent_while_the_ledger_is_away_says_so_and_is_recorded_afterwards(
    kind: str, hall: Served
) -> None:
    page, field = WRITES[kind](hall)
    before, kept = hall.browsing.book.state.position, page.input_value(field)
    ledger = hall.browsing.path
    ledger.rename(ledger.with_suffix(".aside"))
    page.locator(field).locator("xpath=ancestor::form").locator("button").first.click()
    shown(page, ".not-sent")
    assert "staat niet meer op zijn plaats" in page.inner_text(".not-sent b")
    assert page.input_value(field) == kept
    ledger.with_suffix(".aside").rename(ledger)
    # One thread at a time looks for a ledger that is away, and the others refuse until it has.
    until(page, lambda: page.request.get(f"{hall.address}/healthz").ok)
    page.locator(".not-sent").locator("xpath=..").locator("button").first.click()
    gone(page, ".not-sent")
    until(page, lambda: hall.browsing.book.state.position == before + 1)


def test_a_form_whose_answer_is_slow_is_sent_once_however_often_its_button_is_pressed(
    hall: Served,
) -> None:
    page, field = _enter(hall)
    before, waiting = hall.browsing.book.state.position, list[Route]()
    page.route("**/players/enter", lambda route: waiting.append(route))
    for _ in range(3):
        page.press(field, "Enter")
    until(page, lambda: len(waiting) == 1)
    page.wait_for_timeout(100)
    assert len(waiting) == 1
    waiting[0].continue_()
    until(page, lambda: hall.browsing.book.state.position == before + 1)


def test_a_report_that_a_form_makes_is_downloaded_and_the_page_stays(hall: Served) -> None:
    page = hall.page("/{t}/files")
    before, address = hall.browsing.book.state.position, page.url
    form = page.locator("#reports form").first
    with page.expect_download() as download:
        form.locator("button").click()
    content = Path(download.value.path()).read_bytes()
    made = hall.browsing.book.facts[-1]
    assert isinstance(made, ReportMade)
    assert made.sha256 == hashlib.sha256(content).hexdigest()
    assert download.value.suggested_filename.endswith(".trf")
    assert (hall.browsing.book.state.position, page.url) == (before + 1, address)
    page.context.set_offline(True)
    form.locator("button").click()
    shown(page, "#reports .not-sent")
