"""People of the rating lists in a real browser: found as one types, and entered by keys."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from desk.access.roles import Role
from desk.lists.shelf import FOLDER, Shelf
from tests.helpers.axe import looked_at
from tests.helpers.browsing import Browsing
from tests.helpers.chromium import Served, served_to, until
from tests.helpers.rating_lists import fide_combined, people

pytestmark = pytest.mark.desk


@pytest.fixture
def hall(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A tournament without players and a rating list beside it, served to a browser."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "lists"))
    (tmp_path / "list.txt").write_text(fide_combined(people()), "utf-8")
    Shelf().load(tmp_path / "list.txt", dt.datetime(2026, 11, 27))
    browsing = Browsing(tmp_path / "cup.ledger")
    browsing.do({"command": "init", "name": "Najaar", "rounds": 5})
    with served_to(browser, browsing) as served:
        yield served


def test_a_person_is_found_as_one_types_chosen_by_keys_and_entered(hall: Served) -> None:
    page = hall.page("/{t}/players/enter", Role.CHIEF)
    page.focus("#q")
    page.keyboard.type("abb")
    until(page, lambda: "Abbink, Marlies" in page.inner_text("#found"))
    page.keyboard.type("x")
    until(page, lambda: page.locator("#found li").count() == 0)
    assert page.input_value("#q") == "abbx", "what is typed stays"
    page.keyboard.press("Backspace")
    until(page, lambda: page.locator("#found li").count() == 1)
    looked_at(page)
    while not page.evaluate("document.activeElement.matches('#found a')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, lambda: "listed=" in page.url)
    assert page.input_value("input[name=name]") == "Abbink, Marlies"
    page.click("button[value=next]")
    until(page, lambda: len(hall.browsing.book.state.players) == 1)
    assert [hall.browsing.book.name(one) for one in hall.browsing.book.state.players] == [
        "Abbink, Marlies"
    ]


def test_the_columns_of_a_file_are_chosen_and_the_file_recorded(
    hall: Served, tmp_path: Path
) -> None:
    form = tmp_path / "formulier.csv"
    form.write_text("Uw naam,Sterkte\nAnna de Vries,1900\nBram Bos,1800\n", "utf-8")
    page = hall.page("/{t}/players/enter", Role.CHIEF, width=820)
    page.set_input_files("input[type=file]", str(form))
    page.click("form.drop button")
    until(page, lambda: page.locator("select").count() == 2)
    looked_at(page)
    page.select_option("select[name='column.0']", "name")
    page.select_option("select[name='column.1']", "rating")
    page.click("button[name=chosen]")
    until(page, lambda: page.locator("button[name=record]").count() == 1)
    page.click("button[name=record]")
    until(page, lambda: len(hall.browsing.book.state.players) == 2)
    assert [one.rating for one in hall.browsing.book.state.players.values()] == [1900, 1800]
