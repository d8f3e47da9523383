"""Norms a second time, written from the text of the title rules in fractions, without the program.

A player is a federation; a game is (rating or 0, title, federation, result): 1, =, 0, + won by
default, U the pairing's bye, - nothing. Every set of games is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import ceil, floor

from tests.oracles.fide_rating_text import dp, half_up

NEEDS = {
    "GM": (2600, 2380, 2200, ["GM"]),
    "IM": (2450, 2230, 2050, ["IM", "GM"]),
    "WGM": (2400, 2180, 2000, ["WGM", "IM", "GM"]),
    "WIM": (2250, 2030, 1850, ["WIM", "WGM", "IM", "GM"]),
}
POINTS = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}

Game = tuple[int, str, str, str]


def is_norm(
    norm: str, games: Sequence[Game], own: str, kind: str, exempt: bool, least: int
) -> bool:
    """Tell whether these games, as they are, make a norm; `least` is their least number."""
    rp, ra, low, titles = NEEDS[norm]
    n = len(games)
    if n < least:
        return False
    ratings = sorted(rating or 1400 for rating, *_ in games)
    ratings[0] = max(ratings[0], low)
    average = half_up(Fraction(sum(ratings), n))
    points = sum((POINTS[result] for *_, result in games), Fraction(0))
    if points < Fraction(35, 100) * n:
        return False
    if average < ra or average + dp(half_up(100 * points / n)) < rp:
        return False
    return mix(games, own, kind, exempt, titles)


def mix(games: Sequence[Game], own: str, kind: str, exempt: bool, titles: Sequence[str]) -> bool:
    n = len(games)
    titled = [title for _, title, _, _ in games if title not in ("", "CM", "WCM")]
    of_norm = [title for _, title, _, _ in games if title in titles]
    third = ceil(Fraction(n, 2)) if kind == "double_round_robin" else ceil(Fraction(n, 3))
    if len(titled) < ceil(Fraction(n, 2)) or len(of_norm) < max(third, 3):
        return False
    if exempt:
        return True
    federations = [federation for _, _, federation, _ in games if federation != "FID"]
    if len(set(federations) - {own}) < 2:
        return False
    if federations.count(own) > floor(Fraction(3, 5) * n):
        return False
    return all(federations.count(one) <= floor(Fraction(2, 3) * n) for one in federations)


def judged(
    norm: str,
    rounds: Sequence[Game],
    *,
    own: str = "FRA",
    kind: str = "swiss",
    exempt: bool = False,
    planned: int = 9,
    second: bool = False,
) -> list[tuple[int, ...]]:
    """Return the sets of rounds, from 1, that can be left out for a norm, the smallest ones."""
    counted = [(at, game) for at, game in enumerate(rounds, 1) if game[3] in POINTS]
    counted = [(at, game) for at, game in counted if game[2] != "NON"]
    least = 10 if kind == "double_round_robin" else 9
    missing = [game for game in rounds if game[3] in ("+", "U")]
    games = [game for _, game in counted]
    eight = planned == 9 and len(games) == 8 and len(missing) == 1 and least == 9 and not second
    if is_norm(norm, games, own, kind, exempt, 8 if eight else least):
        return [()]
    titles = NEEDS[norm][3]
    complete = kind == "swiss" or mix(games, own, kind, exempt, titles)
    for size in range(1, len(counted)) if complete else ():
        found = []
        for out in combinations([at for at, _ in counted], size):
            rest = [game for at, game in counted if at not in out]
            not_won = [at for at, game in counted if at in out and game[3] != "1"]
            after = [at for at, _ in counted if not_won and at >= min(not_won)]
            if not_won and (kind != "swiss" or not set(after) <= set(out)):
                continue
            if is_norm(norm, rest, own, kind, exempt, least):
                found.append(out)
        if found:
            return found
    if not second and len(rounds) == planned and rounds[-1][3] == "+" and len(games) < least:
        lost = [*rounds[:-1], (*rounds[-1][:3], "0")]
        return judged(norm, lost, own=own, kind=kind, exempt=exempt, planned=planned, second=True)
    return []


def least_points(
    norm: str, rounds: Sequence[Game], open_games: Sequence[Game], **event: object
) -> tuple[Fraction | None, Fraction | None]:
    """Return the least points in games to come with which some results, and all, make a norm."""
    outcomes: dict[Fraction, list[bool]] = {}
    tries: list[tuple[str, ...]] = [()]
    for _ in open_games:
        tries = [(*before, result) for before in tries for result in "0=1"]
    for results in tries:
        games = [(*game[:3], result) for game, result in zip(open_games, results, strict=True)]
        points = sum((POINTS[result] for result in results), Fraction(0))
        met = bool(judged(norm, list(chain(rounds, games)), **event))  # type: ignore[arg-type]
        outcomes.setdefault(points, []).append(met)
    some = [points for points, mets in outcomes.items() if any(mets)]
    sure = [points for points, mets in outcomes.items() if all(mets)]
    return min(some, default=None), min(sure, default=None)
