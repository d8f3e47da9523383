"""The time of a season's values and of an evening's pairing.

Run: python tests/bench/bench_keizer.py

A season of 35 rounds and 60 members in a book in memory, with absences, games for teams and draws;
then its standings after every round, its period standing with values of its own, and each overview.
Last the pairing of 300 members present after 10 evenings. Nothing is asserted.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from desk.answers.season import OVERVIEWS, overview  # noqa: E402
from pairing.keizer.engine import pair  # noqa: E402
from projections.games.crosstable import of_tournament  # noqa: E402
from projections.standings.keizer import standings_of  # noqa: E402
from projections.standings.keizer_period import period_standing  # noqa: E402
from tests.helpers.evenings import evening, field  # noqa: E402
from tests.helpers.season import Season  # noqa: E402

MEMBERS, ROUNDS, PRESENT = 60, 35, 300


def season(rng: random.Random, members: int, rounds: int) -> Season:
    """Return a season with something of everything."""
    played = Season(0, rounds, top=100, external={"1": list(range(100, 92, -1))})
    for number in range(1, members + 1):
        played.do("enter", name=f"Member {number}", rating=2000 - number)
    played.do("lots", by="entry")
    for number in range(1, rounds + 1):
        if number == rounds // 2:
            played.do("period", round=number)
        away = [p for p in range(1, members + 1) if rng.random() < 0.15]
        for player in away:
            played.do("absent", player=player, round=number)
        played.do("publish")
        for board in range(1, len(played.state.rounds[-1].games) + 1):
            result = rng.choice(["1-0", "0-1", "1/2-1/2"])
            played.do("result", round=number, board=board, result=result)
        for board, player in enumerate(away[:8], 1):
            played.do(
                "external",
                player=player,
                round=number,
                team="1",
                board=board,
                colour="W",
                result=rng.choice(["1", "1/2", "0"]),
            )
    return played


def timed(what: str, work: Callable[[], Any]) -> Any:
    """Print the time of the fastest of three runs, and return the result."""
    best, answer = None, None
    for _ in range(3):
        begin = time.perf_counter()
        answer = work()
        spent = time.perf_counter() - begin
        best = spent if best is None else min(best, spent)
    print(f"{what:<60} {best:8.3f} s")
    return answer


def main() -> None:
    """Print the times."""
    rng = random.Random(2026)
    begin = time.perf_counter()
    played = season(rng, MEMBERS, ROUNDS)
    print(f"{'the season itself, through commands':<60} {time.perf_counter() - begin:8.3f} s")
    book = played.book
    table = timed("its crosstable", lambda: of_tournament(book.state, book.rules))
    text = f"standings after each of {ROUNDS} rounds, {MEMBERS} members"
    standings = timed(text, lambda: standings_of(table, book.rules_of))
    passes = [standing.passes for standing in standings]
    print(f"  passes at most {max(passes)}, cycles {sum(s.cycle > 0 for s in standings)}")
    timed("the second period", lambda: period_standing(table, book.rules_of, standings, 2))
    for which in OVERVIEWS:
        timed(f"overview {which}", partial(overview, book, which))
    members = field(random.Random(2026), PRESENT, 11)
    timed(f"pairing of {len(members)} present", lambda: pair(members, evening(11)))


if __name__ == "__main__":
    main()
