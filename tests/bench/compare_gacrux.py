"""Our pairings by the FIDE (Dutch) System of 2026 beside those of gacrux, round by round.

Run: python tests/bench/compare_gacrux.py [--rounds N] [--first SEED] [--state FILE]

Rounds of random tournaments (10 to 60 players, byes, forfeits, late entries, withdrawals, a third
of them accelerated by the Baku method) and random positions are written to a file, with the initial
colour (152), and paired by both. A difference is printed with its seed. With --state a run goes on
where the last one stopped. gacrux is optional (the extra "bench"). Where the environment's BBP
names the program bbpPairings, each round is asked of it as well.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from pairing.fide_dutch.engine import pair  # noqa: E402
from pairing.norms.model import NoPairing, Pairing  # noqa: E402
from tests.helpers.fide_fields import initial_of, players_of  # noqa: E402
from tests.helpers.fide_rounds import file_text, random_position  # noqa: E402
from tests.helpers.fide_tournaments import Asked, tournament  # noqa: E402
from tests.helpers.other_programs import by_bbp, by_gacrux  # noqa: E402


def rounds_of(seed: int) -> Iterator[Asked]:
    """Yield the rounds of a seed: of a tournament, or ten random positions."""
    if seed % 4:
        yield from tournament(seed, pair, baku=seed % 3 == 2)
        return
    for number in range(10):
        position = random_position(10 * seed + number, 5 + seed % 40, 1 + number % 5)
        yield position, pair(players_of(position), initial_of(position))


def boards_of(pairing: Pairing | NoPairing) -> list[str]:
    """Return a pairing as white-black and player-0; nothing where there is none."""
    if isinstance(pairing, NoPairing):
        return []
    free = [] if pairing.bye is None else [f"{pairing.bye}-0"]
    return sorted([f"{b.white}-{b.black}" for b in pairing.boards] + free)


def main() -> None:
    """Print how many rounds are the same, and every one that is not."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--state", type=Path)
    chosen = parser.parse_args()
    if find_spec("gacrux") is None:
        sys.exit("gacrux is not installed (the extra 'bench')")
    seed, counts, bbp = chosen.first, Counter[str](), os.environ.get("BBP")
    if chosen.state is not None and chosen.state.is_file():
        kept = json.loads(chosen.state.read_text("utf-8"))
        seed, counts = kept["seed"], Counter(kept["counts"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        while counts["rounds"] < chosen.rounds:
            for position, pairing in rounds_of(seed):
                number = position.table.rounds + 1
                path.write_text(file_text(position, "trf26"), "utf-8")
                ours, others = boards_of(pairing), {"gacrux": by_gacrux(path, number)}
                if bbp is not None:
                    others["bbpPairings"] = by_bbp(bbp, path)
                for name, theirs in others.items():
                    same = "same as" if theirs == ours else "not as"
                    counts[f"{same} {name}"] += 1
                    if theirs != ours:
                        apart = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
                        print(f"seed {seed} round {number}: ours {apart[0]}, {name} {apart[1]}")
                counts["rounds"] += 1
            seed += 1
            if chosen.state is not None:
                state = {"seed": seed, "counts": counts}
                chosen.state.write_text(json.dumps(state), "utf-8")
    print(f"\nto seed {seed}")
    for how, count in counts.most_common():
        print(f"{count:6}  {100 * count / counts['rounds']:5.1f} %  {how}")


if __name__ == "__main__":
    main()
