"""Time, memory and growth of the engine on the FIDE (Dutch) System, beside gacrux and py4swiss.

Run: python tests/bench/bench_fide.py [--limit SECONDS] [--seeds N] [--rounds N] [SIZE ...]

Tournaments are played with the engine itself, and every round of them is timed: ordinary ones, some
with byes and forfeits, and some where white always wins, which leaves colours far apart. The last
rounds of short fields are the late ones, in which most players have met; then come fields after
seven rounds of the circle method, with random results and where white won. All of these, of even
and odd sizes, are also paired by the edition of 2017, with the ratio of both. Times are those of the
engine alone on one core, the memory is the peak of the process; ratios of the other programs are to
reading a file and pairing, in a process of their own. Without sizes there are 100, 200, 1,000 and
5,000 players; 9999 is the most a file can have. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from pairing.fide_dutch import engine_2017  # noqa: E402
from pairing.fide_dutch.engine import pair  # noqa: E402
from tests.bench.peers import GACRUX, PY4SWISS, measure  # noqa: E402
from tests.helpers.fide_fields import initial_of, players_of  # noqa: E402
from tests.helpers.fide_played import Play, circle, tournament  # noqa: E402
from tests.helpers.fide_rounds import Position, file_text  # noqa: E402

SIZES = (100, 200, 1000, 5000)
LATE = ((14, 12), (24, 22), (40, 30), (80, 30))
"""Players and rounds of tournaments in which most players meet."""
EDITIONS = {
    "all draws": Play(draws=1.0),
    "ordinary": Play(),
    "with byes": Play(byes=0.03),
    "white wins": Play(white_wins=True),
    "white, byes": Play(white_wins=True, byes=0.01),
}
"""How the tournaments are played that are paired by both editions, odd sizes beside even ones."""

OURS = """
import json, sys, time
from pairing.systems.registry import load_rulebook
from ledger.trf.reader import parse
from pairing.fide.players import GamePoints, fide_players
from pairing.fide_dutch.engine import pair
from pairing.systems.trf import round_to_pair
from projections.games.crosstable_of_trf import of_file
data = open(sys.argv[1], "rb").read()
begin = time.perf_counter()
file = parse(data)
round_ = round_to_pair(file, None, None)
table = of_file(file, load_rulebook("fide-2026"), round_.number - 1)
pair(fide_players(table, round_.present, round_.last_round, GamePoints()), "W")
print(json.dumps([time.perf_counter() - begin]))
"""


def seconds(position: Position) -> float:
    """Return what the engine takes for a round."""
    players = players_of(position)
    initial = initial_of(position)
    begin = time.process_time()
    pair(players, initial)
    return time.process_time() - begin


def seconds_2017(position: Position) -> float:
    """Return what the engine of 2017 takes for a round."""
    players = players_of(position, "2017")
    initial = initial_of(position)
    begin = time.process_time()
    engine_2017.pair(players, initial)
    return time.process_time() - begin


def shapes(size: int, rounds: int, seeds: int) -> Iterator[tuple[str, Iterable[Position]]]:
    """Yield names and positions of one size."""

    def played(play: Play) -> Iterator[Position]:
        for seed in range(1 if play.white_wins and not play.byes else seeds):
            yield from tournament(size, rounds, seed, play)

    yield "ordinary", played(Play())
    yield "with byes", played(Play(byes=0.03))
    yield "white wins", played(Play(white_wins=True))
    yield "white, byes", played(Play(white_wins=True, byes=0.01))
    even = size // 2 * 2
    yield "circle", (circle(even, 7, seed) for seed in range(seeds))
    yield "circle, white", iter([circle(even, 7, None)])


def table_of_times(sizes: Sequence[int], rounds: int, seeds: int) -> None:
    """Print the median and the most of every shape, and the most beside that of ordinary rounds."""
    print("players  shape           rounds    median      most   x ordinary   MiB so far")
    for size in sizes:
        ordinary = 0.0
        for name, positions in shapes(size, rounds, seeds):
            times = [seconds(position) for position in positions]
            most = max(times)
            ordinary = ordinary or most
            print(
                f"{size:7}  {name:14} {len(times):7} {statistics.median(times):9.3f} {most:9.3f}"
                f"   x{most / ordinary:<9.1f} {mebibytes():6}",
                flush=True,
            )


def late_rounds(seeds: int) -> None:
    """Print what the late rounds of small fields take, beside the first ones."""
    print("\nlate rounds: the first third and the last third, milliseconds, median and most")
    for size, rounds in LATE:
        first = []
        last = []
        for seed in range(seeds):
            times = [1000 * seconds(p) for p in tournament(size, rounds, seed, Play())]
            first += times[: len(times) // 3]
            last += times[-len(times) // 3 :]
        print(f"{size:7} players, {rounds} rounds: ", end="")
        print(f"{statistics.median(first):6.1f} {max(first):6.1f}   ", end="")
        print(f"{statistics.median(last):6.1f} {max(last):6.1f}", flush=True)


def families(size: int, rounds: int) -> Iterator[tuple[str, Iterable[Position]]]:
    """Yield names and positions of one size that are paired by both editions."""
    for name, play in EDITIONS.items():
        yield name, tournament(size, rounds, 0, play)
    if size % 2 == 0:
        yield "circle", (circle(size, 7, seed) for seed in range(3))
        yield "circle, white", iter([circle(size, 7, None)])


def beside_2017(sizes: Sequence[int], rounds: int) -> None:
    """Print what every family takes by both editions: the most of a round, and the largest ratio.

    The ratio is of single rounds that take a hundredth of a second or more; of the most, if none do.
    """
    print("\nthe edition of 2017 beside that of 2026: the most of a round, seconds; largest ratio")
    fields = [(size, rounds) for size in sizes] + list(LATE)
    for size, length in fields:
        for name, positions in families(size, length):
            times = [(seconds(position), seconds_2017(position)) for position in positions]
            most = max(one for one, _ in times), max(two for _, two in times)
            ratios = [two / one for one, two in times if two >= 0.01]
            ratio = max(ratios, default=most[1] / max(most[0], 1e-6))
            print(f"{size:7}  {name:14} {most[0]:9.3f} {most[1]:9.3f}   x{ratio:.1f}", flush=True)


def beside_others(sizes: Sequence[int], limit: float) -> None:
    """Print what reading and pairing round 6 takes here and elsewhere."""
    print("\nround 6, reading a file and pairing: seconds, ratio to this engine, MiB")
    others: dict[str, tuple[str, Callable[[Position], str]]] = {
        "gacrux": (GACRUX, lambda position: file_text(position, "trf26")),
        "py4swiss": (PY4SWISS, lambda position: file_text(position, "xx")),
    }
    for name in [name for name in others if not find_spec(name)]:
        print(f"{name} is not installed and left out (the extra 'bench')")
        del others[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        for size in sizes:
            *_, position = tournament(size, 6, 0, Play())
            path.write_text(file_text(position, "trf26"))
            own = measure(OURS, path, 600)
            if isinstance(own, str):
                print(f"{size:7}  {own}")
                continue
            print(f"{size:7}  {own.seconds[0]:.3f}, {own.mebibytes}", end="", flush=True)
            for name, (script, written) in list(others.items()):
                path.write_text(written(position))
                run = measure(script, path, limit)
                if isinstance(run, str):
                    print(f"   {name} {run}", end="", flush=True)
                    del others[name]
                    continue
                ratio = run.seconds[0] / own.seconds[0]
                print(f"   {name} {run.seconds[0]:.2f} x{ratio:.0f}, {run.mebibytes}", end="")
            print()


def mebibytes() -> int:
    """Return the peak of this process's memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a peer")
    parser.add_argument("--seeds", type=int, default=3, help="tournaments of each shape")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each tournament")
    options = parser.parse_args()
    sizes = options.sizes or SIZES
    table_of_times(sizes, options.rounds, options.seeds)
    late_rounds(options.seeds)
    beside_2017([size + odd for size in sizes for odd in (0, 1)], options.rounds)
    beside_others(sizes, options.limit)


if __name__ == "__main__":
    main()
