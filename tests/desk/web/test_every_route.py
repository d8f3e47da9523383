"""Every route by every role, without a session and with one that ended: the table is the law."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from desk.access.accounts import EVERYWHERE, give
from desk.access.roles import PLAYERS, Role
from desk.access.sessions import IDLE_S, session
from desk.web.contents import ROUTES
from desk.web.routes import WebRoute
from desk.web.security import COOKIE, PLAYER_COOKIE
from tests.helpers.browsing import Browsing, demo
from tests.helpers.matrix import COMERS, GETS, POSTS, address_of, client_of
from tests.helpers.other_language import decimal_points_in, text_of_page

PAGE = (200, 302, 303, 404, 409, 410, 422)
"""An answer by what is there: a page, another address, or that there is no such thing."""


def named(route: WebRoute) -> str:
    return route.name


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


def state_of(browsing: Browsing) -> tuple[int, str]:
    """Return what is recorded: the position of the book, and who may do what."""
    with browsing.office.doors.file.reading() as connection:
        rows = [
            connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in ("accounts", "grants", "invitations", "devices")
        ]
    return browsing.book.state.position, hashlib.sha256(repr(rows).encode()).hexdigest()


@pytest.mark.parametrize("route", GETS, ids=named)
def test_a_page_is_shown_to_the_roles_of_the_table_and_to_no_other(
    browsing: Browsing, route: WebRoute
) -> None:
    for role in COMERS:
        answer = client_of(browsing, role).get(address_of(browsing, route))
        if role in route.roles:
            assert answer.status_code in PAGE, role
            assert not answer.headers.get("location", "").startswith("/login"), role
        else:
            assert refuses(answer.status_code, answer.headers.get("location"), role, route), role


@pytest.mark.parametrize("route", GETS, ids=named)
def test_a_dutch_page_has_no_number_with_a_decimal_point(
    browsing: Browsing, route: WebRoute
) -> None:
    answer = client_of(browsing, Role.CHIEF).get(address_of(browsing, route))
    if answer.headers.get("content-type", "").startswith("text/html"):
        assert not decimal_points_in(text_of_page(answer.text))


def refuses(status: int, location: str | None, role: Role, route: WebRoute) -> bool:
    """Return whether an answer refuses: nobody is asked who they are, others are told.

    A player is somebody in their own tournament only.
    """
    if role is not Role.PUBLIC and (role is not Role.PLAYER or route.of_tournament):
        return status == 403
    if route.roles == PLAYERS or route.method == "POST":
        return status == 401
    return status == 303 and (location or "").startswith("/login?then=")


def ended(browsing: Browsing) -> list[tuple[str, TestClient]]:
    """Return browsers whose session ended: by time, by their role, by a false cookie."""
    idle = [("idle", client_of(browsing, role)) for role in (Role.CHIEF, Role.HELPER, Role.PLAYER)]
    browsing.clock.go_on(IDLE_S)
    file = browsing.office.doors.file
    away = client_of(browsing, Role.COMMITTEE)
    there = session(file, str(away.cookies[COOKIE]))
    assert there is not None
    give(file, str(there.account), EVERYWHERE, None)
    forged = client_of(browsing, Role.PUBLIC)
    forged.cookies.set(COOKIE, "x" * 43)
    forged.cookies.set(PLAYER_COOKIE, "x" * 43)
    return [*idle, ("away", away), ("forged", forged)]


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_a_session_that_ended_is_none(browsing: Browsing, route: WebRoute) -> None:
    if route.name == "stream" or Role.PUBLIC in route.roles:
        return
    before = state_of(browsing)[0]
    for why, client in ended(browsing):
        method = client.get if route.method == "GET" else client.post
        answer = method(address_of(browsing, route))
        location = answer.headers.get("location")
        assert refuses(answer.status_code, location, Role.PUBLIC, route), why
    assert state_of(browsing)[0] == before


@pytest.mark.parametrize("route", POSTS, ids=named)
def test_a_write_by_a_role_that_may_not_is_refused_and_records_nothing(
    browsing: Browsing, route: WebRoute
) -> None:
    address = address_of(browsing, route)
    for role in COMERS:
        client = client_of(browsing, role)
        before = state_of(browsing)
        answer = client.post(address, data={"csrf": browsing.csrf(client), "once": f"{role}"})
        if role not in route.roles:
            assert refuses(answer.status_code, None, role, route), role
            assert state_of(browsing) == before, role


@pytest.mark.parametrize("route", POSTS, ids=named)
def test_a_write_without_the_token_of_its_session_is_refused_and_records_nothing(
    browsing: Browsing, route: WebRoute
) -> None:
    address = address_of(browsing, route)
    another = browsing.csrf(browsing.client(Role.CHIEF))
    for role in route.roles:
        client = client_of(browsing, role)
        before = state_of(browsing)
        for token in (None, "", "x", another, browsing.csrf(client)[:-1]):
            data = {"once": "x", "player": "1", "result": "1-0", "confirm": "yes"}
            answer = client.post(address, data=data | ({} if token is None else {"csrf": token}))
            assert answer.status_code == 409, (role, token)
        assert client.post(f"{address}?csrf={browsing.csrf(client)}").status_code == 409
        assert state_of(browsing) == before, role


@pytest.mark.parametrize("route", POSTS, ids=named)
def test_an_empty_form_of_a_role_that_may_never_breaks_the_desk(
    browsing: Browsing, route: WebRoute, tmp_path: Path
) -> None:
    with browsing.office.doors.file.reading():
        shutil.copy(browsing.path, tmp_path / "copy.ledger")
    copy = Browsing(tmp_path / "copy.ledger")
    for role in route.roles:
        client = client_of(copy, role)
        answer = client.post(address_of(copy, route), data={"csrf": copy.csrf(client)})
        assert answer.status_code < 500, role
        assert answer.status_code not in (401, 403, 405), role
