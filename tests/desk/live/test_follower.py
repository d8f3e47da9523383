"""Two desks on one ledger on a server: each is told of what the other records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from desk.live.changes import Change, Watch
from desk.live.live import Live
from desk.outcomes import Written
from ledger.place import ServerAddress, place_from
from tests.helpers.hall import command
from tests.helpers.ledgers import at
from tests.helpers.postgres import Cluster, postgresql

pytestmark = pytest.mark.server

PATIENCE_S = 60


@pytest.fixture
def desks(database: str) -> Iterator[tuple[Live, Live, str]]:
    """Give two desks on one ledger, and the tournament in it, which both have read."""
    with closing(desk_on(database)) as one, closing(desk_on(database)) as other:
        cup = opened(one)
        other.book(cup)
        yield one, other, cup


def desk_on(address: str) -> Live:
    place = place_from(address)
    assert isinstance(place, ServerAddress)
    return Live(place, at())


def opened(live: Live) -> str:
    done = live.write(None, [(None, command("init", name="Cup", rules="mwkeizer"))], "chief-1")
    assert isinstance(done, Written)
    return done.tournament


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


async def changes(watch: Watch) -> tuple[Change, ...]:
    return await asyncio.wait_for(watch.next(), PATIENCE_S)


def entered(live: Live, cup: str, name: str) -> None:
    assert isinstance(live.write(cup, [(None, command("enter", name=name))], "chief-1"), Written)


def test_what_one_desk_records_is_told_to_the_other_which_does_not_ask_for_it(
    desks: tuple[Live, Live, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, cup = desks

    async def listen() -> tuple[Change, ...]:
        watch = other.watch()
        await until(other._hears)
        monkeypatch.setattr(watch, "_look", lambda: pytest.fail("it asked the tables"))
        waiting = asyncio.create_task(changes(watch))
        await asyncio.sleep(0)
        await asyncio.to_thread(entered, one, cup, "Anna")
        return await waiting

    (change,) = asyncio.run(listen())
    assert (change.tournament, change.position) == (cup, one.position(cup))
    assert "players" in change.topics


def test_a_desk_whose_server_restarts_looks_by_itself_and_is_told_again() -> None:
    """A server is started twice."""
    with postgresql() as cluster, cluster.database() as address, closing(desk_on(address)) as one:
        cup = opened(one)
        one.book(cup)
        told = asyncio.run(through_a_restart(cluster, address, one, cup))
        assert told == one.position(cup)


async def through_a_restart(cluster: Cluster, address: str, live: Live, cup: str) -> int:
    watch = live.watch()
    await until(live._hears)
    await asyncio.to_thread(cluster.stop, "fast")
    await until(lambda: not live._hears())
    await asyncio.to_thread(cluster.start)
    await until(live._hears)
    with closing(desk_on(address)) as other:
        await asyncio.to_thread(entered, other, cup, "Anna")
    (change,) = await changes(watch)
    watch.close()
    return change.position


def test_a_desk_that_stops_leaves_no_thread_that_listens(database: str) -> None:
    live = desk_on(database)
    cup = opened(live)
    live.book(cup)

    async def listen() -> None:
        live.watch()
        await until(live._hears)

    asyncio.run(listen())
    follower = live._follower
    assert follower is not None
    live.close()
    assert not follower._thread.is_alive()
    assert not live._hears()
