"""Time, memory and growth of the engine, beside gacrux and py4swiss pairing the same file.

Run: python tests/bench/bench_wp.py [--limit SECONDS] [SIZE ...]

One tournament file per size, five of nine rounds played, paired for round 6. Each engine has a
process of its own, one after another; its time is reading the file and pairing, without imports and
the start of Python (for this engine the best of three); its memory is the peak of the process. The
peers pair by the Dutch system of FIDE, not by resistance points: it is the same task of the same
size, not the same pairing. They are optional (the extra "bench"); one that is not installed is left
out, and one over the limit is not asked for larger files. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from math import log
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from wp_families import FAMILIES  # noqa: E402 (a script finds its own tree)
from wp_simulation import rounds_of  # noqa: E402

from ledger.rulebook import Rulebook  # noqa: E402
from ledger.rulebook_files import load  # noqa: E402
from ledger.trf_write import write  # noqa: E402
from pairing.generate import Rates, generate  # noqa: E402
from pairing.state import Contestant, NoPairing  # noqa: E402
from pairing.wp import pair  # noqa: E402

SIZES = (100, 200, 500, 1000, 2000, 5000, 9999)
RULES = "knsb-wp-2014"

OURS = f"""
import json, sys, time
from ledger.rulebook_files import load
from ledger.trf import parse
from pairing.field import contestants
from pairing.trf_rounds import pair_file, round_to_pair
from pairing.wp import pair
from projections.trf_table import of_file
rules, data = load({RULES!r}), open(sys.argv[1], "rb").read()
begin = time.perf_counter()
file = parse(data)
read = time.perf_counter()
round_ = round_to_pair(file, None, None)
pairing = pair_file(file, rules, round_)
done = time.perf_counter()
assert len(pairing.boards) == len(file.players) // 2
begun = time.perf_counter()
table = of_file(file, rules, round_.number - 1)
field = contestants(table, rules, round_.present, round_.last_round)
known = time.perf_counter()
pair(field, c2=rules.pairing.c2)
engine = time.perf_counter() - known
print(json.dumps([done - begin, read - begin, known - begun, engine]))
"""
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
    """Run a script on a file in a process of its own; a sentence when it did not finish."""
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


def tournament(size: int, folder: Path) -> Path:
    """A file of so many players after five of nine rounds, without absences."""
    rules = load(RULES)
    assert isinstance(rules, Rulebook)
    rates = Rates(300, 0, 0, 0, 0, 0, 0, 0)
    file = replace(generate(size, 5, rules, str(size), rates), rounds_planned=9)
    path = folder / f"{size}.trf"
    path.write_bytes(write(file))
    return path


def beside_peers(sizes: Sequence[int], limit: float) -> None:
    """A table of this engine, its growth, and how many times as long the others take."""
    peers = {name: script for name, script in PEERS.items() if find_spec(name)}
    for name in [name for name in PEERS if name not in peers]:
        print(f"{name} is not installed and left out (the extra 'bench')")
    print("players  seconds (read, state, engine)       MiB  growth  others: seconds, ratio, MiB")
    before: tuple[int, float] | None = None
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            file = tournament(size, Path(folder))
            runs = [measure(OURS, file, 600) for _ in range(3)]
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
                found = measure(script, file, limit)
                if isinstance(found, str):
                    others.append(f"{name} {found}")
                    del peers[name]
                    continue
                times = found.seconds[0] / total
                others.append(f"{name} {found.seconds[0]:.2f} x{times:.0f} {found.mebibytes}")
            print(f"{size:7}  {total:.3f} ({sums})  {own.mebibytes:6}  {growth:6}",
                  "; ".join(others), flush=True)  # fmt: skip


def adversarial(size: int, seeds: int) -> None:
    """A table of the adversarial families, as ratios to the ordinary case of the same size."""
    played = rounds_of(random.Random(size), size, 9, "2014", pair, quiet=True)
    usual = median(seconds(contestants) for contestants, _ in [next(played) for _ in range(6)])
    print(f"\n{size} players, ordinary round: {usual * 1000:.1f} ms; of {seeds} positions each:")
    for name, build in FAMILIES.items():
        fields = [build(random.Random(seed), size) for seed in range(seeds)]
        possible = sum(not isinstance(pair(f), NoPairing) for f in fields)
        times = sorted(seconds(f) for f in fields)
        middle, worst = median(times), times[-1]
        print(f"{name:34} median {middle * 1000:7.1f} ms x{middle / usual:<5.0f} "
              f"most {worst * 1000:7.1f} ms x{worst / usual:<5.0f} {possible} can be paired",
              flush=True)  # fmt: skip


def seconds(contestants: Sequence[Contestant]) -> float:
    """The time of one pairing."""
    begin = time.perf_counter()
    pair(contestants)
    return time.perf_counter() - begin


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a peer")
    parser.add_argument("--seeds", type=int, default=5, help="positions per adversarial family")
    given = parser.parse_args()
    beside_peers(given.sizes or SIZES, given.limit)
    adversarial(200, given.seeds)


if __name__ == "__main__":
    main()
