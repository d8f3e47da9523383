"""While a ledger on a server is silent, whatever needs no ledger is answered, and nobody queues."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest
from httpx2 import ASGITransport, AsyncClient

from ledger.errors import gone
from ledger.place import LedgerPlace
from ledger.store.store import Store
from tests.helpers.browsing import HOST, Browsing, demo

PATIENCE_S = 60
"""How long the opening waits for the test, which answers at once; then the test has failed."""


@dataclass
class SilentStores:
    """Stores whose opening waits until it is answered: here, or `away`."""

    asked: Event = field(default_factory=Event)
    answer: Event = field(default_factory=Event)
    away: bool = False

    def open(self, place: LedgerPlace) -> Store:
        self.asked.set()
        assert self.answer.wait(PATIENCE_S), "nobody else was answered while the ledger was opened"
        if self.away:
            raise gone(str(place))
        return Store(place)


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


@pytest.fixture
def page(browsing: Browsing) -> str:
    return f"/{browsing.slug}/pairings"


@pytest.fixture
def stores(browsing: Browsing, page: str, monkeypatch: pytest.MonkeyPatch) -> SilentStores:
    """Have the desk, which had its ledger, open it again from stores that wait."""
    browsing.office.live.close()
    silent = SilentStores()
    monkeypatch.setattr("desk.live.live.Store", silent.open)
    return silent


def on_one_loop(browsing: Browsing, work: Callable[[AsyncClient], Awaitable[None]]) -> None:
    """Let a test ask as several browsers do, of one server with one event loop."""

    async def ask() -> None:
        async with AsyncClient(transport=ASGITransport(browsing.app), base_url=HOST) as client:
            await work(client)

    asyncio.run(ask())


def test_while_a_page_waits_for_the_ledger_what_needs_none_is_answered(
    browsing: Browsing, page: str, stores: SilentStores
) -> None:
    async def ask(client: AsyncClient) -> None:
        waiting = asyncio.create_task(client.get(page))
        await asyncio.to_thread(stores.asked.wait, PATIENCE_S)
        assert (await client.get("/static/style.css")).status_code == 200
        assert not waiting.done()
        stores.answer.set()
        assert (await waiting).status_code == 200

    on_one_loop(browsing, ask)


def test_while_one_looks_for_a_ledger_known_to_be_away_the_others_are_told_at_once(
    browsing: Browsing, page: str, stores: SilentStores
) -> None:
    async def ask(client: AsyncClient) -> None:
        stores.away = True
        stores.answer.set()
        assert (await client.get(page)).status_code == 503
        assert (await client.get("/healthz")).status_code == 503
        stores.asked.clear()
        stores.answer.clear()
        waiting = asyncio.create_task(client.get(page))
        await asyncio.to_thread(stores.asked.wait, PATIENCE_S)
        assert (await client.get(page)).status_code == 503
        assert (await client.get("/healthz")).json()["code"] == "ledger-missing"
        assert not waiting.done()
        stores.away = False
        stores.answer.set()
        assert (await waiting).status_code == 200
        assert (await client.get("/healthz")).status_code == 200

    on_one_loop(browsing, ask)
