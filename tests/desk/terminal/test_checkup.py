"""The check-up of a machine: each lack is seen, and has what to do."""

from __future__ import annotations

import datetime as dt
import errno
import json
import shutil
import socket
import sqlite3
import webbrowser
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from desk.terminal import checkup
from desk.terminal.checkup import CheckRow
from desk.web.server import LOOPBACK, listening
from ledger import locks, system
from ledger.place import place_from
from tests.helpers.terminal import Terminal

WRITTEN = ("folder", "locks")
"""What is looked at by making a file."""

NOW = dt.datetime(2036, 1, 1, tzinfo=dt.UTC)


def seen(row: CheckRow) -> tuple[str, str, bool, int]:
    """Return what was looked at, how it is, whether there is something to do, the exit code."""
    return row.check, row.state, bool(row.next), row.exit


def test_a_disk_that_is_as_it_should_be(tmp_path: Path) -> None:
    for look in (checkup.writable, checkup.locked, checkup.local, checkup.space):
        assert look(tmp_path).state == "good", look
    assert [*tmp_path.iterdir()] == []


def test_a_folder_that_is_not_there_cannot_be_written_or_locked(tmp_path: Path) -> None:
    for look, name in ((checkup.writable, "folder"), (checkup.locked, "locks")):
        assert seen(look(tmp_path / "none")) == (name, "lack", True, 1)
    assert checkup.space(tmp_path / "none").state == "lack"


def test_a_disk_without_locks_or_without_the_log_of_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class OnAnotherMachine(sqlite3.Connection):
        def execute(self, sql: str, *_: object) -> sqlite3.Cursor:
            return super().execute(sql.replace("WAL", "DELETE"))

    def no_locks(handle: int, *, wait: bool = False) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path: real(path, factory=OnAnotherMachine))
    assert seen(checkup.locked(tmp_path)) == ("locks", "lack", True, 1)
    monkeypatch.setattr(locks, "lock", no_locks)
    assert "No locks" in repr(checkup.locked(tmp_path).what)


@pytest.mark.parametrize("name", ["OneDrive - Club", "Dropbox", "iCloud Drive", "Google Drive"])
def test_a_folder_that_is_copied_elsewhere_is_told(name: str) -> None:
    assert seen(checkup.local(Path("clubs") / name)) == ("copied-away", "lack", True, 1)


def test_a_disk_that_is_nearly_full_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = SimpleNamespace(free=199_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: full)
    assert seen(checkup.space(tmp_path)) == ("space", "lack", True, 1)


def test_a_clock_from_before_the_program_was_installed_is_told() -> None:
    assert checkup.clock(NOW).state == "good"
    assert seen(checkup.clock(NOW.replace(year=1980))) == ("clock", "lack", True, 1)


def test_a_machine_without_time_zones_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "zone_named", lambda name: None)
    assert seen(checkup.time_zone()) == ("time-zone", "lack", True, 1)


def test_a_time_zone_that_does_not_exist_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Nowhere")
    assert seen(checkup.time_zone()) == ("time-zone", "lack", True, 1)
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    assert checkup.time_zone().state == "good"


def test_locks_are_not_blamed_where_no_file_can_be_made(tmp_path: Path) -> None:
    place = tmp_path / "none" / "x.ledger"
    rows = checkup.check_view(place, 0, NOW, "1").rows
    folder, at_locks = (row for row in rows if isinstance(row, CheckRow) and row.check in WRITTEN)
    assert folder.state == "lack"
    assert seen(at_locks) == ("locks", "untried", False, 0)


def test_the_time_of_nowhere_may_be_that_of_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ", raising=False)
    nowhere = SimpleNamespace(timezone=0, daylight=0, strftime=lambda how: "UTC +0000")
    monkeypatch.setattr(checkup, "time", nowhere)
    assert seen(checkup.time_zone()) == ("time-zone", "untried", True, 0)
    monkeypatch.setenv("TZ", "Europe/London")
    assert checkup.time_zone().state == "good"


def test_a_browser_is_there_or_the_address_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", lambda: None)
    assert checkup.browser().state == "good"
    monkeypatch.setattr(webbrowser, "get", none)
    assert seen(checkup.browser()) == ("browser", "lack", True, 1)


def test_a_port_is_free_or_taken() -> None:
    with listening(lan=False, port=0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        assert seen(checkup.free_port(port)) == ("port", "lack", True, 1)
    assert checkup.free_port(port).state == "good"


def test_without_a_network_no_phone_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "own_addresses", tuple)
    assert seen(checkup.network(8000)) == ("network", "lack", True, 1)
    monkeypatch.setattr(checkup, "own_addresses", lambda: (str(NOW.year),))
    assert seen(checkup.network(8000)) == ("network", "untried", True, 0)


def test_a_ledger_opens_is_not_there_yet_or_is_refused_as_it_would_be(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    assert seen(checkup.ledger(terminal.ledger, NOW)) == ("ledger", "untried", True, 0)
    terminal.run("init", "Open")
    assert seen(checkup.ledger(terminal.ledger, NOW)) == ("ledger", "good", False, 0)
    other = tmp_path / "other.ledger"
    other.write_bytes(b"no ledger")
    assert seen(checkup.ledger(other, NOW)) == ("ledger", "lack", True, 2)


def test_a_server_that_does_not_answer_is_told() -> None:
    """The port of nobody refuses at once."""
    pytest.importorskip("psycopg")
    with listening(lan=False, port=0) as nobody:
        port = nobody.getsockname()[1]
    place = place_from(f"postgresql://nobody@{LOOPBACK}:{port}/club")
    assert seen(checkup.ledger(place, NOW)) == ("server", "lack", True, 2)


def phone_after(own: tuple[str, ...], wait_s: float = 60) -> tuple[CheckRow, list[bytes]]:
    """Let somebody from this machine come, who counts as another where `own` has other addresses."""
    answers: list[bytes] = []
    visits: list[Thread] = []

    def visit(address: str) -> None:
        port = int(address.rsplit(":", 1)[1].strip("/"))
        with socket.create_connection((LOOPBACK, port)) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
            while piece := connection.recv(4096):
                answers.append(piece)

    def tell(address: str, code: str) -> None:
        assert code
        visits.append(Thread(target=visit, args=(address,)))
        visits[-1].start()

    row = checkup.phone_comes(0, tell, lambda: "½ works", wait_s=wait_s, own=lambda: own)
    for each in visits:
        each.join()
    return row, answers


def test_a_phone_that_comes_shows_that_no_firewall_keeps_it_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checkup, "LOOPBACK", "no address begins so")
    row, answers = phone_after(("club.local",))
    assert seen(row) == ("phone", "good", False, 0)
    assert b"".join(answers).endswith("½ works".encode())


@pytest.mark.parametrize(
    ("windows", "platform", "step"),
    [(True, "win32", "windows"), (False, "darwin", "macos"), (False, "linux", "linux")],
)
def test_a_visitor_from_this_machine_is_no_phone_and_each_firewall_has_its_step(
    windows: bool, platform: str, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for nobody: the time is over when the one visitor has been."""
    monkeypatch.setattr(system, "on_windows", lambda: windows)
    monkeypatch.setattr(checkup, "sys", SimpleNamespace(platform=platform))
    clock = iter([0.0, 0.0, 99.0, 99.0])
    monkeypatch.setattr(checkup, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    row, answers = phone_after(("club.local",))
    assert seen(row) == ("phone", "lack", True, 1)
    assert f"machine.firewall-{step}" in repr(row.next)
    assert answers


def test_nobody_comes_when_the_time_is_over() -> None:
    row = checkup.phone_comes(0, lambda *_: None, str, wait_s=0, own=lambda: ("club.local",))
    assert seen(row) == ("phone", "lack", True, 1)


def test_the_verb_ends_by_its_worst_lack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: None)
    monkeypatch.setattr(checkup, "own_addresses", lambda: ("192.0.2.7",))
    monkeypatch.setattr(checkup, "clock", lambda now: checkup.good("clock", ""))
    terminal = Terminal(tmp_path / "club.ledger")
    with listening(lan=False, port=0) as free:
        port = free.getsockname()[1]
    answer = terminal.json("doctor", "--port", port)
    assert answer["lacks"] == 0
    assert [row["check"] for row in answer["rows"]][-2:] == ["network", "ledger"]
    monkeypatch.setattr(webbrowser, "get", lambda: (_ for _ in ()).throw(webbrowser.Error()))
    assert terminal.try_("doctor", "--port", port).code == 1
    terminal.ledger.write_bytes(b"no ledger")
    ran = terminal.try_("--lang", "nl", "dokter", "--poort", port)
    assert ran.code == 2
    assert "gebrek" in ran.out


def test_the_verb_waits_for_a_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "desk.terminal.verbs.machine.phone_comes",
        lambda port, tell, page: (
            tell("http://club.local:1/", "code") or checkup.good("phone", page())
        ),
    )
    ran = Terminal(tmp_path / "club.ledger").try_("doctor", "--phone")
    assert "This phone" in ran.out or "this phone" in ran.out
    assert "within 120 seconds" in ran.err
    assert "network" not in ran.out


def test_a_phone_that_does_not_come_is_counted_among_the_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "desk.terminal.verbs.machine.phone_comes",
        lambda port, tell, page: checkup.lack("phone", "none", "nothing"),
    )
    answer = json.loads(Terminal(tmp_path / "club.ledger").try_("doctor", "--phone", "--json").out)
    lacking = [row["check"] for row in answer["rows"] if row["state"] == "lack"]
    assert "phone" in lacking
    assert answer["lacks"] == len(lacking)
