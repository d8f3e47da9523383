"""Every page that is kept for all is the same for all, but for their names and tokens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.access import accounts
from desk.access.accounts import EVERYWHERE
from desk.access.roles import Role
from desk.access.sessions import begin
from desk.web.contents import ROUTES
from desk.web.page_cache import PageCache
from desk.web.security import COOKIE
from tests.helpers.browsing import Browsing, demo

ROLES = [role for role in Role if role is not Role.PUBLIC]

VALUES = {
    "{n:int}": "3",
    "{b:int}": "1",
    "{p:int}": "2",
    "{d:int}": "1",
    "{page}": "standing",
    "{sheet}": "boards",
    "{kind}": "trf",
    "{command}": "absent",
}


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


def addresses(browsing: Browsing, role: Role) -> list[str]:
    """Return an address of every page of the tournament that a role may read."""
    filled = []
    for route in ROUTES:
        if route.method == "GET" and route.of_tournament and role in route.roles:
            path = route.path.replace("{t}", browsing.slug)
            for name, value in VALUES.items():
                path = path.replace(name, value)
            filled += [path] if route.name != "stream" else []
    return filled


def two_of(browsing: Browsing, role: Role) -> list[dict[str, str]]:
    """Return the cookies of two people with the same role, both with a name."""
    if role is Role.PLAYER:
        return [browsing.cookies(role, player=player) for player in (1, 2)]
    file = browsing.office.doors.file
    both = []
    for name in ("Ann Other", "Bob Another"):
        with file.writing() as connection:
            key = accounts.add(connection, role, EVERYWHERE, f"{name} {role}")
        both.append({COOKIE: begin(file, key, f"browser of {key}")})
    return both


def without_moments(text: str) -> str:
    """Return a page without the tokens and times that are new at each request."""
    return re.sub(r'name="once" value="[^"]*"|[0-9]{2}:[0-9]{2}', "", text)


@pytest.mark.parametrize("role", ROLES)
def test_a_kept_page_is_what_each_reader_would_have_got_alone(
    browsing: Browsing, role: Role
) -> None:
    first, second = two_of(browsing, role)
    office, client = browsing.office, browsing.client(None)

    def page(address: str, cookies: dict[str, str]) -> str:
        client.cookies.clear()
        client.cookies.update(cookies)
        return without_moments(client.get(address).text)

    for address in addresses(browsing, role):
        office.pages = PageCache()
        alone = page(address, second)
        office.pages = PageCache()
        page(address, first)
        assert page(address, second) == alone, address
