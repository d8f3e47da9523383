"""Time, memory and growth of the engine on resistance points, beside gacrux and py4swiss.

Run: python tests/bench/bench_wp.py [--limit SECONDS] [SIZE ...]

One tournament file per size, five of nine rounds played, paired for round 6 (see `peers`). Two more
tables are about adversarial positions of 200 players: the engine alone, against an ordinary round,
and the whole command `trf pair`, against an ordinary file.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from ledger.trf.writer import write  # noqa: E402
from pairing.norms.model import Contestant, NoPairing  # noqa: E402
from pairing.wp.engine import pair  # noqa: E402
from tests.bench.adversarial_files import FILES  # noqa: E402 (a script finds its own tree)
from tests.bench.peers import SIZES, beside_peers, file_of  # noqa: E402
from tests.helpers.adversarial_positions import FAMILIES  # noqa: E402
from tests.helpers.random_positions import rounds_of  # noqa: E402

RULES = "knsb-wp-2014"

OURS = f"""
import json, sys, time
from pairing.systems.registry import load_rulebook
from ledger.trf.reader import parse
from pairing.systems.registry import contestants
from pairing.systems.trf import pair_file, round_to_pair
from pairing.wp.engine import pair
from projections.games.crosstable_of_trf import of_file
rules, data = load_rulebook({RULES!r}), open(sys.argv[1], "rb").read()
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


def adversarial(size: int, seeds: int) -> None:
    """Print a table of the adversarial families, as ratios to an ordinary case of the same size."""
    played = rounds_of(random.Random(size), size, 9, "2014", pair, quiet=True)
    usual = median(seconds(contestants) for contestants, _ in [next(played) for _ in range(6)])
    print(f"\n{size} players, ordinary round: {usual * 1000:.1f} ms; of {seeds} positions each:")
    for name, build in FAMILIES.items():
        fields = [build(random.Random(seed), size) for seed in range(seeds)]
        possible = sum(not isinstance(pair(f), NoPairing) for f in fields)
        times = sorted(seconds(f) for f in fields)
        middle, worst = median(times), times[-1]
        print(
            f"{name:34} median {middle * 1000:7.1f} ms x{middle / usual:<5.0f} "
            f"most {worst * 1000:7.1f} ms x{worst / usual:<5.0f} {possible} can be paired",
            flush=True,
        )


def from_file(size: int, limit: float) -> None:
    """Print a table of an arbiter's waiting time: the whole command, from its start to the pairing.

    Each file in processes of its own, the best of three; the ratio is to an ordinary file.
    """
    print(f"\n{size} players, `trf pair` from file to pairing, the best of three:")
    with tempfile.TemporaryDirectory() as folder:
        usual, path = 0.0, file_of(RULES, size, Path(folder))
        for name, build in [("ordinary, 5 rounds", None), *FILES.items()]:
            if build is not None:
                path = Path(folder) / "adversarial.trf"
                path.write_bytes(write(build(size)))
            first = command(path, limit)
            if first is None:
                print(f"{name:34} over {limit:.0f} s", flush=True)
                continue
            waited = min(first, *(command(path, limit) or first for _ in range(2)))
            usual = usual or waited
            print(f"{name:34} {waited * 1000:7.0f} ms x{waited / usual:.1f}", flush=True)


def command(path: Path, limit: float) -> float | None:
    """Return the seconds of one `trf pair`; None when it is over the limit."""
    begin = time.perf_counter()
    words = [sys.executable, "cli.py", "trf", "pair", str(path), "--rules", RULES]
    try:
        subprocess.run(words, cwd=ROOT, capture_output=True, check=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    return time.perf_counter() - begin


def seconds(contestants: Sequence[Contestant]) -> float:
    """Return the time of one pairing."""
    begin = time.perf_counter()
    pair(contestants)
    return time.perf_counter() - begin


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a peer or a file")
    parser.add_argument("--seeds", type=int, default=5, help="positions per adversarial family")
    arguments = parser.parse_args()
    beside_peers(RULES, OURS, arguments.sizes or SIZES, arguments.limit)
    adversarial(200, arguments.seeds)
    from_file(200, arguments.limit)


if __name__ == "__main__":
    main()
