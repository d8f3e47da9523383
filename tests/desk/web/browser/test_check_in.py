"""Check-in and files in a real browser: by keys alone, on two tablets, and without script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from desk.access.roles import Role
from tests.helpers.axe import looked_at
from tests.helpers.browsing import Browsing
from tests.helpers.chromium import Served, served_to, shown, until

pytestmark = pytest.mark.desk

NAMES = ("Berg, J. van den", "Haan, M. de", "Özkan, D.", "Smit, V.")


@pytest.fixture
def hall(tmp_path: Path, browser: Browser) -> Iterator[Served]:
    """A tournament whose first round is to come, served to a browser."""
    browsing = Browsing(tmp_path / "cup.ledger")
    browsing.do(
        {"command": "init", "name": "Najaar", "rounds": 5},
        *({"command": "enter", "name": name, "club": "De Loper"} for name in NAMES),
        {"command": "lots", "by": "entry"},
    )
    with served_to(browser, browsing) as served:
        yield served


def test_a_name_is_typed_chosen_and_confirmed_by_keys_alone(hall: Served) -> None:
    page = hall.page("/{t}/check-in", Role.HELPER)
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("haa")
    until(page, lambda: page.locator(".person").count() == 1)
    assert "q=haa" in page.url
    while not page.evaluate("document.activeElement.classList.contains('person')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    shown(page, ".dialog")
    assert page.evaluate("document.activeElement.value") == "present"
    page.keyboard.press("Enter")
    shown(page, ".done-line")
    assert "Haan, M. de" in page.inner_text(".done-line")
    # The next name can be typed at once.
    assert page.evaluate("document.activeElement.id") == "q"
    page.click(".done-line button")
    until(page, lambda: "4" in page.inner_text("#still b"))


def test_another_tablet_sees_who_came_in_and_keeps_what_is_typed(hall: Served) -> None:
    page = hall.page("/{t}/check-in", Role.HELPER, width=820)
    page.fill("#q", "s")
    until(page, lambda: page.locator(".person").count() < len(NAMES))
    hall.browsing.do({"command": "check-in", "player": "Smit"})
    until(page, lambda: page.locator(".person.in").count() == 1)
    assert page.inner_text("#still b") == "3"
    assert page.input_value("#q") == "s"
    hall.browsing.do({"command": "enter", "name": "Laat, K. te"})
    until(page, lambda: page.inner_text("#still b") == "4")


def test_the_way_back_from_a_question_is_escape_or_the_back_button(hall: Served) -> None:
    page = hall.page("/{t}/check-in?show=missing", Role.HELPER)
    page.click("text=Smit, V.")
    shown(page, ".dialog")
    page.keyboard.press("Escape")
    page.wait_for_url("**/check-in?show=missing")
    page.click("text=Smit, V.")
    shown(page, ".dialog")
    page.go_back()
    assert page.locator(".dialog").count() == 0


def test_search_and_check_in_work_without_script(hall: Served) -> None:
    context = hall.context(Role.HELPER, script=False)
    page = context.new_page()
    page.goto(f"{hall.address}/{hall.browsing.slug}/check-in")
    page.fill("#q", "ozk")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=ozk**")
    assert page.locator(".person").count() == 1
    page.click(".person")
    page.click("text=Ja, aanwezig")
    shown(page, ".done-line")
    assert "Özkan, D." in page.inner_text(".done-line")
    assert (3, 1) in hall.browsing.book.state.hall.checked_in


def test_a_list_of_players_with_errors_is_mended_and_recorded(hall: Served, tmp_path: Path) -> None:
    page = hall.page("/{t}/players/enter")
    file = tmp_path / "spelers.csv"
    file.write_text("naam;rating\nAalst, F.;1500\nBakker, G.;veel\n", "utf-8")
    page.set_input_files("input[type=file]", str(file))
    page.click("text=Bekijk het eerst")
    shown(page, ".errors")
    assert "regel 3" in page.inner_text(".errors")
    file.write_text("naam;rating\nAalst, F.;1500\nBakker, G.;\n", "utf-8")
    page.set_input_files("input[type=file]", str(file))
    page.click("text=Bekijk het eerst")
    shown(page, ".people-list")
    page.click("button.main")
    shown(page, ".done-line")
    assert len(hall.browsing.book.state.players) == len(NAMES) + 2


@pytest.mark.parametrize("language", ["nl", "en"])
def test_the_pages_are_in_order_for_axe_and_scroll_down_only(hall: Served, language: str) -> None:
    """It takes seconds: sixteen pages in three widths, light and dark."""
    hall.browsing.do(
        {"command": "check-in", "player": 1, "reason": "komt 13.20"},
        {"command": "absent", "player": 2, "round": 1},
        {"command": "withdraw", "player": 4},
    )
    page = hall.context(language=language).new_page()
    t = hall.browsing.slug
    for path in (
        "/",
        "/new",
        "/import",
        f"/{t}/more",
        f"/{t}/players",
        f"/{t}/players/enter",
        f"/{t}/check-in",
        f"/{t}/check-in/1",
        f"/{t}/check-in/3?step=late",
        f"/{t}/check-in/missing",
        f"/{t}/files",
        f"/{t}/do/correct-person?player=3",
        f"/{t}/do/forget?player=3",
        f"/{t}/do/details",
        f"/{t}/do/lots",
        f"/{t}/do/schedule",
    ):
        page.goto(hall.address + path)
        assert looked_at(page, (1280, 820, 360)) == []
