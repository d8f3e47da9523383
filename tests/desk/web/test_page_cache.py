"""Pages are made once for all who see them alike, and never shown to anybody else."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from desk.access.accounts import rename
from desk.access.roles import Role
from desk.web.answers import Answer, Page
from desk.web.routes import WebRoute, route
from desk.web.visit import Visit
from tests.helpers.browsing import Browsing, demo

PAGES: list[str] = []


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


@pytest.fixture
def standing(browsing: Browsing, monkeypatch: pytest.MonkeyPatch) -> str:
    """Serve a page of our own at the address of the standing; return the address."""
    PAGES.clear()
    show_pages(monkeypatch, lambda visit: Page("refused.html"))
    return f"/{browsing.slug}/standing"


def show_pages(monkeypatch: pytest.MonkeyPatch, page: Callable[[Visit], Answer]) -> None:
    def show(visit: Visit) -> Answer:
        PAGES.append(visit.route.name)
        return page(visit)

    monkeypatch.setattr(WebRoute, "handler", lambda self: show)


def result_of(browsing: Browsing) -> None:
    number = len(browsing.book.state.rounds)
    board, _ = browsing.book.state.rounds[-1].open_games[0]
    browsing.do({"command": "result", "round": number, "board": board, "result": "1-0"})


def test_a_page_is_made_once_until_the_tournament_changes(
    browsing: Browsing, standing: str
) -> None:
    client = browsing.client(None)
    first = client.get(standing)
    assert client.get(standing).content == first.content
    assert len(PAGES) == 1
    result_of(browsing)
    assert client.get(standing).status_code == 200
    assert len(PAGES) == 2


def test_each_language_theme_role_and_address_has_a_page_of_its_own(
    browsing: Browsing, standing: str
) -> None:
    for _ in range(2):
        browsing.client(None).get(standing)
        browsing.client(None, "en").get(standing)
        browsing.client(None).get(f"{standing}?after=2")
        browsing.client(Role.HELPER).get(standing)
        browsing.client(None).get(standing, headers={"cookie": "theme=dark; lang=nl"})
        browsing.client(None).get(standing, headers={"hx-request": "true"})
    assert len(PAGES) == 6


def test_a_reader_who_has_the_page_already_gets_nothing_but_that(
    browsing: Browsing, standing: str
) -> None:
    client = browsing.client(None)
    tag = client.get(standing).headers["etag"]
    again = client.get(standing, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"]
    assert "Cookie" in again.headers["vary"]


def test_a_kept_page_is_compressed_for_whoever_can_read_that(
    browsing: Browsing, standing: str
) -> None:
    client = browsing.client(None)
    plain = client.get(standing, headers={"accept-encoding": "identity"})
    packed = client.get(standing, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert len(PAGES) == 1


def test_a_kept_page_has_the_name_and_the_tokens_of_each_reader(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def form(visit: Visit, template: str, values: Any) -> bytes:
        return f"{visit.visitor.name}|{visit.csrf}|{visit.once}|{visit.once}".encode()

    PAGES.clear()
    show_pages(monkeypatch, lambda visit: Page("x.html"))
    monkeypatch.setattr("desk.web.app.rendered", form)
    clients = [browsing.client(Role.HELPER) for _ in range(3)]
    rename(browsing.office.doors.file, "helper-1", "Ann & <Bob>")
    texts = [client.get(f"/{browsing.slug}/standing").text.split("|") for client in clients]
    assert [text[1] for text in texts] == [browsing.csrf(client) for client in clients]
    assert {text[0] for text in texts} == {"Ann &amp; &lt;Bob&gt;"}
    onces = [once for text in texts for once in text[2:]]
    assert len(set(onces)) == len(onces) == 6
    assert len(PAGES) == 1


def test_a_page_of_one_reader_is_kept_for_nobody(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    PAGES.clear()
    show_pages(monkeypatch, lambda visit: Page("refused.html", shared=False))
    for _ in range(2):
        for name in ("standing", "round"):
            assert route(name)
            client = browsing.client(Role.HELPER, name="Ann")
            assert client.get(f"/{browsing.slug}/{name}").status_code == 200
    assert PAGES == ["standing", "round"] * 2


def test_many_who_ask_at_once_wait_for_one_page(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    PAGES.clear()
    show_pages(monkeypatch, lambda visit: Page("refused.html"))
    with browsing.client(None) as client, ThreadPoolExecutor(8) as threads:
        address = f"/{browsing.slug}/standing"
        answers = list(threads.map(lambda _: client.get(address).status_code, range(24)))
    assert answers == [200] * 24
    assert len(PAGES) == 1


def test_a_page_that_fails_is_not_kept(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    PAGES.clear()

    def fail(visit: Visit) -> Answer:
        raise ValueError(len(PAGES))

    show_pages(monkeypatch, fail)
    for _ in range(2):
        assert browsing.client(None).get(f"/{browsing.slug}/standing").status_code == 500
    assert len(PAGES) == 2
    assert "ValueError" in capsys.readouterr().err
