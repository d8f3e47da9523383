"""Our pairings by the Dubov System beside those of py4swiss, round by round.

Run: python tests/bench/compare_dubov.py [--rounds N] [--first SEED]

Random positions of 4 to 11 players, with byes, forfeits and late entries, are paired by both and by
the literal program. A difference is counted under the clauses that the other program reads wrong:
the literal program altered by them pairs as it does. "?" is printed with its seed. py4swiss is
optional (the extra "bench").
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from tests.helpers.dubov_fields import by_engine, by_text, dubov_position  # noqa: E402
from tests.helpers.fide_rounds import Position, without_prohibited  # noqa: E402
from tests.oracles.dubov_beside_py4swiss import compared  # noqa: E402


def position_of(seed: int) -> Position | None:
    """Return the position of a seed; None where fewer than two are present."""
    chance = random.Random(f"dubov {seed}")
    size = chance.randint(4, 11)
    position = dubov_position(seed, size, chance.randint(1, min(8, size - 1)))
    position = without_prohibited(position)
    return position if len(position.present) > 1 else None


def main() -> None:
    """Print how many rounds are the same, and by which clauses the others differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    if find_spec("py4swiss") is None:
        sys.exit("py4swiss is not installed (the extra 'bench')")
    seed, counts = chosen.first, Counter[str]()
    while counts.total() < chosen.rounds:
        position = position_of(seed)
        if position is not None:
            how = compared(position)
            counts[how] += 1
            if how == "?" or by_engine(position) != by_text(position):
                print(f"seed {seed}: {how}", flush=True)
        seed += 1
    print(f"\n{counts.total()} rounds, up to seed {seed - 1}")
    for how, count in counts.most_common():
        print(f"{count:6}  {100 * count / counts.total():5.1f} %  {how}")


if __name__ == "__main__":
    main()
