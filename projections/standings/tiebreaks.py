"""The value of every tie-break that a rulebook can name, for every player.

Values are points as exact fractions, or whole numbers; None where a player has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from ledger.rulebooks.rulebook import Rulebook, TieBreak
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.standings.opponents_ratings import (
    average_rating,
    performance,
    rated_games,
    without_lowest,
)
from projections.standings.scores import Contribution, Score, TreatedTable, scored_rounds

TieBreakValue = Fraction | int | None
Cut = Literal["lowest", "voluntary_first", "voluntary_unless_lower"]

NOT_VALUES: frozenset[TieBreak] = frozenset({"mutual_result", "direct_encounter", "number", "lots"})
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
    def koya_limit_halves(self) -> Fraction:
        """Return half of the greatest possible half points: those of a player who wins all games.

        A free round of an odd round robin is not a game; a game decided by default is one.
        """
        rows = self.table.cells.values()
        games = max((sum(c.opponent is not None for c in row) for row in rows), default=0)
        return Fraction(games * self.rules.scores.win, 2)


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


def cut_buchholz(
    rounds: Sequence[Contribution], cut: Cut, lowest: int, highest: int = 0
) -> list[Contribution]:
    """Return the rounds that remain for Buchholz: the low ones are cut first, then the high ones.

    Nothing remains where there are not more rounds than cuts.

    Rule: fide-2012 Buchholz; fide-2022 14.6; fide-2024 14.1, 14.2, 14.3, 14.4, 16.5; fide-2026
    14.1, 14.2, 14.3, 14.4, 16.5; swiss-manager-2009 cut.
    """
    left = list(rounds)
    for _ in range(min(lowest, len(left))):
        chosen = [c for c in left if c.voluntary] if cut != "lowest" else []
        # A round by choice is never lower than the lowest of all, so no more is needed.
        left.remove(min(chosen or left, key=lambda c: c.wp_halves))
    for _ in range(min(highest, len(left))):
        left.remove(max(left, key=lambda c: c.wp_halves))
    return left


def cut_sonneborn_berger(
    rounds: Sequence[Contribution], cut: Cut, lowest: int
) -> list[Contribution]:
    """Return the rounds that remain for Sonneborn-Berger.

    The least significant value is that from the opponent with the lowest score; of several such
    opponents the least. It is compared with the least value from a round that the player chose not
    to play.

    Rule: fide-2022 14.6; fide-2024 14.1, 16.5; fide-2026 14.1, 16.5.
    """
    left = list(rounds)
    for _ in range(min(lowest, len(left))):
        least = min(left, key=lambda c: (c.wp_halves, c.sb_quarters))
        chosen = [c for c in left if c.voluntary] if cut != "lowest" else []
        if chosen:
            own = min(chosen, key=lambda c: (c.sb_quarters, c.wp_halves))
            if cut == "voluntary_first" or own.sb_quarters >= least.sb_quarters:
                least = own
        left.remove(least)
    return left


def buchholz(scored: Scored, player: int) -> Fraction:
    """Return the sum of the opponents' scores in points (WP), under the rulebook's treatment.

    Rule: vega-2016 appendix I-a; fide-2012 Buchholz; fide-2022 Buchholz; fide-2024 8.1; fide-2026
    8.1; swiss-manager-2009 own.
    """
    return _points(scored.scores[player].wp_halves, 2)


def _cut(lowest: int, highest: int = 0) -> Callable[[Scored, int], Fraction]:
    def value(scored: Scored, player: int) -> Fraction:
        cut = scored.rules.unplayed.cut
        left = cut_buchholz(scored.contributions[player], cut, lowest, highest)
        return _points(sum(c.wp_halves for c in left), 2)

    return value


def sonneborn_berger(scored: Scored, player: int) -> Fraction:
    """Return the sum of the opponents' scores times the points won against them.

    Rule: vega-2016 appendix I-SB; fide-2012 Sonneborn-Berger; fide-2022 Sonneborn-Berger; fide-2024
    9.1; fide-2026 9.1; swiss-manager-2009 SB.
    """
    return _points(scored.scores[player].sb_quarters, 4)


def sonneborn_berger_cut1(scored: Scored, player: int) -> Fraction:
    """Return Sonneborn-Berger without its least significant value.

    Rule: fide-2024 14.1; fide-2026 14.1.
    """
    left = cut_sonneborn_berger(scored.contributions[player], scored.rules.unplayed.cut, 1)
    return _points(sum(c.sb_quarters for c in left), 4)


def progressive(scored: Scored, player: int) -> Fraction:
    """Return the sum of the player's scores after each round.

    Rule: fide-2012 progressive; fide-2022 progressive; fide-2024 7.5; fide-2026 7.5.
    """
    cells = scored.table.cells[player]
    return Fraction(sum(c.halves * (len(cells) - i) for i, c in enumerate(cells)), 2)


def progressive_cut1(scored: Scored, player: int) -> Fraction:
    """Return the progressive score without the score after the first round.

    Rule: fide-2024 14.1; fide-2026 14.1.
    """
    first = scored.table.cells[player][:1]
    return progressive(scored, player) - Fraction(sum(c.halves for c in first), 2)


def _won(scored: Scored, cell: Cell) -> bool:
    return cell.kind is CellKind.PLAYED and not cell.zero_zero and _as_a_win(scored, cell)


def _as_a_win(scored: Scored, cell: Cell) -> bool:
    return cell.halves == scored.rules.scores.win


def wins(scored: Scored, player: int) -> int:
    """Return the number of rounds that gave the points of a win, with or without a game.

    Rule: fide-2022 wins; fide-2024 7.1; fide-2026 7.1.
    """
    return sum(_as_a_win(scored, cell) for cell in scored.table.cells[player])


def wins_over_the_board(scored: Scored, player: int) -> int:
    """Return the number of games won over the board.

    Rule: fide-2022 games won; fide-2024 7.2; fide-2026 7.2.
    """
    return sum(_won(scored, cell) for cell in scored.table.cells[player])


def games_with_black(scored: Scored, player: int) -> int:
    """Return the number of games played over the board with the black pieces.

    Rule: fide-2012 games with black; fide-2022 games with black; fide-2024 7.3; fide-2026 7.3.
    """
    return sum(cell.played and cell.colour == "B" for cell in scored.table.cells[player])


def black_wins(scored: Scored, player: int) -> int:
    """Return the number of games won over the board with the black pieces.

    Rule: fide-2022 games won with black; fide-2024 7.4; fide-2026 7.4.
    """
    cells = scored.table.cells[player]
    return sum(_won(scored, cell) and cell.colour == "B" for cell in cells)


def koya(scored: Scored, player: int) -> Fraction:
    """Return the player's points against opponents with at least half of the possible points.

    Games decided by default count only where the rulebook treats them as played, in a round robin;
    in a Swiss such a round is unplayed, and points of an unplayed round are won from nobody.

    Rule: fide-2012 Koya; fide-2022 Koya; fide-2024 9.2, 15.2, 16.2; fide-2026 9.2, 15.2, 16.2.
    """
    as_games, total = scored.table.defaults_are_games(scored.rules), 0
    for cell in scored.table.cells[player]:
        if cell.opponent is None or not (cell.played or as_games):
            continue
        if scored.scores[cell.opponent].points_halves >= scored.koya_limit_halves:
            total += cell.halves
    return Fraction(total, 2)


def average_rating_of_opponents(scored: Scored, player: int) -> int | None:
    """Return the average rating of the opponents met over the board.

    Rule: fide-2012 average rating; fide-2022 average rating; fide-2024 10.1; fide-2026 10.1.
    """
    games = rated_games(scored.table, scored.rules, player)
    return None if games is None else average_rating([game.rating for game in games])


def average_rating_cut1(scored: Scored, player: int) -> int | None:
    """Return the average rating without the lowest rating; None when no rating is left.

    Rule: fide-2012 average rating; fide-2024 14.1; fide-2026 14.1; swiss-manager-2009 ARO.
    """
    games = rated_games(scored.table, scored.rules, player)
    if games is None:
        return None
    ratings = [game.rating for game in games]
    if scored.rules.ranking.rating_cut == "missing_first":
        all_played = all(cell.played for cell in scored.table.cells[player])
        return average_rating(without_lowest(ratings) if all_played else ratings)
    return average_rating(without_lowest(ratings))


def tournament_performance(scored: Scored, player: int) -> int | None:
    """Return the tournament performance rating.

    Rule: fide-2022 performance; fide-2024 10.2; fide-2026 10.2.
    """
    games = rated_games(scored.table, scored.rules, player)
    return None if games is None else performance(games, scored.rules.scores.win)


_OF: Mapping[TieBreak, Callable[[Scored, int], TieBreakValue]] = {
    "wp": buchholz, "buchholz_cut1": _cut(1), "buchholz_cut2": _cut(2),
    "buchholz_median1": _cut(1, 1), "buchholz_median2": _cut(2, 2), "sb": sonneborn_berger,
    "sb_cut1": sonneborn_berger_cut1, "progressive": progressive,
    "progressive_cut1": progressive_cut1, "wins": wins,
    "wins_over_the_board": wins_over_the_board, "games_with_black": games_with_black,
    "black_wins": black_wins, "koya": koya, "average_rating": average_rating_of_opponents,
    "average_rating_cut1": average_rating_cut1, "performance": tournament_performance,
}  # fmt: skip
