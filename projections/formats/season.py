"""The standing of a season: totals of values, which later rounds still change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from ledger.messages import Letters, also, message
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from projections.formats.base import Place, Scoring, Worth
from projections.formats.moves import Mover, PrizeDifference
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.rounds import head, rounds_done
from projections.log.season_blame import season_blame
from projections.season.other_rules import MOVE_COLUMNS, SeasonMoveRow, season_rows
from projections.season.words import amount
from projections.standings.keizer import ranking, shown, standings_of
from projections.views.view import View, exact_number


class SeasonScoring(Scoring):
    """A round is worth shares of values, which follow from the standing itself."""

    move_columns = MOVE_COLUMNS

    def places(self, book: Book, after: int) -> Mapping[int, Place]:
        """Return everybody's place and total after a number of rounds, open games or not."""
        table = of_tournament(book.state, book.rules_of(after), after)
        return {
            line.player: Place(line.rank, exact_number(Fraction(line.total)), line.value)
            for line in standings_of(table, book.rules_of)[-1].lines
        }

    def in_order(self, book: Book, table: Crosstable) -> Sequence[int]:
        """Return the members who have a place after a table, the first one first."""
        return [line.player for line in ranking(table, book.rules).lines]

    def worth(self, table: Crosstable, rules: Rulebook) -> Callable[[int], Worth]:
        """Return a function that gives a member's place and total; "" for who is none yet."""
        decimals = rules.season_keys.decimals
        lines = {
            line.player: Worth(line.rank, amount(line.total, decimals))
            for line in ranking(table, rules).lines
        }
        return lambda player: lines.get(player, Worth(None, ""))

    def compared(self, book: Book, after: int) -> Iterator[tuple[int, str, object]]:
        """Yield place, total, value and colours of every member."""
        rules = book.rules_of(after)
        table = of_tournament(book.state, rules, after)
        decimals = rules.season_keys.decimals
        for line in standings_of(table, book.rules_of)[-1].lines:
            yield line.player, "rank", line.rank
            yield line.player, "points", shown(line.total, decimals)
            yield line.player, "value", line.value
            yield line.player, "colours", Letters(table.colours(line.player))

    def blame(self, book: Book, player: int, after: int, since: int | None) -> View | Refusal:
        """Return what changed a member's total since an earlier round (None: the one before)."""
        earlier = max(after - 1, 0) if since is None else since
        if not 0 <= earlier <= after:
            what = message("log.not-before", earlier=earlier, round=after)
            next_ = message("log.give-earlier", option=also(since=True))
            return Refusal("round-not-before", what, next_, exit=Exit.USAGE)
        return season_blame(book, player, after, earlier, head(book))

    def moves(self, book: Book, rules: Rulebook) -> Iterator[SeasonMoveRow]:
        """Yield a row for everybody whose rank, value or total differs, round by round."""
        return season_rows(book, rules, rounds_done(book))

    def movers(self, book: Book, rules: Rulebook, after: int, final: bool) -> Iterator[Mover]:
        """Yield the members with another place under other rules, with the reason of each."""
        for row in season_rows(book, rules, after):
            if row.round == after and row.moved:
                yield Mover(row.number, row.name, row.moved, row.why)

    def prize_moves(self, book: Book, rules: Rulebook) -> Sequence[PrizeDifference]:
        """Return nobody: the prizes of a season are not compared."""
        return ()


SCORING = SeasonScoring()
