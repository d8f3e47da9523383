"""Tie-breaks from the ratings of the opponents met over the board: whole numbers, or None."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ledger.rulebooks.rulebook import Rulebook
from projections.games.crosstable import Crosstable

DIFFERENCE_OF_PERCENTAGE = (
    0,
    7,
    14,
    21,
    29,
    36,
    43,
    50,
    57,
    65,
    72,
    80,
    87,
    95,
    102,
    110,
    117,
    125,
    133,
    141,
    149,
    158,
    166,
    175,
    184,
    193,
    202,
    211,
    220,
    230,
    240,
    251,
    262,
    273,
    284,
    296,
    309,
    322,
    336,
    351,
    366,
    383,
    401,
    422,
    444,
    470,
    501,
    538,
    589,
    677,
    800,
)
"""Rating difference of a score of 50 %, 51 %, ... 100 % (FIDE Rating Regulations B.02, 8.1a)."""


DIFFERENCE_FROM = (
    4,
    11,
    18,
    26,
    33,
    40,
    47,
    54,
    62,
    69,
    77,
    84,
    92,
    99,
    107,
    114,
    122,
    130,
    138,
    146,
    154,
    163,
    171,
    180,
    189,
    198,
    207,
    216,
    226,
    236,
    246,
    257,
    268,
    279,
    291,
    303,
    316,
    329,
    345,
    358,
    375,
    392,
    412,
    433,
    457,
    485,
    518,
    560,
    620,
    736,
)
"""The least rating difference of an expected score of 51 %, 52 % ... 100 % (B.02, 8.1b)."""

_MOST_DIFFERENCE = 800


class RatedGame(NamedTuple):
    """A game over the board against a rated opponent."""

    rating: int
    halves: int
    win_halves: int = 2


def rated_games(table: Crosstable, rules: Rulebook, player: int) -> list[RatedGame] | None:
    """Return a player's games against rated opponents; None when an unrated one forbids a value.

    Games decided by default do not count.

    Rule: fide-2022 ratings; fide-2024 10; fide-2026 10.
    """
    games = []
    for number, cell in enumerate(table.cells[player], 1):
        if cell.opponent is None or not cell.played:
            continue
        rating = table.rating_in(cell.opponent, number)
        if rating is not None:
            games.append(RatedGame(rating, cell.halves, table.rules_in(number, rules).scores.win))
        elif rules.ranking.unrated_opponents == "no_value":
            return None
    return games


def average_rating(ratings: Sequence[int]) -> int | None:
    """Return the average to the nearest whole number, a half upwards; None if there are no ratings.

    Rule: fide-2012 average rating; fide-2022 average rating; fide-2024 10.1; fide-2026 10.1.
    """
    if not ratings:
        return None
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings))


def cut_ratings(ratings: Sequence[int], lowest: int, highest: int = 0) -> list[int]:
    """Return the ratings without the lowest ones, and then without the highest.

    Rule: fide-2012 average rating; fide-2024 14.1, 14.2, 14.3, 14.4; fide-2026 14.1, 14.2, 14.3,
    14.4.
    """
    left = sorted(ratings)[lowest:]
    return left[: max(len(left) - highest, 0)]


def rating_difference(halves: int, games: int, possible_halves: int | None = None) -> int:
    """Return the rating difference of a score; the percentage is rounded, a half upwards.

    `possible_halves` is the score of somebody who wins all of these games, None: two for each.

    Rule: fide-2022 performance; fide-2024 10.2; fide-2026 10.2.
    """
    most = 2 * games if possible_halves is None else possible_halves
    percentage = (200 * halves + most) // (2 * most)
    if percentage < 50:
        return -DIFFERENCE_OF_PERCENTAGE[50 - percentage]
    return DIFFERENCE_OF_PERCENTAGE[percentage - 50]


def performance(games: Sequence[RatedGame]) -> int | None:
    """Return the tournament performance rating: the average and the score's rating difference.

    The result is None without a game against a rated opponent.

    Rule: fide-2022 performance; fide-2024 10.2; fide-2026 10.2.
    """
    average = average_rating([game.rating for game in games])
    if average is None:
        return None
    halves, possible = (sum(each) for each in zip(*[g[1:] for g in games], strict=True))
    return average + rating_difference(halves, len(games), possible)


def expected_percentage(difference: int) -> int:
    """Return the expected score, in per cent, of a player with so much more rating.

    Rule: fide-2024 10.3; fide-2026 10.3.
    """
    above = bisect_right(DIFFERENCE_FROM, abs(difference))
    return 50 + above if difference >= 0 else 50 - above


def perfect_performance(games: Sequence[RatedGame]) -> int | None:
    """Return the lowest rating with which at least the score was to be expected.

    Without any points it is 800 below the lowest opponent. None without a game against a rated
    opponent.

    Rule: fide-2024 10.3; fide-2026 10.3.
    """
    if not games:
        return None
    ratings = [game.rating for game in games]
    halves = sum(game.halves for game in games)
    low = min(ratings) - _MOST_DIFFERENCE
    high = max(ratings) + _MOST_DIFFERENCE
    if halves == 0:
        return low

    def expected(rating: int) -> int:
        return sum(g.win_halves * expected_percentage(rating - g.rating) for g in games)

    return low + bisect_left(range(low, high), 100 * halves, key=expected)


def average_of_opponents(
    table: Crosstable, player: int, value_of: Callable[[int], int | None]
) -> int | None:
    """Return the average of a value of the opponents met over the board, a half upwards.

    Opponents without a value are left out; None where nobody has one.

    Rule: fide-2024 10.4, 10.5; fide-2026 10.4, 10.5.
    """
    met = (cell.opponent for cell in table.cells[player] if cell.played)
    values = (value_of(opponent) for opponent in met if opponent is not None)
    return average_rating([value for value in values if value is not None])
