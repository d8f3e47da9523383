"""The standings of many tournaments at once: the sums of `scores` over arrays.

The worth of a round comes from the plain functions, called once for each code; this module only
adds. `projections.standings.standing` stays the definition; tests check that both agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import (
    LAST,
    MUTUAL_RESULT,
    NUMBER,
    TieBreak,
)
from projections.games.crosstable import CellKind, Crosstable
from projections.standings.scores import Score
from projections.standings.sheets import ADJOURNED, CODES, WITH_BLACK, Places, Sheet, cell
from projections.standings.standing import OF_SCORE, best_by_mutual_result
from projections.standings.treatments import (
    DRAW_HALVES,
    REQUESTED_BYES,
    counts_as_unplayed,
    half_for_sb,
    scheduled_opponent,
)

_MUTUAL_RESULT, _NUMBER = MUTUAL_RESULT(), NUMBER()
_WP, _SB = OF_SCORE

Numbers: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.bool_]

_SUMS = frozenset({*OF_SCORE, _MUTUAL_RESULT, *LAST})


def in_bulk(rules: Rulebook) -> bool:
    """Tell whether these rules rank a Swiss by points, WP, SB and lot, so that bulk applies."""
    special = rules.plays_season or rules.plays_round_robin
    return not special and set(rules.ranking.final) <= _SUMS


@dataclass(frozen=True, slots=True)
class BulkLines:
    """The standings of some sheets, one after another, best first in each.

    `starts` are the first line of each sheet, and the end. `decided_by` are places in `names`, 0
    for none. The parts of WP and SB have a column a round; `opponents` are keys, 0 for none.
    """

    names: tuple[str | None, ...]
    starts: NDArray[np.int64]
    players: Places
    ranks: Numbers
    points_halves: Numbers
    ws_halves: Numbers
    wp_halves: Numbers
    sb_quarters: Numbers
    decided_by: Numbers
    opponents: Numbers
    wp_parts: Numbers
    sb_parts: Numbers
    provisional: Flags

    def alike(self, at: int, other: BulkLines, there: int) -> bool:
        """Tell whether one of its standings is the same as one of `other`."""
        mine = slice(self.starts[at], self.starts[at + 1])
        theirs = slice(other.starts[there], other.starts[there + 1])
        return (
            self.names == other.names
            and self.provisional[at] == other.provisional[there]
            and all(
                np.array_equal(getattr(self, name)[mine], getattr(other, name)[theirs])
                for name in _COMPARED
            )
        )


_COMPARED = (
    "players",
    "ranks",
    "points_halves",
    "ws_halves",
    "wp_halves",
    "sb_quarters",
    "decided_by",
    "opponents",
    "wp_parts",
    "sb_parts",
)


class _Worth:
    """The meaning of each code under a rulebook, as lookup arrays."""

    def __init__(self, rules: Rulebook) -> None:
        cells = [cell(code, 0, rules) for code in range(CODES)]
        unplayed = [
            (c.kind is not CellKind.PLAYED or c.zero_zero) and counts_as_unplayed(c, rules.unplayed)
            for c in cells
        ]
        self.halves = np.array([c.halves for c in cells], np.int32)
        self.unplayed = np.array(unplayed)
        self.for_others = np.where(self.unplayed, DRAW_HALVES, self.halves)
        self.asked_for = np.array([c.kind in REQUESTED_BYES for c in cells])
        self.default_loss = np.array([c.kind is CellKind.DEFAULT_LOSS for c in cells])
        self.scheduled = np.array([scheduled_opponent(c) is not None for c in cells])


@dataclass(frozen=True, slots=True)
class _Stack:
    """Some sheets below one another, their first rounds only."""

    sheets: Sequence[Sheet]
    rules: Rulebook
    rounds: int
    starts: NDArray[np.int64]
    codes: NDArray[np.uint8]
    rivals: NDArray[np.int64]
    """Row of the opponent in the stack; without one the player's own row, which is never read."""
    alone: Flags
    worth: _Worth

    @classmethod
    def of(cls, sheets: Sequence[Sheet], rules: Rulebook, rounds: int) -> _Stack:
        sizes = [len(sheet.players) for sheet in sheets]
        starts = np.zeros(len(sheets) + 1, np.int64)
        np.cumsum(sizes, out=starts[1:])
        codes = np.concatenate([sheet.codes[:, :rounds] for sheet in sheets])
        local = np.concatenate([sheet.opponents[:, :rounds] for sheet in sheets])
        alone = local < 0
        own = np.arange(len(local))[:, None]
        rivals = np.where(alone, own, local + np.repeat(starts[:-1], sizes)[:, None])
        return cls(sheets, rules, rounds, starts, codes, rivals, alone, _Worth(rules))

    def joined(self, name: str) -> Places:
        return np.concatenate([getattr(sheet, name) for sheet in self.sheets])


def standings(sheets: Sequence[Sheet], rules: Rulebook, rounds: int) -> BulkLines:
    """Return the standings after some rounds, as `standing` gives them for each sheet.

    Rule: knsb-wp-1996 A1a, A1b, A1d, A4; knsb-wp-2014 A1a, A1b, A1d-A, A1d-B, A4.
    """
    stack = _Stack.of(sheets, rules, rounds)
    declared = tuple(n for n in rules.ranking.final[:-1] if n != _MUTUAL_RESULT)
    names = OF_SCORE if rules.classifies_by_resistance else declared
    return _ranked(stack, _scored(stack), (*names, _NUMBER), stack.joined("numbers"), {})


def final_standings(
    sheets: Sequence[Sheet], rules: Rulebook, rounds: int, *, shared_places: bool = False
) -> BulkLines:
    """Return the final rankings after some rounds, as `final_standing` gives them before the draw.

    `shared_places`: as `with_shared_places` gives them.

    Rule: knsb-wp-1996 F12; knsb-wp-2014 F12; fide-2026 4.2.
    """
    stack = _Stack.of(sheets, rules, rounds)
    scores = _scored(stack)
    names = tuple(n for n in rules.ranking.final if n != _MUTUAL_RESULT)
    numbers = stack.joined("numbers")
    last = numbers if names[-1] == _NUMBER else np.zeros_like(numbers)
    lines = _ranked(stack, scores, names, last, _best(stack, scores))
    return replace(lines, ranks=_shared(lines)) if shared_places else lines


def _shared(lines: BulkLines) -> Numbers:
    """Return the ranks of final rankings where a line has that of the one above if none decided."""
    apart = lines.decided_by > 0
    apart[lines.starts[:-1]] = True
    ranks: Numbers = lines.ranks[np.maximum.accumulate(np.where(apart, np.arange(len(apart)), 0))]
    return ranks


@dataclass(frozen=True, slots=True)
class _Scores:
    points: Numbers
    ws: Numbers
    wp_parts: Numbers
    sb_parts: Numbers
    wp: Numbers
    sb: Numbers


def _scored(stack: _Stack) -> _Scores:
    """Add up everybody's points, WS, WP and SB."""
    unplayed = stack.rules.unplayed
    worth = stack.worth
    codes = stack.codes
    halves = worth.halves[codes]
    points = halves.sum(axis=1, dtype=np.int32)
    ws = _for_opponents(stack, halves, points)
    for_sb = ws if unplayed.opponents_serve_sb else points
    stands_in = _own(stack, halves, points, ws)
    times = np.int32(DRAW_HALVES) if half_for_sb(unplayed) else halves
    absent = worth.unplayed[codes]
    wp_parts = np.where(absent, stands_in, ws[stack.rivals]).astype(np.int32)
    sb_parts = np.where(absent, stands_in * times, for_sb[stack.rivals] * halves).astype(np.int32)
    sums = [parts.sum(axis=1, dtype=np.int32) for parts in (wp_parts, sb_parts)]
    return _Scores(points, ws, wp_parts, sb_parts, *sums)


def _for_opponents(stack: _Stack, halves: Numbers, points: Numbers) -> Numbers:
    match stack.rules.unplayed.for_opponents:
        case "half_each":
            counted: Numbers = stack.worth.for_others[stack.codes].sum(axis=1, dtype=np.int32)
            return counted
        case "as_awarded":
            total = points.copy()
            willing = np.zeros(len(points), np.bool_)
            for column in range(stack.rounds - 1, -1, -1):
                codes = stack.codes[:, column]
                wanted = stack.worth.asked_for[codes]
                total += np.where(wanted & ~willing, DRAW_HALVES - halves[:, column], 0)
                willing |= ~wanted & ~stack.worth.default_loss[codes]
            return total
        case _:
            return points


def _own(stack: _Stack, halves: Numbers, points: Numbers, ws: Numbers) -> Any:
    """Return the half points of the stand-in for the opponent of an unplayed round."""
    match stack.rules.unplayed.own:
        case "draw_with_self":
            return ws[:, None]
        case "virtual_opponent":
            before = np.cumsum(halves, axis=1, dtype=np.int32) - halves
            after = np.arange(stack.rounds - 1, -1, -1, dtype=np.int32) * DRAW_HALVES
            return before + (2 - halves) + after
        case "dummy":
            return points[:, None]
        case "dummy_capped":
            scheduled = stack.worth.scheduled[stack.codes]
            cap = np.where(scheduled, ws[stack.rivals], stack.rounds * DRAW_HALVES)
            return np.minimum(points[:, None], cap)


def _ranked(
    stack: _Stack,
    scores: _Scores,
    names: Sequence[TieBreak],
    last: Places,
    winners: Mapping[int, Sequence[int]],
) -> BulkLines:
    """Put the lines of each sheet in order: by points, by the named keys, and by the last one.

    `winners` are, by sheet, the lines that are best in the mutual result: the first of them in
    order moves to the top.
    """
    columns = {_WP: -scores.wp, _SB: -scores.sb}
    keys = (-scores.points, *(columns[name] for name in names[:-1]), last)
    of_sheet = np.repeat(np.arange(len(stack.sheets)), np.diff(stack.starts))
    order = np.lexsort((stack.joined("numbers"), *reversed(keys), of_sheet))
    for at, best in winners.items():
        lines = order[stack.starts[at] : stack.starts[at + 1]]
        first = next(place for place, line in enumerate(lines.tolist()) if line in best)
        lines[: first + 1] = np.roll(lines[: first + 1], 1)
    decided = np.zeros(len(order), np.int32)
    for place, key in reversed(list(enumerate(keys, 1))):
        decided[1:][key[order][1:] != key[order][:-1]] = place
    decided[stack.starts[:-1]] = 0
    for at, best in winners.items():
        second = stack.starts[at] + 1
        if order[second] not in best:
            decided[second] = len(keys) + 1
    players = stack.joined("players")
    rivals = np.where(stack.alone, 0, players[stack.rivals])[order]
    return BulkLines(
        names=(None, "points", *names, _MUTUAL_RESULT),
        starts=stack.starts,
        players=players[order],
        ranks=(np.arange(len(order)) - stack.starts[of_sheet] + 1).astype(np.int32),
        points_halves=scores.points[order],
        ws_halves=scores.ws[order],
        wp_halves=scores.wp[order],
        sb_quarters=scores.sb[order],
        decided_by=decided,
        opponents=rivals,
        wp_parts=scores.wp_parts[order],
        sb_parts=scores.sb_parts[order],
        provisional=_provisional(stack),
    )


def _provisional(stack: _Stack) -> Flags:
    adjourned = (stack.codes % WITH_BLACK == ADJOURNED) & ~stack.alone
    lines = adjourned.any(axis=1)
    return np.array([lines[one:end].any() for one, end in pairwise(stack.starts.tolist())])


def _best(stack: _Stack, scores: _Scores) -> dict[int, list[int]]:
    """Return, by sheet, the lines that are best in the mutual result, where it separates any."""
    if _MUTUAL_RESULT not in stack.rules.ranking.final:
        return {}
    best = {}
    for at, (one, end) in enumerate(pairwise(stack.starts.tolist())):
        points = scores.points[one:end]
        tied = one + np.flatnonzero(points == points.max(initial=0))
        among = set(tied.tolist())
        all_met = all(among - {line} <= set(stack.rivals[line].tolist()) for line in among)
        if len(among) > 1 and all_met:
            winners = best_by_mutual_result(*_among(stack, tied.tolist()))
            if winners:
                best[at] = sorted(winners)
    return best


def _among(stack: _Stack, tied: list[int]) -> tuple[Crosstable, dict[int, Score]]:
    """Return the crosstable of some lines, by line, all equal on points."""
    cells = {
        line: tuple(
            cell(code, None if alone else rival, stack.rules)
            for code, rival, alone in zip(
                stack.codes[line].tolist(),
                stack.rivals[line].tolist(),
                stack.alone[line].tolist(),
                strict=True,
            )
        )
        for line in tied
    }
    return Crosstable(stack.rounds, {}, cells), dict.fromkeys(tied, Score(0, 0, 0, 0))
