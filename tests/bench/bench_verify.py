"""The cost of verbs on a large ledger, beside sqlite3 reading and hashing the same rows.

Run it by hand: `python tests/bench/bench_verify.py [FACTS [FOLDER]]`. It prints and never judges:
CPU seconds and peak memory hold on this machine, the ratio on any. Each verb is a process of its
own, so that the start of the program is included.
"""

from __future__ import annotations

import hashlib
import os
import resource
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

ONE = ("-t", "t00002")


def raw(path: Path) -> None:
    """Read every row with sqlite3 alone, and hash its bytes."""
    with closing(sqlite3.connect(path)) as connection:
        for _, _, _, topic, state in connection.execute(
            "SELECT sequence, originator_id, originator_version, topic, CAST(state AS BLOB)"
            " FROM stored_events ORDER BY sequence"
        ):
            hashlib.sha256(topic.encode() + state).digest()


def typed(path: Path, *words: str) -> None:
    """Run a verb as if typed, without its output."""
    import cli

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    cli.main(["--ledger", str(path), *words])


def cost(work: Callable[..., None], *arguments: object) -> tuple[float, int]:
    """Return CPU seconds and peak memory in MB of work in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = get_context("spawn").Process(target=work, args=arguments)
    process.start()
    peak = 0
    while process.is_alive():
        peak = max(peak, _peak(process.pid))
        process.join(0.02)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, peak >> 10


def _peak(process: int | None) -> int:
    """Return the peak memory of a process, in kB; 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)


def generate(path: Path, wanted: int) -> None:
    """Make the ledger of Swiss tournaments that `bench_mirror` has too."""
    from tests.bench.mirror_ledgers import generate

    generate(path, wanted)


def main() -> None:
    """Print the cost of each verb."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(scratch)
        path = folder / "bench.ledger"
        if not path.exists():
            print(f"generated in {cost(generate, path, wanted)[0]:.1f} s CPU")
        with closing(sqlite3.connect(path)) as connection:
            (number,) = connection.execute("SELECT COUNT(*) FROM stored_events").fetchone()
        reading, most = cost(raw, path)
        print(f"{number} facts, {path.stat().st_size >> 20} MB")
        print(f"{'':34}{'CPU':>9}{'memory':>10}{'of raw':>9}")
        print(f"{'sqlite3 reads all rows, sha256':34}{reading:>7.2f} s{most:>7} MB{1:>8}x")
        for words in (
            (*ONE, "status"),
            (*ONE, "verify"),
            (*ONE, "head"),
            (*ONE, "bundle", "make"),
            (*ONE, "verify", "--against", str(path)),
            (*ONE, "correct", "result", "1", "1", "1-0", "--reason", "misread"),
            (*ONE, "forget", "1"),
            ("verify",),
            ("backup", str(Path(scratch) / "copy")),
        ):
            took, most = cost(typed, path, *words)
            what = " ".join(words[2:4] if words[:2] == ONE else words[:1])
            what += " -t" if words[:2] == ONE else ""
            print(
                f"{what.replace(str(path), ''):34}{took:>7.2f} s{most:>7} MB{took / reading:>8.1f}x"
            )


if __name__ == "__main__":
    main()
