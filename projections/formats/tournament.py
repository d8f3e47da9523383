"""The standing of a tournament: points, then tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ledger.messages import ByFide, Letters
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.values import halves_text
from projections.formats.base import Place, Scoring, Worth
from projections.formats.moves import MOVE_COLUMNS, Mover, MoveRow, PrizeDifference
from projections.formats.tournament_moves import (
    movers,
    prize_rows,
    standing_on_the_way,
    standings_rows,
)
from projections.games.crosstable import Crosstable, of_tournament
from projections.log.blame import blame_of_points
from projections.standings.standing import Standing, standing
from projections.views.view import View, number


class TournamentScoring(Scoring):
    """Points are those of the rounds, and stay what they are."""

    move_columns = MOVE_COLUMNS

    def places(self, book: Book, after: int) -> Mapping[int, Place]:
        """Return everybody's place and points after a number of rounds, open games or not."""
        return {
            line.player: Place(
                line.rank,
                number(line.score.points_halves),
                (line.score.wp_halves, line.score.sb_quarters, line.tie_breaks),
            )
            for line in _after(book, after).lines
        }

    def in_order(self, book: Book, table: Crosstable) -> Sequence[int]:
        """Return the players who have a place after a table, the first one first."""
        return [line.player for line in standing_on_the_way(book, table, book.rules).lines]

    def worth(self, table: Crosstable, rules: Rulebook) -> Callable[[int], Worth]:
        """Return a function that gives a player's points after a table."""
        return lambda player: Worth(None, halves_text(table.points_halves(player)))

    def compared(self, book: Book, after: int) -> Iterator[tuple[int, str, object]]:
        """Yield place, points, WP, SB and colours of everybody."""
        wp = ByFide("wp") if book.rules_of(after).uses_fide_names else "wp"
        for line in _after(book, after).lines:
            yield line.player, "rank", line.rank
            yield line.player, "points", number(line.score.points_halves)
            yield line.player, wp, number(line.score.wp_halves)
            yield line.player, "sb", number(line.score.sb_quarters, 4)
            yield line.player, "colours", Letters(line.colours)
            yield line.player, "preference", Letters(line.preference)

    def blame(self, book: Book, player: int, after: int, since: int | None) -> View | Refusal:
        """Return a row for each round: its points, and its part of WP and SB."""
        return blame_of_points(book, player, after)

    def moves(self, book: Book, rules: Rulebook) -> Iterator[MoveRow]:
        """Yield a row for everybody whose rank or values differ, round by round, then at the end."""
        return standings_rows(book, rules)

    def movers(self, book: Book, rules: Rulebook, after: int, final: bool) -> Iterator[Mover]:
        """Yield the players with another place under other rules, with the reason of each."""
        return movers(book, rules, after, final)

    def prize_moves(self, book: Book, rules: Rulebook) -> Sequence[PrizeDifference]:
        """Return the players whose prize differs, in cents; empty where no prizes are declared."""
        return prize_rows(book, rules)


def _after(book: Book, after: int) -> Standing:
    rules = book.rules_of(after)
    table = of_tournament(book.state, rules, after)
    return standing(table, rules, book.state.rounds_planned == after + 1)


SCORING = TournamentScoring()
