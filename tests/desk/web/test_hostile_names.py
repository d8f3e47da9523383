"""Names meant to break a page are shown as text on every page; what is private stays private."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.web.routes import WebRoute
from tests.helpers.access import joined
from tests.helpers.browsing import Browsing
from tests.helpers.console import repeatable
from tests.helpers.hostile import MARK, SCRIPT, SECRETS, TYPED, hostile_ledger
from tests.helpers.matrix import COMERS, GETS, address_of, client_of


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    path = Path(tmp_path_factory.mktemp("desk")) / "cup.ledger"
    hostile_ledger(path, repeatable())
    browsing = Browsing(path)
    for name in TYPED:
        joined(browsing.office.doors.file, Role.HELPER, name[:60])
    return browsing


class Elements(HTMLParser):
    """The elements of a page with their attributes, as a browser would find them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.attributes: set[tuple[str, str]] = set()
        self.scripts: list[str] = []
        self.links: list[str] = []
        self._in_script = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {(tag, name) for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action")]
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)


_SHOWN: dict[tuple[Path, str], list[tuple[Role, str, str]]] = {}


def pages(browsing: Browsing, route: WebRoute) -> list[tuple[Role, str, str]]:
    """Return a page as each role that may see it gets it, with its kind, in both languages.

    It is asked for once: nothing is written between two tests.
    """
    key = (browsing.path, route.name)
    if key not in _SHOWN:
        _SHOWN[key] = _asked_for(browsing, route)
    return _SHOWN[key]


def _asked_for(browsing: Browsing, route: WebRoute) -> list[tuple[Role, str, str]]:
    shown = []
    for role in COMERS:
        for language in ("nl", "en"):
            if role in route.roles:
                answer = client_of(browsing, role, language).get(address_of(browsing, route))
                kind = answer.headers.get("content-type", "")
                assert answer.status_code < 500, (role, answer.text[:200])
                shown.append((role, kind, answer.text))
    return shown


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")


@pytest.mark.parametrize("route", GETS, ids=lambda route: route.name)
def test_a_hostile_name_is_text_on_every_page(browsing: Browsing, route: WebRoute) -> None:
    for role, kind, page in pages(browsing, route):
        if not kind.startswith("text/html"):
            continue
        elements = Elements(page)
        handlers = {name for _, name in elements.attributes if name.startswith("on")}
        assert handlers == set(), role
        assert "style" not in {name for _, name in elements.attributes}, role
        assert "".join(elements.scripts).strip() == "", role
        assert [link for link in elements.links if link.startswith("javascript:")] == [], role
        assert SCRIPT not in page, role
        assert "<img src=x" not in page, role
        assert _UNSEEN.search(page) is None, role
        assert "49" not in re.findall(rf"{MARK}(\d+)", page), role


def test_hostile_names_are_there_to_be_seen(browsing: Browsing) -> None:
    """The test above proves nothing about a page without names."""
    showing = {
        route.name for route in GETS for _, _, page in pages(browsing, route) if MARK in page
    }
    wanted = {
        "home",
        "people",
        "check-in",
        "standing",
        "pairings",
        "crosstable",
        "player",
        "beside",
        "wall",
        "round",
        "players",
        "draft",
        "disputes",
        "audit",
        "log",
        "game",
        "why",
    }
    assert wanted & {route.name for route in GETS} - showing == set()


@pytest.mark.parametrize("route", GETS, ids=lambda route: route.name)
def test_what_is_private_never_stands_on_a_page_of_the_public_or_a_player(
    browsing: Browsing, route: WebRoute
) -> None:
    for role, _, page in pages(browsing, route):
        if role in (Role.PUBLIC, Role.PLAYER):
            private = [name for name, secret in SECRETS.items() if secret in page]
            assert private == [], role
            assert "05-06-1987" not in page


def test_what_is_private_is_there_to_be_told(browsing: Browsing) -> None:
    """The test above proves nothing of what no page shows to anybody."""
    chief = client_of(browsing, Role.CHIEF)
    addresses = [address_of(browsing, route) for route in GETS if Role.CHIEF in route.roles]
    addresses += [f"/{browsing.slug}/do/correct-person?player=1", f"/{browsing.slug}/disputes/2"]
    seen = "".join(chief.get(address).text for address in addresses)
    assert {name for name, secret in SECRETS.items() if secret not in seen} <= {"absence"}
