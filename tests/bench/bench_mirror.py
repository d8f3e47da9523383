"""The processor time of building a mirror, beside raw limits.

The limits are to read and hash the rows of the ledger, to append these rows to a table of DuckDB,
and the least that a mirror with these tables takes: to read and hash, and then let DuckDB alone
copy the finished tables to another file.

Run it by hand: `python tests/bench/bench_mirror.py [FACTS [FOLDER [KIND ...]]]`. It prints and
never judges: a ratio holds on any machine, a time only on this one. Processor seconds are those of
all processes of a build, their start included. The kinds of ledgers are those of
`tests/bench/mirror_ledgers.py`: Swiss tournaments of the KNSB and of FIDE, paired by hand or evening
by evening, imported files, seasons, a mixed year; one that is in the folder is used again. A smaller
ledger is built too, to show the growth.

`--beside CHECKOUT` compares with the code of another checkout instead, by turns: `mirror build` of
the same ledgers as a program of its own, without and with `--decisions`; code that has no such
option always makes decisions. `--turns N` is how often, default 3; the least processor time of each
counts. The ledgers are made by this code: where the other one cannot
read them, it says so.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from ledger.facts.tournament import ResultCorrected, ResultRecorded  # noqa: E402
from ledger.runtime import Runtime  # noqa: E402
from ledger.store.snapshot import snapshot  # noqa: E402
from ledger.store.store import Store  # noqa: E402
from projections.mirror.progress import open_current  # noqa: E402
from tests.bench.mirror_ledgers import KINDS, generate  # noqa: E402
from tests.helpers.mirrors import refresh  # noqa: E402

Row = tuple[int, str, int, str, str]

COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""Modules are kept compiled, as those of an installed program are, whatever this machine says."""


def spent(work: Callable[[], object]) -> float:
    """Return the processor seconds of a call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def raw_rows(path: Path) -> list[Row]:
    """Read the rows with sqlite3 alone."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT sequence, originator_id, originator_version, topic, state FROM stored_events"
            " ORDER BY sequence"
        ).fetchall()


def raw_hashes(path: Path) -> None:
    """Read the rows with sqlite3 alone, and hash each of them."""
    for row in raw_rows(path):
        sha256(row[4].encode()).digest()


def raw_append(path: Path, rows: list[Row]) -> None:
    """Append rows to a file with DuckDB's Appender alone."""
    import duckdb  # not above: the processes of a build need none

    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE raw (a BIGINT, b VARCHAR, c BIGINT, d VARCHAR, e VARCHAR)")
        with database.appender("raw") as appender:
            appender.append_rows(rows)


def raw_copy(mirror: Path, file: Path) -> None:
    """Let DuckDB alone copy the rows of a finished mirror into the same tables of a new file."""
    from projections.mirror.tables import STORED, statements  # not above, see raw_append
    from projections.sql.connections import bulk_loading

    with bulk_loading(file, "128MB") as database:
        for statement in statements():
            database.execute(statement)
        database.execute(f"ATTACH '{mirror}' AS made (READ_ONLY)")
        database.execute("BEGIN")
        for table in STORED:
            database.execute(f"INSERT INTO {table.name} SELECT * FROM made.{table.name}")
        database.execute("COMMIT")
        database.execute("CHECKPOINT")


def read(path: Path) -> None:
    """Read every row as the mirror reads it, checked against its hash."""
    with Store(path) as store, snapshot(store) as now:
        for tournament, _ in now.tournaments():
            for _ in now.read(tournament):
                pass


def build(path: Path, jobs: int) -> None:
    """Build the mirror, and print facts, rows, processor seconds and the most memory as JSON."""
    done = refresh(path, time.perf_counter_ns, from_zero=True, jobs=jobs)
    here, helpers = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(
        json.dumps(
            {
                "facts": done.events,
                "rows": done.rows,
                "seconds": sum(one.ru_utime + one.ru_stime for one in (here, helpers)),
                "here": here.ru_maxrss >> 10,
                "helper": helpers.ru_maxrss >> 10,
            }
        )
    )


def built(path: Path, jobs: int) -> dict[str, float]:
    """Build the mirror in a process of its own; its start counts too."""
    words = [sys.executable, __file__, "--build", str(path), str(jobs)]
    threads = {"OPENBLAS_NUM_THREADS": "1"}  # as the program sets it
    settings = {**threads, **os.environ, **COMPILED}
    ran = subprocess.run(words, capture_output=True, text=True, check=True, env=settings)
    numbers: dict[str, float] = json.loads(ran.stdout)
    return numbers


QUESTION = """
SELECT rules, round, count(*) AS lines, avg(wp) AS wp, max(sb) AS sb
FROM standings JOIN games USING (tournament, round)
WHERE games.known_to IS NULL AND white = player GROUP BY ALL ORDER BY ALL
"""


def main() -> None:
    """Print the comparison for each kind of ledger."""
    asked = _asked()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(asked.folder or scratch)
        sizes = [asked.facts] if asked.beside else [asked.facts // 4, asked.facts]
        for kind in asked.kinds or KINDS:
            paths = [folder / f"{kind}-{size}.ledger" for size in sizes]
            for path, size in zip(paths, sizes, strict=True):
                if not path.exists():
                    generate(path, size, kind)
            if asked.beside:
                small = Path(scratch) / f"{kind}.ledger"
                generate(small, A_START, kind)
                print_turns(kind, paths[0], Path(asked.beside), asked.turns, small)
            else:
                compare(kind, paths, Path(scratch))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("facts", nargs="?", type=int, default=100_000)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--beside", metavar="CHECKOUT")
    parser.add_argument("--turns", type=int, default=3)
    return parser.parse_args()


A_START = 1000
"""Facts of a ledger that each program builds first, uncounted: its modules are compiled then."""


def print_turns(kind: str, path: Path, other: Path, turns: int, small: Path) -> None:
    """Print the least processor seconds of each way to build a mirror, and how often it is faster.

    Code from before decisions were a stage makes them always, so that both ways stand beside it.
    A build of the ledger `small` goes before, which does not count.
    """
    a_stage = (other / "projections/mirror/decision_stage.py").exists()
    every = ("--decisions",)
    ways: dict[str, tuple[Path, Sequence[str], str]] = {
        "before": (other, (), "before"),
        "now": (ROOT, (), "before"),
        "now, all decisions": (ROOT, every, "before"),
    }
    if a_stage:
        beside = "before, all decisions"
        ways |= {beside: (other, every, beside), "now, all decisions": (ROOT, every, beside)}
    for code, more, _beside in ways.values():
        _program(code, small, more)
    least: dict[str, float] = {}
    for _ in range(turns):
        for way, (code, more, _beside) in ways.items():
            took = _program(code, path, more)
            least[way] = min(took, least.get(way, took))
    facts = len(raw_rows(path))
    print(f"{kind}: {facts} facts, the least of {turns} turns")
    for way, took in least.items():
        times = least[ways[way][2]] / took
        print(f"  {way:24}{took:8.2f} CPU s{facts / took:9.0f} facts/s{times:7.2f} times")


def _program(code: Path, ledger: Path, more: Sequence[str]) -> float:
    """Return the processor seconds of `mirror build` by the program of a checkout."""
    ledger.with_suffix(".duckdb").unlink(missing_ok=True)
    words = ["--ledger", str(ledger), "mirror", "build", "--jobs", "1", *more]
    settings = {**os.environ, **COMPILED, "PYTHONPATH": str(code), "TOERNOOI_LANG": "en"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [sys.executable, "-c", "import cli; cli.main()", *words],
        cwd=code,
        env=settings,
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ran.returncode:
        sys.exit(f"{code} cannot build the mirror of {ledger}:\n{ran.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(kind: str, paths: list[Path], scratch: Path) -> None:
    """Print the speed of each step for the larger ledger, and its share of the raw limits."""
    smaller, path = paths
    rows: list[Row] = []
    cursor = spent(lambda: rows.extend(raw_rows(path)))
    number = len(rows)
    appender = spent(lambda: raw_append(scratch / f"{kind}.duckdb", rows))
    rows.clear()
    hashes, reading = spent(lambda: raw_hashes(path)), spent(lambda: read(path))
    alone, together = built(path, jobs=1), built(path, jobs=2)
    copy = spent(lambda: raw_copy(path.with_suffix(".duckdb"), scratch / f"{kind}-copy.duckdb"))
    least = hashes + copy
    print(f"{kind}: {number} facts, {alone['rows']:.0f} rows")
    print(f"{'':46}{'facts/CPU s':>12}{'of hashing':>11}{'of Appender':>12}{'of least':>9}")
    for what, took in (
        ("raw SQLite cursor, five columns", cursor),
        ("raw SQLite cursor, and SHA-256", hashes),
        ("raw Appender, the same rows", appender),
        ("raw copy of the finished tables, by DuckDB", copy),
        ("read and hashed, and copied: the least", least),
        ("read and checked", reading),
        ("mirror build: all tables, one process", alone["seconds"]),
        ("mirror build: all tables, two processes", together["seconds"]),
    ):
        shares = f"{hashes / took:>11.1%}{appender / took:>12.1%}{least / took:>9.1%}"
        print(f"{what:46}{number / took:>12.0f}{shares}")
    part = built(smaller, jobs=1)
    slower = alone["seconds"] / alone["facts"] / (part["seconds"] / part["facts"])
    print(f"time of a fact, beside that in a ledger of {part['facts']:.0f}: {slower:.2f}")
    print(
        f"most memory: {alone['here']:.0f} MB in one process; in two {together['here']:.0f} MB,"
        f" and {together['helper']:.0f} MB in a helper"
    )
    update(path)


def update(path: Path) -> None:
    """Print the time of an update after some corrections, and that of a question."""
    added = grow(path, 1000)
    updating = spent(lambda: refresh(path))
    print(
        f"mirror update after {added} facts in ten tournaments {updating * 1000:.0f} ms,"
        f" a file of {path.with_suffix('.duckdb').stat().st_size >> 20} MB"
    )
    with open_current(path) as database:
        games = database.execute("SELECT count(*) FROM games").fetchone()
        to_answer = spent(lambda: database.execute(QUESTION).fetchall())
    print(f"a question over {games} rows of games and all standings {to_answer * 1000:.0f} ms\n")


def grow(path: Path, wanted: int) -> int:
    """Correct results in ten tournaments until `wanted` facts are added; return how many."""
    added = 0
    with Store(path) as store:
        for at in range(10):
            id_ = f"t{at:05}"
            facts = store.facts(id_)
            results = [(f, s) for f, s in facts if isinstance(f, ResultRecorded)][: wanted // 10]
            store.append(
                id_,
                len(facts),
                [
                    ResultCorrected(
                        round=f.round,
                        white=f.white,
                        black=f.black,
                        outcome="1/2-1/2",
                        corrects=s.position,
                        reason="misread",
                    )
                    for f, s in results
                ],
                runtime=Runtime(),
            )
            added += len(results)
    return added


if __name__ == "__main__":
    if sys.argv[1:2] == ["--build"]:
        build(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main()
