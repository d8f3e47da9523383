"""The rating of a player by date, and the rating periods of a long tournament."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.state.ratings import RatingList
from ledger.state.tournament import Tournament
from ledger.values import ListKind, StartRankMethod

LONG_DAYS = 30
"""A tournament of more days than this is reported for rating by month."""


class ListedAs(NamedTuple):
    """What a list says of a player's rating, None: that they have none."""

    rating: int | None
    of: RatingList


@dataclass(frozen=True, slots=True)
class RatingPeriod:
    """Rounds that are reported for rating together: the first and the last, and their days.

    `begins` and `ends` are the days of its first and last round, None where no round has one.
    """

    number: int
    first: int
    last: int
    begins: dt.date | None
    ends: dt.date | None


def listed(state: Tournament, player: int, kind: ListKind, day: dt.date | None) -> ListedAs | None:
    """Return what the list of a kind in force on a day says of a player, None: nothing.

    Without a day it is the newest list. A player who is not in a list keeps what the list before it
    says, since a list may have been recorded for some players alone.
    """
    for one in state.ratings.until(kind, day):
        if player in one.ratings:
            return ListedAs(one.ratings[player], one)
    return None


def rating_in_force(state: Tournament, player: int, day: dt.date | None) -> int | None:
    """Return the rating of a player on a day by the declared method; None: they have none.

    Before a method is declared FIDE's list counts first, then the national one, then another. A
    player in none of the lists that the method reads has the rating of the entry.
    """
    said: dict[ListKind, int | None] = {}
    for kind in ("fide", "national", "other"):
        if (one := listed(state, player, kind, day)) is not None:
            said[kind] = one.rating
    declared = state.ratings.start_rank
    kinds = _KINDS["FIDON" if declared is None else declared.method]
    if declared is None and said.keys() == {"other"}:
        kinds = ("other",)
    if said.keys().isdisjoint(kinds):
        return state.players[player].rating
    return rating_by(None if declared is None else declared.method, said, kinds)


def rating_by(
    method: StartRankMethod | None,
    said: Mapping[ListKind, int | None],
    kinds: Sequence[ListKind] | None = None,
) -> int | None:
    """Return the rating by a method from what the lists say of a player; None: they have none."""
    read = _KINDS[method or "FIDON"] if kinds is None else kinds
    ratings = [rating for kind in read if (rating := said.get(kind)) is not None]
    if method in ("HBFN", "LBFN") and ratings:
        return max(ratings) if method == "HBFN" else min(ratings)
    return ratings[0] if ratings else None


def fide_rating(state: Tournament, player: int, day: dt.date | None) -> int | None:
    """Return a player's rating of FIDE on a day, as a file has it.

    Of a player in no list of FIDE it is that of the entry, unless the start rank goes by national
    ratings first.
    """
    return _rating_of(state, player, "fide", day)


def national_rating(state: Tournament, player: int, day: dt.date | None) -> int | None:
    """Return a player's national rating on a day, as a file has it.

    Of a player in no national list it is that of the entry where the start rank goes by national
    ratings first, else None.
    """
    return _rating_of(state, player, "national", day)


def _rating_of(state: Tournament, player: int, kind: ListKind, day: dt.date | None) -> int | None:
    if (one := listed(state, player, kind, day)) is not None:
        return one.rating
    declared = state.ratings.start_rank
    first = "national" if declared and declared.method in ("NRO", "NIDOF") else "fide"
    elsewhere = any(player in one.ratings for one in state.ratings.lists if one.kind != kind)
    if kind != first or (elsewhere and state.players[player].rating_source == "given"):
        return None
    return state.players[player].rating


_KINDS: Mapping[StartRankMethod, tuple[ListKind, ...]] = {
    "FIDE": ("fide",),
    "NRO": ("national",),
    "FIDON": ("fide", "national"),
    "NIDOF": ("national", "fide"),
    "HBFN": ("fide", "national"),
    "LBFN": ("fide", "national"),
    "OTHER": ("other",),
}
"""The lists that a method reads, the one that comes first in front."""


def rating_periods(state: Tournament) -> tuple[RatingPeriod, ...]:
    """Return the rating periods, by the declaration or else by the days of the rounds.

    A tournament of more than 30 days has a period for each month in which rounds are played; a
    round without a day belongs to the period of the round before. Otherwise it is one period.
    """
    last = max(state.rounds_planned or 0, len(state.rounds), *state.dates, 1)
    if state.ratings.periods is not None:
        starts = [1, *(n for n in state.ratings.periods.first_rounds if 1 < n <= last)]
    else:
        starts = _months(state, last) if is_long(state) else [1]
    return tuple(
        _period(state, number, first, end - 1)
        for number, (first, end) in enumerate(zip(starts, [*starts[1:], last + 1], strict=True), 1)
    )


def ratings_of_rounds(state: Tournament, rounds: int) -> Mapping[int, tuple[int | None, ...]]:
    """Return the rating in force of each player in round 1, 2 ..., where tie-breaks count these.

    {}: they count the rating of the start. A round without a day goes by that of the round before;
    one before all days by the rating of the start.

    Rule: fide-2026 10.
    """
    declared = state.ratings.periods
    if declared is None or declared.tie_breaks == "first":
        return {}
    days: list[dt.date | None] = []
    for number in range(1, rounds + 1):
        days.append(state.dates.get(number, days[-1] if days else None))
    return {
        player: tuple(
            entrant.rating if day is None else rating_in_force(state, player, day) for day in days
        )
        for player, entrant in state.players.items()
    }


def is_long(state: Tournament) -> bool:
    """Tell whether the rounds lie more than 30 days apart, or periods are declared."""
    if state.ratings.periods is not None:
        return len(state.ratings.periods.first_rounds) > 1
    days = state.dates.values()
    return bool(days) and (max(days) - min(days)).days >= LONG_DAYS


def _months(state: Tournament, last: int) -> list[int]:
    """Return the first round of each month."""
    starts = [1]
    month = None
    for number in range(1, last + 1):
        day = state.dates.get(number)
        if day is None:
            continue
        if month is not None and (day.year, day.month) > month:
            starts.append(number)
        month = max(month or (0, 0), (day.year, day.month))
    return starts


def _period(state: Tournament, number: int, first: int, last: int) -> RatingPeriod:
    days = [day for n in range(first, last + 1) if (day := state.dates.get(n)) is not None]
    return RatingPeriod(number, first, last, min(days, default=None), max(days, default=None))
