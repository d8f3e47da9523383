"""Reading and writing the largest TRF there may be, beside splitting the same bytes into words.

Run it by hand: `python tests/bench/bench_trf.py`. It prints and never judges: CPU seconds hold on
this machine, the ratio on any.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from ledger.trf.reader import parse  # noqa: E402
from ledger.trf.writer import write  # noqa: E402
from tests.helpers.trf_lines import largest_file  # noqa: E402


def cost(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the fastest of three times."""
    spent = []
    for _ in range(3):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return min(spent)


def main() -> None:
    """Print the table."""
    file = largest_file()
    data = write(file)
    words = cost(lambda: [line.split() for line in data.splitlines()])
    print(f"{len(data) / 1e6:.1f} MB, {len(file.players)} players, {file.rounds_planned} rounds")
    for name, spent in (
        ("split into words", words),
        ("read", cost(lambda: parse(data))),
        ("write", cost(lambda: write(file))),
    ):
        print(f"{name:18}{spent:7.3f} s{spent / words:7.1f} x")


if __name__ == "__main__":
    main()
