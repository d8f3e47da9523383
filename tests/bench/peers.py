"""One tournament file paired by an engine of ours and by its peers, each in a process of its own.

The processes run one after another; a time is reading the file and pairing, without imports and the
start of Python (for ours the best of three), the memory is the peak of the process. The peers,
gacrux and py4swiss, pair by the Dutch system of FIDE: the same task of the same size, not always
the same pairing. They are optional (the extra "bench"); a missing one is left out, and one over the
limit is not run on larger files. Nothing is asserted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from math import log
from pathlib import Path
from typing import NamedTuple

from desk.making.random_trf import Rates, generate
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.writer import write
from pairing.systems.registry import load_rulebook

ROOT = Path(__file__).parents[2]
SIZES = (100, 200, 500, 1000, 2000, 5000, 9999)

PY4SWISS = """
import json, sys, time
from pathlib import Path
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser
begin = time.perf_counter()
DutchEngine.generate_pairings(TrfParser.parse(Path(sys.argv[1])))
print(json.dumps([time.perf_counter() - begin]))
"""
GACRUX = """
import contextlib, io, json, runpy, sys, time
import gacrux.pairingchecker
sys.modules.pop("gacrux.pairingchecker")
sys.argv = ["pairingchecker", "-i", sys.argv[1], "-p", "-n", "6", "-m", "dutch", "-dT", "-o", "-"]
begin, said = time.perf_counter(), io.StringIO()
with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
    runpy.run_module("gacrux.pairingchecker", run_name="__main__")
seconds = time.perf_counter() - begin
if len(said.getvalue().splitlines()) < 10:
    sys.exit("no pairing")
print(json.dumps([seconds]))
"""
PEERS = {"gacrux": GACRUX, "py4swiss": PY4SWISS}


class Measured(NamedTuple):
    """Seconds, in all and then by part, and the peak of the memory."""

    seconds: list[float]
    mebibytes: int


def measure(script: str, file: Path, limit: float) -> Measured | str:
    """Run a script on a file in its own process; return a sentence when it did not finish."""
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(
            [sys.executable, "-c", script, str(file)],
            stdout=said,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
        )
        begin = time.monotonic()
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - begin > limit:
                child.kill()
                os.wait4(child.pid, 0)
                return f"over {limit:.0f} s"
            time.sleep(0.01)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            return "failed"
        said.seek(0)
        return Measured(json.loads(said.read().splitlines()[-1]), usage.ru_maxrss // 1024)


def file_of(rules_id: str, size: int, folder: Path) -> Path:
    """Return a file of `size` players after five of nine rounds by these rules.

    There are no absences.
    """
    rules = load_rulebook(rules_id)
    assert isinstance(rules, Rulebook)
    rates = Rates(300, 0, 0, 0, 0, 0, 0, 0)
    file = replace(generate(size, 5, rules=rules, seed=str(size), rates=rates), rounds_planned=9)
    path = folder / f"{size}.trf"
    path.write_bytes(write(file))
    return path


def beside_peers(rules_id: str, ours: str, sizes: Sequence[int], limit: float) -> None:
    """Print this engine, its growth, and the ratios of the others.

    `ours` is a script that prints seconds as JSON: all, reading, the state before pairing, pairing.
    """
    peers = {name: script for name, script in PEERS.items() if find_spec(name)}
    for name in [name for name in PEERS if name not in peers]:
        print(f"{name} is not installed and left out (the extra 'bench')")
    print("players  seconds (read, state, engine)       MiB  growth  others: seconds, ratio, MiB")
    before: tuple[int, float] | None = None
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            file = file_of(rules_id, size, Path(folder))
            runs = [measure(ours, file, 600) for _ in range(3)]
            done = [run for run in runs if not isinstance(run, str)]
            if len(done) < len(runs):
                print(f"{size:7}  {runs}")
                continue
            own = min(done)
            total, *parts = own.seconds
            growth = "" if before is None else f"n^{log(total / before[1], size / before[0]):.2f}"
            before = size, total
            sums = ", ".join(f"{s:.3f}" for s in parts)
            others = []
            for name, script in list(peers.items()):
                measured = measure(script, file, limit)
                if isinstance(measured, str):
                    others.append(f"{name} {measured}")
                    del peers[name]
                    continue
                times = measured.seconds[0] / total
                others.append(f"{name} {measured.seconds[0]:.2f} x{times:.0f} {measured.mebibytes}")
            print(
                f"{size:7}  {total:.3f} ({sums})  {own.mebibytes:6}  {growth:6}",
                "; ".join(others),
                flush=True,
            )
