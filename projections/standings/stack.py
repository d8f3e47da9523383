"""Many tournaments below one another as arrays, scored: what their tie-breaks are counted from.

The worth of a round comes from the plain functions, called once for each code; this module only
adds. `projections.standings.scores` and `cuts` stay the definition; tests check that they agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledger.rulebooks.rulebook import Rulebook
from ledger.values import OUTCOMES
from projections.games.crosstable import CellKind
from projections.standings.sheets import CODES, WITH_BLACK, Places, Sheet, cell
from projections.standings.treatments import (
    CHOSEN_NOT_TO_PLAY,
    DEFAULTS,
    DRAW_HALVES,
    REQUESTED_BYES,
    counts_as_unplayed,
    half_for_sb,
    scheduled_opponent,
)

Numbers: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.bool_]


class Worth:
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
        self.by_default = np.array([c.kind in DEFAULTS for c in cells])
        self.scheduled = np.array([scheduled_opponent(c) is not None for c in cells])
        self.chosen = np.array([c.kind in CHOSEN_NOT_TO_PLAY for c in cells])
        self.played = np.array([c.played for c in cells])
        self.over_the_board = np.array(
            [c.kind is CellKind.PLAYED and not c.zero_zero for c in cells]
        )
        self.black = np.array([c.colour == "B" for c in cells])


class Rounds(NamedTuple):
    """What each round gives to WP and SB, and whether the player chose not to play it."""

    wp: Numbers
    sb: Numbers
    voluntary: Flags


@dataclass(frozen=True)
class Stack:
    """Some sheets below one another, their first rounds only; no game in them is open.

    `rivals` are the rows of opponents in the stack; where a player is `alone` it is their own,
    which is never read.
    """

    sheets: Sequence[Sheet]
    rules: Rulebook
    rounds: int
    starts: NDArray[np.int64]
    codes: NDArray[np.uint8]
    rivals: NDArray[np.int64]
    alone: Flags
    worth: Worth

    @classmethod
    def of(cls, sheets: Sequence[Sheet], rules: Rulebook, rounds: int) -> Stack:
        """Put the first rounds of sheets below one another."""
        sizes = [len(sheet.players) for sheet in sheets]
        starts = np.zeros(len(sheets) + 1, np.int64)
        np.cumsum(sizes, out=starts[1:])
        codes = np.concatenate([sheet.codes[:, :rounds] for sheet in sheets])
        local = np.concatenate([sheet.opponents[:, :rounds] for sheet in sheets])
        alone = local < 0
        own = np.arange(len(local))[:, None]
        rivals = np.where(alone, own, local + np.repeat(starts[:-1], sizes)[:, None])
        return cls(sheets, rules, rounds, starts, codes, rivals, alone, Worth(rules))

    def joined(self, name: str) -> Places:
        """Return a column of all sheets: players, or numbers."""
        return np.concatenate([getattr(sheet, name) for sheet in self.sheets])

    @cached_property
    def halves(self) -> Numbers:
        """Return the half points of each round."""
        halves: Numbers = self.worth.halves[self.codes]
        return halves

    @cached_property
    def points(self) -> Numbers:
        """Return everybody's half points."""
        points: Numbers = self.halves.sum(axis=1, dtype=np.int32)
        return points

    @cached_property
    def ws(self) -> Numbers:
        """Return everybody's half points as opponents count them."""
        match self.rules.unplayed.for_opponents:
            case "half_each":
                counted: Numbers = self.worth.for_others[self.codes].sum(axis=1, dtype=np.int32)
                return counted
            case "as_awarded":
                return self._as_awarded()
            case _:
                return self.points

    def _as_awarded(self) -> Numbers:
        total = self.points.copy()
        willing = np.zeros(len(total), np.bool_)
        for column in range(self.rounds - 1, -1, -1):
            codes = self.codes[:, column]
            wanted = self.worth.asked_for[codes]
            total += np.where(wanted & ~willing, DRAW_HALVES - self.halves[:, column], 0)
            willing |= ~wanted & ~self.worth.default_loss[codes]
        return total

    def _own(self) -> Any:
        """Return the half points of the stand-in for the opponent of an unplayed round."""
        match self.rules.unplayed.own:
            case "draw_with_self":
                return self.ws[:, None]
            case "virtual_opponent":
                before = np.cumsum(self.halves, axis=1, dtype=np.int32) - self.halves
                after = np.arange(self.rounds - 1, -1, -1, dtype=np.int32) * DRAW_HALVES
                return before + (2 - self.halves) + after
            case "dummy":
                return self.points[:, None]
            case "dummy_capped":
                scheduled = self.worth.scheduled[self.codes]
                cap = np.where(scheduled, self.ws[self.rivals], self.rounds * DRAW_HALVES)
                return np.minimum(self.points[:, None], cap)

    @cached_property
    def parts(self) -> Rounds:
        """Return what each round gives to WP and SB."""
        return self._parts(self.worth.unplayed[self.codes])

    @cached_property
    def parts_with_defaults(self) -> Rounds:
        """Return the same where the player's games by default count as games."""
        return self._parts((self.worth.unplayed & ~self.worth.by_default)[self.codes])

    def _parts(self, absent: Flags) -> Rounds:
        unplayed = self.rules.unplayed
        for_sb = self.ws if unplayed.opponents_serve_sb else self.points
        stands_in = self._own()
        times = np.int32(DRAW_HALVES) if half_for_sb(unplayed) else self.halves
        wp = np.where(absent, stands_in, self.ws[self.rivals]).astype(np.int32)
        sb = np.where(absent, stands_in * times, for_sb[self.rivals] * self.halves)
        return Rounds(wp, sb.astype(np.int32), absent & self.worth.chosen[self.codes])

    @cached_property
    def wp(self) -> Numbers:
        """Return everybody's WP in half points."""
        wp: Numbers = self.parts.wp.sum(axis=1, dtype=np.int32)
        return wp

    @cached_property
    def sb(self) -> Numbers:
        """Return everybody's SB in quarter points."""
        sb: Numbers = self.parts.sb.sum(axis=1, dtype=np.int32)
        return sb

    @cached_property
    def fore(self) -> Stack:
        """Return the same as if everybody in the pairing of the last round had drawn."""
        codes = self.codes.copy()
        last = codes[:, -1]
        draw = OUTCOMES.index("1/2-1/2")
        drawn = np.where(self.worth.black[last], draw + WITH_BLACK, draw)
        codes[:, -1] = np.where(self.alone[:, -1], last, drawn)
        return replace(self, codes=codes)

    @cached_property
    def played(self) -> Flags:
        """Tell of each round whether a game was played over the board."""
        return self.worth.played[self.codes] & ~self.alone

    @cached_property
    def with_win(self) -> Flags:
        """Tell of each round whether it gave the points of a win."""
        won: Flags = self.halves == self.rules.scores.win
        return won

    @cached_property
    def won(self) -> Flags:
        """Tell of each round whether a game was won over the board."""
        won: Flags = self.with_win & self.worth.over_the_board[self.codes]
        return won

    @cached_property
    def black(self) -> Flags:
        """Tell of each round whether the player had black."""
        black: Flags = self.worth.black[self.codes]
        return black

    @cached_property
    def chosen_away(self) -> Flags:
        """Tell of each round whether the player chose not to play it."""
        chosen: Flags = self.worth.chosen[self.codes]
        return chosen

    def of_rivals_or_draw(self) -> Numbers:
        """Return the half points of the opponent in each game, and of a draw where there is none."""
        theirs = self.halves[self.rivals, np.arange(self.rounds)]
        return np.where(self.played, theirs, np.int32(self.rules.scores.draw))

    def wp_left(self, lowest: int, highest: int, *, defaults: bool) -> Numbers:
        """Return the half points that remain for Buchholz, as `cut_buchholz` leaves them.

        `defaults`: games by default count as games.
        """
        if not (lowest or highest or defaults):
            return self.wp
        rounds = self.parts_with_defaults if defaults else self.parts
        voluntary = rounds.voluntary & (self.rules.unplayed.cut != "lowest")
        left = np.ones(rounds.wp.shape, np.bool_)
        for _ in range(lowest):
            chosen = left & voluntary
            any_chosen = chosen.any(axis=1, keepdims=True)
            _cut(left, _least(rounds.wp, np.where(any_chosen, chosen, left)))
        for _ in range(highest):
            _cut(left, _least(-rounds.wp, left))
        total: Numbers = (rounds.wp * left).sum(axis=1, dtype=np.int32)
        return total

    def sb_left(self, lowest: int, *, defaults: bool) -> Numbers:
        """Return the quarter points that remain, as `cut_sonneborn_berger` leaves them.

        `defaults`: games by default count as games.
        """
        if not (lowest or defaults):
            return self.sb
        rounds = self.parts_with_defaults if defaults else self.parts
        cut = self.rules.unplayed.cut
        left = np.ones(rounds.wp.shape, np.bool_)
        lines = np.arange(len(left))
        of_opponent = rounds.wp * _APART + rounds.sb
        of_value = rounds.sb * _APART + rounds.wp
        for _ in range(lowest):
            least = _least(of_opponent, left)
            chosen = left & rounds.voluntary & (cut != "lowest")
            own = _least(of_value, chosen)
            instead = chosen.any(axis=1)
            if cut != "voluntary_first":
                instead &= rounds.sb[lines, own] >= rounds.sb[lines, least]
            _cut(left, np.where(instead, own, least))
        total: Numbers = (rounds.sb * left).sum(axis=1, dtype=np.int32)
        return total


_BEYOND = np.int64(2**62)
_APART = np.int64(2**24)
"""More than any number of half or quarter points."""


def _least(values: NDArray[Any], among: Flags) -> NDArray[np.intp]:
    """Return the column of the first least value of each line among some of them."""
    columns: NDArray[np.intp] = np.where(among, values, _BEYOND).argmin(axis=1)
    return columns


def _cut(left: Flags, columns: NDArray[np.intp]) -> None:
    left[np.arange(len(left)), columns] = False
