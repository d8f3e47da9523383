"""Where the pairs of a bracket stand in the order of generation: S1 and S2 of both parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pairing.norms.criterion import Total
from pairing.rating.brackets.field import Bracket


@dataclass(frozen=True, slots=True)
class Split:
    """How a set of pairs comes out of C4 to C8: S1 and S2 of both parts, by position.

    `moved_s1` and `moved_opponents` are the heterogeneous part, `s1` and `s2` the remainder after
    the exchange of `out` (of S1, lowest first) for `into` (out of S2, highest first),
    `opponents` those of s1. `rank` is the place in the order of generation by key, earlier is
    smaller, with places counted from 1.

    Rule: knsb-rating-2014 C4, C6, C8a, C8b, D1, D2, D3.
    """

    moved_s1: tuple[int, ...]
    moved_s2: tuple[int, ...]
    moved_opponents: tuple[int, ...]
    first_s1: tuple[int, ...]
    first_s2: tuple[int, ...]
    out: tuple[int, ...]
    into: tuple[int, ...]
    s1: tuple[int, ...]
    s2: tuple[int, ...]
    opponents: tuple[int, ...]
    rank: Mapping[str, Total]


def split(bracket: Bracket, m1: int, pairs: Iterable[tuple[int, int]]) -> Split:
    """Return how pairs of a bracket are first generated, with M1 players moved down in S1.

    Of a pair of two moved down the higher is in S1. A pair inside S2 brings its higher player up,
    one inside S1 sends its lower one down, and a floater out of S1 goes down.

    Rule: knsb-rating-2014 C4, C6, C8a, C8b, D1, D2, D3.
    """
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    moved: list[int] = []
    for i in bracket.moved if m1 else ():
        if i in partner and partner[i] not in moved and len(moved) < m1:
            moved.append(i)
    moved_s2 = tuple(i for i in bracket.players if i not in moved)
    opponents = tuple(partner[i] for i in moved)
    rest = [i for i in bracket.players if i not in moved and i not in opponents]
    place = {i: at for at, i in enumerate(rest)}
    half = len(partner) // 2 - len(moved)
    below = [place[i] for i in rest[:half] if i not in partner or place[partner[i]] < place[i]]
    above = [place[i] for i in rest[half:] if i in partner and place[partner[i]] > place[i]]
    down = sorted(below, reverse=True)
    up = sorted(above)
    s1 = [i for i in rest if (place[i] < half and place[i] not in down) or place[i] in up]
    s2 = tuple(i for i in rest if i not in s1)
    exchange = len(down), sum(up) - sum(down), *(-at - 1 for at in down), *(at + 1 for at in up)
    rank = {
        "d3": tuple(bracket.moved.index(i) + 1 for i in moved),
        "d1_moved": tuple(moved_s2.index(i) + 1 for i in opponents),
        "d2": exchange,
        "d1": tuple(s2.index(partner[i]) + 1 for i in s1),
    }
    return Split(
        moved_s1=tuple(moved),
        moved_s2=moved_s2,
        moved_opponents=opponents,
        first_s1=tuple(rest[:half]),
        first_s2=tuple(rest[half:]),
        out=tuple(rest[at] for at in down),
        into=tuple(rest[at] for at in up),
        s1=tuple(s1),
        s2=s2,
        opponents=tuple(partner[i] for i in s1),
        rank=rank,
    )
