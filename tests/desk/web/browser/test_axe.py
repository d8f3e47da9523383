"""Every page is fit for everybody: axe finds nothing, in any role, language, light and width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desk.access.roles import Role
from desk.web.routes import ROUTES, WebRoute
from tests.helpers.browsing import demo
from tests.helpers.chromium import Served, faults, hall, overflow
from tests.helpers.matrix import address_of, client_of

pytestmark = pytest.mark.desk

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa",
                                               "wcag22aa", "best-practice"]}}  # fmt: skip
"""Everything of WCAG 2.2 up to AA that can be checked by itself, and good practice."""

WAYS = (
    {"width": 1280, "theme": "light", "language": "nl"},
    {"width": 360, "theme": "dark", "language": "en"},
)  # fmt: skip
"""The widths, lights and languages in which each page is looked at; the wide one is printed too."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with hall(demo(Path(tmp_path_factory.mktemp("axe")))) as served:
        yield served


NO_PAGES = ("stream", "export")
"""Routes that answer with something else than a page."""

PAGES = [each for each in ROUTES if each.method == "GET" and each.name not in NO_PAGES]


@pytest.mark.parametrize("route", PAGES, ids=lambda each: each.name)
def test_axe_finds_nothing_on_any_page(served: Served, route: WebRoute) -> None:
    wrong, seen = list[str](), set[tuple[str, str]]()
    for role in sorted(route.roles):
        for way in WAYS:
            page = (str(way["language"]), _content(served, route, role, str(way["language"])))
            if page not in seen:
                wrong += _looked_at(served, route, role, way)
            seen.add(page)
    assert wrong == []


def _content(served: Served, route: WebRoute, role: Role, language: str) -> str:
    """Return what a page has below its bar, without the tokens of its reader.

    Two roles that read the same need one look; the bar of each is looked at on the pages that are
    theirs alone.
    """
    client = client_of(served.browsing, role, language)
    client.headers["host"] = served.address.partition("//")[2]
    text = client.get(address_of(served.browsing, route)).text
    return re.sub(r'name="(csrf|once)" value="[^"]*"', "", text.partition("</header>")[2])


def _looked_at(served: Served, route: WebRoute, role: Role, way: dict[str, Any]) -> list[str]:
    of = {"player": 1} if role is Role.PLAYER else None
    context = served.context(None if role is Role.PUBLIC else role, of=of, **way)
    page = context.new_page()
    page.goto(served.at(address_of(served.browsing, route)))
    where = f"{role} {way['language']} {way['width']} {way['theme']}"
    seen = [f"{where}: {fault}" for fault in faults(page, RULES)]
    if sideways := overflow(page):
        seen.append(f"{where}: {sideways} px too wide")
    if way["width"] > 400 and page.locator(".veil").count() == 0:  # a dialog is not for paper
        page.emulate_media(media="print")
        seen += [f"{where}, printed: {fault}" for fault in faults(page, RULES)]
    context.close()
    return seen
