"""Events: what a page learns of changes, also after it was away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from desk.commands.tournament import command_of
from desk.desk import Desk, Written
from desk.live.live import Live
from desk.web import stream
from desk.web.stream import Streams
from tests.helpers.browsing import Browsing, demo

BOTH = frozenset(("results", "board-1"))
"""The results, and a board that has one already: only the first has news here."""


ENTRY = {"command": "enter", "name": "Cuypers, Z."}


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def tournament(browsing: Browsing) -> str:
    return browsing.office.slugs()[browsing.slug][0]


def result_of(browsing: Browsing) -> int:
    """Record the result of an open board by another program; return the position of its fact."""
    number = len(browsing.book.state.rounds)
    board, _ = browsing.book.state.rounds[-1].open_games[0]
    book = browsing.do({"command": "result", "round": number, "board": board, "result": "1-0"})
    return book.state.position


def listening(
    browsing: Browsing, seen: int | None, work: Callable[..., Coroutine[Any, Any, None]]
) -> None:
    """Open a stream on the results and do something with it."""

    async def listen() -> None:
        live: Live = browsing.office.live
        streams = Streams()
        events = streams.events(live, tournament(browsing), BOTH, seen)
        assert (await asyncio.wait_for(anext(events), 30)).startswith(b"retry: ")
        await work(streams, events)
        await events.aclose()  # type: ignore[attr-defined]
        assert streams.open == 0

    asyncio.run(listen())


async def next_of(events: AsyncIterator[bytes]) -> str:
    async with asyncio.timeout(30):
        return (await anext(events)).decode()


def test_a_page_hears_of_a_change_it_shows(browsing: Browsing) -> None:
    async def hear(streams: Streams, events: AsyncIterator[bytes]) -> None:
        waiting = asyncio.create_task(next_of(events))
        while not streams.open:
            await asyncio.sleep(0)
        at = await asyncio.to_thread(result_of, browsing)
        assert await waiting == f"event: results\nid: {at}\ndata: {at}\n\n"

    listening(browsing, browsing.book.state.position, hear)


def test_a_page_that_was_away_hears_at_once_what_it_missed(browsing: Browsing) -> None:
    seen = browsing.book.state.position
    at = result_of(browsing)

    async def hear(streams: Streams, events: AsyncIterator[bytes]) -> None:
        assert await next_of(events) == f"event: results\nid: {at}\ndata: {at}\n\n"

    listening(browsing, seen, hear)


def test_a_page_of_a_ledger_that_was_replaced_by_a_shorter_one_renews_all(
    browsing: Browsing,
) -> None:
    at = browsing.book.state.position

    async def hear(streams: Streams, events: AsyncIterator[bytes]) -> None:
        assert await next_of(events) == "".join(
            f"event: {topic}\nid: {at}\ndata: {at}\n\n" for topic in sorted(BOTH)
        )

    listening(browsing, at + 5, hear)


def test_a_slow_reader_gets_what_they_missed_as_one_event(browsing: Browsing) -> None:
    async def hear(streams: Streams, events: AsyncIterator[bytes]) -> None:
        waiting = asyncio.create_task(next_of(events))
        await asyncio.to_thread(result_of, browsing)
        await waiting
        await asyncio.to_thread(result_of, browsing)
        at = await asyncio.to_thread(result_of, browsing)
        reader = next(iter(streams._readers[tournament(browsing)]))
        while reader.position < at:
            await asyncio.sleep(0.01)
        assert await next_of(events) == f"event: results\nid: {at}\ndata: {at}\n\n"

    listening(browsing, None, hear)


def test_a_stream_without_news_beats(browsing: Browsing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0)

    async def hear(streams: Streams, events: AsyncIterator[bytes]) -> None:
        assert await next_of(events) == "event: beat\ndata: here\n\n"

    listening(browsing, None, hear)


def test_a_stream_says_when_the_ledger_is_away_and_when_it_is_back(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0)
    aside = browsing.path.with_suffix(".aside")

    async def hear(streams: Streams, events: AsyncIterator[bytes]) -> None:
        async def heard(word: str) -> bool:
            """Look until a beat says it; a look that began before may end after ours."""
            for _ in range(50):
                await asyncio.to_thread(browsing.office.live.look)
                if await next_of(events) == f"event: beat\ndata: {word}\n\n":
                    return True
            return False

        browsing.path.rename(aside)
        assert await heard("away")
        aside.rename(browsing.path)
        assert await heard("here")

    listening(browsing, None, hear)


def test_topics_that_are_none_and_too_many_streams_are_refused(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browsing.client(None)
    address = f"/{browsing.slug}/events"
    for topics in ("", "?topics=", "?topics=a b", "?topics=results,%0Adata"):
        assert client.get(f"{address}{topics}").status_code == 422
    monkeypatch.setattr(stream, "MOST_STREAMS", 0)
    assert client.get(f"{address}?topics=results").status_code == 503


def test_a_check_in_list_hears_of_the_other_tournaments_that_it_shows(browsing: Browsing) -> None:
    own = tournament(browsing)
    opening = {"command": "init", "name": "Jeugd"}
    desk = Desk(browsing.path, browsing.runtime)
    youth = desk.write([(None, command_of(opening)), (None, command_of(ENTRY))])  # type: ignore[list-item]
    assert isinstance(youth, Written)
    check_in = command_of({"command": "check-in", "player": "Cuypers"})

    async def hear() -> None:
        live, streams = browsing.office.live, Streams()
        seen = live.book(own).state.position
        topics, beside = frozenset({"check-in", "published"}), frozenset({youth.tournament})
        events = streams.events(live, own, topics, seen, beside)
        await asyncio.wait_for(anext(events), 30)
        waiting = asyncio.create_task(next_of(events))
        await asyncio.sleep(0)
        await asyncio.to_thread(desk.write, [(None, check_in)], youth.tournament)  # type: ignore[list-item]
        assert await waiting == f"event: check-in\nid: {seen}\ndata: {seen}\n\n"
        assert streams.open == 1
        await events.aclose()  # type: ignore[attr-defined]
        assert streams.open == 0

    asyncio.run(hear())
