"""The speed of appending and replaying facts, as ratios to sqlite3 alone in the same run.

Run it by hand: `python tests/bench/bench_store.py [FACTS]`. It prints and never judges: a ratio
holds on any machine, a time only on this one. The raw side writes the same bytes to a table of the
same shape without triggers, and reads them without making facts of them.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from ledger.facts.codec import encode  # noqa: E402 - the path comes first
from ledger.facts.stamps import Recorded  # noqa: E402
from ledger.facts.tournament import AnyFact, ResultRecorded, TournamentOpened  # noqa: E402
from ledger.runtime import Runtime  # noqa: E402
from ledger.store.store import Store  # noqa: E402
from tests.helpers.file_order import facts_in_file_order  # noqa: E402

COMMITS = 200
BATCH = 100


def seconds(work: Callable[[], object]) -> float:
    """Return the time of a call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def results(number: int) -> list[AnyFact]:
    """Return facts as a large competition has them, after its opening."""
    opening = TournamentOpened(name="Bench", rulebook="x", rulebook_text="", rulebook_hash="")
    games: list[AnyFact] = [
        ResultRecorded(round=1 + i // 150, white=1 + i % 150, black=151 + i % 150, outcome="1-0")
        for i in range(number - 1)
    ]
    return [opening, *games]


class Raw:
    """The same rows through sqlite3, with the same durability."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute(
            "CREATE TABLE stored_events (sequence INTEGER PRIMARY KEY AUTOINCREMENT,"
            " originator_id TEXT, originator_version INTEGER, topic TEXT, state TEXT,"
            " UNIQUE (originator_id, originator_version))"
        )

    def append(self, rows: list[tuple[str, int, str, str]]) -> None:
        """Write rows in one transaction."""
        self.connection.execute("BEGIN")
        self.connection.executemany(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state)"
            " VALUES (?, ?, ?, ?)",
            rows,
        )
        self.connection.execute("COMMIT")

    def read(self) -> list[tuple[str, int, str, bytes]]:
        """Read all rows back."""
        return self.connection.execute(
            "SELECT originator_id, originator_version, topic, CAST(state AS BLOB)"
            " FROM stored_events WHERE originator_id = 't' ORDER BY originator_version"
        ).fetchall()


def report(what: str, number: int, ours: float, raw: float) -> None:
    """Print one line: rates, and the remaining share of the raw rate."""
    print(f"{what:34}{number / ours:>10.0f}/s{number / raw:>12.0f}/s{raw / ours:>9.0%}")


def append_in(size: int, number: int, folder: Path) -> None:
    """Compare appending in commits of a size, the decision's way and the raw way in turns."""
    facts = results(number)
    runtime = Runtime()
    ours = raw_time = 0.0
    with Store(folder / f"a{size}.ledger", create=True) as store:
        raw = Raw(folder / f"r{size}.db")
        for start in range(0, number, size):
            part = facts[start : start + size]
            stamped: tuple[Recorded, ...] = ()

            def ours_once(start: int = start, part: list[AnyFact] = part) -> None:
                nonlocal stamped
                stamped = store.append("t", start, part, runtime=runtime)

            ours += seconds(ours_once)
            rows = [
                ("t", one.stamp.position, one.fact.TOPIC, encode(one).decode()) for one in stamped
            ]
            raw_time += seconds(lambda rows=rows: raw.append(rows))  # type: ignore[misc]
        raw.connection.close()
    report(f"append, {size} in a commit", number, ours, raw_time)


def replay(number: int, folder: Path) -> None:
    """Compare reading a whole tournament as facts with reading its rows."""
    with Store(folder / "replay.ledger", create=True) as store:
        stamped = store.append("t", 0, results(number), runtime=Runtime())
        raw = Raw(folder / "replay.db")
        raw.append(
            [("t", one.stamp.position, one.fact.TOPIC, encode(one).decode()) for one in stamped]
        )
        ours = min(seconds(lambda: store.facts("t")) for _ in range(3))
        mirror = min(seconds(lambda: facts_in_file_order(store)) for _ in range(3))
        rows = min(seconds(raw.read) for _ in range(3))
        report("replay: facts", number, ours, rows)
        report("replay: in file order", number, mirror, rows)
        listed = min(seconds(store.tournaments) for _ in range(3))
        opened = min(seconds(lambda: Store(folder / "replay.ledger").close()) for _ in range(9))
        raw.connection.close()
    print(f"tournaments {listed * 1e6:.0f} us", end="")
    print(f", open and close {opened * 1000:.2f} ms")


def imports() -> None:
    """Print the cost of loading the store beside that of loading the facts."""
    for module in ("ledger.facts.tournament", "desk.commands.decision", "ledger.store.store"):
        run = [sys.executable, "-c", f"import {module}"]
        best = min(
            seconds(lambda run=run: subprocess.run(run, cwd=ROOT, check=True))  # type: ignore[misc]
            for _ in range(5)
        )
        print(f"a process that imports {module:18}{best * 1000:6.0f} ms")


def main() -> None:
    """Print the whole comparison."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print(f"{'':34}{'ours':>12}{'sqlite3':>14}{'ratio':>9}")
    with tempfile.TemporaryDirectory() as folder:
        append_in(1, COMMITS, Path(folder))
        append_in(BATCH, COMMITS * BATCH // 4, Path(folder))
        append_in(number, number, Path(folder))
        replay(number, Path(folder))
    imports()


if __name__ == "__main__":
    main()
