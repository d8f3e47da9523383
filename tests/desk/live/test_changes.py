"""What changed, by topic, and the listeners who wait for it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from desk.desk import Desk
from desk.live.changes import Change, Watch, change_of
from desk.live.live import Live
from desk.outcomes import Written
from desk.writing import carry_out
from tests.helpers.hall import Hall, command
from tests.helpers.ledgers import at


def topics(hall: Hall, verb: str, **fields: Any) -> set[str]:
    before = len(hall.facts)
    hall.do(verb, **fields)
    return set(change_of(hall.book, hall.book.recorded[before:]).topics)


def test_a_change_names_the_pages_that_it_concerns() -> None:
    hall = Hall(6, 5)
    assert topics(hall, "absent", player=6, round=3) == {"players", "standing"}
    assert topics(hall, "check-in", player=5) == {"check-in"}
    assert topics(hall, "publish") == {"published"}
    assert topics(hall, "start", round=1) == {"published"}
    claimant = hall.state.label(hall.state.rounds[0].games[2].black)
    assert topics(hall, "claim", player=claimant, result="0-1") == {"claims", "board-3"}
    assert topics(hall, "claim-withdraw", player=claimant) == {"claims", "board-3"}
    assert topics(hall, "result", round=1, board=2, result="1-0") == {
        "results",
        "standing",
        "board-2",
    }
    hall.play("1-0", publish=False)
    assert topics(hall, "close", round=1) == {"published", "standing"}
    assert topics(hall, "details", city="Breda") == {"all"}
    hall.do("publish")
    earlier = {"round": 1, "board": 2, "result": "0-1", "reason": "seen"}
    assert topics(hall, "correct-result", **earlier) == {"results", "standing"}
    assert topics(hall, "undo") == {"all"}


def opened(path: Path) -> tuple[Live, str]:
    live = Live(path, at())
    cup = live.write(None, [(None, command("init", name="Cup", rounds=5))], "chief-1")
    assert isinstance(cup, Written)
    for name in "AB":
        live.write(cup.tournament, [(None, command("enter", name=f"Player {name}"))], "chief-1")
    return live, cup.tournament


def test_a_listener_gets_what_it_missed_as_one_change(tmp_path: Path) -> None:
    live, cup = opened(tmp_path / "club.ledger")

    async def listen() -> tuple[Change, ...]:
        watch = live.watch()
        for verb in ("lots", "publish"):
            assert isinstance(
                await asyncio.to_thread(live.write, cup, [(None, command(verb))], "chief-1"),
                Written,
            )
        try:
            return await asyncio.wait_for(watch.next(), 30)
        finally:
            watch.close()

    (change,) = asyncio.run(listen())
    assert change == Change(cup, live.position(cup), change.topics)
    assert change.topics >= {"published", "players"}
    live.close()


def test_a_listener_hears_of_facts_that_another_program_records(tmp_path: Path) -> None:
    live, cup = opened(tmp_path / "club.ledger")
    other = Desk(live.place, at())

    async def listen() -> tuple[Change, ...]:
        watch = live.watch()
        waiting = asyncio.create_task(watch.next())
        await asyncio.sleep(0)
        await asyncio.to_thread(carry_out, other, [(None, command("lots"))], cup)
        return await asyncio.wait_for(waiting, 30)

    (change,) = asyncio.run(listen())
    assert change.position == live.position(cup)
    assert "players" in change.topics
    live.close()


@pytest.mark.parametrize("hears", [False, True])
def test_a_listener_asks_the_ledger_unless_it_hears_of_new_facts(hears: bool) -> None:
    asked = list[Change]()
    change = Change("cup", 1, frozenset({"players"}))

    async def listen() -> tuple[Change, ...]:
        def look() -> None:
            asked.append(change)
            watch.tell(change)

        watch = Watch(look, lambda _: None, hears=lambda: hears)
        asyncio.get_running_loop().call_later(0.001, watch.tell, change)
        return await asyncio.wait_for(watch.next(), 30)

    assert asyncio.run(listen()) == (change,)
    assert bool(asked) is not hears


def test_a_listener_that_is_gone_is_told_nothing_and_stops_nobody(tmp_path: Path) -> None:
    live, cup = opened(tmp_path / "club.ledger")

    async def leave(close: bool) -> None:
        watch = live.watch()
        if close:
            watch.close()

    asyncio.run(leave(close=True))
    asyncio.run(leave(close=False))
    assert isinstance(live.write(cup, [(None, command("lots"))], "chief-1"), Written)
    live.close()
