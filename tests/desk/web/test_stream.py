"""Events: what a page learns of changes, also after it was away."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from starlette.requests import Request

from desk.access.accounts import EVERYWHERE, accounts, give
from desk.access.roles import Role
from desk.access.sessions import IDLE_S
from desk.commands.commands import command_of
from desk.desk import Desk
from desk.live.live import Live
from desk.outcomes import Written
from desk.web import stream
from desk.web.answers import Stream
from desk.web.app import request_of
from desk.web.pages.events import events
from desk.web.routes import route
from desk.web.services import Services
from desk.web.stream import Streams
from desk.writing import carry_out
from tests.helpers.browsing import Browsing, demo

BOTH = frozenset(("results", "board-1"))
"""The results, and a board that has one already: only the first has news here."""


Opened: TypeAlias = AsyncIterator[bytes] | None
"""The events of a stream that was asked for, None where it was refused."""

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
        events = streams.events(live, tournament(browsing), topics=BOTH, seen=seen)
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


def opened(browsing: Browsing, topics: str, role: Role | None, **of: Any) -> Opened:
    """Return the stream that a browser with a role opens, and its topics."""
    office, address = browsing.office, f"/{browsing.slug}/events"
    cookies = [f"{name}={value}" for name, value in browsing.cookies(role, **of).items()]
    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "headers": [(b"cookie", "; ".join(cookies).encode())],
        "query_string": f"topics={topics}&seen={browsing.book.state.position}".encode(),
        "path_params": {"t": browsing.slug},
    }
    asked = request_of(office, route("stream"), Request(scope))
    answer = events(asked, Services(office, asked))
    return answer.pieces if isinstance(answer, Stream) else None


def heard(browsing: Browsing, events: Opened, *works: Callable[[], object]) -> list[str]:
    """Return the names of the events that a stream gives while other things happen; "": its end."""
    assert events is not None
    names: list[str] = []

    async def listen() -> None:
        assert (await anext(events)).startswith(b"retry: ")
        for work in works:
            waiting = asyncio.create_task(anext(events, b""))
            await asyncio.sleep(0)
            await asyncio.to_thread(work)
            async with asyncio.timeout(30):
                told = (await waiting).decode()
            names.append(",".join(re.findall("^event: (.*)$", told, re.MULTILINE)))
        await events.aclose()  # type: ignore[attr-defined]
        assert browsing.office.streams.open == 0

    asyncio.run(listen())
    return names


EVERY_TOPIC = "published,results,claims,standing,players,check-in,board-1,board-2,board-3"


@pytest.mark.parametrize(
    ("role", "of", "expected"),
    [
        (None, {}, "players,published,results,standing"),
        (Role.PLAYER, {"board": 2}, "board-2,players,published,results,standing"),
        (Role.PLAYER, {"player": 1}, "board-1,players,published,results,standing"),
        (Role.COMMITTEE, {}, "board-1,board-2,board-3,claims,players,published,results,standing"),
        (
            Role.HELPER,
            {},
            "board-1,board-2,board-3,check-in,claims,players,published,results,standing",
        ),
    ],
)
def test_a_stream_has_the_topics_of_its_role(
    browsing: Browsing, role: Role | None, of: dict[str, int], expected: str
) -> None:
    assert browsing.book.state.rounds[-1].board_of(1) == 1
    events = opened(browsing, EVERY_TOPIC, role, **of)
    plan = {"command": "plan", "rounds": 9}
    assert heard(browsing, events, lambda: browsing.do(plan)) == [expected]


def test_a_spectator_who_wants_to_hear_of_the_staff_alone_hears_nothing(
    browsing: Browsing,
) -> None:
    assert opened(browsing, "claims,check-in,board-1", None) is None
    page = browsing.client(None).get(f"/{browsing.slug}/rules").text
    assert "topics=published%2Cresults%2Cstanding%2Cplayers&" in page


def claim(browsing: Browsing, result: str = "1-0") -> None:
    number = len(browsing.book.state.rounds)
    _, game = browsing.book.state.rounds[-1].open_games[0]
    browsing.do({"command": "claim", "round": number, "player": game.white, "result": result})


def test_a_stream_ends_before_its_news_when_the_role_that_opened_it_is_taken_away(
    browsing: Browsing,
) -> None:
    events = opened(browsing, "claims", Role.HELPER)
    file = browsing.office.doors.file
    helper = next(one.key for one in accounts(file) if Role.HELPER in one.roles.values())

    def dismiss() -> None:
        give(file, helper, EVERYWHERE, None)
        claim(browsing, "0-1")

    assert heard(browsing, events, lambda: claim(browsing), dismiss) == ["claims", ""]


def test_a_stream_ends_with_its_session_and_does_not_keep_it(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0)
    events = opened(browsing, "claims", Role.CHIEF)
    names = heard(
        browsing,
        events,
        lambda: browsing.clock.go_on(IDLE_S - 1),
        lambda: browsing.clock.go_on(1),
        lambda: None,
    )
    assert names[-1] == ""


def test_a_stream_of_the_desk_goes_on_while_its_ledger_is_away(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0)
    events = opened(browsing, "claims", Role.CHIEF)
    away = browsing.path.with_name("away.ledger")
    names = heard(browsing, events, lambda: browsing.path.rename(away), lambda: None)
    assert names == ["beat", "beat"]


def test_the_phone_of_a_round_that_is_over_hears_of_the_next_one_as_its_last(
    browsing: Browsing,
) -> None:
    events = opened(browsing, "published,board-1", Role.PLAYER, player=1)

    def publish() -> None:
        rounds = browsing.book.state.rounds
        open_boards = [board for board, _ in rounds[-1].open_games]
        browsing.do(
            *(
                {"command": "result", "round": len(rounds), "board": board, "result": "1-0"}
                for board in open_boards
            ),
            {"command": "publish"},
        )

    assert heard(browsing, events, publish, lambda: None) == ["published", ""]


def test_a_check_in_list_hears_of_the_other_tournaments_that_it_shows(browsing: Browsing) -> None:
    own = tournament(browsing)
    opening = {"command": "init", "name": "Jeugd"}
    desk = Desk(browsing.path, browsing.runtime)
    youth = carry_out(desk, [(None, command_of(opening)), (None, command_of(ENTRY))])  # type: ignore[list-item]
    assert isinstance(youth, Written)
    check_in = command_of({"command": "check-in", "player": "Cuypers"})

    async def hear() -> None:
        live, streams = browsing.office.live, Streams()
        seen = live.book(own).state.position
        topics, beside = frozenset({"check-in", "published"}), frozenset({youth.tournament})
        events = streams.events(live, own, topics=topics, seen=seen, beside=beside)
        await asyncio.wait_for(anext(events), 30)
        waiting = asyncio.create_task(next_of(events))
        await asyncio.sleep(0)
        await asyncio.to_thread(carry_out, desk, [(None, check_in)], youth.tournament)  # type: ignore[list-item]
        assert await waiting == f"event: check-in\nid: {seen}\ndata: {seen}\n\n"
        assert streams.open == 1
        await events.aclose()  # type: ignore[attr-defined]
        assert streams.open == 0

    asyncio.run(hear())
