"""What the players of a tournament make of it: many foreigners (1.4.3d), and a strong Swiss (1.5.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from projections.ratings.norm import NO_FEDERATION, OUTSIDE, NormFormat
from projections.ratings.norm_edition import NormEdition
from projections.standings.opponents_ratings import average_rating


class Entry(NamedTuple):
    """A player of a tournament; `rating` is None for an unrated one.

    `missed` are the rounds in which they were not there: the pairing's bye and a win by default are
    no misses. `misses` is the number of these, that of a longer tournament too.
    """

    rating: int | None
    title: str
    federation: str
    missed: tuple[int, ...]
    misses: int


class Foreigners(NamedTuple):
    """The rated players of other federations than the host's, in the round that has the fewest."""

    rated: int
    federations: int
    titled: int


def foreigners(
    entries: Sequence[Entry], rounds: int, host: str, edition: NormEdition
) -> Foreigners:
    """Return the least of each over all rounds: rated foreigners, federations, titled ones."""
    keys = edition.foreign
    out = (host, NO_FEDERATION, OUTSIDE)
    each = []
    for number in range(1, rounds + 1):
        there = [
            one
            for one in entries
            if one.rating and one.federation not in out and _counts(one, number, edition)
        ]
        federations = len({one.federation for one in there})
        titled = sum(one.title in keys.titles for one in there)
        each.append((len(there), federations, titled))
    if not each:
        return Foreigners(0, 0, 0)
    return Foreigners(*(min(one) for one in zip(*each, strict=True)))


def is_free(found: Foreigners, kind: NormFormat, edition: NormEdition) -> bool:
    """Tell whether the rule of federations does not hold for anybody (1.4.3d)."""
    keys = edition.foreign
    enough = found.rated >= keys.rated and found.titled >= keys.titled
    return kind == "swiss" and enough and found.federations >= keys.federations


def is_strong(
    entries: Sequence[Entry], rounds: int, kind: NormFormat, edition: NormEdition
) -> bool:
    """Tell whether a tournament is a Swiss of which a title takes a norm (1.5.6)."""
    keys = edition.strong
    if kind != "swiss":
        return False
    for number in range(1, rounds + 1):
        ratings = sorted(
            (
                one.rating
                for one in entries
                if one.rating
                and one.federation not in (NO_FEDERATION, OUTSIDE)
                and _counts(one, number, edition)
            ),
            reverse=True,
        )
        average = average_rating(ratings[: keys.players])
        if len(ratings) < keys.players or average is None or average < keys.average:
            return False
    return rounds > 0


def _counts(one: Entry, number: int, edition: NormEdition) -> bool:
    """Tell whether a player counts in a round: who misses at most one round."""
    keys = edition.foreign
    there = keys.counts_in_missed_round or number not in one.missed
    return one.misses <= keys.misses and there
