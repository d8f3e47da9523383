"""Times of the engine for growing fields: a random field after five rounds paired by itself.

Run: python tests/bench/bench_wp.py [SIZE ...]
"""

import random
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from wp_simulation import rounds_of  # noqa: E402 (a script finds its own tree)

from pairing.state import Contestant, NoPairing, Pairing  # noqa: E402
from pairing.wp import pair  # noqa: E402

SIZES = (100, 200, 300, 500, 1000, 2000, 5000, 10_000)
ROUNDS = 6


def main(sizes: Sequence[int]) -> None:
    """Print, per size, the seconds of rounds 1 to 6 and the most memory used so far."""
    print("players", *(f"round {n}" for n in range(1, ROUNDS + 1)), "MiB", sep="\t")
    for size in sizes:
        seconds: list[float] = []

        def timed(field: Sequence[Contestant], seconds: list[float] = seconds) -> Pairing | NoPairing:
            begin = time.perf_counter()
            paired = pair(field)
            seconds.append(time.perf_counter() - begin)
            return paired

        played = rounds_of(random.Random(size), size, 9, "2014", timed, quiet=True)
        for _ in range(ROUNDS):
            next(played)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(size, *(f"{s:.3f}" for s in seconds), memory, sep="\t", flush=True)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)
