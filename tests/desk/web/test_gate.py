"""The gate: forged names, bodies that are too large, headers of every answer."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Iterator, MutableMapping
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from desk.access.roles import Role
from desk.web.gate import HEADERS, MOST_FILE, MOST_FORM, is_own
from tests.helpers.browsing import Browsing, demo

MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "testserver.evil.example",
        "",
        ":8000",
        "testserver@x",
        "192.0.2.7.evil.example",
        "xn--testserver",
        "[testserver]",
        "testserver:8000:9",
    ],
)
def test_a_forged_host_gets_nothing_and_records_nothing(browsing: Browsing, host: str) -> None:
    chief, position = browsing.client(Role.CHIEF), browsing.book.state.position
    data = {"csrf": browsing.csrf(chief)}
    for answer in (
        chief.get(f"/{browsing.slug}/more", headers={"host": host}),
        chief.post(f"/{browsing.slug}/undo", headers={"host": host}, data=data),
    ):
        assert answer.status_code == 421
        assert browsing.slug not in answer.text
    assert browsing.book.state.position == position


@pytest.mark.parametrize(
    "host",
    [
        "192.0.2.7",
        "192.0.2.7:8000",
        "[2001:db8::1]",
        "[2001:db8::1]:8000",
        "2001:db8::1",
        "desk.club.example",
        "desk.club.example:443",
        "Desk.Club.Example:8000",
    ],
)
def test_an_address_and_an_own_name_are_answered(host: str) -> None:
    assert is_own(host, {"desk.club.example"})


def test_a_name_with_a_port_is_only_that_port() -> None:
    assert is_own("desk.example:8000", {"desk.example:8000"})
    assert not is_own("desk.example:8001", {"desk.example:8000"})


def test_every_answer_has_every_header(browsing: Browsing) -> None:
    client, chief = browsing.client(None), browsing.client(Role.CHIEF)
    answers = [
        client.get("/"),
        client.get("/nowhere"),
        client.get("/?lang=en"),
        client.put("/"),
        client.get("/static/style.css"),
        client.get("/static/nothing"),
        client.get("/login"),
        client.get("/", headers={"host": "evil.example"}),
        chief.get(f"/{browsing.slug}/more"),
    ]
    for answer in answers:
        missing = {name for name in HEADERS if name not in answer.headers}
        assert missing == set(), answer.url


def test_what_somebody_who_is_logged_in_sees_is_kept_nowhere(browsing: Browsing) -> None:
    for role in (Role.CHIEF, Role.HELPER):
        answer = browsing.client(role).get(f"/{browsing.slug}/more")
        assert answer.headers["cache-control"] == "no-store"
    assert browsing.client(None).get("/").headers["cache-control"] == "no-cache"


def chunks(megabytes: int, head: bytes = b"") -> Iterator[bytes]:
    yield head
    for _ in range(megabytes):
        yield b"x" * MEGABYTE


def streamed(browsing: Browsing, headers: dict[str, str], body: Iterator[bytes]) -> tuple[int, int]:
    """Send a body piece by piece, as a server gives it; return the status, and how many were read.

    (The test client would put it together first.)
    """
    read, statuses = count(), list[int]()
    chief = browsing.client(Role.CHIEF)
    cookie = "; ".join(f"{name}={value}" for name, value in chief.cookies.items())
    headers = {"host": "testserver", "cookie": cookie} | headers
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/new",
        "raw_path": b"/new",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "scheme": "http",
        "server": ("testserver", 80),
        "client": ("192.0.2.7", 1),
        "http_version": "1.1",
    }

    async def receive() -> dict[str, object]:
        chunk = next(body, b"")
        next(read)
        return {"type": "http.request", "body": chunk, "more_body": bool(chunk)}

    async def send(message: MutableMapping[str, object]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(cast(int, message["status"]))

    asyncio.run(browsing.app(scope, receive, send))
    return statuses[0], next(read)


@pytest.mark.parametrize("multipart", [True, False])
def test_a_hundred_megabytes_are_refused_while_they_stream(
    browsing: Browsing, multipart: bool
) -> None:
    position = browsing.book.state.position
    kind, head = "application/x-www-form-urlencoded", b"csrf=x&name="
    if multipart:
        kind = "multipart/form-data; boundary=b"
        head = (
            b'--b\r\nContent-Disposition: form-data; name="file"; filename="x.trf"\r\n'
            b"Content-Type: text/plain\r\n\r\n"
        )
    tracemalloc.start()
    status, read = streamed(browsing, {"content-type": kind}, chunks(100, head))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (status, read) == (413, 102)
    assert peak < 30 * MEGABYTE
    assert browsing.book.state.position == position


def test_what_is_announced_as_too_large_is_dropped_up_to_a_bound(browsing: Browsing) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded", "content-length": str(10**12)}
    status, read = streamed(browsing, kind, chunks(10**6, b"x"))
    assert status == 413
    assert read < 300


def test_the_page_after_a_file_that_is_too_large_says_so(browsing: Browsing) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = browsing.client(Role.CHIEF, "en").post("/new", content=chunks(3, b"x"), headers=kind)
    assert answer.status_code == 413
    assert "That is more than the desk takes" in answer.text


def test_a_size_that_is_announced_is_believed_and_one_that_is_not_is_counted(
    browsing: Browsing,
) -> None:
    chief = browsing.client(Role.CHIEF)
    kind = {"content-type": "application/x-www-form-urlencoded"}
    token = f"csrf={browsing.csrf(chief)}&x=".encode()
    for size, status in ((MOST_FORM + 1, 413), (MOST_FORM, None)):
        body = token + b"x" * (size - len(token))
        for content in (body, iter([body])):
            answer = chief.post(f"/{browsing.slug}/people/role", content=content, headers=kind)
            assert (answer.status_code == 413) == (status == 413)
    assert MOST_FILE > 20 * MOST_FORM


@pytest.mark.parametrize("role", [None, Role.HELPER])
def test_who_may_not_send_a_form_is_answered_before_it_is_read(
    browsing: Browsing, role: Role | None
) -> None:
    answer = browsing.client(role).post(
        "/new", content=chunks(3), headers={"content-type": "multipart/form-data; boundary=b"}
    )
    assert answer.status_code in (401, 403)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"--b\r\n"),
        ("multipart/form-data; boundary=b", b"nonsense"),
        (
            "multipart/form-data; boundary=b",
            b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
        ),
        ("application/x-www-form-urlencoded", b"\xff\xfe=%ff&&&=&csrf"),
        ("application/x-www-form-urlencoded", b"a=b" + b"&a=b" * 60_000),
        ("application/json", b"{}"),
        ("text/plain", b"csrf=x"),
    ],
)
def test_a_body_of_nonsense_is_refused_and_records_nothing(
    browsing: Browsing, kind: str, body: bytes
) -> None:
    chief, position = browsing.client(Role.CHIEF), browsing.book.state.position
    answer = chief.post("/new", content=body, headers={"content-type": kind})
    assert answer.status_code in (400, 409, 422)
    assert browsing.book.state.position == position
