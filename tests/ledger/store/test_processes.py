"""Real processes on one ledger: writers at once, and writers killed at any moment."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path

import pytest

from ledger.facts.stamps import Recorded
from ledger.facts.tournament import PlayerRegistered, RoundStarted
from ledger.place import place_from
from ledger.store.store import Store
from tests.helpers.appending import READY, Appending
from tests.helpers.file_order import facts_in_file_order
from tests.helpers.ledgers import OPENING, at


def check_whole(place: str, acknowledged: list[str]) -> tuple[Recorded, ...]:
    """Check that every command is complete, with its person, and acknowledged ones exist."""
    with Store(place_from(place)) as store:
        facts = store.facts("t")
        people = store.people("t")
        sequences = [sequence for sequence, _ in facts_in_file_order(store)]
    assert [stamp.position for _, stamp in facts] == list(range(1, len(facts) + 1))
    assert len(sequences) == len(facts)
    ids = [stamp.event_id for _, stamp in facts]
    assert len(set(ids)) == len(ids)
    assert set(acknowledged) <= set(ids)
    commands = Counter((stamp.correlation_id, fact.reason) for fact, stamp in facts[1:])
    assert set(commands.values()) <= {3}
    assert {reason for _, reason in commands} == set(people)
    times = [stamp.recorded_at for _, stamp in facts]
    assert times == sorted(times)
    return facts


@pytest.mark.parametrize(("writers", "commands"), [(2, 40), (4, 25)])
def test_writers_at_once_lose_nothing_and_double_nothing(
    place: str, writers: int, commands: int
) -> None:
    with Store(place_from(place), create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
    running = [Appending(place, f"w{number}", commands) for number in range(writers)]
    assert [writer.line() for writer in running] == [READY] * writers
    for writer in running:
        writer.go()
    outputs = [writer.rest() for writer in running]
    assert [writer.process.exitcode for writer in running] == [0] * writers
    facts = check_whole(place, [line for output in outputs for line in output])
    assert len(facts) == 1 + writers * commands * 3
    by_writer = Counter(stamp.actor for _, stamp in facts[1:])
    assert by_writer == {f"w{number}": commands * 3 for number in range(writers)}
    # Each command was decided on all facts in front of it, which it counted in its round and player.
    for fact, stamp in facts[1:]:
        assert isinstance(fact, RoundStarted | PlayerRegistered)
        counted = fact.round if isinstance(fact, RoundStarted) else fact.player
        assert counted == 2 + (stamp.position - 2) // 3 * 3


def test_several_processes_may_make_the_ledger_at_once(place: str) -> None:
    running = [Appending(place, f"w{number}", 1) for number in range(4)]
    for writer in running:
        writer.go()
    outputs = [writer.rest() for writer in running]
    assert [len(output) for output in outputs] == [2, 2, 2, 2]
    with Store(place_from(place)) as store:
        assert {stamp.event_id for _, stamp in store.facts("t")} >= {ids[1] for ids in outputs}
        assert store.head("t") == 12


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_writer_loses_nothing_it_acknowledged(place: str, seed: int) -> None:
    with Store(place_from(place), create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
    chance = random.Random(seed)
    acknowledged: list[str] = []
    for kill in range(10):
        writer = Appending(place, f"w{kill}")
        assert writer.line() == READY
        writer.go()
        acknowledged.extend(writer.line() for _ in range(chance.randrange(20)))
        time.sleep(chance.uniform(0, 0.01))
        writer.process.kill()
        acknowledged.extend(writer.rest())  # output before its death counts
        facts = check_whole(place, acknowledged)
        unsaid = (len(facts) - 1) // 3 - len(acknowledged)
        assert 0 <= unsaid <= kill + 1, "only the last command before a kill can be unsaid"
    with Store(place_from(place)) as store:
        store.append("t", len(facts), [OPENING], runtime=at())


def test_a_writer_killed_while_making_the_ledger_leaves_it_usable(tmp_path: Path) -> None:
    chance = random.Random(3)
    for kill in range(6):
        path = tmp_path / f"{kill}.ledger"
        writer = Appending(str(path), "w")
        while not path.exists():
            assert writer.process.is_alive()
        time.sleep(chance.uniform(0, 0.012))
        writer.process.kill()
        writer.rest()
        with Store(path, create=True) as store:
            store.append("t", 0, [OPENING], runtime=at())
            assert store.head("t") == 1
