"""The processor time of a command before its first output, on a small ledger.

python -m tests.bench.bench_start

Seconds of user and system time, the median of five runs, each in a copy of the shipped example,
beside those of an interpreter that does nothing. Bytecode is kept aside, as in an installed
program. Targets: 0.25 for a command, 0.08 for --help.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.helpers.places import ROOT

EXAMPLE = "desk/making/examples/club-open.trf"
RUNS = 5
PROGRAM = ("-c", "import cli; cli.main()")
LINES: dict[str, Sequence[str]] = {
    "python -c pass": ("-c", "pass"),
    **{
        f"toernooi {verb}": (*PROGRAM, verb)
        for verb in ("--help", "status", "standings", "publish")
    },
}


def main() -> None:
    """Print a line for each command."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        started = folder / "started"
        started.mkdir()
        processor_s(started, (*PROGRAM, "import", str(ROOT / EXAMPLE)), folder / "bytecode")
        for shown, arguments in LINES.items():
            times = [_of_a_copy(folder, started, arguments) for _ in range(RUNS + 1)]
            print(f"{shown:20} {statistics.median(times[1:]):.3f} s")


def _of_a_copy(folder: Path, started: Path, arguments: Sequence[str]) -> float:
    """Return the time of one run; its changes are discarded."""
    copy = folder / "copy"
    shutil.copytree(started, copy)
    try:
        return processor_s(copy, arguments, folder / "bytecode")
    finally:
        shutil.rmtree(copy)


def processor_s(folder: Path, arguments: Sequence[str], bytecode: Path) -> float:
    """Run Python in a folder and return its user and system time."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(bytecode)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
