"""One phone cannot stop the desk: connections are counted, dawdlers are ended, staff keep room."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st

from desk.access.roles import Role
from desk.web import seats, stream
from desk.web.seats import KEPT_SEATS, MOST_OF_ADDRESS, OWN_FILES, Seats, raise_file_limit
from desk.web.server import LOOPBACK, listening, settings_of
from tests.helpers.browsing import Browsing, demo

PATIENCE_S = 60
HALL = "192.0.2."


def test_one_address_gets_its_share_and_leaves_room_for_others() -> None:
    room = Seats()
    taken = [room.take(f"{HALL}7") for _ in range(MOST_OF_ADDRESS + 50)]
    assert taken.count(True) == MOST_OF_ADDRESS
    assert room.take(f"{HALL}8")
    room.leave(f"{HALL}7")
    assert room.take(f"{HALL}7")


def test_in_a_small_server_an_address_gets_a_quarter() -> None:
    room = Seats()
    room.of_files(256)
    assert sum(room.take(f"{HALL}7") for _ in range(500)) == (room.most - room.most // 4) // 4


def test_the_desks_own_people_and_the_laptop_find_room_when_all_others_are_there() -> None:
    room = Seats(most=1000)
    room.know(f"{HALL}200")
    public = sum(room.take(f"{HALL}{number % 100}") for number in range(5000))
    assert public == 1000 - KEPT_SEATS
    assert not room.take(f"{HALL}150")
    assert room.take(f"{HALL}200")
    assert room.take(LOOPBACK)
    assert room.take("::1")
    own = sum(room.take(LOOPBACK) for _ in range(5000))
    assert room.taken == 1000 == public + 3 + own


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), max_size=200))
def test_seats_are_given_back(moves: list[tuple[bool, int]]) -> None:
    room, there = Seats(most=40), list[str]()
    for comes, number in moves:
        address = f"{HALL}{number}"
        if comes and room.take(address):
            there.append(address)
        elif not comes and address in there:
            there.remove(address)
            room.leave(address)
        assert room.taken == len(there) <= 40
    for address in there:
        room.leave(address)
    assert not room._taken


def test_addresses_of_people_are_remembered_as_hashes_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seats, "MOST_PEOPLE", 3)
    room = Seats()
    for number in range(10):
        room.know(f"{HALL}{number}")
    assert len(room._people) == 3
    assert all(len(key) == 16 and HALL.encode() not in key for key in room._people)


def test_the_server_asks_for_more_open_files() -> None:
    files = raise_file_limit()
    assert files == raise_file_limit() > OWN_FILES
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft in (hard, resource.RLIM_INFINITY) or soft >= seats.MOST_FILES


def test_whoever_logs_in_is_known_by_their_address_and_a_spectator_is_not(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    browsing.client(None).get(f"/{browsing.slug}/standing")
    browsing.client(Role.PLAYER, player=1).get(f"/{browsing.slug}/game")
    assert not browsing.office.seats._people
    browsing.client(Role.HELPER).get(f"/{browsing.slug}/round")
    assert len(browsing.office.seats._people) == 1


def test_streams_have_a_share_for_an_address_and_room_for_the_desk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    streams = stream.Streams()
    streams._senders.update({f"{HALL}7": stream.MOST_OF_ADDRESS, LOOPBACK: 1000})
    assert not streams.have_room(f"{HALL}7", of_desk=False)
    assert streams.have_room(f"{HALL}7", of_desk=True)
    assert streams.have_room(f"{HALL}8", of_desk=False)
    assert streams.have_room(LOOPBACK, of_desk=False), "a proxy for the hall"
    monkeypatch.setattr(stream, "MOST_STREAMS", 0)
    assert not streams.have_room(f"{HALL}8", of_desk=False)
    assert streams.have_room(f"{HALL}8", of_desk=True)


@contextmanager
def served(browsing: Browsing) -> Iterator[int]:
    """Give the port at which the desk is served in a thread, as `toernooi serve` does."""
    listener = listening(False, 0)
    listener.listen()  # who connects before the server runs waits for it
    server = uvicorn.Server(settings_of(browsing.office))
    thread = Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def connected(port: int, sends: bytes = b"") -> socket.socket:
    connection = socket.create_connection((LOOPBACK, port), timeout=PATIENCE_S)
    connection.sendall(sends)
    return connection


def everything(connection: socket.socket) -> bytes:
    """Return what a server sends until it ends the connection."""
    pieces = []
    try:
        while piece := connection.recv(65536):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b"".join(pieces)


HEAD = f"Host: {LOOPBACK}\r\nConnection: close\r\n".encode()
GET = b"GET /login HTTP/1.1\r\n" + HEAD
POST = b"POST /login HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n" + HEAD


@pytest.mark.parametrize(
    ("sends", "limit"),
    [
        (b"", "HEAD_S"),
        (GET, "HEAD_S"),
        (POST + b"Content-Length: 1000\r\n\r\nname=", "BODY_S"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n", "BODY_S"),
    ],
    ids=["nothing", "half a head", "half a body", "a body without an end"],
)
def test_a_request_that_does_not_come_is_ended_while_others_are_answered(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch, sends: bytes, limit: str
) -> None:
    with served(browsing) as port:
        monkeypatch.setattr(seats, limit, 2)  # a busy machine may take one to connect
        with ExitStack() as opened:
            slow = [opened.enter_context(connected(port, sends)) for _ in range(20)]
            with connected(port, GET + b"\r\n") as quick:
                assert everything(quick).startswith(b"HTTP/1.1 200")
            assert [everything(each) for each in slow] == [b""] * 20
        with connected(port, GET + b"\r\n") as quick:
            assert everything(quick).startswith(b"HTTP/1.1 200")
    assert browsing.office.seats.taken == 0


def test_a_head_that_comes_byte_by_byte_gets_no_more_time(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(browsing) as port:
        monkeypatch.setattr(seats, "HEAD_S", 2)
        with connected(port, GET) as slow:
            slow.settimeout(0.02)
            for _ in range(3000):
                try:
                    slow.sendall(b"x")
                    if not slow.recv(1):
                        break
                except TimeoutError:
                    continue
                except OSError:
                    break
            else:
                pytest.fail("the server waits on")


def test_a_request_that_is_answered_slowly_is_not_ended(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream outlives the time for a head, as nothing is awaited of its reader."""
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.7)
    address = f"GET /{browsing.slug}/events?topics=results HTTP/1.1\r\n".encode()
    with served(browsing) as port:
        monkeypatch.setattr(seats, "HEAD_S", 2)
        with connected(port, address + HEAD + b"\r\n") as reader:
            heard = b""
            while heard.count(b"event: beat\n") < 4:
                piece = reader.recv(65536)
                assert piece, "the stream ended"
                heard += piece


def test_who_finds_no_seat_is_sent_away_at_once(browsing: Browsing) -> None:
    browsing.office.seats.most = 2
    with served(browsing) as port, connected(port), connected(port):
        with connected(port, GET + b"\r\n") as third:
            assert everything(third) == b""
        assert browsing.office.seats.taken == 2
