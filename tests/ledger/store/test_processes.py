"""Real processes on one ledger: writers at once, and writers killed at any moment."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import IO

import pytest

from ledger.facts.stamps import Recorded
from ledger.facts.tournament import PlayerRegistered, RoundStarted
from ledger.place import place_from
from ledger.store.store import Store
from tests.helpers.file_order import facts_in_file_order
from tests.helpers.ledgers import OPENING, at
from tests.helpers.places import ROOT

# Adds commands of three facts and one person each, and reports those it knows to be recorded. With
# a number it adds that many, else it continues until it is killed.
WRITER = """
import random
import sys
import time
from itertools import count
from ledger.errors import Conflict
from ledger.facts.tournament import PlayerRegistered, RoundStarted
from ledger.store.tables.people import PersonRecord
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.store import Store

place, name, number = sys.argv[1:]
runtime = Runtime(actor=name)

def append(store):
    while True:
        head = store.head("t")
        key = f"{name}:{head}"
        person = PersonRecord(key, (("name", key),), runtime.new_seed())
        entry = PlayerRegistered(
            player=head + 1, person=key, person_hash=person.hash, reason=key
        )
        facts = [entry, *(RoundStarted(round=head + 1, reason=key) for _ in range(2))]
        try:
            return store.append("t", head, facts, [person], runtime=runtime)
        except Conflict:
            time.sleep(random.uniform(0, 0.02))

with Store(place_from(place), create=True) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(int(number)) if int(number) else count():
        print(append(store)[-1].stamp.event_id, flush=True)
"""


def started(place: str, name: str, number: int = 0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, place, name, str(number)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def go(writer: subprocess.Popen[str]) -> None:
    pipe(writer.stdin).write("go\n")
    pipe(writer.stdin).flush()


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
    running = [started(place, f"w{number}", commands) for number in range(writers)]
    for writer in running:
        assert pipe(writer.stdout).readline() == "ready\n"
    for writer in running:
        go(writer)
    outputs = [writer.communicate(timeout=60)[0].split() for writer in running]
    assert [writer.returncode for writer in running] == [0] * writers
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
    running = [started(place, f"w{number}", 1) for number in range(4)]
    for writer in running:
        go(writer)
    outputs = [writer.communicate(timeout=60)[0].split() for writer in running]
    assert [len(output) for output in outputs] == [2, 2, 2, 2]
    with Store(place_from(place)) as store:
        assert {stamp.event_id for _, stamp in store.facts("t")} >= {ids[1] for ids in outputs}
        assert store.head("t") == 12


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_writer_loses_nothing_it_acknowledged(place: str, seed: int) -> None:
    """Ten processes are started and killed."""
    with Store(place_from(place), create=True) as store:
        store.append("t", 0, [OPENING], runtime=at())
    chance = random.Random(seed)
    acknowledged: list[str] = []
    for kill in range(10):
        with started(place, f"w{kill}") as writer:
            assert pipe(writer.stdout).readline() == "ready\n"
            go(writer)
            for _ in range(chance.randrange(20)):
                acknowledged.append(pipe(writer.stdout).readline().strip())
            time.sleep(chance.uniform(0, 0.01))
            writer.kill()
            # Output before its death counts; an incomplete line does not.
            rest = pipe(writer.stdout).read()
            acknowledged.extend(rest[: rest.rfind("\n") + 1].split())
        facts = check_whole(place, acknowledged)
        unsaid = (len(facts) - 1) // 3 - len(acknowledged)
        assert 0 <= unsaid <= kill + 1, "only the last command before a kill can be unsaid"
    with Store(place_from(place)) as store:
        store.append("t", len(facts), [OPENING], runtime=at())


def test_a_writer_killed_while_making_the_ledger_leaves_it_usable(tmp_path: Path) -> None:
    """Six processes are started and killed."""
    chance = random.Random(3)
    for kill in range(6):
        path = tmp_path / f"{kill}.ledger"
        writer = started(str(path), "w")
        while not path.exists():
            assert writer.poll() is None
        time.sleep(chance.uniform(0, 0.012))
        writer.kill()
        writer.communicate()
        with Store(path, create=True) as store:
            store.append("t", 0, [OPENING], runtime=at())
            assert store.head("t") == 1
