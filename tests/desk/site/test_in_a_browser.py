"""The site as files in a browser: axe finds nothing, nothing scrolls sideways, and its script works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.desk.site.conftest import demo_ledger
from tests.helpers.axe import looked_at
from tests.helpers.chromium import chromium

pytestmark = pytest.mark.desk

PAGES = (
    "",
    "club-open/",
    "club-open/round/6/",
    "club-open/round/6/names/",
    "club-open/round/5/board/2/",
    "club-open/standing/",
    "club-open/crosstable/",
    "club-open/players/",
    "club-open/statistics/",
    "club-open/player/3/",
    "club-open/player/3/why/",
    "club-open/beside/",
    "club-open/rules/",
    "club-open/log/",
    "club-open/live/",
    "club-open/data/",
    "club-open/embed/standing/",
)


ADDRESS = "https://club.example/"
"""Where the site stands on the web."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    hall = demo_ledger(folder)
    hall.run("correct", "result", 1, 1, "1/2-1/2", "--reason", "typed wrongly")
    hall.run("website", folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def opened(browser: Browser, site: Path, path: str) -> Page:
    page = browser.new_page()
    page.goto(f"{(site / path / 'index.html').as_uri()}")
    return page


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_in_any_width_and_light(browser: Browser, site: Path, path: str) -> None:
    for language in ("nl", "en") if path == "" else ("nl",):
        page = opened(browser, site, f"{language}/{path}")
        assert looked_at(page, (1280, 768, 360)) == []
        page.close()


def test_axe_finds_nothing_on_the_page_of_a_correction(browser: Browser, site: Path) -> None:
    [page_of] = (site / "nl/club-open/correction").iterdir()
    assert looked_at(opened(browser, site, page_of.relative_to(site).as_posix()), (1280, 360)) == []


def test_what_was_published_says_on_top_what_was_corrected(browser: Browser, site: Path) -> None:
    kept = next((site / "nl/club-open/at").glob("*/standing"))
    page = opened(browser, site, kept.relative_to(site).as_posix())
    assert page.locator(".note.warn").count() == 1
    assert looked_at(page) == []


def test_a_long_table_is_searched_and_sorted(browser: Browser, site: Path) -> None:
    page = opened(browser, site, "nl/club-open/standing")
    rows = page.locator("tbody tr")
    assert rows.count() == 15
    page.get_by_label("Zoek").fill("veldH")
    assert page.locator("tbody tr:visible").count() == 1
    page.get_by_label("Zoek").fill("")
    page.get_by_role("button", name="Naam").click()
    names = page.locator("tbody th").all_inner_texts()
    assert names == sorted(names)
    page.get_by_role("button", name="Punten").click()
    assert rows.first.locator("td").nth(1).inner_text() == "½"


def published(browser: Browser, site: Path) -> Page:
    """Return a page of a browser for which the site stands on the web."""

    def answer(route: Route) -> None:
        route.fulfill(path=site / urlsplit(route.request.url).path.removeprefix("/"))

    page = browser.new_page()
    page.route(f"{ADDRESS}**", answer)
    return page


def test_two_players_stand_beside_each_other_from_their_cards(browser: Browser, site: Path) -> None:
    page = published(browser, site)
    page.goto(f"{ADDRESS}nl/club-open/player/1/index.html")
    page.get_by_role("link", name="naast een andere speler").click()
    assert page.get_by_text("Deze pagina heeft een script nodig").is_hidden()
    page.get_by_label("Naast").select_option("2")
    page.locator("#beside > section").wait_for()
    assert page.url.endswith("/beside/index.html?a=1&b=2")
    both = page.locator("#beside li").all_inner_texts()
    assert len(both) == 2
    assert all("punten" in one and "plaats" in one for one in both)
    met = page.locator("#beside table").last.locator("tbody tr")
    assert met.count() > 0
    assert all(len(row.split("\t")) == 5 for row in met.all_inner_texts())
    met.first.get_by_role("link").click()
    assert "/player/" in page.url
    page.go_back()
    page.locator("#beside > section").wait_for()
    assert looked_at(page, (1280, 768, 360)) == []
    page.get_by_role("link", name="English").click()
    assert page.url.endswith("/en/club-open/beside/index.html?a=1&b=2")


def test_two_players_of_a_folder_that_is_opened_as_files_are_on_their_cards(
    browser: Browser, site: Path
) -> None:
    page = opened(browser, site, "nl/club-open/beside")
    assert page.get_by_text("Deze pagina heeft een script nodig").is_visible()
    assert page.locator("#beside form").is_hidden()
    page.locator("#beside").get_by_role("link", name="Spelers").click()
    assert page.url.endswith("/players/index.html")


def test_a_page_keeps_its_style_and_asks_nothing_of_others(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    asked = list[str]()
    said = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto((site / "nl/club-open/player/3/why/index.html").as_uri())
    assert all(url.startswith(site.as_uri()) for url in asked)
    assert said == []
    shown = page.locator("figure svg text").first.evaluate("one => getComputedStyle(one).fontSize")
    assert shown == "16px"
