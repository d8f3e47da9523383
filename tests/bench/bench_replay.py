"""A year of a federation: tournaments made, taken into one ledger, replayed under another version.

Run: python tests/bench/bench_replay.py [--tournaments N] [--jobs N] [--rules VERSION] [FOLDER]

FOLDER keeps the files, ledger and mirror, so a second run measures a rerun; without one, a
temporary folder is used. The last column is the same time per tournament, for 10,000: the start of
the program, which does not grow, is in it too.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from desk.making.random_trf import generate  # noqa: E402
from ledger.rulebooks.rulebook import Rulebook  # noqa: E402 (a script finds its own tree)
from ledger.trf.writer import write  # noqa: E402
from pairing.systems.registry import load_rulebook  # noqa: E402

PLAYERS, ROUNDS, PLAYED_BY = 50, 9, "knsb-wp-1996"
A_YEAR = 10_000


def make(folder: Path, tournaments: int) -> None:
    """Make the missing files, as `toernooi generate --seed year:N` does."""
    rules = load_rulebook(PLAYED_BY)
    assert isinstance(rules, Rulebook)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, tournaments + 1):
        path = folder / f"{number:05}.trf"
        if not path.exists():
            path.write_bytes(write(generate(PLAYERS, ROUNDS, rules=rules, seed=f"year:{number}")))


def timed(tournaments: int, what: str, *arguments: str | Path) -> None:
    """Run a command line and print its time, that of all its processes, and the most memory.

    The memory is that of the largest process so far.
    """
    begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, ROOT / "cli.py", *arguments], check=True, stdout=subprocess.DEVNULL
    )
    seconds = time.perf_counter() - begin
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    most, year = used.ru_maxrss // 1024, seconds * A_YEAR / tournaments
    print(
        f"{what:<14} {seconds:8.1f} s {cpu:8.1f} s CPU {most:6} MB {year:8.0f} s for {A_YEAR}",
        flush=True,
    )


def bench(folder: Path, tournaments: int, jobs: int, rules: str) -> None:
    """Make, import and replay a year, and repeat the last two steps."""
    begin = time.perf_counter()
    make(folder / "files", tournaments)
    print(f"{'make':<14} {time.perf_counter() - begin:8.1f} s", flush=True)
    ledger = ("--ledger", folder / "year.ledger")
    taken = (*ledger, "import-folder", folder / "files", "--rules", PLAYED_BY)
    timed(tournaments, "import-folder", *taken)
    timed(tournaments, "... again", *taken)
    timed(tournaments, "mirror build", *ledger, "mirror", "build", "--jobs", str(jobs))
    replayed = (*ledger, "replay", "--all", "--rules", rules, "--jobs", str(jobs))
    for what in ("replay", "... again"):
        timed(tournaments, what, *replayed)
    (folder / "year.duckdb").unlink()
    timed(tournaments, "both at once", *replayed)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tournaments", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rules", default="knsb-wp-2014")
    parser.add_argument("folder", nargs="?", type=Path)
    arguments = parser.parse_args()
    with TemporaryDirectory() as scratch:
        folder = arguments.folder or Path(scratch)
        bench(folder, arguments.tournaments, arguments.jobs, arguments.rules)


if __name__ == "__main__":
    main()
