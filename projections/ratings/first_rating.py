"""The first rating of a player who has none, from games against rated opponents."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Literal, NamedTuple, TypeAlias

from projections.ratings.edition import RatingEdition
from projections.standings.opponents_ratings import rating_difference

Lack: TypeAlias = Literal["no-points", "too-few", "too-low"]
"""Why there is no first rating: no half point, too few games, or below the lowest rating."""


class FirstRating(NamedTuple):
    """A first rating, and how it was made.

    `average` is that of the opponents, with the drawn games that the edition adds. `percentage` and
    `difference` are None by the method of half points, above half. `unlimited` is before the
    highest; `rating` is None where there is none, and `lack` says why.
    """

    games: int
    halves: int
    average: Fraction
    percentage: int | None
    difference: int
    unlimited: int
    rating: int | None
    lack: Lack | None


def first_rating(games: Sequence[tuple[int, int]], edition: RatingEdition) -> FirstRating | None:
    """Return a first rating from the opponents' ratings and the half points against each.

    FIDE B.02, 8.2. None without games.
    """
    if not games:
        return None
    halves = sum(each for _, each in games)
    return first_rating_from(sum(rating for rating, _ in games), halves, len(games), edition)


def first_rating_from(
    ratings: int | Fraction, halves: int, games: int, edition: RatingEdition
) -> FirstRating:
    """Return a first rating from the sum of the opponents' ratings, as `first_rating`."""
    keys = edition.first
    if keys.method == "drawn_games":
        most = games + keys.drawn_games
        total = ratings + keys.drawn_with * keys.drawn_games
        average, score = Fraction(total) / most, halves + keys.drawn_games
    else:
        most, average, score = games, Fraction(ratings) / games, halves
    percentage: int | None = (200 * score + 2 * most) // (4 * most)
    difference = rating_difference(score, most)
    if keys.method == "half_points" and score > most:
        percentage, difference = None, keys.for_half_point * (score - most)
    unlimited = floor(average + difference + Fraction(1, 2))
    rating = unlimited if keys.highest is None else min(unlimited, keys.highest)
    lack: Lack | None = None
    if halves == 0 and keys.without_points_left_out:
        lack = "no-points"
    elif games < keys.least_games:
        lack = "too-few"
    elif rating < keys.lowest:
        lack = "too-low"
    kept = None if lack else rating
    return FirstRating(games, halves, average, percentage, difference, unlimited, kept, lack)
