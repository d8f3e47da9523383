"""Time of the engine on the Dubov System, beside that on the FIDE (Dutch) System.

Run: python tests/bench/bench_dubov.py [--rounds N] [--seeds N] [SIZE ...]

Tournaments are played by the Dubov System, and every round of them is paired by both engines, from
the same positions: ordinary ones, some with byes and forfeits, some where white always wins, which
leaves colours far apart, and fields after seven rounds of the circle method. Times are those of the
engines alone on one core, in processor seconds; the ratio is that of the medians. Nothing is
asserted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from pairing.fide_dubov.engine import pair  # noqa: E402
from pairing.fide_dutch.engine import pair as pair_dutch  # noqa: E402
from pairing.norms.model import NoPairing, Pairing  # noqa: E402
from tests.helpers.dubov_fields import dubov_players  # noqa: E402
from tests.helpers.fide_fields import players_of  # noqa: E402
from tests.helpers.fide_played import Play, circle, played_on  # noqa: E402
from tests.helpers.fide_rounds import Position  # noqa: E402

SIZES = (100, 200, 1000, 2000)


def by_dubov(position: Position) -> Pairing | NoPairing:
    """Return the pairing of a position by the Dubov System."""
    return pair(dubov_players(position), "W", last_round=position.last_round)


def rated(position: Position, seed: int, rounds: int) -> Position:
    """Return a position with ratings near the order of the numbers, and a number of rounds."""
    chance = random.Random(f"{seed} ratings")
    ratings = {key: 2600 - key // 2 + chance.randint(-20, 20) for key in position.table.cells}
    return replace(position, table=replace(position.table, ratings=ratings, planned=rounds))


def shapes(size: int, rounds: int, seeds: int) -> Iterator[tuple[str, Iterator[Position]]]:
    """Yield names and positions of one size."""

    def played(play: Play) -> Iterator[Position]:
        for seed in range(seeds):
            finished = partial(rated, seed=seed, rounds=rounds)
            yield from played_on(size, rounds, seed, play, finished, by_dubov)

    yield "ordinary", played(Play())
    yield "with byes", played(Play(byes=0.03))
    yield "white wins", played(Play(white_wins=True))
    yield "white, byes", played(Play(white_wins=True, byes=0.01))
    even = size // 2 * 2
    yield "circle", (rated(circle(even, 7, seed), seed, 9) for seed in range(seeds))
    yield "circle, white", (rated(circle(even, 7, None), seed, 9) for seed in range(1))


def seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds that something takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main() -> None:
    """Print the median and the most of every shape, and the ratio to the Dutch System."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args()
    print("players  shape           rounds    median      most   Dutch median      most   ratio")
    for size in options.sizes or SIZES:
        for name, positions in shapes(size, options.rounds, options.seeds):
            own, dutch = list[float](), list[float]()
            for position in positions:
                here, others = dubov_players(position), players_of(position)
                last = position.last_round
                own.append(seconds(partial(pair, here, "W", last_round=last)))
                dutch.append(seconds(partial(pair_dutch, others, "W")))
            middle, theirs = statistics.median(own), statistics.median(dutch)
            print(
                f"{size:7}  {name:14} {len(own):7} {middle:9.3f} {max(own):9.3f} {theirs:14.3f}"
                f" {max(dutch):9.3f}   x{middle / max(theirs, 1e-9):.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
