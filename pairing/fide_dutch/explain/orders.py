"""Where the pairs of a bracket stand in the order of candidates: S1 and S2, exchange, opponents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pairing.fide_dutch.scene import DutchBracket
from pairing.norms.criterion import Total


@dataclass(frozen=True, slots=True)
class DutchOrder:
    """Where the pairs of a bracket stand in the order of articles 3 and 4; players by place.

    `moved_s1` are the paired moved-down players and `moved_opponents` theirs. `s1` and `s2` are the
    halves of the remainder before the exchange of `out` (of S1) for `into` (of S2); `s1_after` and
    `s2_after` are the halves after it, `opponents` the opponents of `s1_after`. `rank` is the
    order by key, earlier is smaller.

    Rule: fide-dutch-2026 3.2, 3.3, 4.2, 4.3, 4.4.
    """

    moved_s1: tuple[int, ...]
    moved_opponents: tuple[int, ...]
    s1: tuple[int, ...]
    s2: tuple[int, ...]
    out: tuple[int, ...]
    into: tuple[int, ...]
    s1_after: tuple[int, ...]
    s2_after: tuple[int, ...]
    opponents: tuple[int, ...]
    rank: Mapping[str, Total]


def order_of(bracket: DutchBracket, pairs: Iterable[tuple[int, int]]) -> DutchOrder:
    """Return where pairs of a bracket are first met in the order of candidates.

    A pair of the remainder is met first with its higher player in S1.

    Rule: fide-dutch-2026 3.2, 3.3, 4.2, 4.3, 4.4.
    """
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    moved_s1 = tuple(i for i in bracket.moved if i in partner)
    moved_opponents = tuple(partner[i] for i in moved_s1)
    rest = tuple(i for i in bracket.residents if i not in moved_opponents)
    number = {i: at for at, i in enumerate(rest, 1)}
    s1_after = tuple(i for i in rest if i in partner and i < partner[i])
    half = len(s1_after)
    out = tuple(i for i in rest[:half] if i not in s1_after)
    into = tuple(i for i in rest[half:] if i in s1_after)
    opponents = tuple(partner[i] for i in s1_after)
    leaving = [number[i] for i in out]
    entering = [number[i] for i in into]
    exchange = (
        len(into),
        sum(entering) - sum(leaving),
        *(-at for at in reversed(leaving)),
        *entering,
    )
    in_moved = {i: at for at, i in enumerate(bracket.moved, 1)}
    among = {i: at for at, i in enumerate(bracket.residents, 1)}
    rank = {
        "moved_s1": tuple(in_moved[i] for i in moved_s1),
        "moved_opponents": tuple(among[i] for i in moved_opponents),
        "exchange": exchange,
        "opponents": tuple(number[i] for i in opponents),
    }
    return DutchOrder(
        moved_s1=moved_s1,
        moved_opponents=moved_opponents,
        s1=rest[:half],
        s2=rest[half:],
        out=out,
        into=into,
        s1_after=s1_after,
        s2_after=tuple(i for i in rest if i not in s1_after),
        opponents=opponents,
        rank=rank,
    )
