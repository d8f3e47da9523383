"""The standings of a season over arrays, for a mirror: the sums of `keizer` as a matrix.

Everybody's total is the product of a matrix of whole shares and the column of values. The worth of
a round comes from the plain functions, called once for each code; this module only adds and sorts.
`projections.standings.keizer.standings_of` stays the definition; tests check that both agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledger.rulebooks.keizer_keys import MOST_STEP, MOST_TOP, KeizerKeys
from ledger.rulebooks.rulebook import Rulebook
from projections.games.crosstable import Crosstable, SeasonTable
from projections.standings.keizer import (
    AWAY,
    SILENT,
    Order,
    items,
    left_by,
    of_external,
    settled,
    shares_in,
)
from projections.standings.sheets import ADJOURNED, CODES, WITH_BLACK, WITHOUT_GAME, Sheet, cell

SheetRows: TypeAlias = NDArray[np.int64]
WholeNumbers: TypeAlias = NDArray[Any]
"""Whole numbers: int64, or Python's own where those could overflow."""

_TEN_THOUSANDTHS = 10_000
_LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class SeasonLines:
    """The standing after some rounds, as `KeizerStanding` has it, in arrays.

    `order` are the rows of the sheet in ranking order, `left` those of former members, who come
    after them. `players` are the keys of the lines, `totals` their totals times `scale`. `values`
    are everybody's, by row of the sheet. `provisional`: a game in it is adjourned.
    """

    rounds: int
    order: SheetRows
    left: SheetRows
    players: NDArray[np.int32]
    totals: WholeNumbers
    values: WholeNumbers
    scale: int
    passes: int
    cycle: int
    provisional: bool

    @property
    def line_values(self) -> WholeNumbers:
        """Return the value of each line."""
        return np.concatenate([self.values[self.order], self.values[self.left]])

    @property
    def ten_thousandths(self) -> NDArray[np.int64]:
        """Return the totals in ten-thousandths, as `in_units` rounds them."""
        units = (2 * abs(self.totals) * _TEN_THOUSANDTHS + self.scale) // (2 * self.scale)
        return np.where(self.totals < 0, -units, units).astype(np.int64)

    def alike(self, other: SeasonLines) -> bool:
        """Tell whether the lines of another standing are the same."""
        return (
            (self.rounds, len(self.order), self.scale, self.passes, self.cycle, self.provisional)
            == (
                other.rounds,
                len(other.order),
                other.scale,
                other.passes,
                other.cycle,
                other.provisional,
            )
            and np.array_equal(self.players, other.players)
            and np.array_equal(self.totals, other.totals)
            and np.array_equal(self.line_values, other.line_values)
        )


def season_lines(
    sheet: Sheet,
    season: SeasonTable,
    rules_of: Callable[[int], Rulebook],
    earlier: Sequence[SeasonLines] = (),
) -> tuple[SeasonLines, ...]:
    """Return the standing after each round of the sheet, as `standings_of` gives them.

    `rules_of` gives the rulebook of a round, which says what the round is worth, and is in force
    after it.

    Rule: mwkeizer startwaarde, schommelen, punten.
    """
    rounds = sheet.codes.shape[1]
    standings = list(earlier[: rounds + 1])
    sums: _Sums | None = None
    for after in range(len(standings), rounds + 1):
        rules = rules_of(after)
        if not rules.ranks_by_value:
            # Rounds before the competition became a season.
            rules = rules_of(rounds)
        if sums is None or sums.rules is not rules:
            sums = _Sums(sheet, season, rules, [rules_of(n) for n in range(1, rounds + 1)])
        sums.add(after)
        standings.append(_standing(sums, after, standings[-1] if standings else None))
    return tuple(standings)


class _Worth:
    """The share of each code under a rulebook, of the opponent's value or else of the own one."""

    def __init__(self, of_cells: Rulebook, rules: Rulebook) -> None:
        self.of_cells = of_cells
        self.rules = rules
        keys = rules.season_keys
        cells = {code: (cell(code, -1, of_cells),) for code in range(CODES)}
        sources = items(Crosstable(1, {}, cells), rules).values()
        shares = [*(row[0].share if row else 0 for row in sources), keys.absent, keys.beyond_cap]
        self.scale = lcm(*(share.denominator for share in shares))
        self.whole = [share.numerator * (self.scale // share.denominator) for share in shares]
        kinds = [one.kind for (one,) in cells.values()]
        self.away = np.array([kind in AWAY for kind in kinds])
        self.silent = np.array([kind in SILENT for kind in kinds])
        for code in np.flatnonzero(self.away).tolist():
            self.whole[code] = 0  # only an absence that counts has a share


_ABSENT = CODES
_BEYOND_CAP = CODES + 1
_KEPT = 32
_worths: dict[tuple[int, int], _Worth] = {}


def _worth(of_cells: Rulebook, rules: Rulebook) -> _Worth:
    """Return the shares under a rulebook; those of a few rulebooks are cached."""
    key = id(of_cells), id(rules)
    if key not in _worths:
        if len(_worths) == _KEPT:
            _worths.clear()
        _worths[key] = _Worth(of_cells, rules)  # it keeps the rulebooks, and so their ids
    return _worths[key]


class _Sums:
    """A season under one rulebook, its rounds added up one by one; each has shares of its own.

    A total x `scale` is `fixed` + the sum of share x value. `shares` has a row a player, and a
    column for each player whose value counts.
    """

    def __init__(
        self, sheet: Sheet, season: SeasonTable, rules: Rulebook, by_round: Sequence[Rulebook]
    ) -> None:
        self.sheet = sheet
        self.season = season
        self.rules = rules
        self.keys = rules.season_keys
        self.in_rounds = [shares_in(r, rules) for r in by_round]
        worths = [_worth(r, r if r.ranks_by_value else rules) for r in by_round]
        self.scale = lcm(*(worth.scale for worth in worths))
        several = {
            id(worth): [share * (self.scale // worth.scale) for share in worth.whole]
            for worth in worths
        }
        self.players = sheet.players.tolist()
        self.rows = {player: row for row, player in enumerate(self.players)}
        self.joined = np.array([season.joined.get(player, 1) for player in self.players])
        number = len(self.players)
        own = np.arange(number)
        self.rivals = np.where(sheet.opponents < 0, own[:, None], sheet.opponents)
        at, fixed = self._externals()
        whole = self._whole([*several.values()], max(fixed, default=0))
        places = {key: place for place, key in enumerate(several)}
        shares = np.array([*several.values()] or [[]], whole)
        of_column = np.array([places[id(worth)] for worth in worths], np.int64)
        self.in_round = shares[of_column, _counted(self.in_rounds, season, worths, sheet, at)]
        self.fixed_in_round = np.zeros(sheet.codes.shape, whole)
        self.fixed_in_round[at] = np.array(fixed, whole)
        self.shares = np.zeros((number, number), whole)
        self.shares[own, own] = self.scale if self.keys.own_value else 0
        self.fixed = np.zeros(number, whole)
        self.of_places = np.array(
            [self.keys.value_of_place(place) for place in range(1, number + 1)], whole
        )
        broken_off = (sheet.codes % WITH_BLACK == ADJOURNED) & (sheet.codes < WITHOUT_GAME)
        self.adjourned = np.logical_or.accumulate(broken_off.any(axis=0))
        self._through = 0

    def _externals(self) -> tuple[tuple[list[int], list[int]], list[int]]:
        """Return the rows and columns of the counted games for teams, and their whole worth."""
        games = self.season.externals
        places = [self.rows[player] for player, _ in games], [number - 1 for _, number in games]
        by_board: dict[tuple[str, int, str, int], int] = {}
        fixed = []
        for (player, number), game in games.items():
            keys = self.in_rounds[number - 1]
            board = (game.team, game.board, game.result, id(keys))
            if board not in by_board:
                item = of_external(self.season, keys, player, number)
                share = item.share.numerator * (self.scale // item.share.denominator)
                by_board[board] = share * item.fixed
            fixed.append(by_board[board])
        return places, fixed

    def _whole(
        self, shares: Sequence[Sequence[int]], most_fixed: int
    ) -> type[np.int64] | type[object]:
        """Return the type of the sums: whole numbers of eight bytes where the largest total fits.

        In a round a member has one share of a value, and one game for a team. A former member may
        have the value of an earlier rulebook, so that of the present one is no bound.
        """
        declared = [one.value or 0 for row in self.season.left.values() for one in row]
        value = max(MOST_TOP, MOST_STEP * len(self.players), *map(abs, declared))
        rounds = self.sheet.codes.shape[1]
        most = (rounds + 1) * max(self.scale, *map(max, shares)) * value + rounds * most_fixed
        return np.int64 if 2 * _TEN_THOUSANDTHS * (most + self.scale) < _LARGEST else object

    def add(self, last: int) -> None:
        """Add up the rounds that were not added before, up to a last one."""
        columns = slice(self._through, last)
        number, rounds = self.rivals[:, columns].shape
        rows = np.repeat(np.arange(number), rounds).reshape(number, rounds)
        np.add.at(self.shares, (rows, self.rivals[:, columns]), self.in_round[:, columns])
        self.fixed += self.fixed_in_round[:, columns].sum(axis=1)
        self._through = last

    def totals(self, values: WholeNumbers) -> WholeNumbers:
        """Return everybody's total, times the scale."""
        totals: WholeNumbers = self.fixed + self.shares @ values
        return totals


def _counted(
    in_rounds: Sequence[KeizerKeys],
    season: SeasonTable,
    worths: Sequence[_Worth],
    sheet: Sheet,
    externals: tuple[list[int], list[int]],
) -> NDArray[np.int64]:
    """Return the place of each round's share among those of its `worths`: absences are numbered.

    Rule: mwkeizer 3d, extern-meetellen.
    """
    if not worths:
        return sheet.codes.astype(np.int64)
    absent = worths[0].away[sheet.codes]
    replaced = [number for number in externals[1] if in_rounds[number].external_replaces_absence]
    players = [
        player
        for player, number in zip(*externals, strict=True)
        if in_rounds[number].external_replaces_absence
    ]
    absent[players, replaced] = False
    unexcused = np.array([keys.unannounced == "zero" for keys in in_rounds])
    absent &= ~(worths[0].silent[sheet.codes] & unexcused)
    in_season = np.cumsum(absent, axis=1)
    numbered = in_season.copy()
    for start in sorted({*season.periods}):
        if 1 < start <= numbered.shape[1]:
            numbered[:, start - 1 :] = in_season[:, start - 1 :] - in_season[:, start - 2, None]
    per_period = np.array([keys.cap_per == "period" for keys in in_rounds])
    caps = np.array([keys.absent_cap for keys in in_rounds])
    beyond = np.where(per_period, numbered, in_season) > caps
    of_absence = np.where(beyond, _BEYOND_CAP, _ABSENT)
    return np.where(absent, of_absence, sheet.codes)


def _standing(sums: _Sums, after: int, before: SeasonLines | None) -> SeasonLines:
    """Return the standing after a round, from that before it."""
    left = left_by(
        sums.season,
        sums.keys,
        after,
        lambda player: int(before.values[sums.rows[player]]) if before else 0,
    )
    gone = [sums.rows[player] for player in left]
    unranked = np.zeros(len(sums.players), sums.shares.dtype)
    unranked[gone] = [*left.values()]
    start = _start(sums, after, before, gone)
    of_places = sums.of_places[: len(start)]

    def values(order: SheetRows) -> WholeNumbers:
        values = unranked.copy()
        values[order] = of_places
        return values

    def ranked(order: SheetRows) -> SheetRows:
        return order[np.argsort(-sums.totals(values(order))[order], kind="stable")]

    def following(order: Order) -> Order:
        return tuple(ranked(np.array(order, np.int64)).tolist())

    if sums.keys.valuation == "fixed-point":
        reached, passes, cycle = settled(tuple(start.tolist()), following)
        order = np.array(reached, np.int64)
        counted = values(order)
    else:
        order, passes, cycle, counted = ranked(start), 1, 0, values(start)
    totals = sums.totals(counted)
    numbers = sums.sheet.numbers
    gone.sort(key=lambda row: (-totals[row], numbers[row]))
    lines = np.concatenate([order, np.array(gone, np.int64)])
    provisional = bool(after and sums.adjourned[after - 1])
    return SeasonLines(
        rounds=after,
        order=order,
        left=lines[len(order) :],
        players=sums.sheet.players[lines],
        totals=totals[lines],
        values=counted,
        scale=sums.scale,
        passes=passes,
        cycle=cycle,
        provisional=provisional,
    )


def _start(sums: _Sums, after: int, before: SeasonLines | None, gone: list[int]) -> SheetRows:
    """Return the ranking before a round without former members; new members last, by number."""
    there = sums.joined <= after + 1
    there[gone] = False
    if before is None:
        return np.flatnonzero(there)
    started = before.order[there[before.order]]
    there[started] = False
    return np.concatenate([started, np.flatnonzero(there)])
