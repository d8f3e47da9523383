"""Our pairings beside those of py4swiss (FIDE Dutch 2017), each difference named by its clauses.

Run: python tests/bench/compare_py4swiss.py [--rounds N] [--seed N] [FILE.trf ...]

Rounds of random tournaments, and every round of the files given, are paired by both from the same
basis. py4swiss is optional (the extra "bench").
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from ledger.rulebooks.rulebook import Rulebook  # noqa: E402
from ledger.trf.model import TrfFile  # noqa: E402
from ledger.trf.reader import parse  # noqa: E402
from pairing.systems.registry import load_rulebook  # noqa: E402
from tests.oracles.fide_dutch_2017 import random_file  # noqa: E402
from tests.oracles.judges_2014_2017 import compared  # noqa: E402


def rulebook() -> Rulebook:
    """Return the Swiss on rating."""
    rules = load_rulebook("knsb-rating-2014")
    assert isinstance(rules, Rulebook)
    return rules


def main() -> None:
    """Print the classes of difference, and the places of the unexplained ones."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--absences", action="store_true")
    arguments = parser.parse_args()
    if find_spec("py4swiss") is None:
        sys.exit("py4swiss is not installed (the extra 'bench')")
    rules, classes = rulebook(), Counter[str]()
    for path in arguments.files:
        file = parse(path.read_bytes())
        assert isinstance(file, TrfFile)
        for number, how in compared(file, rules):
            classes[how] += 1
            if how != "same":
                print(f"{path.name} round {number}: {how}", flush=True)
    seed = arguments.seed
    while not arguments.files and classes.total() < arguments.rounds:
        for number, how in compared(random_file(seed, rules, arguments.absences), rules):
            classes[how] += 1
            if how.startswith("?"):
                print(f"seed {seed} round {number}: {how}", flush=True)
        seed += 1
    print(f"\n{classes.total()} rounds")
    for how, count in classes.most_common():
        print(f"{count:6}  {100 * count / classes.total():5.1f} %  {how}")


if __name__ == "__main__":
    main()
