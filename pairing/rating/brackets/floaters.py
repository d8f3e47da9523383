"""C12 and C13 by matching: a bracket together with those below it, so that its floaters fit.

Whether floaters fit is a question of pairs too: players left over must find places below. So the
bracket's cheapest matchings are computed again with the players below, and with places that stay
empty, in the graph (`costs.Below`). Where that is inconclusive, the floaters are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import comb, prod
from typing import Final, Literal, TypeAlias

from pairing.graphs.matching import bits, deficiency, mask_of
from pairing.rating.brackets.costs import Below, MorePairs
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField, Vector


@dataclass(frozen=True, slots=True)
class Next:
    """The bracket below as C12 needs it: its players besides the floaters, and its level.

    `stuck` come down from above whatever the floaters are; `scores` are those of the floaters in
    half points, in ascending order. `level` is None out of C1: no floater may be without opponent,
    and P0 pairs must be possible.

    Rule: knsb-rating-2014 C1, C12.
    """

    stuck: tuple[int, ...]
    residents: tuple[int, ...]
    scores: tuple[int, ...]
    level: Level | None
    last: bool


Found: TypeAlias = tuple[Vector, list[object], Candidate]
"""A pairing with its sort keys: its vector, and its place in the order."""

FloaterSearch: TypeAlias = Callable[[Below, Sequence[int], frozenset[int]], Found | None]
"""A solver: from those below, and who may and must float, to the first pairing with its keys."""

LONELY_AT_MOST: Final = 5
"""At most this many residents who may find no opponent are tried, each of them in and out."""

CHOICES_AT_MOST: Final = 1000
"""At most this many choices of floaters by score are tried, each with a matching for the others."""


def below_of_rest(field: RatingField, bracket: Bracket, rest: tuple[int, ...]) -> Below:
    """Return those below where all must be paired, with one bye if their number is odd.

    Rule: knsb-rating-2014 C13.
    """
    odd = (len(bracket.players) + len(rest)) % 2 == 1
    may_have_bye = frozenset(i for i in (*bracket.players, *rest) if field.players[i].may_have_bye)
    return Below(rest, field.legal, (may_have_bye,) if odd else ())


def below_of_next(
    field: RatingField, bracket: Bracket, level: Level, wanted: Next
) -> list[tuple[Below, list[int]]] | None:
    """Return those below, and who may float, where a level must be possible; None: inconclusive.

    With P1 pairs, this number of places stays empty. Where the bracket can make no more pairs its
    floaters cannot play each other, nor can those stuck in it. So each pair with a player moved
    down has exactly one of them, and M1 such pairs leave no more of them than the others without an
    opponent. Out of C1, residents who have only floaters to play may be taken out: there is one
    answer for each choice.

    Rule: knsb-rating-2014 C1, C12.
    """
    spare = len(bracket.players) - 2 * level.p1
    more_pairs = deficiency(field.legal, mask_of(bracket.players))[0] < spare
    if field.readings.c1_last == "literal" or more_pairs:
        return None
    if wanted.level is not None or wanted.last:
        below = _below_without(field, bracket, spare, wanted, ())
        return [] if below is None else [below]
    lower = mask_of((*wanted.stuck, *wanted.residents))
    lonely = [i for i in wanted.residents if not field.legal[i] & lower]
    if len(lonely) > LONELY_AT_MOST:
        return None
    choices = chain.from_iterable(combinations(lonely, n) for n in range(len(lonely) + 1))
    bounds = (_below_without(field, bracket, spare, wanted, out) for out in choices)
    return [below for below in bounds if below is not None]


def _below_without(
    field: RatingField, bracket: Bracket, spare: int, wanted: Next, out: tuple[int, ...]
) -> tuple[Below, list[int]] | None:
    """Return those below, without residents whom C1 takes out; None: no such level is possible."""
    legal = field.legal
    residents = [i for i in wanted.residents if i not in out]
    here = mask_of(residents)
    alone = mask_of(out)
    stuck = [i for i in wanted.stuck if wanted.last or legal[i] & here]
    losses = len(wanted.stuck) - len(stuck) + len(out)
    lower = (*stuck, *residents)
    moved = spare + len(stuck)
    count = moved + len(residents)
    may_float = list(bracket.players)
    target = wanted.level
    if target is None:
        if not wanted.last:
            may_float = [i for i in may_float if legal[i] & here and not legal[i] & alone]
        m1 = {
            reading: 0 if 2 * moved >= half_of else moved
            for reading, half_of in (("before", count + losses), ("after", count))
        }
        if m1["before"] != m1["after"]:
            field.parting.add("half")
        target = Level(m1[field.readings.half], count // 2)
    empty = count - 2 * target.p1
    if empty < 0 or len(may_float) < spare:
        return None
    everybody = frozenset((*bracket.players, *lower))
    if wanted.last:
        everybody = frozenset(i for i in everybody if field.players[i].may_have_bye)
    for_moved = empty if not target.m1 else min(empty, max(moved - target.m1, 0))
    places = (everybody,) * for_moved + (everybody & frozenset(residents),) * (empty - for_moved)
    return Below(lower, field.legal, places), may_float


def undone(
    field: RatingField, bracket: Bracket, level: Level, wanted: Next, search: FloaterSearch
) -> Candidate | Literal["unknown"] | None:
    """Return the first pairing whose floaters are as wanted; "unknown" where it is inconclusive.

    Rule: knsb-rating-2014 C12.
    """
    bounds = below_of_next(field, bracket, level, wanted)
    if bounds is None:
        return "unknown"
    best: Found | None = None
    for below, may_float in bounds:
        if not _can_fit(field, bracket, level, below, may_float):
            continue
        first = _of_scores(field, bracket, wanted, below, may_float, search)
        if first == "unknown":
            return "unknown"
        best = _better(best, first)
    return best and best[2]


def _better(one: Found | None, two: Found | None) -> Found | None:
    return two if one is None or (two is not None and two[:2] < one[:2]) else one


def _of_scores(
    field: RatingField,
    bracket: Bracket,
    wanted: Next,
    below: Below,
    may_float: Sequence[int],
    search: FloaterSearch,
) -> Found | Literal["unknown"] | None:
    """Return the first pairing above some players whose floaters have the wanted scores.

    For a score that none, or all, of the floaters have there is no choice. Of the other scores all
    but one are enumerated; the number of floaters of the last one follows.
    """
    groups: dict[int, list[int]] = {}
    for i in bracket.players:
        groups.setdefault(field.points[i], []).append(i)
    counts = {score: wanted.scores.count(score) for score in groups}
    may = [i for i in may_float if counts[field.points[i]]]
    must = frozenset(
        i for i in bracket.players if counts[field.points[i]] == len(groups[field.points[i]])
    )
    open_ = [s for s in groups if 0 < counts[s] < len(groups[s])]
    open_.sort(key=lambda s: comb(len(groups[s]), counts[s]))
    try:
        first = search(below, may, must)
        if first is None or _scores(field, first[2]) == wanted.scores:
            return first
        if prod(comb(len(groups[s]), counts[s]) for s in open_[:-1]) > CHOICES_AT_MOST:
            return "unknown"
        best: Found | None = None
        for chosen in product(*(combinations(groups[s], counts[s]) for s in open_[:-1])):
            down = frozenset(i for some in chosen for i in some)
            others = {i for s in open_[:-1] for i in groups[s]} - down
            if not down <= set(may):
                continue
            first = search(below, [i for i in may if i not in others], must | down)
            if first is not None and _scores(field, first[2]) != wanted.scores:
                return "unknown"
            best = _better(best, first)
    except MorePairs:
        return "unknown"
    return best


def _can_fit(
    field: RatingField, bracket: Bracket, level: Level, below: Below, may_float: Sequence[int]
) -> bool:
    """Return whether maximum matchings leave room: for those below, and for all together.

    Each player below who cannot be paired with the others below takes a floater.
    """
    rows = list(field.legal)
    for at, place in enumerate(below.places, field.size):
        for i in place:
            rows[i] |= 1 << at
        rows.append(mask_of(place))
    here = mask_of(bracket.players)
    lower = mask_of((*below.players, *range(field.size, len(rows))))
    if deficiency(rows, lower)[0] > len(bracket.players) - 2 * level.p1:
        return False
    stay = here & ~mask_of(may_float)
    for i in bits(stay):
        rows[i] &= here
    for i in bits(lower):
        rows[i] &= ~stay
    return deficiency(rows, here | lower)[0] == 0


def _scores(field: RatingField, candidate: Candidate) -> tuple[int, ...]:
    return tuple(sorted(field.points[i] for i in candidate.floaters))
