"""The value of every tie-break that a rulebook can name, for every player.

One class a base says it for all the modifiers that the base takes. Values are points as exact
fractions, or whole numbers; None where a player has none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from ledger.rulebooks import tie_breaks
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.scores import Scores
from ledger.rulebooks.tie_breaks import FORE, Base, TieBreak
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.standings.cuts import cut_buchholz, cut_sonneborn_berger
from projections.standings.opponents_ratings import (
    average_of_opponents,
    average_rating,
    cut_ratings,
    perfect_performance,
    performance,
    rated_games,
)
from projections.standings.scores import Contribution, Score, TreatedTable, scored_rounds
from projections.standings.treatments import CHOSEN_NOT_TO_PLAY

if TYPE_CHECKING:
    from projections.standings.stack import Numbers, Stack

TieBreakValue = Fraction | int | None


@dataclass(frozen=True)
class Scored:
    """A crosstable with its scores, and the shared input of several tie-breaks, computed once.

    `contributions` are those of each round to every player's Buchholz and Sonneborn-Berger.
    """

    table: Crosstable
    rules: Rulebook
    scores: Mapping[int, Score]
    contributions: Mapping[int, list[Contribution]]

    @classmethod
    def of(cls, table: Crosstable, rules: Rulebook) -> Scored:
        """Score the counted part of a crosstable under a rulebook."""
        treated = TreatedTable.of(table, rules)
        rounds = scored_rounds(treated)
        return cls(treated.table, rules, rounds.scores, rounds.contributions)

    @cached_property
    def with_defaults(self) -> Mapping[int, list[Contribution]]:
        """Return the contributions where games by default count as games for the player."""
        treated = TreatedTable.of(self.table, self.rules)
        return {p: treated.contributions(p, with_defaults=True) for p in self.table.cells}

    def scores_in(self, number: int) -> Scores:
        """Return the points of each outcome in a round."""
        return self.table.rules_in(number, self.rules).scores

    @cached_property
    def fore(self) -> Scored:
        """Return the same as if everybody in the pairing of the last round had drawn.

        Rule: fide-2024 8.3; fide-2026 8.3.
        """
        draw = self.scores_in(self.table.rounds).draw
        drawn = {
            player: tuple(
                cell._replace(kind=CellKind.PLAYED, halves=draw, zero_zero=False)
                if at == self.table.rounds and cell.opponent is not None
                else cell
                for at, cell in enumerate(row, 1)
            )
            for player, row in self.table.cells.items()
        }
        return Scored.of(replace(self.table, cells=drawn), self.rules)

    @cached_property
    def koya_limit_halves(self) -> Fraction:
        """Return half of the greatest possible half points: those of a player who wins all games.

        A free round of an odd round robin is not a game; a game decided by default is one. In a
        Swiss every round is possible points, also where each player was without an opponent once.

        Rule: fide-2012 Koya; fide-2022 Koya; fide-2024 9.2; fide-2026 9.2.
        """
        wins = [self.scores_in(number).win for number in range(1, self.table.rounds + 1)]
        most = sum(wins)
        if self.table.is_round_robin(self.rules):
            possible = (
                sum(win for c, win in zip(row, wins, strict=True) if c.opponent is not None)
                for row in self.table.cells.values()
            )
            most = max(possible, default=0)
        return Fraction(most, 2)


_OF_BASE: dict[Base, type[OfPlayer]] = {}


class OfPlayer(ABC):
    """A tie-break that is a value of each player alone; more is better unless it says otherwise.

    A class is that of the `base` it names. A base without a class is none of a player alone:
    `projections.standings.standing` applies those.
    """

    def __init_subclass__(cls, base: Base | None = None) -> None:
        if base is not None:
            _OF_BASE[base] = cls

    def __init__(self, tie_break: TieBreak) -> None:
        self.tie_break = tie_break

    @abstractmethod
    def value(self, scored: Scored, player: int) -> TieBreakValue:
        """Return a player's value."""


class Amounts(NamedTuple):
    """A tie-break of many players: whole numbers, of which so many `parts` make a point."""

    values: Numbers
    parts: int = 1


class InBulk(OfPlayer):
    """A tie-break that can be counted for many tournaments at once, too."""

    @abstractmethod
    def amounts(self, stack: Stack) -> Amounts:
        """Return everybody's value, the same as `value`."""


@cache
def of_player(tie_break: TieBreak) -> OfPlayer | None:
    """Return how a tie-break is counted, None for one that is no value of a player alone."""
    counted = _OF_BASE.get(tie_break.base)
    return None if counted is None else counted(tie_break)


def tie_break_values(
    scored: Scored, names: Iterable[TieBreak]
) -> dict[TieBreak, dict[int, TieBreakValue]]:
    """Return, for each named tie-break that is a value, every player's value."""
    return {
        name: {player: of.value(scored, player) for player in scored.table.cells}
        for name in names
        if (of := of_player(name)) is not None
    }


@lru_cache(maxsize=4096)
def _points(amount: int, parts: int) -> Fraction:
    """Return half points (`parts` 2) or quarters (4) as points; cached, since few amounts occur."""
    return Fraction(amount, parts)


class Buchholz(InBulk, base=tie_breaks.BUCHHOLZ):
    """The sum of the opponents' scores in points (WP), under the rulebook's treatment.

    With defaults a game by default counts as one against the scheduled opponent.

    Rule: vega-2016 appendix I-a; fide-2012 Buchholz; fide-2022 Buchholz; fide-2024 8.1, 16.6;
    fide-2026 8.1, 16.6; swiss-manager-2009 own.
    """

    def value(self, scored: Scored, player: int) -> Fraction:
        """Return the sum that is left after the cuts."""
        cut = self.tie_break
        if not cut.modifiers:
            return _points(scored.scores[player].wp_halves, 2)
        rounds = scored.with_defaults if cut.with_defaults else scored.contributions
        left = cut_buchholz(rounds[player], scored.rules.unplayed.cut, cut.lowest, cut.highest)
        return _points(sum(c.wp_halves for c in left), 2)

    def amounts(self, stack: Stack) -> Amounts:
        """Return the sums of many players."""
        cut = self.tie_break
        return Amounts(stack.wp_left(cut.lowest, cut.highest, defaults=cut.with_defaults), 2)


class ForeBuchholz(Buchholz, base=tie_breaks.FORE_BUCHHOLZ):
    """Buchholz as before the last round, of which everybody drew.

    Rule: fide-2024 8.3; fide-2026 8.3.
    """

    def value(self, scored: Scored, player: int) -> Fraction:
        """Return the sum as before the last round."""
        return super().value(scored.fore, player)

    def amounts(self, stack: Stack) -> Amounts:
        """Return the sums of many players."""
        return super().amounts(stack.fore)


class AverageBuchholz(OfPlayer, base=tie_breaks.AVERAGE_BUCHHOLZ):
    """The average Buchholz of the opponents met over the board, None without one.

    Rule: fide-2024 8.2; fide-2026 8.2.
    """

    def value(self, scored: Scored, player: int) -> Fraction | None:
        """Return the average, of fore Buchholz where it says so."""
        of = scored.fore if FORE in self.tie_break.modifiers else scored
        met = [cell.opponent for cell in scored.table.cells[player] if cell.played]
        halves = [of.scores[opponent].wp_halves for opponent in met if opponent is not None]
        return Fraction(sum(halves), 2 * len(halves)) if halves else None


class SonnebornBerger(InBulk, base=tie_breaks.SONNEBORN_BERGER):
    """The sum of the opponents' scores times the points won against them.

    It may be without its least significant values. With defaults a game by default counts as one
    against the scheduled opponent.

    Rule: vega-2016 appendix I-SB; fide-2012 Sonneborn-Berger; fide-2022 Sonneborn-Berger; fide-2024
    9.1, 14.1, 14.2, 16.6; fide-2026 9.1, 14.1, 14.2, 16.6; swiss-manager-2009 SB.
    """

    def value(self, scored: Scored, player: int) -> Fraction:
        """Return the sum that is left after the cuts."""
        cut = self.tie_break
        if not cut.modifiers:
            return _points(scored.scores[player].sb_quarters, 4)
        rounds = scored.with_defaults if cut.with_defaults else scored.contributions
        left = cut_sonneborn_berger(rounds[player], scored.rules.unplayed.cut, cut.lowest)
        return _points(sum(c.sb_quarters for c in left), 4)

    def amounts(self, stack: Stack) -> Amounts:
        """Return the sums of many players."""
        cut = self.tie_break
        return Amounts(stack.sb_left(cut.lowest, defaults=cut.with_defaults), 4)


class Progressive(InBulk, base=tie_breaks.PROGRESSIVE):
    """The sum of the player's scores after each round, or after each but the first ones.

    Rule: fide-2012 progressive; fide-2022 progressive; fide-2024 7.5, 14.1, 14.2; fide-2026 7.5,
    14.1, 14.2.
    """

    def value(self, scored: Scored, player: int) -> Fraction:
        """Return the sum of the scores."""
        cells = scored.table.cells[player]
        whole = sum(c.halves * (len(cells) - at) for at, c in enumerate(cells))
        first = [c.halves for c in cells[: self.tie_break.lowest]]
        least = sum(halves * (len(first) - at) for at, halves in enumerate(first))
        return Fraction(whole - least, 2)

    def amounts(self, stack: Stack) -> Amounts:
        """Return the sums of many players."""
        so_far = stack.halves.cumsum(axis=1)
        return Amounts(so_far[:, self.tie_break.lowest :].sum(axis=1), 2)


def _with_win(scored: Scored, player: int) -> Iterator[Cell]:
    """Yield the rounds that gave the points of a win in that round."""
    for number, cell in enumerate(scored.table.cells[player], 1):
        if cell.halves == scored.scores_in(number).win:
            yield cell


def _won(scored: Scored, player: int) -> Iterator[Cell]:
    """Yield the games won over the board."""
    for cell in _with_win(scored, player):
        if cell.kind is CellKind.PLAYED and not cell.zero_zero:
            yield cell


class Wins(InBulk, base=tie_breaks.WINS):
    """The number of rounds that gave the points of a win, with or without a game.

    Rule: fide-2022 wins; fide-2024 7.1; fide-2026 7.1.
    """

    def value(self, scored: Scored, player: int) -> int:
        """Return the number of such rounds."""
        return sum(1 for _ in _with_win(scored, player))

    def amounts(self, stack: Stack) -> Amounts:
        """Return the numbers of many players."""
        return Amounts(stack.with_win.sum(axis=1))


class WinsOverTheBoard(InBulk, base=tie_breaks.WINS_OVER_THE_BOARD):
    """The number of games won over the board.

    Rule: fide-2022 games won; fide-2024 7.2; fide-2026 7.2.
    """

    def value(self, scored: Scored, player: int) -> int:
        """Return the number of such games."""
        return sum(1 for _ in _won(scored, player))

    def amounts(self, stack: Stack) -> Amounts:
        """Return the numbers of many players."""
        return Amounts(stack.won.sum(axis=1))


class GamesWithBlack(InBulk, base=tie_breaks.GAMES_WITH_BLACK):
    """The number of games played over the board with the black pieces.

    Rule: fide-2012 games with black; fide-2022 games with black; fide-2024 7.3; fide-2026 7.3.
    """

    def value(self, scored: Scored, player: int) -> int:
        """Return the number of such games."""
        return sum(cell.played and cell.colour == "B" for cell in scored.table.cells[player])

    def amounts(self, stack: Stack) -> Amounts:
        """Return the numbers of many players."""
        return Amounts((stack.played & stack.black).sum(axis=1))


class BlackWins(InBulk, base=tie_breaks.BLACK_WINS):
    """The number of games won over the board with the black pieces.

    Rule: fide-2022 games won with black; fide-2024 7.4; fide-2026 7.4.
    """

    def value(self, scored: Scored, player: int) -> int:
        """Return the number of such games."""
        return sum(cell.colour == "B" for cell in _won(scored, player))

    def amounts(self, stack: Stack) -> Amounts:
        """Return the numbers of many players."""
        return Amounts((stack.won & stack.black).sum(axis=1))


class ElectedToPlay(InBulk, base=tie_breaks.ELECTED_TO_PLAY):
    """The rounds without half-point byes, zero-point byes and losses by default.

    Rule: fide-2024 7.6; fide-2026 7.6.
    """

    def value(self, scored: Scored, player: int) -> int:
        """Return the number of such rounds."""
        return sum(cell.kind not in CHOSEN_NOT_TO_PLAY for cell in scored.table.cells[player])

    def amounts(self, stack: Stack) -> Amounts:
        """Return the numbers of many players."""
        return Amounts((~stack.chosen_away).sum(axis=1))


class StandardPoints(InBulk, base=tie_breaks.STANDARD_POINTS):
    """1 for more than the opponent, or than a draw without a game, and a half for as much.

    Rule: fide-2026 7.7.
    """

    def value(self, scored: Scored, player: int) -> Fraction:
        """Return the sum over the rounds."""
        total = 0
        cells = scored.table.cells
        for at, cell in enumerate(cells[player]):
            theirs = scored.scores_in(at + 1).draw
            if cell.opponent is not None and cell.played:
                theirs = cells[cell.opponent][at].halves
            total += 2 if cell.halves > theirs else int(cell.halves == theirs)
        return Fraction(total, 2)

    def amounts(self, stack: Stack) -> Amounts:
        """Return the sums of many players."""
        mine, theirs = stack.halves, stack.of_rivals_or_draw()
        return Amounts((2 * (mine > theirs) + (mine == theirs)).sum(axis=1), 2)


class PairingNumber(InBulk, base=tie_breaks.PAIRING_NUMBER):
    """The pairing number.

    Rule: fide-2026 7.8.
    """

    def value(self, scored: Scored, player: int) -> int:
        """Return the number."""
        return scored.table.numbers[player]

    def amounts(self, stack: Stack) -> Amounts:
        """Return the numbers of many players."""
        return Amounts(stack.joined("numbers"))


class Koya(InBulk, base=tie_breaks.KOYA):
    """The player's points against opponents with at least half of the possible points.

    The limit can be some half points higher or lower. Games decided by default count only where the
    rulebook treats them as played, in a round robin; in a Swiss such a round is unplayed, and points
    of an unplayed round are won from nobody.

    Rule: fide-2012 Koya; fide-2022 Koya; fide-2024 9.2, 14.5, 15.2, 16.2; fide-2026 9.2, 14.5, 15.2,
    16.2.
    """

    def value(self, scored: Scored, player: int) -> Fraction:
        """Return the points against opponents who reach the limit."""
        as_games = scored.table.defaults_are_games(scored.rules)
        limit = scored.koya_limit_halves + self.tie_break.limit
        total = 0
        for cell in scored.table.cells[player]:
            if cell.opponent is None or not (cell.played or as_games):
                continue
            if scored.scores[cell.opponent].points_halves >= limit:
                total += cell.halves
        return Fraction(total, 2)

    def amounts(self, stack: Stack) -> Amounts:
        """Return the points of many players, in a Swiss."""
        twice_the_limit = stack.rounds * stack.rules.scores.win + 2 * self.tie_break.limit
        counts = stack.played & (2 * stack.points[stack.rivals] >= twice_the_limit)
        return Amounts((stack.halves * counts).sum(axis=1), 2)


class AverageRating(OfPlayer, base=tie_breaks.AVERAGE_RATING):
    """The average rating of the opponents met over the board, None when no rating is left.

    It may be without the lowest and highest. Under `rating_cut` missing_first rounds without a game
    over the board are cut before ratings.

    Rule: fide-2012 average rating; fide-2022 average rating; fide-2024 10.1, 14.1, 14.2, 14.3, 14.4;
    fide-2026 10.1, 14.1, 14.2, 14.3, 14.4; swiss-manager-2009 ARO.
    """

    def value(self, scored: Scored, player: int) -> int | None:
        """Return the average of the ratings that are left after the cuts."""
        cut = self.tie_break
        games = rated_games(scored.table, scored.rules, player)
        if games is None:
            return None
        missing = 0
        if scored.rules.ranking.rating_cut == "missing_first":
            missing = sum(not cell.played for cell in scored.table.cells[player])
        high = max(cut.highest - max(missing - cut.lowest, 0), 0)
        left = cut_ratings([game.rating for game in games], max(cut.lowest - missing, 0), high)
        return average_rating(left)


class Performance(OfPlayer, base=tie_breaks.PERFORMANCE):
    """The tournament performance rating.

    Rule: fide-2022 performance; fide-2024 10.2; fide-2026 10.2.
    """

    def value(self, scored: Scored, player: int) -> int | None:
        """Return the performance, None without a rated game."""
        games = rated_games(scored.table, scored.rules, player)
        return None if games is None else performance(games)


class PerfectPerformance(OfPlayer, base=tie_breaks.PERFECT_PERFORMANCE):
    """The perfect tournament performance.

    Rule: fide-2024 10.3; fide-2026 10.3.
    """

    def value(self, scored: Scored, player: int) -> int | None:
        """Return the performance, None without a rated game."""
        games = rated_games(scored.table, scored.rules, player)
        return None if games is None else perfect_performance(games)


class AveragePerformance(Performance, base=tie_breaks.AVERAGE_PERFORMANCE):
    """The average performance of the opponents."""

    def value(self, scored: Scored, player: int) -> int | None:
        """Return the average, None without one."""
        return average_of_opponents(scored.table, player, partial(super().value, scored))


class AveragePerfectPerformance(PerfectPerformance, base=tie_breaks.AVERAGE_PERFECT_PERFORMANCE):
    """The average perfect performance of the opponents."""

    def value(self, scored: Scored, player: int) -> int | None:
        """Return the average, None without one."""
        return average_of_opponents(scored.table, player, partial(super().value, scored))


class OwnRating(OfPlayer, base=tie_breaks.RATING):
    """The player's own rating.

    Rule: fide-2026 10.6.
    """

    def value(self, scored: Scored, player: int) -> int | None:
        """Return the rating, None without one."""
        return scored.table.rating_in(player, 1)
