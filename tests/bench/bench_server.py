"""The speed of a ledger on a server, as ratios to psycopg alone, and to a file, in the same run.

Run it by hand: `python tests/bench/bench_server.py [COMMITS]`. It starts a PostgreSQL of its own
with its default durability, prints and never judges. The raw side writes the same rows, as text in
one transaction a commit, into a table of the same shape without triggers, hashes or locks. Writers
are processes; of ours each writes into a tournament of its own, in one ledger.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import psycopg

from ledger.facts.codec import encode
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from tests.bench.bench_store import results, seconds
from tests.helpers.postgres import postgresql

BATCH = 100
READ = 20_000

_RAW_TABLE = """CREATE TABLE IF NOT EXISTS raw (sequence bigserial PRIMARY KEY,
    originator_id text, originator_version bigint, topic text, state text,
    UNIQUE (originator_id, originator_version))"""
_RAW_INSERT = """INSERT INTO raw (originator_id, originator_version, topic, state)
    VALUES (%s, %s, %s, %s)"""


def write(address: str, writer: str, size: int, commits: int, start: Callable[[], object]) -> float:
    """Append facts to a tournament of the ledger; return the seconds it took."""
    facts = results(size * commits)
    with Store(place_from(address), create=True, patience_s=60) as store:
        start()
        return seconds(
            lambda: [
                store.append(writer, at, facts[at : at + size], runtime=Runtime())
                for at in range(0, size * commits, size)
            ]
        )


def write_raw(
    address: str, writer: str, size: int, commits: int, start: Callable[[], object]
) -> float:
    """Write the same rows by psycopg alone; return the seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        with Store(Path(folder) / "a", create=True) as store:
            stored = store.append(writer, 0, results(size * commits), runtime=Runtime())
        rows = [(writer, s.position, f.TOPIC, encode((f, s)).decode()) for f, s in stored]  # type: ignore[arg-type]
    with psycopg.connect(address, autocommit=True) as connection:
        start()
        began = time.perf_counter()
        for at in range(0, len(rows), size):
            with connection.transaction():
                connection.cursor().executemany(_RAW_INSERT, rows[at : at + size])
        return time.perf_counter() - began


def one_writer(
    barrier: Barrier,
    times: Queue[float],
    raw: bool,
    address: str,
    name: str,
    size: int,
    commits: int,
) -> None:
    """Write in a process of its own; all begin at once."""
    work = write_raw if raw else write
    times.put(work(address, name, size, commits, barrier.wait))


def rate(address: str, writers: int, size: int, commits: int, *, raw: bool) -> float:
    """Return facts per second of several writers at once."""
    context = get_context("spawn")
    barrier, times = context.Barrier(writers), context.Queue()
    running = [
        context.Process(
            target=one_writer,
            args=(barrier, times, raw, address, f"{size}-{writers}-{number}", size, commits),
        )
        for number in range(writers)
    ]
    for process in running:
        process.start()
    longest: float = max(times.get() for _ in running)
    for process in running:
        process.join()
    return writers * size * commits / longest


def appending(address: str, commits: int) -> None:
    """Print the rates of appending, beside psycopg alone."""
    print(f"{'':34}{'ours':>12}{'psycopg':>14}{'ratio':>9}")
    for writers in (1, 8):
        for size in (1, BATCH):
            number = max(commits // writers, 5)
            ours = rate(address, writers, size, number, raw=False)
            raw = rate(address, writers, size, number, raw=True)
            what = f"append, {size} in a commit, {writers} at once"
            print(f"{what:34}{ours:>10.0f}/s{raw:>12.0f}/s{ours / raw:>9.0%}")


def reading(address: str) -> None:
    """Print the rates of reading a tournament, beside a file."""
    print(f"{'':34}{'server':>12}{'file':>14}{'ratio':>9}")
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "a.ledger", create=True) as file,
        Store(place_from(address), create=True) as server,
    ):
        facts = results(READ)
        for store in (file, server):
            store.append("read", 0, facts, runtime=Runtime())
        for what, work in (
            ("facts of a tournament", lambda store: store.facts("read")),
            ("snapshot of a tournament", _in_bulk),
            ("the list of tournaments", lambda store: store.listed()),
            ("did anybody write?", lambda store: store.changes()),
        ):
            taken = [
                min(seconds(lambda: work(store)) for _ in range(5))  # noqa: B023 - called here
                for store in (server, file)
            ]
            one = READ if "of a tournament" in what else 1
            print(
                f"{what:34}{one / taken[0]:>10.0f}/s{one / taken[1]:>12.0f}/s"
                f"{taken[1] / taken[0]:>9.0%}"
            )
        for name, store in (("server", server), ("file", file)):
            best = min(seconds(lambda: Store(store.place).close()) for _ in range(9))  # noqa: B023
            print(f"open and close, {name}: {best * 1000:.2f} ms")


def _in_bulk(store: Store) -> int:
    with snapshot(store) as now:
        return sum(1 for _ in now.read("read"))


def main() -> None:
    """Print the whole comparison."""
    commits = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with postgresql() as cluster:
        address = cluster.address(cluster.new_database())
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(_RAW_TABLE)
        Store(place_from(address), create=True).close()
        appending(address, commits)
        reading(address)


if __name__ == "__main__":
    main()
