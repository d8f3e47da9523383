"""The value of every tie-break that a rulebook can name, for every player.

Values are points as exact fractions, or whole numbers; None where a player has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from ledger.rulebooks.rulebook import Rulebook, Scores
from ledger.rulebooks.tie_breaks import TieBreak
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

TieBreakValue = Fraction | int | None

NOT_VALUES: frozenset[TieBreak] = frozenset(
    {"mutual_result", "direct_encounter", "direct_encounter_with_defaults", "number", "lots"}
)
"""Names that are not a value of one player alone: `projections.standings.standing` applies them."""


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


def tie_break_values(
    scored: Scored, names: Iterable[TieBreak]
) -> dict[TieBreak, dict[int, TieBreakValue]]:
    """Return, for each named tie-break that is a value, every player's value; more is better."""
    return {
        name: {player: _OF[name](scored, player) for player in scored.table.cells}
        for name in names
        if name not in NOT_VALUES
    }


@lru_cache(maxsize=4096)
def _points(amount: int, parts: int) -> Fraction:
    """Return half points (`parts` 2) or quarters (4) as points; cached, since few amounts occur."""
    return Fraction(amount, parts)


def buchholz(scored: Scored, player: int) -> Fraction:
    """Return the sum of the opponents' scores in points (WP), under the rulebook's treatment.

    Rule: vega-2016 appendix I-a; fide-2012 Buchholz; fide-2022 Buchholz; fide-2024 8.1; fide-2026
    8.1; swiss-manager-2009 own.
    """
    return _points(scored.scores[player].wp_halves, 2)


def _cut(
    lowest: int, highest: int = 0, *, fore: bool = False, with_defaults: bool = False
) -> Callable[[Scored, int], Fraction]:
    """Return Buchholz with cuts; `fore`: as before the last round.

    `with_defaults`: a game by default counts as one against the scheduled opponent.

    Rule: fide-2024 8.3, 16.6; fide-2026 8.3, 16.6.
    """

    def value(scored: Scored, player: int) -> Fraction:
        of = scored.fore if fore else scored
        rounds = of.with_defaults if with_defaults else of.contributions
        left = cut_buchholz(rounds[player], scored.rules.unplayed.cut, lowest, highest)
        return _points(sum(c.wp_halves for c in left), 2)

    return value


def _average_buchholz(fore: bool) -> Callable[[Scored, int], Fraction | None]:
    """Return the average Buchholz of the opponents met over the board, None without one.

    Rule: fide-2024 8.2; fide-2026 8.2.
    """

    def value(scored: Scored, player: int) -> Fraction | None:
        of = scored.fore if fore else scored
        met = [cell.opponent for cell in scored.table.cells[player] if cell.played]
        halves = [of.scores[opponent].wp_halves for opponent in met if opponent is not None]
        return Fraction(sum(halves), 2 * len(halves)) if halves else None

    return value


def sonneborn_berger(scored: Scored, player: int) -> Fraction:
    """Return the sum of the opponents' scores times the points won against them.

    Rule: vega-2016 appendix I-SB; fide-2012 Sonneborn-Berger; fide-2022 Sonneborn-Berger; fide-2024
    9.1; fide-2026 9.1; swiss-manager-2009 SB.
    """
    return _points(scored.scores[player].sb_quarters, 4)


def _sb(lowest: int, *, with_defaults: bool = False) -> Callable[[Scored, int], Fraction]:
    """Return Sonneborn-Berger without its least significant values.

    `with_defaults`: a game by default counts as one against the scheduled opponent.

    Rule: fide-2024 14.1, 14.2, 16.6; fide-2026 14.1, 14.2, 16.6.
    """

    def value(scored: Scored, player: int) -> Fraction:
        rounds = scored.with_defaults if with_defaults else scored.contributions
        left = cut_sonneborn_berger(rounds[player], scored.rules.unplayed.cut, lowest)
        return _points(sum(c.sb_quarters for c in left), 4)

    return value


def progressive(scored: Scored, player: int) -> Fraction:
    """Return the sum of the player's scores after each round.

    Rule: fide-2012 progressive; fide-2022 progressive; fide-2024 7.5; fide-2026 7.5.
    """
    cells = scored.table.cells[player]
    return Fraction(sum(c.halves * (len(cells) - i) for i, c in enumerate(cells)), 2)


def _progressive_cut(lowest: int) -> Callable[[Scored, int], Fraction]:
    """Return the progressive score without the scores after the first rounds.

    Rule: fide-2024 14.1, 14.2; fide-2026 14.1, 14.2.
    """

    def value(scored: Scored, player: int) -> Fraction:
        first = [c.halves for c in scored.table.cells[player][:lowest]]
        least = sum(halves * (len(first) - at) for at, halves in enumerate(first))
        return progressive(scored, player) - Fraction(least, 2)

    return value


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


def wins(scored: Scored, player: int) -> int:
    """Return the number of rounds that gave the points of a win, with or without a game.

    Rule: fide-2022 wins; fide-2024 7.1; fide-2026 7.1.
    """
    return sum(1 for _ in _with_win(scored, player))


def wins_over_the_board(scored: Scored, player: int) -> int:
    """Return the number of games won over the board.

    Rule: fide-2022 games won; fide-2024 7.2; fide-2026 7.2.
    """
    return sum(1 for _ in _won(scored, player))


def games_with_black(scored: Scored, player: int) -> int:
    """Return the number of games played over the board with the black pieces.

    Rule: fide-2012 games with black; fide-2022 games with black; fide-2024 7.3; fide-2026 7.3.
    """
    return sum(cell.played and cell.colour == "B" for cell in scored.table.cells[player])


def black_wins(scored: Scored, player: int) -> int:
    """Return the number of games won over the board with the black pieces.

    Rule: fide-2022 games won with black; fide-2024 7.4; fide-2026 7.4.
    """
    return sum(cell.colour == "B" for cell in _won(scored, player))


def elected_to_play(scored: Scored, player: int) -> int:
    """Return the rounds without half-point byes, zero-point byes and losses by default.

    Rule: fide-2024 7.6; fide-2026 7.6.
    """
    return sum(cell.kind not in CHOSEN_NOT_TO_PLAY for cell in scored.table.cells[player])


def standard_points(scored: Scored, player: int) -> Fraction:
    """Return 1 for more than the opponent, or than a draw without a game, and a half for as much.

    Rule: fide-2026 7.7.
    """
    total = 0
    cells = scored.table.cells
    for at, cell in enumerate(cells[player]):
        theirs = scored.scores_in(at + 1).draw
        if cell.opponent is not None and cell.played:
            theirs = cells[cell.opponent][at].halves
        total += 2 if cell.halves > theirs else int(cell.halves == theirs)
    return Fraction(total, 2)


def own_rating(scored: Scored, player: int) -> int | None:
    """Return the player's own rating.

    Rule: fide-2026 10.6.
    """
    return scored.table.rating_in(player, 1)


def pairing_number(scored: Scored, player: int) -> int:
    """Return the pairing number.

    Rule: fide-2026 7.8.
    """
    return scored.table.numbers[player]


def _koya(shift: int) -> Callable[[Scored, int], Fraction]:
    """Return Koya with the limit moved by so many half points.

    Rule: fide-2024 14.5; fide-2026 14.5.
    """
    return lambda scored, player: koya(scored, player, shift)


def koya(scored: Scored, player: int, shift: int = 0) -> Fraction:
    """Return the player's points against opponents with at least half of the possible points.

    `shift` moves that limit, in half points.

    Games decided by default count only where the rulebook treats them as played, in a round robin;
    in a Swiss such a round is unplayed, and points of an unplayed round are won from nobody.

    Rule: fide-2012 Koya; fide-2022 Koya; fide-2024 9.2, 15.2, 16.2; fide-2026 9.2, 15.2, 16.2.
    """
    as_games = scored.table.defaults_are_games(scored.rules)
    total = 0
    for cell in scored.table.cells[player]:
        if cell.opponent is None or not (cell.played or as_games):
            continue
        if scored.scores[cell.opponent].points_halves >= scored.koya_limit_halves + shift:
            total += cell.halves
    return Fraction(total, 2)


def average_rating_of_opponents(scored: Scored, player: int) -> int | None:
    """Return the average rating of the opponents met over the board.

    Rule: fide-2012 average rating; fide-2022 average rating; fide-2024 10.1; fide-2026 10.1.
    """
    games = rated_games(scored.table, scored.rules, player)
    return None if games is None else average_rating([game.rating for game in games])


def _average_rating(lowest: int, highest: int = 0) -> Callable[[Scored, int], int | None]:
    """Return the average rating without the lowest and highest; None when no rating is left.

    Under `rating_cut` missing_first rounds without a game over the board are cut before ratings.

    Rule: fide-2012 average rating; fide-2024 14.1, 14.2, 14.3, 14.4; fide-2026 14.1, 14.2, 14.3,
    14.4; swiss-manager-2009 ARO.
    """

    def value(scored: Scored, player: int) -> int | None:
        games = rated_games(scored.table, scored.rules, player)
        if games is None:
            return None
        missing = 0
        if scored.rules.ranking.rating_cut == "missing_first":
            missing = sum(not cell.played for cell in scored.table.cells[player])
        high = max(highest - max(missing - lowest, 0), 0)
        left = cut_ratings([game.rating for game in games], max(lowest - missing, 0), high)
        return average_rating(left)

    return value


def tournament_performance(scored: Scored, player: int) -> int | None:
    """Return the tournament performance rating.

    Rule: fide-2022 performance; fide-2024 10.2; fide-2026 10.2.
    """
    games = rated_games(scored.table, scored.rules, player)
    return None if games is None else performance(games)


def tournament_perfect_performance(scored: Scored, player: int) -> int | None:
    """Return the perfect tournament performance.

    Rule: fide-2024 10.3; fide-2026 10.3.
    """
    games = rated_games(scored.table, scored.rules, player)
    return None if games is None else perfect_performance(games)


def _of_opponents(of: Callable[[Scored, int], int | None]) -> Callable[[Scored, int], int | None]:
    return lambda scored, player: average_of_opponents(
        scored.table, player, lambda opponent: of(scored, opponent)
    )


_OF: Mapping[TieBreak, Callable[[Scored, int], TieBreakValue]] = {
    "wp": buchholz,
    "buchholz_cut1": _cut(1),
    "buchholz_cut2": _cut(2),
    "buchholz_median1": _cut(1, 1),
    "buchholz_median2": _cut(2, 2),
    "wp_with_defaults": _cut(0, with_defaults=True),
    "buchholz_cut1_with_defaults": _cut(1, with_defaults=True),
    "buchholz_cut2_with_defaults": _cut(2, with_defaults=True),
    "buchholz_median1_with_defaults": _cut(1, 1, with_defaults=True),
    "buchholz_median2_with_defaults": _cut(2, 2, with_defaults=True),
    "fore_buchholz": _cut(0, fore=True),
    "fore_buchholz_cut1": _cut(1, fore=True),
    "fore_buchholz_cut2": _cut(2, fore=True),
    "fore_buchholz_median1": _cut(1, 1, fore=True),
    "fore_buchholz_median2": _cut(2, 2, fore=True),
    "fore_buchholz_with_defaults": _cut(0, fore=True, with_defaults=True),
    "fore_buchholz_cut1_with_defaults": _cut(1, fore=True, with_defaults=True),
    "fore_buchholz_cut2_with_defaults": _cut(2, fore=True, with_defaults=True),
    "fore_buchholz_median1_with_defaults": _cut(1, 1, fore=True, with_defaults=True),
    "fore_buchholz_median2_with_defaults": _cut(2, 2, fore=True, with_defaults=True),
    "average_buchholz": _average_buchholz(fore=False),
    "average_fore_buchholz": _average_buchholz(fore=True),
    "sb": sonneborn_berger,
    "sb_cut1": _sb(1),
    "sb_cut2": _sb(2),
    "sb_with_defaults": _sb(0, with_defaults=True),
    "sb_cut1_with_defaults": _sb(1, with_defaults=True),
    "sb_cut2_with_defaults": _sb(2, with_defaults=True),
    "progressive": progressive,
    "progressive_cut1": _progressive_cut(1),
    "progressive_cut2": _progressive_cut(2),
    "wins": wins,
    "wins_over_the_board": wins_over_the_board,
    "games_with_black": games_with_black,
    "black_wins": black_wins,
    "elected_to_play": elected_to_play,
    "standard_points": standard_points,
    "koya": koya,
    "koya_plus1": _koya(1),
    "koya_plus2": _koya(2),
    "koya_plus3": _koya(3),
    "koya_plus4": _koya(4),
    "koya_minus1": _koya(-1),
    "koya_minus2": _koya(-2),
    "koya_minus3": _koya(-3),
    "koya_minus4": _koya(-4),
    "average_rating": average_rating_of_opponents,
    "average_rating_cut1": _average_rating(1),
    "average_rating_cut2": _average_rating(2),
    "average_rating_median1": _average_rating(1, 1),
    "average_rating_median2": _average_rating(2, 2),
    "performance": tournament_performance,
    "perfect_performance": tournament_perfect_performance,
    "average_performance": _of_opponents(tournament_performance),
    "average_perfect_performance": _of_opponents(tournament_perfect_performance),
    "rating": own_rating,
    "rating_lowest_first": own_rating,
    "pairing_number": pairing_number,
    "pairing_number_highest_first": pairing_number,
}
