"""Prizes as the text about them says it, slowly: shares, and every assignment of few prizes.

Money in cents, exact fractions until the end. Players are places in the standing, 0 the best;
`points` are theirs. A category is those who can win it, best first, and its prizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

Category = tuple[Sequence[int], Sequence[int]]
Given = dict[tuple[int, int], int]
"""A prize of a category, by category and place from 0, and who has it."""


def tied_shares(
    prizes: Sequence[int],
    *,
    method: str,
    least: int = 0,
    below: str = "drop_lowest",
    unit: int = 100,
    rounding: str = "down",
    rest: str = "organiser",
) -> list[int]:
    """Return the shares of a tied group in the prizes of its places, 0 for places without one."""
    players = len(prizes)
    whole = sum(prizes)
    still = players
    if below == "drop_lowest" and method == "shared":
        while still > 1 and Fraction(whole, still) < least:
            still -= 1
    if below == "drop_lowest" and method == "half_shared":
        with_a_prize = len([prize for prize in prizes if prize > 0])
        while still > with_a_prize and still > 1 and Fraction(whole, still) / 2 < least:
            still -= 1
    exact = []
    for place in range(players):
        if place >= still:
            exact.append(Fraction(0))
        elif method == "shared":
            exact.append(Fraction(whole, still))
        elif method == "half_shared":
            exact.append((prizes[place] + Fraction(whole, still)) / 2)
        else:
            exact.append(Fraction(prizes[place]))
    if below == "not_paid" and method != "by_rank" and players > 1:
        exact = [share if share >= least else Fraction(0) for share in exact]
    paid = []
    for share in exact:
        multiple = share // unit * unit
        if rounding == "nearest" and share - multiple >= Fraction(unit, 2):
            multiple += unit
        paid.append(multiple)
    while sum(paid) > sum(exact):
        lowest = max(place for place in range(players) if paid[place] > exact[place])
        paid[lowest] -= unit
    if rest == "best_placed":
        for place in range(players):
            if exact[place] > 0 and sum(paid) + unit <= sum(exact):
                paid[place] += unit
    return paid


def main_shares(
    members: Sequence[int], points: Sequence[int], prizes: Sequence[int], keys: Mapping[str, object]
) -> dict[int, int]:
    """Return the shares of the members in the main prizes, group by group."""
    shares: dict[int, int] = {}
    order = sorted(members)
    while order:
        tied = [player for player in order if points[player] == points[order[0]]]
        from_place = len(shares)
        own = [
            prizes[from_place + at] if from_place + at < len(prizes) else 0
            for at in range(len(tied))
        ]
        shares |= dict(zip(tied, tied_shares(own, **keys), strict=True))  # type: ignore[arg-type]
        order = [player for player in order if player not in tied]
    return shares


def _worth(
    given: Given,
    points: Sequence[int],
    main: Sequence[int],
    categories: Sequence[Category],
    keys: Mapping[str, object],
) -> list[int]:
    """Return what everybody has, who have a prize of a category being outside the main prizes."""
    members = [player for player in range(len(points)) if player not in given.values()]
    worth = main_shares(members, points, main, keys)
    for (category, place), player in given.items():
        worth[player] = categories[category][1][place]
    return [worth[player] for player in range(len(points))]


def stable(
    given: Given,
    points: Sequence[int],
    main: Sequence[int],
    categories: Sequence[Category],
    keys: Mapping[str, object],
) -> bool:
    """Tell whether nobody can improve: by a free prize, one of a lower placed, or their place."""
    worth = _worth(given, points, main, categories, keys)
    for category, (eligible, prizes) in enumerate(categories):
        for place, prize in enumerate(prizes):
            owner = given.get((category, place))
            for player in eligible:
                if player == owner:
                    break
                if worth[player] < prize:
                    return False
    for player in given.values():
        others = [
            each for each in range(len(points)) if each not in given.values() or each == player
        ]
        if main_shares(others, points, main, keys)[player] > worth[player]:
            return False
    return True


def assignments(
    points: Sequence[int],
    main: Sequence[int],
    categories: Sequence[Category],
    keys: Mapping[str, object],
) -> Iterator[Given]:
    """Yield every assignment of the prizes of categories in which nobody can improve."""
    places = [(c, k) for c, (_, prizes) in enumerate(categories) for k in range(len(prizes))]
    choices = [[None, *categories[c][0]] for c, _ in places]
    for chosen in product(*choices):
        given = {place: who for place, who in zip(places, chosen, strict=True) if who is not None}
        if len(set(given.values())) == len(given) and stable(given, points, main, categories, keys):
            yield given


def one_after_the_other(
    points: Sequence[int],
    main: Sequence[int],
    categories: Sequence[Category],
    keys: Mapping[str, object],
    *,
    main_first: bool,
) -> tuple[dict[int, int], Given]:
    """Return the main shares and the prizes of categories: main prizes first, or categories."""
    everybody = range(len(points))
    queue = [
        (prize, -c, -k)
        for c, (_, prizes) in enumerate(categories)
        for k, prize in enumerate(prizes)
    ]
    shares = main_shares(everybody, points, main, keys) if main_first else {}
    with_one = {player for player, share in shares.items() if share}
    given: Given = {}
    for _, c, k in sorted(queue, reverse=True):
        for player in categories[-c][0]:
            if player not in with_one:
                given[-c, -k] = player
                with_one.add(player)
                break
    if not main_first:
        shares = main_shares([p for p in everybody if p not in with_one], points, main, keys)
    return {player: share for player, share in shares.items() if share}, given
