"""The prizes of players who are equal, divided among them. Whole cents, never more than announced."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

Method: TypeAlias = Literal["shared", "by_rank", "half_shared"]
"""How prizes are divided.

shared: players who are equal share their prizes equally (F12.1). by_rank: everybody has the prize
of their place. half_shared: half of each prize goes by place, half is shared (Hort's method).
"""

Rounding: TypeAlias = Literal["down", "nearest"]
Rest: TypeAlias = Literal["organiser", "best_placed"]
BelowLeast: TypeAlias = Literal["drop_lowest", "not_paid", "raise"]


class Division(NamedTuple):
    """How the prizes of equal players are divided; each default is that of a rulebook's amounts.

    Shares are multiples of `unit_cents`. `rest` is who gets the units that rounding leaves.
    `least_cents` is the least share, and `below_least` what becomes of a smaller one: the lowest
    placed drop out, it is not paid, or it is raised from `pot_cents`.
    """

    method: Method = "shared"
    unit_cents: int = 1
    round: Rounding = "down"
    rest: Rest = "best_placed"
    least_cents: int = 0
    below_least: BelowLeast = "drop_lowest"


class Share(NamedTuple):
    """A place's share, in cents.

    `equal_with` counts the players who are equal, this one too; `first` is the place of the first
    of them. `sum_cents` are the prizes of their places together, exactly.
    """

    cents: int
    equal_with: int
    first: int
    sum_cents: Fraction


def shares(
    ties: Sequence[object],
    amounts_cents: Sequence[int | Fraction],
    how: Division,
    pot_cents: int = 0,
) -> list[Share]:
    """Return the share of each place of a ranking, best first.

    `ties` are equal for players who are equal. Places beyond the prizes have the share 0. Small
    shares are raised from `pot_cents` and from what the prizes leave, first group first: all of a
    group, or none.

    Rule: knsb-wp-1996 F12.1; knsb-wp-2014 F12.1.
    """
    by_place: list[Share] = []
    first = 0
    for _, group in groupby(ties):
        if first >= len(amounts_cents):
            break
        equal = len(list(group))
        own = [*amounts_cents[first : first + equal]]
        own += [0] * (equal - len(own))
        total = sum(map(Fraction, own), Fraction(0))
        by_place += [Share(cents, equal, first + 1, total) for cents in divided(own, how)]
        first += equal
    divides = how.method != "by_rank"
    if divides and how.below_least == "raise" and how.least_cents:
        left = sum(map(Fraction, amounts_cents), Fraction(pot_cents)) - sum(
            share.cents for share in by_place
        )
        by_place = _raised(by_place, how, left)
    rest = [Share(0, 0, 0, Fraction(0))] * (len(ties) - len(by_place))
    return by_place + rest


def _raised(by_place: Sequence[Share], how: Division, left: Fraction) -> list[Share]:
    least = -(-how.least_cents // how.unit_cents) * how.unit_cents
    shares_: list[Share] = []
    for _, group in groupby(by_place, key=lambda share: share.first):
        equal = list(group)
        low = [share for share in equal if share.sum_cents and share.cents < least]
        cost = sum(least - share.cents for share in low)
        if len(equal) > 1 and low and cost <= left:
            left -= cost
            equal = [s._replace(cents=max(s.cents, least)) for s in equal]
        shares_ += equal
    return shares_


def divided(own_cents: Sequence[int | Fraction], how: Division) -> list[int]:
    """Return the shares of equal players in their prizes, given by place.

    They are together no more than the prizes; rounding upwards is undone from the lowest place.
    """
    exact = _exact(own_cents, how)
    unit = how.unit_cents
    half = Fraction(unit, 2) if how.round == "nearest" else 0
    units = [int((amount + half) // unit) for amount in exact]
    limit = int(sum(exact, Fraction(0)) // unit)
    excess = sum(units) - limit
    for index in reversed(range(len(units))):
        if excess > 0 and units[index] * unit > exact[index]:
            units[index] -= 1
            excess -= 1
    if how.rest == "best_placed":
        paid = [index for index, amount in enumerate(exact) if amount]
        for index in paid[: limit - sum(units)]:
            units[index] += 1
    return [number * unit for number in units]


def _exact(own_cents: Sequence[int | Fraction], how: Division) -> list[Fraction]:
    """Return the shares before rounding; 0 for those who drop out and for what is not paid."""
    own = [Fraction(cents) for cents in own_cents]
    if how.method == "by_rank":
        return own
    total = sum(map(Fraction, own), Fraction(0))
    among = len(own)
    if how.below_least == "drop_lowest":
        among = _among(own, total, how)
    equal = total / among
    match how.method:
        case "shared":
            exact = [equal] * among
        case "half_shared":
            exact = [(cents + equal) / 2 for cents in own[:among]]
    if how.below_least == "not_paid" and among > 1:
        exact = [amount if amount >= how.least_cents else Fraction(0) for amount in exact]
    return exact + [Fraction(0)] * (len(own) - among)


def _among(own: Sequence[Fraction], total: Fraction, how: Division) -> int:
    """Return among how many a sum is divided, so that the least share is reached."""
    if not how.least_cents:
        return len(own)
    if how.method == "shared":
        return min(len(own), max(int(total / how.least_cents), 1))
    prizes = sum(1 for cents in own if cents)
    return min(len(own), max(int(total / how.least_cents / 2), prizes, 1))
