"""Ctrl-C at any moment of DuckDB's work: reported, exit code 130, nothing lost or half done."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from projections.mirror import refresh as mirror_refresh
from projections.mirror.files import mirror_path
from projections.mirror.in_memory import load
from projections.mirror.progress import Stopped
from projections.sql import connections
from tests.helpers.club import step
from tests.helpers.mirrors import refresh
from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal


class Interrupted:
    """A connection that raises DuckDB's interruption, at the call of this number (0: never)."""

    calls, stop_at = 0, 0

    def __init__(self, database: duckdb.DuckDBPyConnection) -> None:
        self.database = database

    def __enter__(self) -> Interrupted:
        self.database.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.database.__exit__(*error)

    def __getattr__(self, name: str) -> Any:
        real = getattr(self.database, name)

        def call(*arguments: Any, **named: Any) -> Any:
            Interrupted.calls += 1
            if Interrupted.calls == Interrupted.stop_at:
                raise RuntimeError("Query interrupted")
            given = real(*arguments, **named)
            return Interrupted(given) if name == "cursor" else given

        return call


@pytest.fixture
def stopping(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Interrupted]]:
    real = duckdb.connect
    monkeypatch.setattr(duckdb, "connect", lambda *a, **named: Interrupted(real(*a, **named)))
    connections._looking.cache_clear()
    yield Interrupted
    connections._looking.cache_clear()


VERBS: dict[str, tuple[str, ...]] = {
    "build": ("mirror", "build"),
    "update": ("mirror", "update"),
    "replay": ("replay", "--all", "--rules", "knsb-wp-1996", "--jobs", "1"),
    "replay to a file": ("-t", "Cup", "replay", "--rules", "knsb-wp-1996", "--duckdb", "x.duckdb"),
    "a question": ("-t", "Cup", "sql", "select count(*) as n from games"),
    "a question to the mirror": ("sql", "--mirror", "select count(*) as n from games", "--json"),
    "an answer as parquet": ("-t", "Cup", "sql", "from games", "--parquet", "x.parquet"),
    "the description": ("sql", "--mirror", r"\d games"),
    "the export": ("export", "--parquet", "year"),
    "the place": ("mirror", "path"),
}


@pytest.mark.parametrize("name", VERBS)
def test_ctrl_c_at_any_call_of_duckdb_ends_with_130_and_the_same_command_then_does_it(
    mirrored: Terminal, stopping: type[Interrupted], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verb is stopped at a dozen calls, and begun again after each."""
    club = mirrored
    monkeypatch.chdir(club.ledger.parent)
    before = mirror_path(club.ledger).read_bytes()
    if name in ("update", "replay"):
        step(club, ("publish",))
    stopping.calls, stopping.stop_at = 0, 1
    assert club.try_(*VERBS[name]).code == 130
    chance = random.Random(name)
    for part in range(12):
        stopping.calls, stopping.stop_at = 0, 1 + part if part < 8 else chance.randrange(1, 500)
        ran = club.try_(*VERBS[name])
        assert ran.code == (130 if stopping.calls >= stopping.stop_at else 0), (ran, stopping.calls)
        if ran.code:
            assert "stopped" in ran.err
            assert mirror_path(club.ledger).read_bytes() == before
        before = mirror_path(club.ledger).read_bytes()
    stopping.stop_at = 0
    club.run(*VERBS[name])


SIGNALLED = """
import os, random, signal, sys, threading, time
from pathlib import Path
from tests.helpers.mirrors import refresh
from projections.mirror.files import clear, mirror_path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
ledger, chance, seen = Path(sys.argv[1]), random.Random(7), []
started = time.monotonic()
refresh(ledger, from_zero=True, jobs=int(sys.argv[2]))
long = time.monotonic() - started
for _ in range(int(sys.argv[3])):
    ended, alarm = threading.Event(), threading.Event()
    def ring(after=chance.random() * long):
        time.sleep(after)
        os.kill(os.getpid(), signal.SIGINT)
        alarm.set()
    try:
        try:
            threading.Thread(target=ring).start()
            refresh(ledger, from_zero=True, jobs=int(sys.argv[2]))
            seen.append("done")
        finally:
            alarm.wait()
            time.sleep(0.01)
    except KeyboardInterrupt:
        seen.append("stopped")
    clear(mirror_path(ledger))
print(seen.count("stopped"), seen.count("done"))
"""


@pytest.mark.parametrize(("jobs", "times"), [(1, 25), (2, 3)])
def test_a_signal_at_any_moment_of_a_build_is_a_keyboard_interrupt(
    club: Terminal, tmp_path: Path, jobs: int, times: int
) -> None:
    """Another process makes a mirror again and again, as a signal comes at any moment."""
    ran = subprocess.run(
        [sys.executable, "-c", SIGNALLED, str(club.ledger), str(jobs), str(times)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran
    assert ran.stderr == ""
    stopped, done = map(int, ran.stdout.split())
    assert stopped + done >= times
    assert stopped > 0


@pytest.mark.parametrize("by", ["A_TRANSACTION", "A_TRANSACTION_NS"], ids=["size", "time"])
def test_how_far_a_stopped_build_is_is_told_and_it_goes_on_there(
    club: Terminal, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    monkeypatch.setattr(mirror_refresh, "A_PART", 1)
    monkeypatch.setattr(mirror_refresh, by, 1)
    loads: list[Any] = []

    def stopped(*arguments: Any) -> int:
        loads.append(arguments)
        if len(loads) == 3:
            raise RuntimeError("Query interrupted")
        return load(*arguments)

    monkeypatch.setattr(mirror_refresh, "load", stopped)
    ran = club.try_("mirror", "build")
    assert ran.code == 130
    head = "stopped: the mirror is as it was; "
    assert ran.err.startswith(head)
    words = ran.err.removeprefix(head).split()
    assert int(words[2]) - int(words[0]) == 2, "the last tournament has two facts"
    assert refresh(club.ledger, from_zero=True).tournaments == 1
    assert issubclass(Stopped, KeyboardInterrupt)
