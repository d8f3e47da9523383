"""The Burstein System beside py4swiss on many rounds, each difference named by its articles.

Run: python tests/bench/compare_burstein.py [--rounds N] [--seed N] [--players N]

Random positions after the seeding rounds are paired by py4swiss and by the text; a difference is
named by the fewest articles that the text must read as py4swiss does to make the same round. The
engine is held against the text in the same run. py4swiss is optional (the extra "bench").
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tests.helpers.burstein_fields import after_seeding, by_engine, by_text  # noqa: E402
from tests.helpers.fide_rounds import random_position, without_prohibited  # noqa: E402
from tests.oracles.burstein_py4swiss import named  # noqa: E402


def main() -> None:
    """Print the names of the differences with their counts, and what has none."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--players", type=int, default=10, help="at most")
    options = parser.parse_args()
    if find_spec("py4swiss") is None:
        sys.exit("py4swiss is not installed (the extra 'bench')")
    names, seed = Counter[str](), options.seed
    while names.total() < options.rounds:
        chance = random.Random(seed)
        size = chance.randint(4, options.players)
        played = random_position(seed, size, chance.randint(1, min(6, size - 2)))
        position = without_prohibited(after_seeding(played))
        seed += 1
        if len(position.present) < 2:
            continue
        name = named(position)
        if by_engine(position) != by_text(position):
            name = "? the engine differs from the text"
        names[name] += 1
        if name.startswith("?"):
            print(f"seed {seed - 1}: {name}", flush=True)
    print(f"{names.total()} rounds")
    for name, count in names.most_common():
        print(f"{count:6}  {100 * count / names.total():5.1f} %  {name}")


if __name__ == "__main__":
    main()
