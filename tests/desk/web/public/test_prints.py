"""Prints from a browser: every sheet, by role, with the codes of the hall."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from markupsafe import Markup

from desk.access.roles import Role
from desk.access.tickets import holder_of, last_published
from desk.answers.sheets import CUT_OUT, KINDS
from desk.render.qr import qr_svg
from desk.web import codes_ahead
from desk.web.public import prints
from desk.web.server import LOOPBACK
from tests.helpers.browsing import Browsing, demo
from tests.helpers.html_reader import Reader

ADDRESS = "http://hall.example:8000"


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    desk = demo(Path(tmp_path_factory.mktemp("desk")))
    desk.do({"command": "prizes-declare", "cents": [5000, 3000]})
    desk.office.address = ADDRESS
    return desk


def sheet_of(browsing: Browsing, name: str, role: Role = Role.CHIEF, language: str = "nl") -> str:
    answer = browsing.client(role, language).get(f"/{browsing.slug}/print/{name}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.text


def codes_of(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which the text of each code is added that a page has."""
    texts: list[str] = []

    def code(text: str) -> str:
        texts.append(text)
        return qr_svg(text)

    monkeypatch.setattr("desk.render.sheets.qr_svg", code)
    return texts


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"schedule"}))
@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_sheet_is_a_page_of_leafs_without_a_style_of_its_own(
    browsing: Browsing, kind: str, language: str
) -> None:
    page = sheet_of(browsing, kind, language=language)
    Reader(page)
    assert '<section class="leaf' in page
    assert "<style" not in page
    assert not re.findall(r"\sstyle=", page)
    if kind not in CUT_OUT:
        assert ("blad 1 van 1" if language == "nl" else "page 1 of 1") in page


def test_the_list_of_sheets_leads_to_each_of_them(browsing: Browsing) -> None:
    client = browsing.client()
    page = client.get(f"/{browsing.slug}/print?round=3").text
    links = re.findall(rf'href="(/{browsing.slug}/print/[^"]+)"', page)
    assert {link.rpartition("/")[2].partition("?")[0] for link in links} == set(KINDS) - {
        "schedule"
    }
    assert all(client.get(link.replace("&amp;", "&")).status_code == 200 for link in links)


def test_a_sheet_that_there_is_not_is_refused_with_those_that_there_are(browsing: Browsing) -> None:
    answer = browsing.client().get(f"/{browsing.slug}/print/moon")
    assert answer.status_code == 422
    assert "moon" in answer.text
    assert "by-name" in answer.text
    assert browsing.client().get(f"/{browsing.slug}/print/pairings?round=9").status_code == 422
    assert browsing.client().get(f"/{browsing.slug}/print/schedule").status_code == 409


def test_a_slip_has_the_code_of_each_of_its_players(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = codes_of(monkeypatch)
    sheet_of(browsing, "slips", Role.HELPER)
    book = browsing.book
    games = book.state.rounds[-1].games
    file, published = browsing.office.doors.file, last_published(book)
    holders = [holder_of(file, link.removeprefix(f"{ADDRESS}/q/"), published) for link in links]
    assert [getattr(one, "player", None) for one in holders] == [
        player for game in games for player in (game.white, game.black)
    ]
    links.clear()
    sheet_of(browsing, "slips?round=3", Role.HELPER)
    assert links == []


def test_a_desk_that_no_phone_reaches_prints_no_codes_and_says_how_it_is_opened(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = codes_of(monkeypatch)
    monkeypatch.setattr(browsing.office, "address", f"http://{LOOPBACK}:8000")
    page = sheet_of(browsing, "slips", Role.HELPER)
    assert "toernooi bedienen --lan" in page
    assert "half" not in page
    assert "bedienen" not in sheet_of(browsing, "standing")
    assert links == []


def test_the_code_of_a_sheet_leads_to_the_check_of_its_head(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = codes_of(monkeypatch)
    page = sheet_of(browsing, "standing")
    head = browsing.book.heads[max(browsing.book.heads)].short
    assert links == [f"{ADDRESS}/check?head={head.replace(':', '%3A')}"]
    assert f"Controlecode {head}" in page


def test_an_audit_is_for_those_who_judge(browsing: Browsing) -> None:
    assert "Opnieuw ingedeeld" in sheet_of(browsing, "audit?round=3", Role.COMMITTEE)
    assert browsing.client(Role.HELPER).get(f"/{browsing.slug}/print/audit").status_code == 403
    assert browsing.client(None).get(f"/{browsing.slug}/print/standing").status_code == 303


@pytest.mark.parametrize("kind", prints.SHEETS)
def test_only_what_stays_indoors_has_who_asked_to_be_shown_without_a_name(
    browsing: Browsing, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "schedule":
        return
    if kind == "decision":
        browsing.do({"command": "protest", "round": 1, "player": 1, "text": "De klok"})
    book = browsing.book
    entrant = book.state.players[1]
    record = {**book.people[entrant.person], "nameless": "yes"}
    nameless = replace(book, people={**book.people, entrant.person: record})
    monkeypatch.setattr(browsing.office.live, "book", lambda _: nameless)
    page = sheet_of(browsing, kind)
    assert (record["name"] in page) == (kind in prints.INDOORS)


def test_the_way_back_stays_on_the_desk(browsing: Browsing) -> None:
    here = f"/{browsing.slug}/standing"
    assert f'href="{here}"' in sheet_of(browsing, f"standing?back={here}")
    for elsewhere in ("https://example.org/", "//example.org", "javascript:alert(1)"):
        page = sheet_of(browsing, f"standing?back={elsewhere}")
        assert "example.org" not in page
        assert "javascript" not in page


def test_slips_with_everybodys_codes_are_for_those_who_hand_them_out(browsing: Browsing) -> None:
    address = f"/{browsing.slug}/print/slips"
    for role in Role:
        client = browsing.client(None) if role is Role.PUBLIC else None
        client = client or browsing.client(role, player=1)
        answer = client.get(address)
        hands_out = role in (Role.CHIEF, Role.DEPUTY, Role.HELPER)
        assert (answer.status_code == 200) == hands_out, role
        if role in (Role.HELPER, Role.COMMITTEE):
            for list_ in ("print", "more"):
                page = client.get(f"/{browsing.slug}/{list_}").text
                assert (f"{address}?" in page or f'{address}"' in page) == hands_out
    assert browsing.client(Role.COMMITTEE).get(address).status_code == 403


def test_the_codes_of_many_slips_are_drawn_in_the_background_and_the_page_says_how_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browsing = demo(tmp_path)
    browsing.office.address = ADDRESS
    monkeypatch.setattr(codes_ahead, "AT_ONCE", 2)
    held, begun = Event(), Event()

    def drawn_later(link: str) -> Markup:
        begun.set()
        held.wait()
        return qr_svg(link)

    monkeypatch.setattr(codes_ahead, "qr_svg", drawn_later)
    client, address = browsing.client(), f"/{browsing.slug}/print/slips"
    answer = client.get(address)
    begun.wait()
    assert answer.status_code == 202
    assert "0 van de 14 codes zijn klaar" in client.get(address).text
    assert '<meta http-equiv="refresh" content="1">' in answer.text
    held.set()
    while (answer := client.get(address)).status_code == 202:
        assert "van de 14 codes" in answer.text
    assert answer.text.count('class="half"') == 14
