"""Time of what games are worth: the ratings and norms of a large Swiss, and of one player's card.

Run: python tests/bench/bench_ratings.py [--players N] [--rounds N]

A tournament of random ratings and results, with titles and federations as at an open of masters,
is read from a file into a book; then everybody's forecast, everybody's norms, and one player's line
on the card are timed in seconds of the processor. The aim: ratings and norms together under 0.3 s
for 1,000 players and 11 rounds, a card under 0.05 s.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from projections.ratings.forecast import Forecast  # noqa: E402
from projections.views.norms import norms  # noqa: E402
from projections.views.rating_forecast import forecaster_of  # noqa: E402
from tests.helpers.hall import Hall  # noqa: E402 (a script finds its own tree)

FEDERATIONS = ("NED", "GER", "BEL", "FRA", "ENG", "ESP", "IND", "USA")


def hall_of(players: int, rounds: int) -> Hall:
    """Return a tournament in memory: boards by hand, neighbours by rating, results by chance."""
    chance = Random(players)
    hall = Hall(rules="fide-dutch-2026", rounds=rounds)
    for number in range(1, players + 1):
        rating = 2650 - 1200 * number // players
        title = "GM" if rating > 2500 else "IM" if rating > 2400 else "FM" if rating > 2300 else ""
        hall.do(
            "enter",
            name=f"Player {number}",
            rating=rating,
            title=title,
            federation=chance.choice(FEDERATIONS),
            sex=chance.choice("mmmw"),
            birth=str(chance.randrange(1960, 2015)),
        )
    hall.do("schedule", round=1, date="2026-09-05")
    hall.do("edition", edition="fide-rating-2025-10")
    hall.do("lots", by="entry", first_colour="white")
    return hall


def play(hall: Hall, players: int, rounds: int) -> None:
    """Add the rounds to the state, without the judges and the engine."""
    from ledger.facts.tournament import PairingMadeByHand, ResultRecorded

    chance = Random(rounds)
    for number in range(1, rounds + 1):
        order = list(range(1, players + 1))
        order = [*order[number:], *order[:number]]
        pairs = [(order[at], order[-1 - at]) for at in range(players // 2)]
        near = sorted(pairs)
        whites, blacks = zip(*near, strict=True)
        hall.state.apply(
            PairingMadeByHand(
                round=number, whites=whites, blacks=blacks, bye=None, source="arbiter"
            )
        )
        for white, black in near:
            outcome = chance.choice(("1-0", "0-1", "1/2-1/2"))
            hall.state.apply(
                ResultRecorded(round=number, white=white, black=black, outcome=outcome)
            )


def measured(what: str, of: object) -> None:
    """Print the seconds of the processor that a call takes, the least of three."""
    assert callable(of)
    least = float("inf")
    for _ in range(3):
        begin = time.process_time()
        of()
        least = min(least, time.process_time() - begin)
    print(f"{what:32} {least:8.4f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=11)
    asked = parser.parse_args()
    hall = hall_of(asked.players, asked.rounds)
    play(hall, asked.players, asked.rounds)
    book = hall.book

    def everybody() -> None:
        forecast = Forecast(book.state, book.people)
        for player in book.state.players:
            forecast.of(player)

    measured("ratings of everybody", everybody)
    measured("norms of everybody", lambda: norms(book))
    measured("the line on a card", lambda: forecaster_of(book)(1))
    measured("the norms of a player", lambda: norms(book, "1"))


if __name__ == "__main__":
    main()
