"""K, the development coefficient of a player: of a list, or by the rule where no list says it."""

from __future__ import annotations

from typing import NamedTuple

from ledger.values import KReason
from projections.ratings.edition import KKeys


class KFactor(NamedTuple):
    """K, and why it is that."""

    k: int
    why: KReason


class KnownOfK(NamedTuple):
    """What is known of a player for the rule of K.

    `highest` is the highest rating that is known; `age` is the year of the list less that of
    birth, None: unknown; `games` are the games on record before, None: unknown.
    """

    rating: int
    highest: int
    age: int | None = None
    games: int | None = None


def k_by_rule(known: KnownOfK, keys: KKeys) -> KFactor:
    """Return K by the rule, the first that fits in the order of the table (FIDE B.02, 8.3.3)."""
    if max(known.highest, known.rating) >= keys.from_rating:
        return KFactor(keys.of_high, "high")
    young = known.age is not None and known.age <= keys.junior_until_age
    if young and max(known.highest, known.rating) < keys.junior_below:
        return KFactor(keys.of_junior, "junior")
    if known.games is not None and known.games < keys.newcomer_games:
        return KFactor(keys.of_newcomer, "newcomer")
    return KFactor(keys.of_others, "others")


def k_of_games(k: int, games: int, most: int) -> int:
    """Return K where it is made smaller, as K times the number of games may be at most `most`."""
    return most // games if games and k * games > most else k
