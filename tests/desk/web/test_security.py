"""Who asks: two sessions in one browser, codes of slips, tokens of forms, and their ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from desk.access.roles import Role
from desk.access.sessions import name_device
from desk.access.tickets import TicketHolder, last_published, ticket
from desk.web.entrance import browser_called
from desk.web.security import COOKIE, DEVICE_COOKIE, PLAYER_COOKIE, Visitor
from ledger.runtime import Runtime
from tests.helpers.access import device_names
from tests.helpers.browsing import Browsing, demo


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def code(browsing: Browsing, kind: str = "P", number: int = 1) -> str:
    published = last_published(browsing.office.live.book(browsing.tournament))
    assert published is not None
    holder = TicketHolder("P" if kind == "P" else "B", number)
    return ticket(browsing.office.doors.file, published, holder)


def scan(client: TestClient, text: str) -> int:
    return client.get(f"/q/{text}").status_code


def visitor(browsing: Browsing, client: TestClient, *wanted: Role) -> Visitor:
    cookies = {name: value or "" for name, value in client.cookies.items()}
    return browsing.office.doors.visitor(cookies, browsing.tournament, wanted or tuple(Role))


def publish_next(browsing: Browsing) -> None:
    number = len(browsing.book.state.rounds)
    boards = [board for board, _ in browsing.book.state.rounds[-1].open_games]
    browsing.do(
        *({"command": "result", "round": number, "board": b, "result": "1-0"} for b in boards),
        {"command": "publish"},
    )


def test_the_code_of_a_slip_makes_the_phone_that_of_its_player(browsing: Browsing) -> None:
    phone = browsing.client(None)
    assert scan(phone, code(browsing, number=2)) == 303
    who = visitor(browsing, phone)
    assert (who.role, who.key, who.player, who.board) == (Role.PLAYER, "player-2", 2, None)
    assert who.round == len(browsing.book.state.rounds)
    assert len(who.device) == 16


def test_the_code_of_a_board_is_of_no_player(browsing: Browsing) -> None:
    phone = browsing.client(None)
    assert scan(phone, code(browsing, "B", 3)) == 303
    who = visitor(browsing, phone)
    assert (who.role, who.key, who.player, who.board) == (Role.PLAYER, "board-3", None, 3)


def test_a_phone_is_one_device_whatever_it_scans_and_another_phone_is_another(
    browsing: Browsing,
) -> None:
    phone, other = browsing.client(None), browsing.client(None)
    other.cookies.delete(DEVICE_COOKIE)
    devices = []
    for each, kind, number in ((phone, "P", 1), (phone, "P", 2), (phone, "B", 1), (other, "P", 1)):
        scan(each, code(browsing, kind, number))
        devices.append(visitor(browsing, each).device)
    assert devices[0] == devices[1] == devices[2] != devices[3]


def test_the_phone_is_nobodys_after_the_next_publication(browsing: Browsing) -> None:
    phone, old = browsing.client(None), code(browsing)
    scan(phone, old)
    assert visitor(browsing, phone).role is Role.PLAYER
    publish_next(browsing)
    assert visitor(browsing, phone).role is Role.PUBLIC
    assert phone.get(f"/{browsing.slug}/game").status_code == 401
    assert scan(phone, old) == 410
    assert scan(phone, code(browsing)) == 303
    assert visitor(browsing, phone).role is Role.PLAYER


def test_who_tries_one_code_after_the_other_has_to_wait(browsing: Browsing) -> None:
    phone, good = browsing.client(None, "en"), code(browsing)
    for number in range(10):
        assert scan(phone, f"{good[:-2]}{number // 8 + 2}{number % 6 + 2}") == 410
    assert "Too many attempts" in phone.get(f"/q/{good}").text
    browsing.clock.go_on(1)
    assert scan(phone, good) == 303


def test_a_hall_that_scans_its_slips_through_one_address_waits_for_nothing(
    browsing: Browsing,
) -> None:
    for number in range(1, 15):
        for _ in range(4):
            assert scan(browsing.client(None), code(browsing, number=number)) == 303


def test_a_helper_who_plays_is_both_in_one_browser(browsing: Browsing) -> None:
    client = browsing.client(Role.HELPER)
    scan(client, code(browsing))
    assert visitor(browsing, client, Role.PLAYER).key == "player-1"
    assert visitor(browsing, client, Role.HELPER).key == "helper-1"
    assert visitor(browsing, client).key == "helper-1"
    assert visitor(browsing, client, Role.CHIEF).role is Role.HELPER
    assert client.get(f"/{browsing.slug}/more").status_code == 200
    out = client.post("/logout", data={"csrf": browsing.csrf(client)})
    ended = [value.partition("=")[0] for value in out.headers.get_list("set-cookie")]
    assert ended == [COOKIE, PLAYER_COOKIE]
    assert client.get(f"/{browsing.slug}/game").status_code == 401
    assert client.get(f"/{browsing.slug}/more").status_code == 303


def test_the_cookie_of_a_player_opens_no_account_and_the_other_way_round(
    browsing: Browsing,
) -> None:
    player, helper = browsing.client(Role.PLAYER, player=1), browsing.client(Role.HELPER)
    for name, value in (
        (COOKIE, player.cookies[PLAYER_COOKIE]),
        (PLAYER_COOKIE, helper.cookies[COOKIE]),
    ):
        client = browsing.client(None)
        client.cookies.set(name, str(value))
        assert visitor(browsing, client).role is Role.PUBLIC


def test_a_role_in_another_tournament_is_none_here(browsing: Browsing) -> None:
    client = browsing.client(Role.DEPUTY, tournament="another")
    who = visitor(browsing, client)
    assert (who.role, who.key) == (Role.PUBLIC, "deputy-1")
    assert client.get(f"/{browsing.slug}/more").status_code == 403


def test_a_spectator_gets_a_cookie_with_the_first_form_and_not_before(browsing: Browsing) -> None:
    client = browsing.client(None)
    client.cookies.delete(DEVICE_COOKIE)
    assert "set-cookie" not in client.get(f"/{browsing.slug}/pairings").headers
    assert DEVICE_COOKIE in client.get("/login").headers["set-cookie"]
    assert "set-cookie" not in client.get("/login").headers


def test_what_a_phone_is_called_is_forgotten_with_the_player(browsing: Browsing) -> None:
    phone = browsing.client(None)
    scan(phone, code(browsing, number=2))
    file, who = browsing.office.doors.file, visitor(browsing, phone)
    name_device(file, browsing.tournament, 2, who.device, "Noors telefoon")
    browsing.do({"command": "forget", "player": "2"})
    assert device_names(file, browsing.tournament) == {}
    assert visitor(browsing, phone).role is Role.PUBLIC


def test_secrets_are_new_with_every_server(browsing: Browsing) -> None:
    tokens = {Runtime().new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) == 43 for token in tokens)


def test_who_is_forgotten_in_a_browser_is_forgotten_by_the_file_of_accounts_too(
    browsing: Browsing,
) -> None:
    phone, chief = browsing.client(None), browsing.client(Role.CHIEF)
    scan(phone, code(browsing, number=2))
    file = browsing.office.doors.file
    name_device(file, browsing.tournament, 2, visitor(browsing, phone).device, "Noors telefoon")
    fields = {"csrf": browsing.csrf(chief), "once": "x", "player": "2", "stake": "2"}
    chief.post(f"/{browsing.slug}/do/forget", data=fields)
    assert browsing.book.state.players[2].forgotten is not None
    assert device_names(file, browsing.tournament) == {}
    assert visitor(browsing, phone).role is Role.PUBLIC


def test_who_has_a_role_in_another_tournament_only_is_logged_in_all_the_same(
    browsing: Browsing,
) -> None:
    page = browsing.client(Role.DEPUTY, "en", tournament="another").get("/").text
    assert "deputy-1" in page
    assert "/logout" in page
    assert "/login" not in page


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537",
            "Chrome, Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140",
            "Edge, Windows",
        ),
        ("curl/8.0", ""),
        ("", ""),
        ("<script>Firefox/1", "Firefox"),
    ],
)
def test_a_browser_is_called_by_its_name_and_system_alone(agent: str, name: str) -> None:
    assert browser_called(agent) == name


def test_a_phone_that_scanned_a_code_stands_in_the_list_of_phones(browsing: Browsing) -> None:
    phone = browsing.client(None)
    phone.headers["user-agent"] = "Mozilla/5.0 (Android 14; Mobile) Firefox/140.0"
    scan(phone, code(browsing, number=2))
    key = visitor(browsing, phone).device
    names = device_names(browsing.office.doors.file, browsing.tournament)
    assert names == {(2, key): "Firefox, Android"}
    page = browsing.client(Role.CHIEF).get(f"/{browsing.slug}/people").text
    assert "Telefoons van spelers" in page
    assert "<span>Firefox, Android</span>" in page
