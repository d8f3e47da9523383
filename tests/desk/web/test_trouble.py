"""A ledger that is gone, damaged, replaced or on a server that is away: the page says what happened."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from httpx2 import Response

from desk.access.roles import Role
from desk.web.trouble import AGAIN_S, trouble
from ledger.errors import StoreError
from ledger.messages import message
from ledger.place import ServerAddress, place_from
from ledger.refusals import Refusal
from tests.helpers.browsing import Browsing, demo
from tests.helpers.matrix import GETS, POSTS, address_of, client_of
from tests.helpers.places import ROOT


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desk.live.live.PLACE_MS", 0)


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    desk = demo(tmp_path)
    entered(desk, "Early, Eve")
    desk.client(None).get(f"/{desk.slug}/standing")  # a page that is kept
    return desk


def entered(desk: Browsing, name: str) -> None:
    """Have the desk record a fact, which then stands in the log beside the ledger."""
    answer = desk.send(f"/{desk.slug}/players/enter", {"name": name, "rating": "1500"})
    assert answer.status_code == 303, answer.text


def gone(desk: Browsing) -> None:
    desk.path.unlink()


def all_gone(desk: Browsing) -> None:
    desk.office.live.close()
    for file in desk.path.parent.glob(f"{desk.path.name}*"):
        if ".desk" not in file.name:
            file.unlink()


def garbage(desk: Browsing) -> None:
    desk.path.write_bytes(b"garbage" * 5000)


def emptied(desk: Browsing) -> None:
    desk.path.write_bytes(b"")


def another_in_its_place(desk: Browsing) -> None:
    other = desk.path.with_name("other")
    other.write_bytes(desk.path.read_bytes())
    other.replace(desk.path)


def an_older_copy(desk: Browsing) -> None:
    before = desk.path.read_bytes()
    entered(desk, "Late, Lee")
    desk.office.live.look()
    desk.office.live.look()
    desk.client(None).get(f"/{desk.slug}/standing")
    desk.path.write_bytes(before)


def facts_gone(desk: Browsing) -> None:
    before = desk.path.read_bytes()
    entered(desk, "Late, Lee")
    desk.office.live.close()
    desk.path.write_bytes(before)


SAID: dict[Callable[[Browsing], None], str] = {
    gone: "staat niet meer op zijn plaats",
    all_gone: "staat niet meer op zijn plaats",
    garbage: "is beschadigd of is geen grootboek",
    emptied: "is beschadigd of is geen grootboek",
    another_in_its_place: "een ander bestand op de plaats van het grootboek",
    an_older_copy: "een ander bestand op de plaats van het grootboek",
    facts_gone: "ontbreken feiten die waren vastgelegd",
}


def club_server() -> tuple[ServerAddress, StoreError]:
    """Return a place on a server, and the error when it is away."""
    place = place_from("postgresql://club@db.club.example:5444/ledgers")
    assert isinstance(place, ServerAddress)
    error = "connection to db.club.example failed"
    what = message("server.server-unreachable", place=str(place), error=error)
    return place, StoreError(Refusal("server-unreachable", what, str(place)))


def is_told(answer: Response, said: str, *secret: str) -> None:
    """Check that an answer says what happened, with nothing that only the laptop's owner may see."""
    assert answer.status_code == 503
    assert said in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["retry-after"] == str(AGAIN_S)
    for text in (*secret, 'href="/new"', "Traceback"):
        assert text not in answer.text


@pytest.mark.parametrize("happens", SAID, ids=lambda happens: happens.__name__)
def test_every_page_says_what_happened_to_the_ledger(
    browsing: Browsing, happens: Callable[[Browsing], None]
) -> None:
    of_ledger = [route for route in GETS if route.of_tournament or route.name == "home"]
    pages = [address_of(browsing, route) for route in of_ledger]
    clients = [client_of(browsing, role) for role in (Role.CHIEF, Role.PUBLIC)]
    happens(browsing)
    for client in clients:
        for page in pages:
            answer = client.get(page)
            is_told(answer, SAID[happens], str(browsing.path.parent))
            assert answer.headers["refresh"] == str(AGAIN_S)
        assert client.get("/new").status_code == 503


@pytest.mark.parametrize("happens", SAID, ids=lambda happens: happens.__name__)
def test_nothing_is_acknowledged_while_the_ledger_is_not_right(
    browsing: Browsing, happens: Callable[[Browsing], None]
) -> None:
    client = browsing.client()
    form = {"csrf": browsing.csrf(client), "name": "Nobody, Ned", "rating": "1500"}
    pages = [address_of(browsing, route) for route in POSTS if route.of_tournament]
    happens(browsing)
    for page in pages:
        is_told(client.post(page, data=form), SAID[happens], str(browsing.path.parent))


def test_the_ledger_that_is_put_back_is_served_again(browsing: Browsing) -> None:
    content = browsing.path.read_bytes()
    client, page = browsing.client(None), f"/{browsing.slug}/standing"
    garbage(browsing)
    assert client.get(page).status_code == 503
    browsing.path.write_bytes(content)
    assert client.get(page).status_code == 200


def test_a_desk_without_a_ledger_yet_offers_a_tournament(tmp_path: Path) -> None:
    answer = Browsing(tmp_path / "none.ledger").client().get("/")
    assert answer.status_code == 200
    assert 'href="/new"' in answer.text


def test_a_server_that_is_away_is_told_without_its_address(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, error = club_server()
    pages = [
        f"/{browsing.slug}{path}" for path in ("/wall", "/standing", "/round", "/players/enter")
    ]
    client, form = browsing.client(), {"name": "Nobody, Ned"}
    form["csrf"] = browsing.csrf(client)

    def away(_: object) -> None:
        raise error

    secrets = ("postgresql:", "club@", "db.club.example", "5444")
    monkeypatch.setattr(browsing.office.live, "place", place)
    monkeypatch.setattr("desk.live.live.Live._open", away)
    monkeypatch.setattr("desk.live.live.Live._is_there", lambda _: True)
    for page in ("/", *pages):
        is_told(client.get(page), "De server van het grootboek is op dit moment", *secrets)
    sent = client.post(pages[-1], data=form)
    is_told(sent, "De server van het grootboek is op dit moment", *secrets)


def test_what_a_write_finds_wrong_is_told_without_paths_too(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/players/enter"
    form = {"csrf": browsing.csrf(client), "name": "Nobody, Ned"}
    place, _ = club_server()
    lost = Refusal("answer-lost", message("server.answer-lost", place=str(place)), "")
    monkeypatch.setattr(browsing.office.live, "write", lambda *_: (lost,))
    answer = client.post(address, data=form)
    assert answer.status_code == 503
    assert "kan zijn vastgelegd, of niet" in answer.text
    assert "Nobody, Ned" in answer.text, "what was typed stays"
    assert "postgresql:" not in answer.text


def test_a_tournament_that_cannot_be_read_is_explained_to_the_desk_alone(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = browsing.office.live.listed()[0]
    wrong = club_server()[1].refusal
    monkeypatch.setattr(browsing.office.live, "listed", lambda: (listed, (("abc", wrong),)))
    public, chief = (browsing.client(role).get("/").text for role in (None, Role.CHIEF))
    assert "postgresql:" not in public
    assert "Eén toernooi van dit grootboek kan niet worden gelezen." in public
    assert "<b>abc</b>" in chief


def test_every_refusal_of_a_ledger_that_cannot_be_used_has_its_words() -> None:
    others = {"file-exists", "ledger-conflict"}
    sources = [*(ROOT / "ledger" / "store").rglob("*.py"), ROOT / "ledger" / "errors.py"]
    sources += (ROOT / "desk" / "access").glob("file.py")
    made = re.compile(r'(?:usage|_of_server|Refusal)\(\s*"([a-z0-9-]+)"')
    codes = {code for path in sources for code in made.findall(path.read_text("utf-8"))}
    assert len(codes) > 25
    assert [code for code in sorted(codes - others) if trouble(code) is None] == []
