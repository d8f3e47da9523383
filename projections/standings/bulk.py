"""The standings of many tournaments at once, their tie-breaks counted over arrays.

`projections.standings.standing` stays the definition; tests check that both agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import DIRECT_ENCOUNTER, LAST, MUTUAL_RESULT, NUMBER, TieBreak
from projections.games.crosstable import Crosstable
from projections.standings.direct_encounter import places
from projections.standings.scores import Score
from projections.standings.sheets import ADJOURNED, WITH_BLACK, Places, Sheet, cell
from projections.standings.stack import Flags, Numbers, Stack
from projections.standings.standing import OF_SCORE, best_by_mutual_result
from projections.standings.tiebreaks import InBulk, of_player

_MUTUAL_RESULT, _NUMBER = MUTUAL_RESULT(), NUMBER()
_WP, _SB = OF_SCORE
_ONE_BY_ONE = (DIRECT_ENCOUNTER, MUTUAL_RESULT, *(one.base for one in LAST))
"""The bases that are no value of a player alone: players who are equal are compared."""


def in_bulk(rules: Rulebook) -> bool:
    """Tell whether these rules rank a Swiss by tie-breaks that are all counted in bulk."""
    special = rules.ranks_by_value or rules.plays_round_robin
    return not special and all(
        one.base in _ONE_BY_ONE or isinstance(of_player(one), InBulk) for one in rules.ranking.final
    )


class Amount(NamedTuple):
    """A tie-break of all lines in whole numbers, of which so many `parts` make a point.

    Where `given` is false a player has no value; None: everybody has one.
    """

    tie_break: TieBreak
    values: Numbers
    parts: int
    given: Flags | None = None

    @property
    def key(self) -> Numbers:
        """Return the values so that less is better; a place is so already."""
        placed = self.tie_break.base is DIRECT_ENCOUNTER
        return self.values if placed or self.tie_break.fewer else -self.values

    def of(self, lines: NDArray[np.int64] | slice) -> Amount:
        """Return those of some lines."""
        given = None if self.given is None else self.given[lines]
        return self._replace(values=self.values[lines], given=given)


@dataclass(frozen=True, slots=True)
class BulkLines:
    """The standings of some sheets, one after another, best first in each.

    `starts` are the first line of each sheet, and the end. `decided_by` are places in `names`, 0
    for none. The parts of WP and SB have a column a round; `opponents` are keys, 0 for none.
    `others` are the declared tie-breaks that are not in the score.
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
    others: tuple[Amount, ...] = ()

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
            and all(
                np.array_equal(one.values[mine], of.values[theirs])
                for one, of in zip(self.others, other.others, strict=True)
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


def standings(sheets: Sequence[Sheet], rules: Rulebook, rounds: int) -> BulkLines:
    """Return the standings after some rounds, as `standing` gives them for each sheet.

    Rule: knsb-wp-1996 A1a, A1b, A1d, A4; knsb-wp-2014 A1a, A1b, A1d-A, A1d-B, A4.
    """
    stack = Stack.of(sheets, rules, rounds)
    declared = _declared(stack)
    by = [Amount(_WP, stack.wp, 2), Amount(_SB, stack.sb, 4)]
    order = by if rules.classifies_by_resistance else declared
    return _ranked(stack, order, Amount(_NUMBER, stack.joined("numbers"), 1), declared, {})


def final_standings(
    sheets: Sequence[Sheet], rules: Rulebook, rounds: int, *, shared_places: bool = False
) -> BulkLines:
    """Return the final rankings after some rounds, as `final_standing` gives them before the draw.

    `shared_places`: as `with_shared_places` gives them.

    Rule: knsb-wp-1996 F12; knsb-wp-2014 F12; fide-2026 4.2.
    """
    stack = Stack.of(sheets, rules, rounds)
    declared = _declared(stack)
    numbers = stack.joined("numbers")
    by = rules.ranking.final[-1]
    last = Amount(by, numbers if by == _NUMBER else np.zeros_like(numbers), 1)
    lines = _ranked(stack, declared, last, declared, _best(stack))
    return replace(lines, ranks=_shared(lines)) if shared_places else lines


def _declared(stack: Stack) -> list[Amount]:
    """Return the tie-breaks that the rulebook declares before its last one, in order."""
    declared: list[Amount] = []
    for one in stack.rules.ranking.final[:-1]:
        counted = of_player(one)
        if isinstance(counted, InBulk):
            declared.append(Amount(one, *counted.amounts(stack)))
        elif one.base is DIRECT_ENCOUNTER:
            encounters = _encounters(stack, one, declared)
            declared.append(Amount(one, encounters, 1, encounters > 0))
    return declared


def _encounters(stack: Stack, tie_break: TieBreak, before: Sequence[Amount]) -> Numbers:
    """Return the place by direct encounter among those who are equal so far; 0: nobody is equal."""
    keys: list[NDArray[Any]] = [_of_sheet(stack), -stack.points, *(one.key for one in before)]
    order = np.lexsort(tuple(reversed(keys)))
    apart = np.zeros(len(order), np.bool_)
    apart[:1] = True
    for key in keys:
        apart[1:] |= key[order][1:] != key[order][:-1]
    starts = [*np.flatnonzero(apart).tolist(), len(order)]
    found = np.zeros(len(order), np.int32)
    for one, end in pairwise(starts):
        tied = sorted(order[one:end].tolist())
        if len(tied) > 1:
            placed = places(
                _among(stack, tied),
                tied,
                stack.rules.scores.win,
                defaults_count=tie_break.with_defaults,
                again=stack.rules.ranking.direct_encounter,
            )
            found[[*placed]] = [*placed.values()]
    return found


def _of_sheet(stack: Stack) -> NDArray[np.int64]:
    """Return the place of each line's sheet."""
    return np.repeat(np.arange(len(stack.sheets)), np.diff(stack.starts))


def _shared(lines: BulkLines) -> Numbers:
    """Return the ranks of final rankings where a line has that of the one above if none decided."""
    apart = lines.decided_by > 0
    apart[lines.starts[:-1]] = True
    ranks: Numbers = lines.ranks[np.maximum.accumulate(np.where(apart, np.arange(len(apart)), 0))]
    return ranks


def _ranked(
    stack: Stack,
    by: Sequence[Amount],
    last: Amount,
    declared: Sequence[Amount],
    winners: Mapping[int, Sequence[int]],
) -> BulkLines:
    """Put the lines of each sheet in order: by points, by tie-breaks, and by the last of them.

    `winners` are, by sheet, the lines that are best in the mutual result: the first of them in
    order moves to the top.
    """
    keys = (-stack.points, *(one.key for one in by), last.values)
    of_sheet = _of_sheet(stack)
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
        names=(None, "points", *(one.tie_break for one in (*by, last)), _MUTUAL_RESULT),
        starts=stack.starts,
        players=players[order],
        ranks=(np.arange(len(order)) - stack.starts[of_sheet] + 1).astype(np.int32),
        points_halves=stack.points[order],
        ws_halves=stack.ws[order],
        wp_halves=stack.wp[order],
        sb_quarters=stack.sb[order],
        decided_by=decided,
        opponents=rivals,
        wp_parts=stack.parts.wp[order],
        sb_parts=stack.parts.sb[order],
        provisional=_provisional(stack),
        others=tuple(one.of(order) for one in declared if one.tie_break not in OF_SCORE),
    )


def _provisional(stack: Stack) -> Flags:
    adjourned = (stack.codes % WITH_BLACK == ADJOURNED) & ~stack.alone
    lines = adjourned.any(axis=1)
    return np.array([lines[one:end].any() for one, end in pairwise(stack.starts.tolist())])


def _best(stack: Stack) -> dict[int, list[int]]:
    """Return, by sheet, the lines that are best in the mutual result, where it separates any."""
    if _MUTUAL_RESULT not in stack.rules.ranking.final:
        return {}
    best = {}
    for at, (one, end) in enumerate(pairwise(stack.starts.tolist())):
        points = stack.points[one:end]
        tied = one + np.flatnonzero(points == points.max(initial=0))
        among = set(tied.tolist())
        all_met = all(among - {line} <= set(stack.rivals[line].tolist()) for line in among)
        if len(among) > 1 and all_met:
            alike = dict.fromkeys(tied.tolist(), Score(0, 0, 0, 0))
            winners = best_by_mutual_result(_among(stack, tied.tolist()), alike)
            if winners:
                best[at] = sorted(winners)
    return best


def _among(stack: Stack, tied: Sequence[int]) -> Crosstable:
    """Return the crosstable of some lines, by line."""
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
    return Crosstable(stack.rounds, {}, cells)
