"""Prize money: a declared list of amounts, shared among players who are equal. Exact cents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from projections.standings.standing import Standing

Method: TypeAlias = Literal["shared", "by_rank", "half_shared"]
"""How prizes are divided.

shared: players equal on points share their prizes equally (F12.1). by_rank: everybody has the prize
of their rank. half_shared: half of each prize goes by rank, half is shared (Hort's method).
"""


@dataclass(frozen=True, slots=True)
class Prize:
    """A player's share, in cents; `equal_with` counts the players equal on points, this one too."""

    player: int
    rank: int
    points_halves: int
    cents: int
    equal_with: int


def prizes(standing: Standing, amounts_cents: Sequence[int], method: Method) -> tuple[Prize, ...]:
    """Return the prizes of a final standing, for the players who win one, best first.

    `amounts_cents` are the prizes of rank 1, 2, 3 ...; prizes beyond the number of players are not
    awarded. The shares add up to the prizes declared for those ranks, to the cent: indivisible
    cents go to the higher ranked.

    Rule: knsb-wp-1996 F12.1; knsb-wp-2014 F12.1.
    """
    lines = [line for line in standing.lines if line.player not in standing.struck]
    points = [line.score.points_halves for line in lines]
    return tuple(
        Prize(line.player, line.rank, line.score.points_halves, share.cents, share.equal_with)
        for line, share in zip(lines, shares(points, amounts_cents, method), strict=True)
        if share.cents
    )


class PrizeShare(NamedTuple):
    """A place's share, in cents; `equal_with` counts the players equal on points, this one too."""

    cents: int
    equal_with: int


def shares(
    points: Sequence[int | Fraction], amounts_cents: Sequence[int], method: Method
) -> list[PrizeShare]:
    """Return the share of each place of a ranking; `points` are those of each place, best first.

    Rule: knsb-wp-2014 F12.1.
    """
    amounts = [*amounts_cents[: len(points)]]
    amounts += [0] * (len(points) - len(amounts))
    prize_shares: list[PrizeShare] = []
    for _, group in groupby(points):
        equal = len(list(group))
        own = amounts[len(prize_shares) : len(prize_shares) + equal]
        prize_shares += [PrizeShare(cents, equal) for cents in divided(own, method)]
    return prize_shares


def divided(own_cents: Sequence[int], method: Method) -> list[int]:
    """Return the shares of equal players in their prizes, given by rank; no cent is lost.

    Rule: knsb-wp-2014 F12.1.
    """
    equal = Fraction(sum(own_cents), len(own_cents))
    match method:
        case "shared":
            exact = [equal for _ in own_cents]
        case "by_rank":
            exact = [Fraction(cents) for cents in own_cents]
        case "half_shared":
            exact = [(cents + equal) / 2 for cents in own_cents]
    whole = [int(amount) for amount in exact]
    left = sum(own_cents) - sum(whole)
    by_fraction = sorted(range(len(exact)), key=lambda i: (whole[i] - exact[i], i))
    for index in by_fraction[:left]:
        whole[index] += 1
    return whole
