"""The players of a round by articles 1 and 5 of the FIDE (Dutch) System: for tests alone.

Written from the text; it shares nothing with the engine. A crosstable is its input.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from projections.games.crosstable import CellKind, Crosstable

OVER_THE_BOARD = (CellKind.PLAYED, CellKind.ADJOURNED)
IN_THE_PAIRING = (
    *OVER_THE_BOARD,
    CellKind.OPEN,
    CellKind.DEFAULT_WIN,
    CellKind.DEFAULT_LOSS,
    CellKind.BYE,
)


class Person(NamedTuple):
    """One player: `games` are their colours over the board, `floats` those of the last two rounds.

    `counted` is their number among the players who were ever in a pairing (5.2.5).
    """

    key: int
    number: int
    score: int
    games: str
    met: frozenset[int]
    may_have_pab: bool
    top: bool
    floats: tuple[str, str]
    unplayed: int
    counted: int

    @property
    def difference(self) -> int:
        """Return how many more whites than blacks they had (1.6)."""
        return self.games.count("W") - self.games.count("B")

    @property
    def wish(self) -> tuple[str, int]:
        """Return the preferred colour and strength: 3 absolute, 2 strong, 1 mild, 0 none (1.7)."""
        if not self.games:
            return "", 0
        difference = self.difference
        towards = "B" if difference > 0 else "W"
        alternate = "B" if self.games[-1] == "W" else "W"
        if abs(difference) > 1:
            return towards, 3
        if self.games[-2:] in ("WW", "BB"):
            return alternate, 3
        return (towards, 2) if difference else (alternate, 1)


def people(
    table: Crosstable,
    present: Collection[int],
    last_round: bool,
    points: tuple[int, int] = (2, 0),
    prohibited: Iterable[frozenset[int]] = (),
    edition: int = 2026,
) -> list[Person]:
    """Return those present in the order of 1.2; `points` are those of a win and of a loss.

    In 2017 only a bye and a default bar the bye, and every round without play is a downfloat. A
    score has the virtual points of the round (C.04.7 1.5), which make nobody a topscorer.
    """
    win, loss = points
    players, counted = [], 0
    for key in sorted(table.cells, key=lambda k: table.numbers[k]):
        row = table.cells[key]
        counted += key in present or any(cell.kind in IN_THE_PAIRING for cell in row)
        if key not in present:
            continue
        free = [cell for cell in row if cell.kind not in OVER_THE_BOARD]
        games = [cell for cell in row if cell.kind in OVER_THE_BOARD]
        points_so_far = sum(cell.halves for cell in row)
        score = points_so_far + _virtual(table, key, len(row))
        barred = any(
            cell.kind in (CellKind.BYE, CellKind.DEFAULT_WIN)
            or (edition > 2017 and cell.halves >= win)
            for cell in free
        )
        met = {cell.opponent for cell in games if cell.opponent is not None}
        met |= {other for pair in prohibited if key in pair for other in pair - {key}}
        players.append(
            Person(
                key=key,
                number=table.numbers[key],
                score=score,
                games="".join(str(cell.colour) for cell in games),
                met=frozenset(met),
                may_have_pab=not barred,
                top=last_round and 2 * points_so_far > win * len(row),
                floats=(
                    _float(table, key, len(row) - 1, loss, edition),
                    _float(table, key, len(row) - 2, loss, edition),
                ),
                unplayed=len(free),
                counted=counted,
            )
        )
    return sorted(players, key=lambda p: (-p.score, p.number))


def _float(table: Crosstable, key: int, at: int, loss: int, edition: int) -> str:
    """Return the float of one round (1.4; 2017: A.4)."""
    if at < 0:
        return ""
    cell = table.cells[key][at]
    if cell.kind not in OVER_THE_BOARD:
        down = edition == 2017 or cell.kind is CellKind.BYE or cell.halves > loss
        return "D" if down else ""
    assert cell.opponent is not None
    mine, theirs = (
        sum(earlier.halves for earlier in table.cells[who][:at]) + _virtual(table, who, at)
        for who in (key, cell.opponent)
    )
    return "D" if mine > theirs else "U" if mine < theirs else ""


def _virtual(table: Crosstable, key: int, at: int) -> int:
    """Return the virtual half points of a player in the round after so many others."""
    return dict(enumerate(table.virtual.get(key, ()))).get(at, 0)


def white_of(one: Person, two: Person, initial: str) -> Person:
    """Return who of two has white; `initial` is the colour drawn before round 1 (article 5)."""
    higher, lower = sorted((one, two), key=lambda p: (-p.score, p.number))
    (mine, how), (theirs, how_theirs) = higher.wish, lower.wish
    if not mine and not theirs:
        same = initial if higher.counted % 2 else {"W": "B", "B": "W"}[initial]
        return higher if same == "W" else lower
    if mine != theirs:
        return higher if mine == "W" or (not mine and theirs == "B") else lower
    if how != how_theirs:
        first = higher if how > how_theirs else lower
    elif how == 3 and abs(higher.difference) != abs(lower.difference):
        first = higher if abs(higher.difference) > abs(lower.difference) else lower
    else:
        for own, others in zip(reversed(higher.games), reversed(lower.games), strict=False):
            if own != others:
                return higher if own == "B" else lower
        first = higher
    second = lower if first is higher else higher
    return first if mine == "W" else second
