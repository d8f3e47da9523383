"""The prizes of a standing, by amounts alone, as the rules of a rulebook divide them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from projections.prizes.allotment import Allotment, Contenders
from projections.prizes.contest import ranked
from projections.prizes.division import Division, Method, shares
from projections.standings.standing import Standing


class Dealt(NamedTuple):
    """A player's share; `equal_with` counts those who are equal on points."""

    player: int
    rank: int
    points_halves: int
    cents: int
    equal_with: int


def prizes(standing: Standing, amounts_cents: Sequence[int], method: Method) -> list[Dealt]:
    """Return the shares of those who get one, best first."""
    lines = ranked(standing)
    dealt = shares([line.points for line in lines], amounts_cents, Division(method))
    return [
        Dealt(line.player, line.rank, int(line.points), share.cents, share.equal_with)
        for line, share in zip(lines, dealt, strict=True)
        if share.cents
    ]


JUNIORS = Contenders((14, 13, 13, 13, 12, 11), [[1, 3, 5]], [[13, 13, 11]], 6)
"""Six players of whom the second, the fourth and the last are juniors."""


def paid(allotment: Allotment, players: int) -> list[float]:
    """Return what each player gets, in whole units of money."""
    paid = [0.0] * players
    for award in allotment.awards:
        paid[award.who] += award.cents / 100
    return paid
