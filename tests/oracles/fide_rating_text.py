"""FIDE's rating rules a second time, written from their text in fractions, without the program.

B.02 in the editions of 2022, March and December 2024, and October 2025. Slow and plain: a rating is
looked up in a table of rows, every rule is a sentence of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

DP = """
50: 0 7 14 21 29 36 43 50 57 65
60: 72 80 87 95 102 110 117 125 133 141
70: 149 158 166 175 184 193 202 211 220 230
80: 240 251 262 273 284 296 309 322 336 351
90: 366 383 401 422 444 470 501 538 589 677
100: 800
"""

PD = """
50: 3 10 17 25 32 39 46 53 61 68
60: 76 83 91 98 106 113 121 129 137 145
70: 153 162 170 179 188 197 206 215 225 235
80: 245 256 267 278 290 302 315 328 344 357
90: 374 391 411 432 456 484 517 559 619 735
"""

EDITIONS = ("fide-rating-2022", "fide-rating-2024-03", "fide-rating-2024-12", "fide-rating-2025-10")


def rows(table: str) -> dict[int, int]:
    """Return the value of every percentage of a table."""
    found = {}
    for line in table.split("\n"):
        if line:
            first, values = line.split(":")
            for offset, value in enumerate(values.split()):
                found[int(first) + offset] = int(value)
    return found


def dp(percentage: int) -> int:
    return rows(DP)[percentage] if percentage >= 50 else -rows(DP)[100 - percentage]


def expectation(difference: int) -> Fraction:
    """The smallest percentage whose row still has the difference; above the last it is 100."""
    fits = [p for p, most in rows(PD).items() if abs(difference) <= most]
    higher = min(fits) if fits else 100
    return Fraction(higher if difference >= 0 else 100 - higher, 100)


def half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def away(number: Fraction) -> int:
    return half_up(number) if number >= 0 else ceil(number - Fraction(1, 2))


Games = Sequence[tuple[int, int, Fraction]]
"""Own rating, the opponent's, the score."""


def is_rated(own: int, opponent: int, edition: str, tempo: str) -> bool:
    if edition in ("fide-rating-2022", "fide-rating-2024-03") or tempo == "standard":
        return True
    strong = own > 2600 or opponent > 2600
    return not (strong and abs(own - opponent) >= 600)


def worths(games: Games, edition: str, tempo: str) -> list[Fraction]:
    """What each game of a tournament is worth: the score less the expectation."""
    higher = [own - opponent for own, opponent, _ in games]
    found = []
    used = False
    for own, opponent, score in games:
        difference = own - opponent
        counts = max(-400, min(400, difference))
        if edition == "fide-rating-2022" and difference > 0:
            mine = difference == max(higher) and not used
            used = used or mine
            counts = counts if mine else difference
        if edition == "fide-rating-2025-10" and tempo == "standard" and own >= 2650:
            counts = difference
        found.append(score - expectation(counts))
    return found


def k_of(rating: int, highest: int, age: int | None, games: int | None) -> int:
    if max(rating, highest) >= 2400:
        return 10
    if age is not None and age <= 18 and max(rating, highest) < 2300:
        return 40
    return 40 if games is not None and games < 30 else 20


def period(rating: int, k: int, worth: Sequence[Fraction], edition: str) -> tuple[int, int | None]:
    """The rounded change, and the new rating; None when it falls below the lowest."""
    n = len(worth)
    while n and k * n > 700:
        k -= 1
    change = away(k * sum(worth, Fraction(0)))
    lowest = 1000 if edition == "fide-rating-2022" else 1400
    return change, rating + change if rating + change >= lowest else None


def first(games: Sequence[tuple[int, Fraction]], edition: str) -> int | None:
    """The first rating against rated opponents; None when there is none."""
    points = sum((score for _, score in games), Fraction(0))
    n = len(games)
    if n < 5 or points == 0:
        return None
    if edition == "fide-rating-2022":
        average = Fraction(sum(rating for rating, _ in games), n)
        above = points - Fraction(n, 2)
        extra = above * 2 * 20 if above > 0 else dp(half_up(100 * points / n))
        rating = half_up(average + extra)
        return rating if rating >= 1000 else None
    average = Fraction(sum(rating for rating, _ in games) + 1800 + 1800, n + 2)
    rating = min(half_up(average + dp(half_up(100 * (points + 1) / (n + 2)))), 2200)
    return rating if rating >= 1400 else None


def performance(games: Sequence[tuple[int, Fraction]]) -> int | None:
    if not games:
        return None
    average = half_up(Fraction(sum(rating for rating, _ in games), len(games)))
    points = sum((score for _, score in games), Fraction(0))
    return average + dp(half_up(100 * points / len(games)))
