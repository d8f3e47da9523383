"""The desk that was opened without a ledger: a ledger is chosen, served, and the program stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from desk.access.accounts import accounts
from desk.access.roles import Role
from desk.own_ledgers import OwnLedgers
from desk.web import manual
from desk.web.first_page import FirstPage, NotChosen
from desk.web.office import Office
from desk.web.server import LOOPBACK, OwnDesk, listening
from ledger.store.store import Store
from tests.helpers.access import PHRASE
from tests.helpers.browsing import Browsing, demo
from tests.helpers.terminal import Terminal, runtime

HOST = "http://testserver"


@dataclass
class Opened:
    """A desk that was opened, its browser, and what was told to the program."""

    first: FirstPage
    client: TestClient
    offices: list[Office]
    stops: list[bool] = field(default_factory=list)

    def page(self) -> str:
        answer = self.client.get(self.first.path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def choose(self, **form: str) -> str:
        """Send a form; return where it leads."""
        answer = self.client.post(self.first.path, data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def refused(self, **form: str) -> str:
        answer = self.client.post(self.first.path, data=form)
        assert answer.status_code == 422
        return answer.text


def first_page(tmp_path: Path) -> Opened:
    ledgers = OwnLedgers(tmp_path / "Documents" / "Toernooiboek", tmp_path / "recent.json")
    offices, stops = list[Office](), list[bool]()
    first = FirstPage(
        ledgers,
        runtime(),
        address=HOST,
        hosts=frozenset({"testserver"}),
        begin=offices.append,
        stop=lambda: stops.append(True),
    )
    client = TestClient(first, HOST, follow_redirects=False, cookies={"lang": "en"})
    return Opened(first, client, offices, stops)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    opened = first_page(tmp_path)
    yield opened
    for office in opened.offices:
        office.live.close()


def test_a_new_ledger_is_made_among_the_documents_and_its_chief_chooses_a_passphrase(
    opened: Opened,
) -> None:
    begins = opened.choose(do="new", name="Clubkampioenschap: 2026")
    path = opened.first.ledgers.folder / "Clubkampioenschap 2026.ledger"
    with Store(path) as store:
        assert store.tournaments() == ()
    assert "passphrase" in opened.client.get(begins).text.casefold()
    assert opened.first.ledgers.recent() == [path]
    assert [office.live.place for office in opened.offices] == [path]


def test_the_example_is_a_tournament_in_the_middle_of_a_round(opened: Opened) -> None:
    """The example is imported, paired and half played."""
    opened.choose(do="example")
    assert opened.offices[0].slugs()


def test_recent_ledgers_and_those_of_the_folder_are_there_to_be_opened(
    opened: Opened, tmp_path: Path
) -> None:
    own = opened.first.ledgers
    own.folder.mkdir(parents=True)
    for path in (tmp_path / "cup.ledger", own.folder / "old.ledger"):
        Terminal(path).run("init", "Cup")
    own.remember(tmp_path / "cup.ledger")
    page = opened.page()
    values = re.findall(r'name="name" value="([^"]+)"', page)
    assert values == [str(tmp_path / "cup.ledger"), str(own.folder / "old.ledger")]
    assert opened.choose(do="open", name=values[0]).startswith("/invite/")


def test_a_path_may_be_pasted_in_quotes_as_windows_copies_it(
    opened: Opened, tmp_path: Path
) -> None:
    Terminal(tmp_path / "cup.ledger").run("init", "Cup")
    assert opened.choose(do="open", name=f' "{tmp_path / "cup.ledger"}" ')


def test_what_is_no_ledger_is_refused_with_its_reason_and_the_page_stays(
    opened: Opened, tmp_path: Path
) -> None:
    (tmp_path / "film.ledger").write_bytes(b"no ledger")
    for name in (str(tmp_path / "film.ledger"), str(tmp_path / "none.ledger"), str(tmp_path)):
        said = opened.refused(do="open", name=name)
        assert 'role="alert"' in said
        assert name in said
    (opened.first.ledgers.folder.parent).write_bytes(b"a file, no folder")
    assert "cannot be made" in opened.refused(do="new", name="Cup")
    assert opened.first.office is None
    assert opened.page()


def test_an_arbiter_who_has_a_passphrase_logs_in_and_one_who_lost_it_chooses_another(
    tmp_path: Path, opened: Opened
) -> None:
    """A passphrase is made, which is slow on purpose."""
    browsing = Browsing(tmp_path / "cup.ledger")
    with Store(browsing.path, create=True):
        pass
    begins = opened.choose(do="open", name=str(browsing.path))
    form = opened.client.get(begins).text
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))
    typed = {"shown": "Anna", "phrase": PHRASE, "again": PHRASE}
    assert opened.client.post(begins, data={**hidden, **typed}).status_code == 303
    (chief,) = accounts(opened.offices[0].doors.file)
    assert chief.ready
    path = browsing.path
    assert opened.first.open(path) == "/"
    assert opened.first.open(path, lost=True).startswith("/invite/")


def test_a_form_that_cannot_be_read_is_refused_on_the_first_page(opened: Opened) -> None:
    kind = {"content-type": "multipart/form-data; boundary=b"}
    answer = opened.client.post(opened.first.path, content=b"nonsense", headers=kind)
    assert answer.status_code == 422
    assert "This form cannot be read; nothing is recorded." in answer.text
    assert opened.offices == []


def test_who_does_not_know_the_address_of_the_first_page_sees_nothing(opened: Opened) -> None:
    for path in ("/", "/first/", "/first/guess"):
        assert opened.client.get(path).status_code == 404
    other = TestClient(opened.first, "http://evil.example", follow_redirects=False)
    assert other.get(opened.first.path).status_code == 421
    assert opened.client.get(opened.first.path).headers["cache-control"] == "no-store"


def test_the_first_page_is_in_the_language_of_the_browser(opened: Opened) -> None:
    opened.client.cookies.clear()
    assert (
        "Which tournaments?"
        in opened.client.get(opened.first.path, headers={"accept-language": "en"}).text
    )
    assert "Welke toernooien?" in opened.client.get(opened.first.path).text


def test_the_manual_is_read_from_the_first_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manual, "SITE", tmp_path / "site")
    texts = first_page(tmp_path)
    assert 'href="/manual/en/index.html">Manual</a>' in texts.page()
    assert texts.client.get("/manual").headers["location"] == "/manual/en/index.html"
    assert "For an arbiter" in texts.client.get("/manual/en/index.html").text
    assert "Installing it" in texts.client.get("/manual/en/installing.html").text
    assert texts.client.get("/manual/en/nothing.html").status_code == 404
    (tmp_path / "site" / "en").mkdir(parents=True)
    (tmp_path / "site" / "en" / "index.html").write_text("<h1>Site</h1>", "utf-8")
    site = first_page(tmp_path)
    assert site.client.get("/manual/en/index.html").text == "<h1>Site</h1>"
    assert site.client.get("/manual").headers["location"] == "/manual/en/index.html"


def test_another_ledger_is_chosen_while_one_is_open(opened: Opened, tmp_path: Path) -> None:
    """Its streams end, and the desk is that of the other one from then on."""
    for name in ("cup", "league"):
        Terminal(tmp_path / f"{name}.ledger").run("init", name.capitalize())
    opened.choose(do="open", name=str(tmp_path / "cup.ledger"))
    assert "cup.ledger is open" in opened.page()
    assert "Cup" in opened.client.get("/").text
    assert opened.choose(do="open", name=str(tmp_path / "league.ledger")).startswith("/invite/")
    assert "League" in opened.client.get("/").text
    assert "Cup" not in opened.client.get("/").text
    assert opened.refused(do="open", name=str(tmp_path / "none.ledger"))
    assert "League" in opened.client.get("/").text
    assert [office.live.place.name for office in opened.offices] == ["cup.ledger", "league.ledger"]


def test_the_program_is_stopped_on_its_first_page(opened: Opened) -> None:
    answer = opened.client.post(opened.first.path, data={"do": "stop"})
    assert "has stopped" in answer.text
    assert opened.stops == [True]


# --- stopping an open desk ------------------------------------------------------------------------


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def test_the_chief_stops_the_program_on_a_page_that_says_who_is_still_there(
    browsing: Browsing,
) -> None:
    stops: list[bool] = []
    browsing.office.stop = lambda: stops.append(True)
    browsing.office.first_page = "/first/secret"
    chief = browsing.client(Role.CHIEF, "en")
    assert "Nobody else is connected" in chief.get("/stop").text
    helper = browsing.client(Role.HELPER, "en")
    helper.get("/")
    browsing.office.streams._senders.update({"192.0.2.9": 2, LOOPBACK: 1})
    page = chief.get("/stop").text
    assert "Nobody else" not in page
    assert "2 open pages on other devices" in page
    assert "/stop" in chief.get("/").text
    assert "/first/secret" in chief.get("/").text
    assert not re.search("/stop|/first", helper.get("/").text)
    assert helper.get("/stop").status_code == 403
    answer = chief.post("/stop", data={"csrf": browsing.csrf(chief)})
    assert "has stopped" in answer.text
    assert stops == [True]


def test_a_desk_that_was_started_in_a_terminal_is_stopped_there(browsing: Browsing) -> None:
    chief = browsing.client(Role.CHIEF, "en")
    assert chief.get("/stop").status_code == 404
    assert chief.post("/stop", data={"csrf": browsing.csrf(chief)}).status_code == 404
    assert "/stop" not in chief.get("/").text


def test_a_desk_serves_a_ledger_that_is_chosen_and_ends_when_it_is_stopped(
    tmp_path: Path,
) -> None:
    """A server runs, and is asked to stop before it begins: it ends by itself."""
    ledgers = OwnLedgers(tmp_path / "own", tmp_path / "recent.json")
    listener = listening(lan=False, port=0)
    desk = OwnDesk.on(listener, ledgers, runtime())
    Terminal(tmp_path / "cup.ledger").run("init", "Cup")
    assert desk.first.open(tmp_path / "cup.ledger").startswith("/invite/")
    office = desk.first.office
    assert office is not None
    assert office.stop is not None
    office.stop()
    desk.run(listener)
    with pytest.raises(NotChosen, match="ledger-missing"):
        desk.first.open(tmp_path / "none.ledger")
