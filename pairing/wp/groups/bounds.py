"""Bounds of a score group from the counts of its preference classes alone.

A class is one of seven: no preference, and light, strong, absolute for white and for black. The
counts give the optimum of B4 (k6). When every player misses few of the others, they also prove that
a pairing attains it, without building one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from projections.games.colours import Preference

CLASSES: Final = 7
_OFFSET: Final = {"W": 0, "B": 3}


class Bound(NamedTuple):
    """The least possible k6 of a set of players, and the room there is to attain it.

    With `room` at least twice the number of classmates that any one player has met, a complete
    legal pairing with exactly these denials exists (see `bound`).
    """

    denied: int
    denied_strong: int
    room: int


def class_of(preference: Preference) -> int:
    """Return the class of a preference: 0 none, 1-3 white and 4-6 black by strength."""
    return 0 if preference.colour is None else _OFFSET[preference.colour] + preference.strength


def denials(one: int, two: int) -> tuple[int, int]:
    """Return (denied, of them strong against strong) in a pair of these classes.

    Rule: knsb-wp-2014 B4; knsb-wp-1996 B4.
    """
    if one == 0 or two == 0 or (one > 3) != (two > 3):
        return 0, 0
    return 1, int(one not in (1, 4) and two not in (1, 4))


# For two classes: what a pair of them denies; None where B2 forbids the pair.
DENIALS: Final = tuple(
    tuple(None if one == two and one in (3, 6) else denials(one, two) for two in range(CLASSES))
    for one in range(CLASSES)
)


def bound(counts: Sequence[int]) -> Bound | None:
    """Return the least k6 of an even number of players by class counts; None if B2 forbids all.

    M is the larger colour, O all others. M <= O: nobody need be denied. Split those without a
    preference so that both sides are equal: any two from different sides may be paired without a
    denial, and such a bipartite graph with sides of n/2, in which each vertex misses at most t of
    the other side, has a perfect matching when n/2 >= 2t.

    Otherwise d = (M - O) / 2 pairs lie inside M, one denial each. A light preference in such a pair
    makes the denial light, so at least d - (light ones) are strong. Room: with O >= 2t, d pairs are
    picked inside M one by one (the pool never has fewer than O + 1 left) and the rest is bipartite
    with sides of O. With d >= 2t, d players of M (light ones first, absolute ones last) face the
    other M - d: pick partners for O there one by one, and the rest is bipartite with sides of d.
    Two absolute ones never meet as long as d <= M - absolute.

    Rule: knsb-wp-2014 B2, B4; knsb-wp-1996 B2, B4.
    """
    none, wl, ws, wa, bl, bs, ba = counts
    white = wl + ws + wa
    black = bl + bs + ba
    total = none + white + black
    if white > black:
        larger = white
        light = wl
        absolute = wa
    else:
        larger = black
        light = bl
        absolute = ba
    others = total - larger
    if larger <= others:
        return Bound(0, 0, total >> 1)
    denied = (larger - others) >> 1
    if denied > larger - absolute:
        return None
    strong = denied - light
    return Bound(denied, strong if strong > 0 else 0, others if others > denied else denied)


def completes(total: int, must_white: int, must_black: int, most_met: int) -> bool:
    """Return whether numbers alone prove that `total` players can be paired legally (but one).

    `must_white` and `must_black` count those to whom B2 leaves one colour; nobody has met more than
    `most_met` of the others. When the total is odd, any one player may be left out.
    """
    half = total >> 1
    return max(must_white, must_black) <= half and half >= 2 * most_met
