"""C12 and C13 by matching: a bracket and those below it at once, so that its floaters fit.

Whether floaters fit is a matter of pairs too: those left over must find places below. So the
bracket's cheapest matchings are asked for again with those below, and places that stay empty, added
to the graph (`rating_costs.Below`). Where that does not tell, the floaters are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod
from typing import Final, Literal, TypeAlias

from pairing.graphs.matching import EXPOSED, bits, exposed_count, mask_of, maximum_matching
from pairing.rating.brackets.costs import Below, MorePairs
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField, Vector


@dataclass(frozen=True, slots=True)
class Next:
    """The bracket below as C12 wants it: who is in it besides the floaters, and its level.

    ``stuck`` come down from above whatever the floaters are, scores are those of the floaters in
    half points, in ascending order. level is None out of C1: no floater may be without opponent,
    and P0 pairs must be possible.

    Rule: knsb-rating-2014 C1, C12.
    """

    stuck: tuple[int, ...]
    residents: tuple[int, ...]
    scores: tuple[int, ...]
    level: Level | None
    last: bool


FloaterSearch: TypeAlias = Callable[
    [Below, Sequence[int], frozenset[int]], tuple[Vector, list[object], Candidate] | None
]
"""From those below, who may float and who must, to the first pairing with its vector and order."""

CHOICES_AT_MOST: Final = 1000
"""So many choices of floaters of some scores are tried, each with a matching for the others."""


def below_of_rest(field: RatingField, bracket: Bracket, rest: tuple[int, ...]) -> Below:
    """Return those below where all must be paired, with one bye if they are odd.

    Rule: knsb-rating-2014 C13.
    """
    odd = (len(bracket.players) + len(rest)) % 2 == 1
    may_have_bye = frozenset(i for i in (*bracket.players, *rest) if field.players[i].may_have_bye)
    return Below(rest, field.can_play, (may_have_bye,) if odd else ())


def below_of_next(
    field: RatingField, bracket: Bracket, level: Level, wanted: Next
) -> tuple[Below, list[int]] | None:
    """Return those below where a level must be possible, and who may float; None: cannot tell.

    P1 pairs leave so many places empty. Where the bracket can make no more pairs its floaters
    cannot play each other, nor those stuck in it: so each pair with a player moved down has one of
    them, and M1 such pairs leave no more of them than the others without an opponent.

    Rule: knsb-rating-2014 C12.
    """
    if field.readings.c1_last == "literal" or _most_pairs(field, bracket.players) > level.p1:
        return None
    stuck = [i for i in wanted.stuck if wanted.last or _meets(field, i, wanted.residents)]
    gone = len(wanted.stuck) - len(stuck)
    lower = (*stuck, *wanted.residents)
    moved = len(bracket.players) - 2 * level.p1 + len(stuck)
    count = moved + len(wanted.residents)
    may_float = list(bracket.players)
    target = wanted.level
    if target is None:
        if not wanted.last:
            if any(not _meets(field, i, lower) for i in lower):
                return None
            may_float = [i for i in may_float if _meets(field, i, wanted.residents)]
        half_of = count + gone * (field.readings.half == "before")
        target = Level(0 if 2 * moved >= half_of else moved, count // 2)
    empty = count - 2 * target.p1
    if empty < 0:
        return None
    everybody = frozenset((*bracket.players, *lower))
    if wanted.last:
        everybody = frozenset(i for i in everybody if field.players[i].may_have_bye)
    for_moved = empty if not target.m1 else min(empty, max(moved - target.m1, 0))
    residents = everybody & frozenset(wanted.residents)
    places = (everybody,) * for_moved + (residents,) * (empty - for_moved)
    return Below(lower, field.can_play, places), may_float


def undone(
    field: RatingField, bracket: Bracket, level: Level, wanted: Next, search: FloaterSearch
) -> Candidate | Literal["unknown"] | None:
    """Return the first pairing whose floaters are as wanted; "unknown" where this does not tell.

    Of a score that none, or all, of the floaters have nobody has a choice. Of the others all but
    one are gone through; the number of floaters of the last one follows.

    Rule: knsb-rating-2014 C12.
    """
    bounds = below_of_next(field, bracket, level, wanted)
    if bounds is None:
        return "unknown"
    below, may_float = bounds
    if not _can_fit(field, bracket, level, below, may_float):
        return None
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
            return first and first[2]
        if prod(comb(len(groups[s]), counts[s]) for s in open_[:-1]) > CHOICES_AT_MOST:
            return "unknown"
        best = None
        for chosen in product(*(combinations(groups[s], counts[s]) for s in open_[:-1])):
            down = frozenset(i for some in chosen for i in some)
            others = {i for s in open_[:-1] for i in groups[s]} - down
            if not down <= set(may):
                continue
            candidate = search(below, [i for i in may if i not in others], must | down)
            if candidate is not None and _scores(field, candidate[2]) != wanted.scores:
                return "unknown"
            if candidate is not None and (best is None or candidate[:2] < best[:2]):
                best = candidate
    except MorePairs:
        return "unknown"
    return best and best[2]


def _can_fit(
    field: RatingField, bracket: Bracket, level: Level, below: Below, may_float: Sequence[int]
) -> bool:
    """Tell whether greatest matchings leave room: for those below, and for all together.

    Those below who cannot be paired among themselves each take a floater.
    """
    lower, everybody = tuple(below.players), (*bracket.players, *below.players)
    spare = len(bracket.players) - 2 * level.p1
    if exposed_count(maximum_matching(_with_places(field, lower, below))) > spare:
        return False
    rows = _with_places(field, everybody, below)
    here = (1 << len(bracket.players)) - 1
    may = set(may_float)
    stay = mask_of(at for at, i in enumerate(bracket.players) if i not in may)
    for at in range(len(rows)):
        if stay >> at & 1:
            rows[at] &= here
        elif not here >> at & 1:
            rows[at] &= ~stay
    return exposed_count(maximum_matching(rows)) == 0


def _with_places(field: RatingField, players: tuple[int, ...], below: Below) -> list[int]:
    """Return who can play whom, and who can have each place."""
    rows = field.adjacency(players)
    for at, place in enumerate(below.places, len(players)):
        row = mask_of(a for a, i in enumerate(players) if i in place)
        for a in bits(row):
            rows[a] |= 1 << at
        rows.append(row)
    return rows


def _scores(field: RatingField, candidate: Candidate) -> tuple[int, ...]:
    return tuple(sorted(field.points[i] for i in candidate.floaters))


def _meets(field: RatingField, i: int, others: Iterable[int]) -> bool:
    return any(j != i and field.can_play(i, j) for j in others)


def _most_pairs(field: RatingField, players: Sequence[int]) -> int:
    return sum(mate != EXPOSED for mate in maximum_matching(field.adjacency(players))) // 2
