"""The verb that serves the desk: what it prints, and the log-in that only the laptop gets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from socket import socket
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient

from desk.access.accounts import Account, with_passphrase
from desk.access.file import AccessFile
from desk.access.invitations import accept
from desk.access.roles import Role
from desk.making.demo_hall import demo_hall
from desk.own_ledgers import OwnLedgers
from desk.render.qr import qr_text
from desk.terminal.verbs import serving
from desk.web.office import Office
from desk.web.server import LOOPBACK, OwnDesk, settings_of
from ledger.state.tournament import Round
from tests.helpers.access import PHRASE
from tests.helpers.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "cup.ledger")
    demo_hall(terminal.ledger, terminal.world)
    return terminal


@pytest.fixture(autouse=True)
def offices() -> Iterator[list[Office]]:
    """Serve nothing; return the offices that would be served."""
    opened: list[Office] = []

    def run(office: Office, listener: socket, tls: object) -> None:
        opened.append(office)
        listener.close()

    with patch("desk.web.server.run", run):
        yield opened


def link(output: str, about: str) -> str:
    lines = output.splitlines()
    (at,) = [at for at, line in enumerate(lines) if about in line]
    return lines[at + 1].rpartition("/")[2]


def accounts_of(terminal: Terminal) -> AccessFile:
    return AccessFile(terminal.ledger, terminal.world)


def test_the_first_time_the_log_in_of_the_chief_is_printed_and_works_once(
    terminal: Terminal,
) -> None:
    output = terminal.run("serve")
    token = link(output, "first log-in of the chief arbiter")
    with accounts_of(terminal) as file:
        assert accept(file, token, PHRASE) == "chief-1"
        assert isinstance(accept(file, token, PHRASE), tuple)
    assert "log-in" not in terminal.run("serve")


def test_a_link_that_was_not_used_is_printed_anew(terminal: Terminal) -> None:
    first = link(terminal.run("serve"), "first log-in")
    second = link(terminal.run("serve"), "first log-in")
    with accounts_of(terminal) as file:
        assert isinstance(accept(file, first, PHRASE), tuple)
        assert accept(file, second, PHRASE) == "chief-1"


@pytest.mark.parametrize(
    "words", [("serve", "--invite", "chief"), ("bedienen", "--invite", "wedstrijdleider")]
)
def test_a_lost_passphrase_is_replaced_from_the_laptop(
    terminal: Terminal, words: tuple[str, ...]
) -> None:
    with accounts_of(terminal) as file:
        accept(file, link(terminal.run("serve"), "first log-in"), PHRASE)
        token = link(terminal.run(*words), "first log-in")
        assert accept(file, token, "another passphrase") == "chief-1"
        assert isinstance(with_passphrase(file, "chief-1", "another passphrase"), Account)


def test_the_demo_has_a_log_in_for_each_role_and_the_code_of_a_slip(
    terminal: Terminal, offices: list[Office], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    output = terminal.run("serve", "--demo")
    (office,) = offices
    file = office.doors.file
    keys = {
        accept(file, link(output, f"as {role}"), PHRASE, role)
        for role in (Role.DEPUTY, Role.HELPER, Role.COMMITTEE)
    }
    assert keys == {"deputy-1", "helper-1", "committee-1"}
    assert accept(file, link(output, "chief arbiter"), PHRASE) == "chief-1"
    last = _rounds(office)[-1]
    _, game = last.open_games[0]
    code = link(output, "slip")
    assert code.startswith(f"{last.number}-P{game.white}-"), "there is a result to claim still"


def _rounds(office: Office) -> list[Round]:
    ((tournament, _),) = office.slugs().values()
    return [*office.live.book(tournament).state.rounds]


def test_the_names_of_the_machine_and_those_that_are_typed_may_be_asked_for(
    terminal: Terminal, offices: list[Office]
) -> None:
    terminal.run("serve", "--name", "Desk.Club.example")
    (office,) = offices
    assert "desk.club.example" in office.hosts
    assert any(name.endswith(".local") for name in office.hosts)


def test_the_log_is_written_behind_the_file_of_its_option(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "desk.log"
    for _ in range(2):
        terminal.run("serve", "--log", str(file))
    lines = file.read_text("utf-8").splitlines()
    assert [" info start version=" in line for line in lines] == [True, True]
    assert "ledger=" in lines[0]
    assert "start" in terminal.try_("serve").err


def test_a_log_that_cannot_be_written_is_refused_before_anything_is_served(
    terminal: Terminal, offices: list[Office], tmp_path: Path
) -> None:
    for name in (tmp_path / "none" / "desk.log", terminal.ledger, tmp_path / "cup.ledger-wal"):
        ran = terminal.try_("serve", "--log", str(name))
        assert ran.code == 2, ran.err
    assert offices == []


def test_for_the_hall_a_code_to_scan_is_printed_and_a_warning_where_all_can_listen(
    terminal: Terminal, offices: list[Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desk.web.server.own_addresses", lambda: ("192.0.2.7",))
    output = terminal.run("serve", "--lan", "--port", "8451")
    assert offices[-1].hall_address == "http://192.0.2.7:8451"
    assert qr_text("http://192.0.2.7:8451/") in output
    assert "plain HTTP" in output
    assert "toernooi serve --lan --certificate FILE --key FILE" in output
    output = terminal.run("serve", "--address", "https://desk.example.org/")
    assert offices[-1].hall_address == "https://desk.example.org"
    assert "desk.example.org" in offices[-1].hosts
    assert qr_text("https://desk.example.org/") in output
    assert "https://desk.example.org/invite/" in output
    assert "plain HTTP" not in output


def test_a_desk_for_this_computer_alone_says_how_it_is_opened_for_the_hall(
    terminal: Terminal, offices: list[Office], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desk.web.server.own_addresses", lambda: ())
    for words in (("serve",), ("serve", "--lan")):  # --lan without a network
        output = terminal.run(*words)
        assert offices[-1].hall_address == ""
        assert "for the hall: toernooi serve --lan" in output
        assert "█" not in output


@pytest.mark.parametrize("address", ["desk.example.org", "http://[::1]:8000", "https://0.0.0.0"])
def test_an_address_that_no_phone_can_use_is_refused(
    terminal: Terminal, offices: list[Office], address: str
) -> None:
    assert terminal.try_("serve", "--address", address).code == 2
    assert offices == []


def test_a_proxy_is_believed_only_when_it_is_named(
    terminal: Terminal, offices: list[Office]
) -> None:
    assert terminal.try_("serve", "--proxy", "desk.example.org").code == 2
    secure = []
    for words in ((), ("--proxy", LOOPBACK)):
        terminal.run("serve", *words)
        settings = settings_of(offices[-1])
        settings.load()
        client = TestClient(settings.loaded_app, f"http://{LOOPBACK}", client=(LOOPBACK, 5))
        answer = client.get("/login", headers={"X-Forwarded-Proto": "https"})
        cookie = answer.headers["set-cookie"]
        assert ("secure" in cookie.casefold()) == cookie.startswith("__Host-")
        secure.append("secure" in cookie.casefold())
    assert secure == [False, True]


def test_a_damaged_file_of_accounts_is_refused_before_anything_is_served(
    terminal: Terminal, offices: list[Office]
) -> None:
    terminal.ledger.with_name("cup.ledger.desk").write_bytes(b"nonsense")
    assert "desk-file-damaged" in terminal.try_("serve").err
    assert offices == []


def test_the_browser_opens_at_the_link_of_the_chief_and_without_a_window_it_is_told(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    with patch("webbrowser.open", return_value=True) as shown:
        output = terminal.run("serve", "--open")
        assert shown.call_args_list[-1].args[0].endswith(link(output, "first log-in"))
        monkeypatch.delenv("DISPLAY")
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        assert "no browser opens it" in terminal.run("serve", "--open")
        assert len(shown.call_args_list) == 1


def test_the_desk_opens_a_browser_on_its_first_page_or_on_a_ledger_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    ledgers = OwnLedgers(tmp_path / "own", tmp_path / "recent.json")
    monkeypatch.setattr(OwnLedgers, "usual", lambda: ledgers)

    def opens(address: str) -> bool:
        shown.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", opens)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(OwnDesk, "run", lambda self, listener: listener.close())
    monkeypatch.setattr(serving, "ledger_place", Path)
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup")
    said = terminal.run("desk")
    assert shown[0] in said
    assert f"http://{LOOPBACK}:" in shown[0]
    assert "/invite/" in shown[0]
    assert ledgers.recent() == [terminal.ledger]
    assert "/invite/" in terminal.run("--lang", "nl", "bureau", "--geen-browser")
    assert len(shown) == 1
    none = Terminal(tmp_path / "none.ledger")
    assert "ledger-missing" in none.refused("desk", "--no-browser", code=2)
