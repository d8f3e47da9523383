"""The change of a rated player in a period: the sum of the games, K, and the new rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from projections.ratings.edition import RatingEdition
from projections.ratings.k_factor import k_of_games


class PeriodChange(NamedTuple):
    """What a period changes, in hundredths, and rounded once.

    `k` is that which counts. `hundredths` is K times the sum of the games; `new` is None where the
    rating falls below the lowest one, so that the player has none any more.
    """

    k: int
    games: int
    sum_hundredths: int
    hundredths: int
    rounded: int
    new: int | None


def period_change(
    rating: int, k: int, worth: Sequence[int], edition: RatingEdition
) -> PeriodChange:
    """Return the change of a period from what each game is worth, in hundredths.

    FIDE B.02, 8.3.3 and 8.3.4: K is made smaller where K times the games are too many; the change
    is rounded once, half away from zero.
    """
    counted = k_of_games(k, len(worth), edition.change.most_k_times_games)
    total = sum(worth)
    change = counted * total
    rounded = rounded_away(change)
    new = rating + rounded
    kept = new if new >= edition.first.lowest else None
    return PeriodChange(counted, len(worth), total, change, rounded, kept)


def rounded_away(hundredths: int) -> int:
    """Return hundredths as a whole number, a half away from zero."""
    whole = (abs(hundredths) + 50) // 100
    return whole if hundredths >= 0 else -whole
