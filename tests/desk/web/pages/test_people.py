"""Log-in, invitations, roles: what a browser sees of them, and what it cannot do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from desk.access import invitations
from desk.access.accounts import EVERYWHERE, account, accounts
from desk.access.attempts import FORGET_S
from desk.access.file import AccessFile
from desk.access.invitations import OTHERS_S, invite, invite_chief, open_invitations
from desk.access.roles import Role
from desk.access.sessions import IDLE_S
from desk.web.security import COOKIE, DEVICE_COOKIE
from desk.web.server import LOOPBACK
from tests.helpers.access import PHRASE, joined
from tests.helpers.browsing import Browsing, demo, fields_of


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


@pytest.fixture
def browsing(served: Browsing) -> Browsing:
    """Return the desk without accounts, some hours later than the test before."""
    served.clock.go_on(FORGET_S * 2)
    with served.office.doors.file.writing() as connection:
        for table in ("accounts", "grants", "invitations", "sessions"):
            connection.execute(f"DELETE FROM {table}")
    return served


@pytest.fixture
def file(browsing: Browsing) -> AccessFile:
    return browsing.office.doors.file


def stranger(browsing: Browsing, language: str = "en") -> TestClient:
    client = browsing.client(None, language)
    client.cookies.delete(DEVICE_COOKIE)
    return client


def log_in(client: TestClient, who: str, phrase: str, then: str = "") -> int:
    """Type who one is and a passphrase; return the status of the answer."""
    fields = fields_of(client.get("/login", params={"then": then}).text, "/login")
    answer = client.post("/login", data=fields | {"who": who, "phrase": phrase})
    return answer.status_code


def send(client: TestClient, page: str, action: str, **values: str) -> str:
    """Fill in the form of a page and send it; return the address or the page that follows."""
    fields = fields_of(client.get(page).text, action)
    answer = client.post(action, data=fields | values)
    return answer.headers.get("location") or answer.text


def test_somebody_logs_in_and_comes_to_the_page_they_wanted(
    browsing: Browsing, file: AccessFile
) -> None:
    joined(file, Role.HELPER, "Noor", browsing.tournament)
    client = stranger(browsing)
    wanted = client.get(f"/{browsing.slug}/more").headers["location"]
    fields = fields_of(client.get(wanted).text, "/login")
    answer = client.post("/login", data=fields | {"who": "noor", "phrase": PHRASE})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/{browsing.slug}/more")
    page = client.get(f"/{browsing.slug}/more")
    assert page.status_code == 200
    assert "Noor" in page.text


def test_the_cookies_are_out_of_reach_of_scripts_and_other_sites(
    browsing: Browsing, file: AccessFile
) -> None:
    joined(file, Role.HELPER, "Noor")
    for scheme in ("http", "https"):
        client = TestClient(browsing.app, f"{scheme}://testserver", follow_redirects=False)
        first = client.get("/login")
        fields = fields_of(first.text, "/login")
        second = client.post("/login", data=fields | {"who": "noor", "phrase": PHRASE})
        for answer, name in ((first, DEVICE_COOKIE), (second, COOKIE)):
            cookie = answer.headers["set-cookie"]
            secure = scheme == "https"
            assert cookie.startswith(f"__Host-{name}=" if secure else f"{name}=")
            assert "Path=/;" in cookie
            assert "domain" not in cookie.casefold()
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
            assert ("Secure" in cookie) == secure
            assert answer.headers["cache-control"] == "no-store"


def test_over_https_a_session_is_only_taken_from_a_cookie_that_no_other_site_can_set(
    browsing: Browsing, file: AccessFile
) -> None:
    token = browsing.cookies(Role.CHIEF)[COOKIE]
    home = browsing.slug
    for scheme, name, status in (
        ("https", f"__Host-{COOKIE}", 200),
        ("https", COOKIE, 303),
        ("http", COOKIE, 200),
        ("http", f"__Host-{COOKIE}", 303),
    ):
        client = TestClient(browsing.app, f"{scheme}://testserver", follow_redirects=False)
        answer = client.get(f"/{home}/round", headers={"cookie": f"{name}={token}"})
        assert answer.status_code == status, (scheme, name)


def test_a_log_out_over_https_takes_the_cookie_away(browsing: Browsing, file: AccessFile) -> None:
    client = TestClient(browsing.app, "https://testserver", follow_redirects=False)
    client.cookies.set(f"__Host-{COOKIE}", browsing.cookies(Role.CHIEF)[COOKIE])
    fields = fields_of(client.get("/account").text, "/logout")
    answer = client.post("/logout", data=fields)
    assert answer.headers["set-cookie"].startswith(f'__Host-{COOKIE}="";')
    assert client.get(f"/{browsing.slug}/round").status_code == 303


def test_a_wrong_log_in_keeps_the_name_and_never_the_passphrase(
    browsing: Browsing, file: AccessFile
) -> None:
    joined(file, Role.HELPER, "Noor")
    client = stranger(browsing)
    fields = fields_of(client.get("/login").text, "/login")
    for who in ("Noor", "Nobody"):
        answer = client.post("/login", data=fields | {"who": who, "phrase": "wrong phrase"})
        assert answer.status_code == 422
        assert "no account has this name and this passphrase" in answer.text
        assert f'name="who" value="{who}"' in answer.text
        assert "wrong phrase" not in answer.text


def test_guessing_meets_growing_delay_which_is_shown_and_ends(
    browsing: Browsing, file: AccessFile
) -> None:
    joined(file, Role.CHIEF, "Noor")
    client = stranger(browsing)
    statuses = [log_in(client, "Noor", f"guess number {n}") for n in range(8)]
    assert statuses == [422] * 3 + [429] * 5
    assert log_in(client, "Noor", PHRASE) == 429
    browsing.clock.go_on(1)
    assert log_in(client, "Noor", "guess again") == 422
    fields = fields_of(client.get("/login").text, "/login")
    answer = client.post("/login", data=fields | {"who": "Noor", "phrase": PHRASE})
    assert "Too many attempts: wait 2 seconds." in answer.text
    browsing.clock.go_on(2)
    assert log_in(client, "Noor", PHRASE) == 303


def test_an_account_that_is_not_there_waits_as_long(browsing: Browsing, file: AccessFile) -> None:
    client = stranger(browsing)
    statuses = [log_in(client, "Nobody", f"guess number {n}") for n in range(5)]
    assert statuses == [422] * 3 + [429] * 2


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:x",
        "x",
        "/a\r\nSet-Cookie: x=1",
    ],
)
def test_a_log_in_never_leads_to_another_site(
    browsing: Browsing, file: AccessFile, address: str
) -> None:
    joined(file, Role.HELPER, "Noor")
    client = stranger(browsing)
    fields = fields_of(client.get("/login").text, "/login") | {"then": address}
    answer = client.post("/login", data=fields | {"who": "Noor", "phrase": PHRASE})
    assert answer.headers["location"] == "/"


def test_a_log_in_begins_a_new_session_and_ends_the_one_before(
    browsing: Browsing, file: AccessFile
) -> None:
    joined(file, Role.HELPER, "Noor")
    client = stranger(browsing)
    log_in(client, "Noor", PHRASE)
    first = str(client.cookies[COOKIE])
    log_in(client, "Noor", PHRASE)
    assert client.cookies[COOKIE] != first
    old = stranger(browsing)
    old.cookies.set(COOKIE, first)
    assert old.get(f"/{browsing.slug}/more").status_code == 303


def test_who_logs_out_is_out_also_with_the_old_cookie(browsing: Browsing, file: AccessFile) -> None:
    joined(file, Role.HELPER, "Noor")
    client = stranger(browsing)
    log_in(client, "Noor", PHRASE)
    kept = str(client.cookies[COOKIE])
    send(client, f"/{browsing.slug}/more", "/logout")
    assert COOKIE not in client.cookies
    client.cookies.set(COOKIE, kept)
    assert client.get(f"/{browsing.slug}/more").status_code == 303


def test_a_session_that_expired_leads_to_the_log_in(browsing: Browsing, file: AccessFile) -> None:
    client = browsing.client(Role.HELPER)
    assert client.get(f"/{browsing.slug}/more").status_code == 200
    browsing.clock.go_on(IDLE_S)
    assert "/login" in client.get(f"/{browsing.slug}/more").headers["location"]


def test_a_session_ends_when_the_role_is_taken_away_or_changed(
    browsing: Browsing, file: AccessFile
) -> None:
    chief, helper = browsing.client(Role.CHIEF, "en"), browsing.client(Role.HELPER)
    page = f"/{browsing.slug}/people?change=helper-1&scope=*"
    for values in ({"do": "save", "role": "deputy"}, {"do": "away"}):
        assert helper.get(f"/{browsing.slug}/more").status_code == 200
        send(chief, page, f"/{browsing.slug}/people/role", **values)
        assert helper.get(f"/{browsing.slug}/more").status_code == 303
        helper = browsing.client(Role.DEPUTY)
    assert account(file, "helper-1") is None


def test_the_first_chief_sets_a_passphrase_and_is_in(browsing: Browsing, file: AccessFile) -> None:
    client = stranger(browsing)
    page = f"/invite/{invite_chief(file)}"
    assert "You are invited as chief arbiter of all tournaments" in client.get(page).text
    values = {"shown": "Noor", "phrase": PHRASE, "again": PHRASE}
    assert send(client, page, page, **values) == "/"
    assert client.get(f"/{browsing.slug}/people").status_code == 200
    assert client.get(page).status_code == 410


def _focus(page: str) -> str:
    """Return the name of the one field of a page that has the focus."""
    (field,) = re.findall(r'<[^>]*name="([^"]*)"[^>]* autofocus', page)
    return str(field)


def test_an_invitation_that_is_filled_in_wrongly_stays_good(
    browsing: Browsing, file: AccessFile
) -> None:
    joined(file, Role.HELPER, "Noor")
    client = stranger(browsing)
    page = f"/invite/{invite(file, Role.HELPER, tournament=browsing.tournament)}"
    shown = send(client, page, page, shown="Sem", phrase=PHRASE, again="another")
    assert "The two passphrases are not the same." in shown
    assert _focus(shown) == "phrase"
    shown = send(client, page, page, shown="Noor", phrase="short", again="short")
    assert "a passphrase has 10 to 200 characters" in shown
    assert "Noor is the name of account helper-1 already" in shown
    assert 'value="short"' not in shown
    shown = send(client, page, page, shown="Noor", phrase=PHRASE, again=PHRASE)
    assert _focus(shown) == "shown"
    values = {"shown": "Sem", "phrase": PHRASE, "again": PHRASE}
    assert send(client, page, page, **values) == f"/{browsing.slug}"


def test_expired_used_and_invented_invitations_are_of_no_use(
    browsing: Browsing, file: AccessFile
) -> None:
    used, expired = invite(file, Role.HELPER), invite(file, Role.HELPER)
    invitations.accept(file, used, PHRASE)
    client = stranger(browsing)
    fields = fields_of(client.get("/login").text, "/login")
    browsing.clock.go_on(OTHERS_S)
    values = fields | {"phrase": PHRASE, "again": PHRASE, "shown": "Sem"}
    whys = {used: "was used already", expired: "has expired", "invented": "not one of this desk"}
    for token, why in whys.items():
        page = f"/invite/{token}"
        for answer in (client.get(page), client.post(page, data=values)):
            assert answer.status_code in (410, 422)
            assert why in answer.text
    assert [one.key for one in accounts(file)] == ["helper-1"]


def test_the_link_of_a_desk_that_no_phone_reaches_has_no_code_and_says_so(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    chief, page = browsing.client(Role.CHIEF), f"/{browsing.slug}/people"
    for address, codes in ((f"http://{LOOPBACK}:8000", 0), ("http://192.0.2.7:8000", 1)):
        monkeypatch.setattr(browsing.office, "address", address)
        form = {"role": "helper", "once": address, "csrf": browsing.csrf(chief)}
        shown = chief.get(chief.post(f"{page}/invite", data=form).headers["location"]).text
        assert f"{address}/invite/" in shown
        assert shown.count('<figure class="qr"') == codes
        assert ("bedienen --lan" in shown) == (not codes)


def test_the_chief_invites_a_helper_and_sees_the_link_once(
    browsing: Browsing, file: AccessFile
) -> None:
    chief, page = browsing.client(Role.CHIEF, "en"), f"/{browsing.slug}/people"
    fields = fields_of(chief.get(page).text, f"{page}/invite")
    values = fields | {"shown": "helper, table 2", "role": "helper", "scope": "here"}
    answers = [chief.post(f"{page}/invite", data=values) for _ in range(2)]
    assert len({answer.headers["location"] for answer in answers}) == 1
    (one,) = open_invitations(file)
    assert (one.role, one.tournament, one.shown) == (
        Role.HELPER,
        browsing.tournament,
        "helper, table 2",
    )
    shown = chief.get(answers[0].headers["location"]).text
    assert "/invite/" in shown
    assert "<svg" in shown
    assert "/invite/" not in chief.get(page).text
    other = browsing.client(Role.CHIEF, "en", tournament=browsing.tournament)
    assert "/invite/" not in other.get(answers[0].headers["location"]).text
    send(chief, page, f"{page}/withdraw", invitation=one.id)
    assert open_invitations(file) == ()


def test_a_lost_passphrase_gets_a_new_link_for_the_same_account(
    browsing: Browsing, file: AccessFile
) -> None:
    key = joined(file, Role.HELPER, "Noor")
    chief, page = browsing.client(Role.CHIEF), f"/{browsing.slug}/people"
    send(chief, f"{page}?change={key}&scope=*", f"{page}/invite")
    (one,) = open_invitations(file)
    assert (one.account, one.role) == (key, Role.HELPER)


def test_the_chief_of_one_tournament_cannot_reach_for_the_others(
    browsing: Browsing, file: AccessFile
) -> None:
    boss = joined(file, Role.CHIEF, "Boss")
    elsewhere = joined(file, Role.HELPER, "Noor", "another tournament")
    both = joined(file, Role.HELPER, "Sem", browsing.tournament)
    with file.writing() as connection:
        connection.execute("INSERT INTO grants VALUES (?, 'another tournament', 'chief')", (both,))
    here = browsing.client(Role.CHIEF, "en", tournament=browsing.tournament)
    page = f"/{browsing.slug}/people"
    token = browsing.csrf(here)
    before = accounts(file)
    for scope in (EVERYWHERE, "here", browsing.tournament):
        for key in (boss, elsewhere, both):
            for path, values in (
                ("role", {"do": "save", "role": "helper", "shown": "x"}),
                ("role", {"do": "away"}),
                ("invite", {}),
            ):
                data = {
                    "csrf": token,
                    "once": f"{key}{scope}{path}",
                    "account": key,
                    "scope": scope,
                } | values
                assert here.post(f"{page}/{path}", data=data).status_code == 422
    data = {"csrf": token, "once": "x", "scope": EVERYWHERE, "role": "chief"}
    assert here.post(f"{page}/invite", data=data).status_code == 422
    assert accounts(file) == before
    assert open_invitations(file) == ()
    assert "only by the chief arbiter of all tournaments" in here.get(page).text


def test_a_chief_of_one_tournament_cannot_take_an_invitation_to_all_back(
    browsing: Browsing, file: AccessFile
) -> None:
    invite(file, Role.HELPER)
    (one,) = open_invitations(file)
    here = browsing.client(Role.CHIEF, "en", tournament=browsing.tournament)
    data = {"csrf": browsing.csrf(here), "invitation": one.id}
    here.post(f"/{browsing.slug}/people/withdraw", data=data)
    assert open_invitations(file) == (one,)


@pytest.mark.parametrize("role", ["", "player", "public", "king"])
def test_only_the_roles_of_accounts_are_given(
    browsing: Browsing, file: AccessFile, role: str
) -> None:
    chief, page = browsing.client(Role.CHIEF, "en"), f"/{browsing.slug}/people"
    assert "No role was chosen." in send(chief, page, f"{page}/invite", role=role)
    joined(file, Role.HELPER, "Noor")
    change = f"{page}?change=helper-1&scope=*"
    assert "No role was chosen." in send(chief, change, f"{page}/role", do="save", role=role)


def test_the_last_chief_cannot_take_the_own_role_away(browsing: Browsing, file: AccessFile) -> None:
    chief, page = browsing.client(Role.CHIEF, "en"), f"/{browsing.slug}/people"
    shown = send(chief, f"{page}?change=chief-1&scope=*", f"{page}/role", do="away")
    assert "chief-1 is the only chief arbiter of this file" in shown
    assert chief.get(page).status_code == 200


def logged_in(browsing: Browsing, who: str, agent: str = "") -> TestClient:
    client = stranger(browsing)
    client.headers["user-agent"] = agent
    assert log_in(client, who, PHRASE) == 303
    return client


def test_an_account_changes_its_own_passphrase_and_its_other_sessions_end(
    browsing: Browsing, file: AccessFile
) -> None:
    key = joined(file, Role.HELPER, "Noor")
    tablet = logged_in(browsing, "Noor", "Mozilla/5.0 (Android 14; Mobile) Firefox/140.0")
    laptop = logged_in(browsing, key, "Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari/537.36")
    page = laptop.get("/account").text
    assert "Noor · helper 1" in page
    assert "Firefox, Android" in page
    assert re.search(r"Chrome, Linux</b> <span class=.tag ok.>this browser", page)
    new = "vier andere woorden hier"
    wrong = send(laptop, "/account", "/account", old="guess", phrase="kort", again="anders")
    for text in ("is not the passphrase of this account", "at least", "are not the same"):
        assert text in wrong, text
    assert send(laptop, "/account", "/account", old=PHRASE, phrase=new, again=new) == (
        "/account?changed=phrase"
    )
    assert "is changed" in laptop.get("/account?changed=phrase").text
    assert "log in first" in tablet.get("/account").text
    assert log_in(stranger(browsing), "Noor", PHRASE) == 422
    assert log_in(stranger(browsing), "Noor", new) == 303


def test_guessing_the_old_passphrase_meets_the_delay_of_a_log_in(
    browsing: Browsing, file: AccessFile
) -> None:
    client = logged_in(browsing, joined(file, Role.DEPUTY))
    new = "vier andere woorden hier"
    fields = fields_of(client.get("/account").text, "/account")
    statuses = [
        client.post(
            "/account", data={**fields, "old": old, "phrase": new, "again": new}
        ).status_code
        for old in ("a", "b", "c", "d", PHRASE)
    ]
    assert statuses == [422, 422, 422, 429, 429]


def test_other_browsers_are_logged_out_from_the_list_of_sessions(
    browsing: Browsing, file: AccessFile
) -> None:
    key = joined(file, Role.CHIEF)
    here, there = logged_in(browsing, key), logged_in(browsing, key)
    assert here.get("/account").text.count("Unknown browser") == 2
    assert send(here, "/account", "/account/sessions") == "/account?changed=sessions"
    assert here.get("/account").text.count("Unknown browser") == 1
    assert "log in first" in there.get("/account").text


@pytest.mark.parametrize("role", [None, Role.PLAYER])
def test_who_has_no_account_has_no_passphrase_to_change(
    browsing: Browsing, role: Role | None
) -> None:
    client = browsing.client(role, "en", player=1)
    assert "log in first" in client.get("/account").text
    for address in ("/account", "/account/sessions"):
        answer = client.post(address, data={"csrf": browsing.csrf(client), "phrase": PHRASE})
        assert answer.status_code in (200, 403, 409)


def test_an_access_file_that_was_lost_begins_after_the_actors_of_the_facts(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    browsing.send(f"/{browsing.slug}/do/plan", {"rounds": "9"})
    assert browsing.book.recorded[-1].stamp.actor == "chief-1"
    file = browsing.office.doors.file
    with file.writing() as connection:
        for table in ("accounts", "grants", "sessions"):
            connection.execute(f"DELETE FROM {table}")
    client = stranger(browsing)
    page = f"/invite/{invite_chief(file)}"
    send(client, page, page, shown="Anna", phrase=PHRASE, again=PHRASE)
    assert [one.key for one in accounts(file)] == ["chief-2"]
