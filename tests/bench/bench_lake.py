"""The cost of a lake: two Dask workers beside two processes, many ledgers, growth with tournaments.

Run it by hand: `python tests/bench/bench_lake.py [TOURNAMENTS...]`, by default 250 1000 4000. It
prints and never judges: a ratio holds on any machine, a time only on this one. A tournament is one
of 24 players and seven rounds, paired by the engine evening by evening, with corrections; it is
copied under new ids into ledgers of 125. Each build is a program of its own, so that its start, and
that of the workers, counts. First come the fewest tournaments, each in a ledger of its own, beside
one ledger of all of them, by one process.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from ledger.facts.codec import encode  # noqa: E402 - the path comes first
from ledger.facts.stamps import Recorded  # noqa: E402
from ledger.store.store import Store  # noqa: E402
from ledger.store.tables.people import PersonRecord  # noqa: E402
from ledger.store.tables.recorder import StoredFact  # noqa: E402
from projections.lake.dataset import open_lake  # noqa: E402
from tests.helpers.console import Console  # noqa: E402
from tests.helpers.scripts import run_script  # noqa: E402

SIZES = (250, 1_000, 4_000)
IN_A_LEDGER = 125

SCRIPT = """
for n in 1 2 3; do
  toernooi generate --rules knsb-wp-2014 --players 24 --rounds 7 --corrections 60 --seed "$n" \\
    --evenings "t$n"
  for evening in "t$n"/*; do
    toernooi -t "Generated tournament $n" apply "$evening"
  done
done
"""

WAYS = {"jobs 2": ("--jobs", "2"), "dask 2": ("--cluster", "local:2")}


class Cost(NamedTuple):
    """The cost of a program and its processes, in seconds; the largest process in megabytes."""

    wall: float
    processor: float
    largest: int


def ledgers(folder: Path, tournaments: int, in_a_ledger: int = IN_A_LEDGER) -> int:
    """Write ledgers of so many tournaments into a folder; return the number of facts."""
    with TemporaryDirectory() as place:
        run_script(SCRIPT, Console(Path(place)))
        with Store(Path(place, "toernooi.ledger")) as store:
            there = [(store.facts(id_), store.people(id_)) for id_, _ in store.tournaments()]
    facts = 0
    kinds = cycle(there)
    folder.mkdir()
    for first in range(0, tournaments, in_a_ledger):
        with Store(folder / f"{first:06}.ledger", create=True) as store:
            for at, (recorded, people) in enumerate(islice(kinds, in_a_ledger), first):
                rows = [
                    StoredFact(
                        0,
                        f"t{at:07}",
                        one.stamp.position,
                        one.fact.TOPIC,
                        encode(Recorded(one.fact, one.stamp._replace(tournament=f"t{at:07}"))),
                    )
                    for one in recorded
                ]
                records = [
                    PersonRecord(key, tuple(one.record.items()), one.salt)
                    for key, one in people.items()
                ]
                store.restore(f"t{at:07}", rows, records, names=True)
                facts += len(rows)
    return facts


def cost_of(*words: str) -> Cost:
    """Run the program; return its cost."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", "import cli; cli.main()", *words],
        cwd=ROOT,
        env={**os.environ, "TOERNOOI_LANG": "en"},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.perf_counter() - start, spent, after.ru_maxrss // 1024)


def main() -> None:
    """Print a line for each size and way, and the ratios."""
    sizes = [int(word) for word in sys.argv[1:]] or SIZES
    print_ledgers_of_one(min(sizes))
    print("tournaments    facts  way     wall s   cpu s  facts/cpu s  MB a process   MB in files")
    with TemporaryDirectory() as place:
        for size in sizes:
            folder = Path(place, str(size))
            facts = ledgers(folder, size)
            costs = {}
            for way, words in WAYS.items():
                lake = Path(place, f"lake-{size}")
                cost = costs[way] = cost_of("lake", "build", str(folder), "--to", str(lake), *words)
                files = sum(path.stat().st_size for path in lake.rglob("*.parquet"))
                print(
                    f"{size:11} {facts:8}  {way} {cost.wall:8.1f} {cost.processor:7.1f}"
                    f" {facts / cost.processor:12.0f} {cost.largest:13}"
                    f" {files / 1e6:13.1f}",
                    flush=True,
                )
                again = cost_of("lake", "build", str(folder), "--to", str(lake), *words)
                if way == "dask 2":
                    print_questions(lake)
                shutil.rmtree(lake)
                print(f"{'':20}  again  {again.wall:8.1f} {again.processor:7.1f}", flush=True)
            one, other = costs["jobs 2"], costs["dask 2"]
            print(
                f"{'':20}  dask / jobs: wall {other.wall / one.wall:.2f},"
                f" processor {other.processor / one.processor:.2f}",
                flush=True,
            )
            shutil.rmtree(folder)


def print_ledgers_of_one(tournaments: int) -> None:
    """Print the cost of ledgers of one tournament, that of one ledger of all, and the ratios."""
    print("tournaments  ledgers   wall s   cpu s  again cpu s  files    kB in files")
    rows = []
    with TemporaryDirectory() as place:
        for in_a_ledger in (1, tournaments):
            folder, lake = Path(place, f"{in_a_ledger}"), Path(place, f"lake-{in_a_ledger}")
            ledgers(folder, tournaments, in_a_ledger)
            words = ("lake", "build", str(folder), "--to", str(lake), "--jobs", "1")
            cost, again = cost_of(*words), cost_of(*words)
            files = [path.stat().st_size for path in lake.rglob("*.parquet")]
            rows.append((cost.wall, cost.processor, again.processor, len(files), sum(files) / 1e3))
            wall, processor, rerun, count, size = rows[-1]
            print(
                f"{tournaments:11} {tournaments // in_a_ledger:8} {wall:8.1f} {processor:7.1f}"
                f" {rerun:12.1f} {count:6} {size:14.0f}",
                flush=True,
            )
    _, processor, _, count, size = (many / one for many, one in zip(*rows, strict=True))
    print(
        f"{'':11} {tournaments} ledgers of 1 / 1 ledger of {tournaments}: processor"
        f" {processor:.2f}, files {count:.2f}, bytes {size:.2f}\n",
        flush=True,
    )


def print_questions(lake: Path) -> None:
    """Print the times to open a lake and to ask it, beside DuckDB on the files alone."""
    start = time.perf_counter()
    with open_lake(lake) as database:
        opened = time.perf_counter()
        database.execute("SELECT result, count(*) FROM games GROUP BY ALL").fetchall()
        answered = time.perf_counter()
        files = f"read_parquet('{lake}/games/*.parquet')"
        database.execute(f"SELECT result, count(*) FROM {files} GROUP BY ALL").fetchall()
        raw = time.perf_counter()
    print(
        f"{'':20}  lake opened in {opened - start:.2f} s, a question {answered - opened:.2f} s,"
        f" of the files alone {raw - answered:.2f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
