"""Pages of spectators are made once for all of them; everybody else gets a page of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.web.answers import Answer, Page
from desk.web.pages.login import LoginPage
from desk.web.request import Request
from desk.web.routes import WebRoute
from desk.web.services import PageFunction, Services
from tests.helpers.browsing import Browsing, demo, fields_of

PAGES: list[str] = []


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


@pytest.fixture
def standing(browsing: Browsing, monkeypatch: pytest.MonkeyPatch) -> str:
    """Serve a page of our own at the address of the standing; return the address."""
    PAGES.clear()
    show_pages(monkeypatch, lambda request, services: Page("refused.html"))
    return f"/{browsing.slug}/standing"


def show_pages(monkeypatch: pytest.MonkeyPatch, page: PageFunction) -> None:
    def show(request: Request, services: Services) -> Answer:
        PAGES.append(request.route.name)
        return page(request, services)

    monkeypatch.setattr(WebRoute, "answer", lambda self, request, services: show(request, services))


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


def test_each_language_theme_and_address_has_a_page_of_its_own(
    browsing: Browsing, standing: str
) -> None:
    for _ in range(2):
        browsing.client(None).get(standing)
        browsing.client(None, "en").get(standing)
        browsing.client(None).get(f"{standing}?after=2")
        browsing.client(None).get(standing, headers={"cookie": "theme=dark; lang=nl"})
        browsing.client(None).get(standing, headers={"hx-request": "true"})
    assert len(PAGES) == 5


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


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.PUBLIC])
def test_a_page_of_somebody_who_is_logged_in_is_kept_for_nobody(
    browsing: Browsing, standing: str, role: Role
) -> None:
    client = browsing.client(role, **({"player": 1} if role is Role.PLAYER else {}))  # type: ignore[arg-type]
    pages = [client.get(standing) for _ in range(2)]
    assert [page.status_code for page in pages] == [200, 200]
    assert {page.headers["cache-control"] for page in pages} == {"no-store"}
    assert "etag" not in pages[0].headers
    browsing.client(None).get(standing)
    assert len(PAGES) == 3


def test_a_page_with_a_form_is_kept_for_nobody_and_each_reader_has_a_token(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    PAGES.clear()
    show_pages(
        monkeypatch,
        lambda request, services: Page("login.html", LoginPage(who="", then="")),
    )
    clients = [browsing.client(None) for _ in range(2)]
    for client in clients:
        client.cookies.clear()
    texts = [client.get(f"/{browsing.slug}/standing").text for client in clients]
    tokens = [fields_of(text)["csrf"] for text in texts]
    assert tokens == [browsing.csrf(client) for client in clients]
    assert len(set(tokens)) == len(PAGES) == 2


def test_many_who_ask_at_once_wait_for_one_page(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    PAGES.clear()
    show_pages(monkeypatch, lambda request, services: Page("refused.html"))
    with browsing.client(None) as client, ThreadPoolExecutor(8) as threads:
        address = f"/{browsing.slug}/standing"
        answers = list(threads.map(lambda _: client.get(address).status_code, range(24)))
    assert answers == [200] * 24
    assert len(PAGES) == 1


def test_a_page_that_fails_is_not_kept(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    PAGES.clear()

    def fail(request: Request, services: Services) -> Answer:
        raise ValueError(len(PAGES))

    show_pages(monkeypatch, fail)
    for _ in range(2):
        assert browsing.client(None).get(f"/{browsing.slug}/standing").status_code == 500
    assert len(PAGES) == 2
    assert "ValueError" in capsys.readouterr().err
