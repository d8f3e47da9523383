"""Our pairings by the FIDE (Dutch) System of 2017 beside those of py4swiss, round by round.

Run: python tests/bench/compare_dutch_2017.py [--rounds N] [--first SEED] [--state FILE]

Rounds of random tournaments (6 to 40 players, byes, forfeits, late entries, withdrawals) and
random positions are paired by both. A difference is printed with its seed and the clause by which
ours is better, or "?" where none is known. With --state a run goes on where the last one stopped.
py4swiss is optional (the extra "bench").
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from pairing.fide_dutch.engine_2017 import pair  # noqa: E402
from tests.helpers.fide_fields import READINGS, initial_of, players_of  # noqa: E402
from tests.helpers.fide_rounds import random_position  # noqa: E402
from tests.helpers.fide_tournaments import Asked, tournament  # noqa: E402
from tests.oracles.judge_2017 import beside_py4swiss  # noqa: E402


def rounds_of(seed: int) -> Iterator[Asked]:
    """Yield the rounds of a seed: of a tournament, or ten random positions."""
    if seed % 4:
        yield from tournament(seed, pair, (6, 40), READINGS["2017"])
        return
    for number in range(10):
        position = random_position(10 * seed + number, 10 + seed % 31, 1 + number % 9)
        position = replace(position, prohibited=frozenset())
        if len(position.present) > 1:
            yield position, pair(players_of(position, "2017"), initial_of(position))


def compared(seed: int) -> Iterator[tuple[int, str]]:
    """Yield each round of a seed but the first ones, and how both programs compare."""
    for position, ours in rounds_of(seed):
        if not position.table.rounds:
            continue
        yield position.table.rounds + 1, beside_py4swiss(position, ours)


def main() -> None:
    """Print how many rounds are the same, and by which clause the others differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--state", type=Path)
    chosen = parser.parse_args()
    if find_spec("py4swiss") is None:
        sys.exit("py4swiss is not installed (the extra 'bench')")
    seed, counts = chosen.first, Counter[str]()
    if chosen.state is not None and chosen.state.is_file():
        kept = json.loads(chosen.state.read_text("utf-8"))
        seed, counts = kept["seed"], Counter(kept["counts"])
    while counts.total() < chosen.rounds:
        for number, how in compared(seed):
            counts[how] += 1
            if how not in ("same", "no pairing by both"):
                print(f"seed {seed} round {number}: {how}", flush=True)
        seed += 1
        if chosen.state is not None:
            chosen.state.write_text(json.dumps({"seed": seed, "counts": counts}), "utf-8")
    print(f"\n{counts.total()} rounds to seed {seed}")
    for how, count in counts.most_common():
        print(f"{count:6}  {100 * count / counts.total():5.1f} %  {how}")


if __name__ == "__main__":
    main()
