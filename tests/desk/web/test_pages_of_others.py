"""A page that was made for one reader is never shown to another with what was theirs alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.access.accounts import EVERYWHERE
from desk.access.roles import EVERYBODY, Role
from desk.access.sessions import begin
from desk.web.routes import WebRoute
from desk.web.security import COOKIE
from tests.helpers.access import joined
from tests.helpers.browsing import Browsing, demo
from tests.helpers.matrix import GETS, address_of

KEPT = [route for route in GETS if route.roles == EVERYBODY and route.of_tournament]
"""The pages of which a server keeps copies."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ledger file in the middle of a round, with two deputies."""
    browsing = demo(Path(tmp_path_factory.mktemp("desk")))
    for name in ("Noor", "Sem"):
        joined(browsing.office.doors.file, Role.DEPUTY, name)
    return browsing.path


def cookies(browsing: Browsing, who: str) -> dict[str, str]:
    if who.startswith("deputy"):
        return {COOKIE: begin(browsing.office.doors.file, who, "browser")}
    return browsing.cookies(Role.PLAYER, player=int(who))


def page(browsing: Browsing, route: WebRoute, cookies: dict[str, str]) -> str:
    client = browsing.client(None)
    for name, value in cookies.items():
        client.cookies.set(name, value)
    answer = client.get(address_of(browsing, route))
    return re.sub(r'(name="once" value=)"\w+"', r"\1", answer.text)


@pytest.mark.parametrize("route", KEPT, ids=lambda route: route.name)
@pytest.mark.parametrize(("first", "second"), [("1", "2"), ("deputy-1", "deputy-2")])
def test_a_page_is_the_same_whoever_asked_for_it_before(
    path: Path, route: WebRoute, first: str, second: str
) -> None:
    alone, after = Browsing(path), Browsing(path)
    mine = cookies(alone, second)
    wanted = page(alone, route, mine)
    theirs = cookies(after, first)
    before = page(after, route, theirs)
    assert page(after, route, mine) == wanted
    assert page(after, route, theirs) == before


def test_a_name_and_a_token_are_those_of_the_reader(path: Path) -> None:
    browsing = Browsing(path)
    standing = next(route for route in KEPT if route.name == "standing")
    both = [page(browsing, standing, cookies(browsing, f"deputy-{n}")) for n in (1, 2)]
    assert ["Noor" in text for text in both] == [True, False]
    assert ["Sem" in text for text in both] == [False, True]
    tokens = [set(re.findall(r'name="csrf" value="(\w+)"', text)) for text in both]
    assert all(tokens)
    assert tokens[0].isdisjoint(tokens[1])


def test_no_kept_page_sets_a_cookie(path: Path) -> None:
    browsing = Browsing(path)
    for route in KEPT:
        for _ in range(2):
            client = browsing.client(Role.DEPUTY, tournament=EVERYWHERE)
            answer = client.get(address_of(browsing, route))
            assert "set-cookie" not in answer.headers, route.name
