"""The manual in Chromium, as the desk serves it: it can be searched, and no rule of it is broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from desk.access.roles import Role
from desk.web import manual as at_desk
from packages import manual
from tests.helpers.browsing import demo
from tests.helpers.chromium import Served, served_to

pytestmark = pytest.mark.desk


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:
    folder = Path(tmp_path_factory.mktemp("manual"))
    manual.build(folder / "site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(at_desk, "SITE", folder / "site")
        with served_to(browser, demo(folder)) as served:
            yield served


def test_a_word_is_found_and_nothing_is_refused_by_the_policy_of_the_desk(served: Served) -> None:
    context = served.context(Role.CHIEF, language="nl")
    page = context.new_page()
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("response", lambda answer: said.append(answer.url) if answer.status >= 400 else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{served.address}/manual")
    expect(page.get_by_role("heading", name="De handleiding", level=1)).to_be_visible()
    page.get_by_placeholder("Zoeken").fill("clubseizoen")
    page.locator(".md-search-result__link", has_text="Een clubseizoen").first.click()
    expect(page.get_by_role("heading", name="Een clubseizoen", level=1)).to_be_visible()
    page.get_by_role("link", name="English").or_(page.locator("a[hreflang=en]")).first.evaluate(
        "link => link.click()"
    )
    expect(page.get_by_role("heading", name="The manual", level=1)).to_be_visible()
    assert said == []
    context.close()
