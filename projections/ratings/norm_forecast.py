"""What is needed for a norm in the rounds to come: against known opponents, and unknown ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from ledger.values import NormTitle
from projections.ratings.norm import (
    Candidate,
    Condition,
    NormEvent,
    NormGame,
    average_of,
    exempt,
    federations_of,
    least_of,
    least_score,
    norm_of,
    shares_of,
)
from projections.ratings.norm_edition import NormEdition
from projections.standings.opponents_ratings import rating_difference

MOST_OPEN = 4
"""Of so many games at most every result is tried; of more the wish tells."""


class NormForecast(NamedTuple):
    """What the games that are paired and not played can still give, in half points.

    `possible_from` is the least with which some results make the norm, `certain_from` that with
    which all do; None: there is none. `must_play`: without these games there is no norm yet.
    """

    games: int
    possible_from: int | None
    certain_from: int | None
    must_play: bool


class Wish(NamedTuple):
    """What opponents must still come, when `rounds` more games are played.

    `own_at_most` is how many of them may be of the own federation, `new_federations`, `titled` and
    `of_title` how many at least bring a new federation, are titled, have a title of the norm.
    `averages` maps half points to the least average of these opponents. `impossible` are the
    conditions that no opponents can mend.
    """

    rounds: int
    own_at_most: int
    new_federations: int
    titled: int
    of_title: int
    averages: tuple[tuple[int, Fraction], ...]
    impossible: tuple[Condition, ...]


def forecast(
    title: NormTitle,
    rounds: Sequence[NormGame],
    player: Candidate,
    event: NormEvent,
    edition: NormEdition,
) -> NormForecast | None:
    """Return what results of the open games make the norm; None without any, or with too many."""
    waiting = [one for one in rounds if one.how == "open"]
    if not waiting or len(waiting) > MOST_OPEN:
        return None
    others = [one for one in rounds if one.how != "open"]
    met: dict[int, list[bool]] = {}
    for results in product((0, 1, 2), repeat=len(waiting)):
        played = [
            one._replace(how="played", halves=halves)
            for one, halves in zip(waiting, results, strict=True)
        ]
        verdict = norm_of(title, [*others, *played], player, event, edition)
        met.setdefault(sum(results), []).append(verdict.met)
    some = [halves for halves, each in met.items() if any(each)]
    sure = [halves for halves, each in met.items() if all(each)]
    missed = [one._replace(how="missed") for one in waiting]
    without = norm_of(title, [*others, *missed], player, event, edition)
    return NormForecast(
        games=len(waiting),
        possible_from=min(some, default=None),
        certain_from=min(sure, default=None),
        must_play=not without.met,
    )


def wish(
    title: NormTitle,
    games: Sequence[NormGame],
    to_come: int,
    player: Candidate,
    event: NormEvent,
    edition: NormEdition,
) -> Wish:
    """Return what opponents must come in so many more games, beside `games` that count.

    The thresholds at the final number, less what is met. Nothing is left out (1.4.1e, f).
    """
    keys, mix = edition.of(title), edition.mix
    n = len(games) + to_come
    free = exempt(player, event)
    own, others, most = federations_of(games, player)
    takes = shares_of(n, event, edition)
    own_at_most = to_come if free else takes.own_federation - own
    new = 0 if free else max(0, mix.other_federations - others)
    titled = takes.titled - sum(one.title in mix.titles for one in games)
    of_title = takes.of_title - sum(one.title in keys.titles for one in games)
    averages = tuple(_averages(title, games, to_come, edition))
    lacks: dict[Condition, bool] = {
        "games": n < least_of(event, edition),
        "federations": new > to_come,
        "own-federation": own_at_most < 0,
        "one-federation": not free and most > takes.one_federation,
        "titled": titled > to_come,
        "of-title": of_title > to_come,
        "performance": not averages,
        "women": keys.women and not player.woman,
    }
    return Wish(
        rounds=to_come,
        own_at_most=max(0, min(to_come, own_at_most)),
        new_federations=new,
        titled=max(0, titled),
        of_title=max(0, of_title),
        averages=averages,
        impossible=tuple(condition for condition, lacking in lacks.items() if lacking),
    )


def _averages(
    title: NormTitle, games: Sequence[NormGame], to_come: int, edition: NormEdition
) -> Iterator[tuple[int, Fraction]]:
    """Yield the half points in the games to come, most first, with the least average for each."""
    keys = edition.of(title)
    n = len(games) + to_come
    done = sum(one.halves for one in games)
    total = average_of([one.rating for one in games], keys, edition).total
    for halves in range(2 * to_come, -1, -1):
        if to_come == 0 or done + halves < least_score(n, edition):
            return
        least = max(keys.average, keys.performance - rating_difference(done + halves, n))
        yield halves, (n * (least - Fraction(1, 2)) - total) / to_come


def least_against(
    title: NormTitle,
    rounds: Sequence[NormGame],
    opponent: NormGame,
    player: Candidate,
    event: NormEvent,
    edition: NormEdition,
) -> int | None:
    """Return the least half points against an opponent in one more game that make the norm."""
    one = forecast(title, [*rounds, opponent._replace(how="open")], player, event, edition)
    return None if one is None else one.possible_from
