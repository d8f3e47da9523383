"""The cost of deciding every published round of a tournament again, as the mirror does.

Run it by hand: `python tests/bench/bench_decisions.py`. It prints milliseconds per round and never
judges; beside each is the time in which the engine alone pairs the round from its table.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from ledger.facts.tournament import PairingPublished  # noqa: E402
from pairing.review.decisions import decisions_of  # noqa: E402
from pairing.review.inputs import rules_of, seats  # noqa: E402
from pairing.systems.registry import pair_round  # noqa: E402
from projections.games.crosstable import of_tournament  # noqa: E402
from tests.helpers.hall import Hall  # noqa: E402 - the path comes first
from tests.helpers.season import Season  # noqa: E402

SIZES = (
    ("knsb-wp-2014", 50, 9),
    ("knsb-wp-2014", 200, 9),
    ("knsb-rating-2014", 50, 9),
    ("knsb-rating-2014", 200, 9),
    ("mwkeizer", 60, 30),
)


def played(rules: str, players: int, rounds: int) -> Hall:
    """Return a tournament or season with absences, draws, and the stronger winning more often."""
    season, chance = rules == "mwkeizer", Random(players)
    hall = Season(0, rounds, top=2 * players) if season else Hall(0, rounds, rules=rules)
    for number in range(1, players + 1):
        hall.do("enter", name=f"Player {number:03}", rating=2400 - number)
    hall.do("lots", by="rating")
    for number in range(1, rounds + 1):
        for player in list(hall.state.players):
            if chance.random() < (0.25 if season else 0.03):
                hall.do("absent", player=player, round=number)
        hall.do("publish")
        for board, game in enumerate(hall.state.rounds[-1].games, 1):
            white = 0.35 + 0.25 * (game.black - game.white) / players
            drawn, won = chance.random() < 0.3, chance.random() < white / 0.7
            result = "1/2-1/2" if drawn else "1-0" if won else "0-1"
            hall.do("result", round=number, board=board, result=result)
    return hall


def engine_alone(hall: Hall) -> float:
    """Return the seconds of pairing from existing tables."""
    total = 0.0
    for fact in hall.facts:
        if isinstance(fact, PairingPublished):
            then = hall.book.at(fact.basis)
            rules = rules_of(fact, hall.facts, then)
            table = of_tournament(then.state, rules, after=fact.round - 1)
            present = seats(fact, rules, then, table)
            start = time.perf_counter()
            pair_round(table, rules, present, fact.last_round)
            total += time.perf_counter() - start
    return total


def main() -> None:
    """Print a line per size."""
    print(f"{'':24}{'rounds':>8}{'rows':>8}{'ms a round':>12}{'engine':>10}{'known':>10}")
    for rules, players, rounds in SIZES:
        hall = played(rules, players, rounds)
        start = time.perf_counter()
        rows = list(decisions_of(hall.facts))
        took = time.perf_counter() - start
        positions = {row.position for row in rows}
        start = time.perf_counter()
        assert not list(decisions_of(hall.facts, positions))
        resumed = time.perf_counter() - start
        each = [1000 * seconds / rounds for seconds in (took, engine_alone(hall), resumed)]
        name = f"{rules}, {players}"
        print(f"{name:24}{rounds:>8}{len(rows):>8}{each[0]:>12.1f}{each[1]:>10.1f}{each[2]:>10.3f}")


if __name__ == "__main__":
    main()
