"""Time of the Burstein System beside the Dutch one: the same rounds, paired by both in one run.

Run: python tests/bench/bench_burstein.py [--seeds N] [--rounds N] [SIZE ...]

Tournaments are played with the Dutch engine; every round of them is paired by both, as if it came
after the seeding rounds. Times are processor seconds on one core: the ranking and the players, and
the engine alone, with its ratio to the Dutch one. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from pairing.fide_burstein.engine import pair  # noqa: E402
from pairing.fide_dutch.engine import pair as pair_dutch  # noqa: E402
from tests.helpers import fide_fields  # noqa: E402
from tests.helpers.burstein_fields import after_seeding, players_of  # noqa: E402
from tests.helpers.fide_played import Play, circle, tournament  # noqa: E402
from tests.helpers.fide_rounds import Position  # noqa: E402

SIZES = (100, 200, 1000, 5000)
SHAPES = {
    "ordinary": Play(),
    "with byes": Play(byes=0.03),
    "white wins": Play(white_wins=True),
    "white, byes": Play(white_wins=True, byes=0.01),
}


def seconds(position: Position) -> tuple[float, float, float]:
    """Return what the players take, the engine, and the Dutch engine."""
    begin = time.process_time()
    players = players_of(after_seeding(position))
    ranked = time.process_time()
    pair(players, "W")
    paired = time.process_time()
    dutch = fide_fields.players_of(position)
    again = time.process_time()
    pair_dutch(dutch, "W")
    return ranked - begin, paired - ranked, time.process_time() - again


def positions(shape: Play, size: int, rounds: int, seeds: int) -> Iterator[Position]:
    """Yield the positions of tournaments of one shape."""
    for seed in range(seeds):
        yield from tournament(size, rounds, seed, shape)


def line(name: str, size: int, times: list[tuple[float, float, float]]) -> str:
    """Return a line of the table."""
    players, own, dutch = (sorted(each) for each in zip(*times, strict=True))
    middle, beside = statistics.median(own), statistics.median(dutch)
    return (
        f"{size:7}  {name:14} {len(times):6} {statistics.median(players):9.3f} {middle:9.3f} "
        f"{own[-1]:9.3f} {dutch[-1]:9.3f}   x{middle / max(beside, 1e-6):.2f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE")
    parser.add_argument("--seeds", type=int, default=2, help="tournaments of each shape")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each tournament")
    options = parser.parse_args()
    print(
        "players  shape          rounds   players    median      most     Dutch   x Dutch, median"
    )
    for size in options.sizes or SIZES:
        for name, shape in SHAPES.items():
            rounds = positions(shape, size, options.rounds, options.seeds)
            print(line(name, size, [seconds(position) for position in rounds]), flush=True)
        even = size // 2 * 2
        print(line("circle", size, [seconds(circle(even, 7, seed)) for seed in (None, 1)]))


if __name__ == "__main__":
    main()
