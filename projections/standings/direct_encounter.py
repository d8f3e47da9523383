"""Direct encounter: the games that players equal so far had among themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Literal

from projections.games.crosstable import Cell, CellKind, Crosstable

_GAMES = frozenset({CellKind.PLAYED, CellKind.ADJOURNED})
_WITH_DEFAULTS = _GAMES | {CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS}

Encounters = Mapping[int, Mapping[int, Fraction]]
"""For each player: the half points against each of the other tied players they met."""


def places(
    table: Crosstable,
    tied: Collection[int],
    win_halves: int,
    *,
    defaults_count: bool = False,
    again: Literal["reapplied", "once"] = "reapplied",
) -> dict[int, int]:
    """Return the place of each tied player, from 1; players it cannot separate share one.

    When all met, their points against each other decide, and players who are still equal are
    compared anew among themselves if `again` says so. When some did not meet, a player is placed
    only if no results of the missing games could bring another level, and then perhaps the next
    player; the rest are compared anew.

    Rule: fide-2012 direct encounter; fide-2022 direct encounter; fide-2024 6; fide-2026 6.
    """
    met = _encounters(table, tied, _WITH_DEFAULTS if defaults_count else _GAMES)
    result: dict[int, int] = {}
    for group in _order(list(tied), met, win_halves, again):
        place = len(result) + 1
        result.update(dict.fromkeys(group, place))
    return result


def _encounters(table: Crosstable, tied: Collection[int], kinds: frozenset[CellKind]) -> Encounters:
    """Return the encounters among the tied players; for two who met more than once, the average."""
    among = set(tied)
    points: dict[int, dict[int, Fraction]] = {}
    for player in among:
        games: dict[int, list[Cell]] = {}
        for cell in table.cells[player]:
            if cell.kind in kinds and cell.opponent in among:
                games.setdefault(cell.opponent, []).append(cell)
        points[player] = {
            other: Fraction(sum(c.halves for c in cells), len(cells))
            for other, cells in games.items()
        }
    return points


def _order(
    tied: list[int], met: Encounters, win: int, again: Literal["reapplied", "once"]
) -> list[list[int]]:
    """Return the tied players in groups, best first; a group of several cannot be separated."""
    if len(tied) < 2:
        return [tied] if tied else []
    points = {p: sum((met[p].get(o, Fraction(0)) for o in tied), Fraction(0)) for p in tied}
    missing = {p: sum(o not in met[p] for o in tied) - 1 for p in tied}
    if any(missing.values()):
        first = _beyond_reach(tied, points, missing, win)
        rest = [p for p in tied if p not in first]
        if not first or (again == "once" and rest):
            return [*([p] for p in first), rest]
        return [*([p] for p in first), *_order(rest, met, win, again)]
    by_points = sorted(tied, key=lambda p: points[p], reverse=True)
    groups = [list(group) for _, group in groupby(by_points, key=lambda p: points[p])]
    if len(groups) == 1 or again == "once":
        return groups
    return [part for group in groups for part in _order(group, met, win, again)]


def _beyond_reach(
    tied: list[int], points: Mapping[int, Fraction], missing: Mapping[int, int], win: int
) -> list[int]:
    """Return the players alone at the top of the rest, whatever the missing games bring.

    The worst case for a player is to lose all missing games while another player wins all of
    theirs.
    """
    first: list[int] = []
    left = list(tied)
    while left:
        best = max(left, key=lambda p: points[p])
        if any(points[p] + missing[p] * win >= points[best] for p in left if p != best):
            break
        first.append(best)
        left.remove(best)
    return first
