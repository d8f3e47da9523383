"""Time, memory and growth of the engine on rating, beside gacrux and py4swiss.

Run: python tests/bench/bench_rating.py [--limit SECONDS] [--late N] [--circle SIZE ...]
         [--seeds N] [SIZE ...]

One tournament file per size, five of nine rounds played, paired for round 6 (see `peers`); then the
late rounds of small fields, where few opponents are left and C12 and C13 reach back; then fields
after seven rounds of the circle method, where colours leave few pairs, with white winning always
and with random results of some seeds: how many times as long as the ordinary file of their size.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from desk.making.random_trf import Rates, generate  # noqa: E402
from ledger.rulebooks.rulebook import Rulebook  # noqa: E402
from ledger.trf.model import TrfFile  # noqa: E402
from ledger.trf.writer import write  # noqa: E402
from pairing.systems.registry import load_rulebook, pair_round  # noqa: E402
from pairing.systems.trf import TrfRound, round_to_pair  # noqa: E402
from projections.games.crosstable_of_trf import of_file  # noqa: E402
from tests.bench.peers import SIZES, beside_peers, file_of, measure  # noqa: E402
from tests.helpers.circle import circle_file  # noqa: E402 (a script finds its own tree)

RULES = "knsb-rating-2014"

OURS = f"""
import json, sys, time
from pairing.systems.registry import load_rulebook
from ledger.trf.reader import parse
from pairing.rating.contestants import rated_players
from pairing.rating.engine import pair
from pairing.systems.trf import pair_file, round_to_pair
from projections.games.floats import order_a2
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
order = [p for p in order_a2(table) if p in set(round_.present)]
players = rated_players(table, rules, order, round_.last_round)
known = time.perf_counter()
pair(players, round_.number, [table.numbers[p] for p in order], rules.rating)
engine = time.perf_counter() - known
print(json.dumps([done - begin, read - begin, known - begun, engine]))
"""


def late_rounds(tournaments: int) -> Iterator[tuple[float, int, int]]:
    """Yield seconds, players and round of the rounds from the sixth on of long tournaments."""
    rules = load_rulebook(RULES)
    assert isinstance(rules, Rulebook)
    for seed in range(tournaments):
        size = 21 + 7 * seed % 60
        file: TrfFile = generate(
            size, min(size - 1, 21), rules=rules, seed=f"late {seed}", rates=Rates(late=0)
        )
        for number in range(6, file.rounds_recorded + 1):
            round_ = round_to_pair(file, number, file.rounds_planned)
            if not isinstance(round_, TrfRound):
                continue
            table = of_file(file, rules, number - 1)
            begin = time.perf_counter()
            pair_round(table, rules, round_.present, round_.last_round)
            yield time.perf_counter() - begin, size, number


def circles(sizes: Sequence[int], seeds: int, limit: float) -> None:
    """Print the times of fields of the circle method, beside the ordinary file of their size."""
    print(f"\ncircle   white wins: seconds, ratio   random results of {seeds} seeds: median, most")
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            ordinary = fastest(OURS, file_of(RULES, size, Path(folder)), limit)
            times: list[float | str] = []
            for seed in (None, *range(seeds)):
                path = Path(folder) / f"circle {size} {seed}.trf"
                path.write_bytes(write(circle_file(size, 7, seed)))
                times.append(fastest(OURS, path, limit))
            by_seed = sorted(times[1:], key=lambda took: (isinstance(took, str), took))
            shown = [times[0], *by_seed[seeds // 2 : seeds // 2 + 1], *by_seed[-1:]]
            print(f"{size:6}", *(beside(took, ordinary) for took in shown), flush=True)


def beside(seconds: float | str, ordinary: float | str) -> str:
    """Return the time of a file, and its ratio to the ordinary one."""
    if isinstance(seconds, str) or isinstance(ordinary, str):
        return f"{seconds:>12}"
    return f"   {seconds:12.3f}   x{seconds / ordinary:<5.1f}"


def fastest(script: str, file: Path, limit: float) -> float | str:
    """Return the seconds of the fastest of three runs; a sentence when one did not finish."""
    times = []
    for _ in range(3):
        run = measure(script, file, limit)
        if isinstance(run, str):
            return run
        times.append(run.seconds[0])
    return min(times)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a peer")
    parser.add_argument("--late", type=int, default=40, help="long tournaments of 21 to 80 players")
    parser.add_argument(
        "--circle", type=int, nargs="*", default=[100, 200, 400, 1000], metavar="SIZE"
    )
    parser.add_argument("--seeds", type=int, default=7, help="random results of a circle")
    arguments = parser.parse_args()
    beside_peers(RULES, OURS, arguments.sizes or SIZES, arguments.limit)
    times = sorted(late_rounds(arguments.late))
    if times:
        print(f"\n{len(times)} late rounds of 21 to 80 players, milliseconds, players, round:")
        for name, at in (
            ("median", len(times) // 2),
            ("99 %", len(times) * 99 // 100),
            ("most", -1),
        ):
            seconds, size, number = times[at]
            print(f"{name:8} {seconds * 1000:8.1f}  {size} players, round {number}")
    circles(arguments.circle, arguments.seeds, arguments.limit)


if __name__ == "__main__":
    main()
