"""The connection to a server: whoever waited while it was found away does not look once more."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import NoReturn

import psycopg
import pytest

from ledger.errors import StoreError
from ledger.place import ServerAddress, place_from
from ledger.store.server.link import Link
from ledger.store.server.recorder import Session

PATIENCE_S = 60


class NoticedLock:
    """The lock of a link, which says when a second thread wants it."""

    def __init__(self, link: Link) -> None:
        self.lock, self.entries, self.wanted_twice = link.lock, 0, Event()

    def __enter__(self) -> None:
        self.entries += 1
        if self.entries == 2:
            self.wanted_twice.set()
        self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()


def test_of_two_that_wait_for_a_silent_server_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    address = place_from("postgresql://club@db.club.example:5444/ledgers")
    assert isinstance(address, ServerAddress)
    link, connecting, attempts = Link(address, 5), Event(), []
    lock = NoticedLock(link)
    monkeypatch.setattr(link, "lock", lock)

    def silent(*_: object, **__: object) -> NoReturn:
        attempts.append(1)
        connecting.set()
        assert lock.wanted_twice.wait(PATIENCE_S)
        raise psycopg.OperationalError("timeout expired")

    monkeypatch.setattr(Session, "connect", silent)

    def ask() -> str:
        with pytest.raises(StoreError) as caught, link.turn():
            link.live()
        return caught.value.refusal.code

    with ThreadPoolExecutor(2) as both:
        first = both.submit(ask)
        assert connecting.wait(PATIENCE_S)
        second = both.submit(ask)
        assert first.result() == second.result()
    assert len(attempts) == 1
