"""The places, values and totals with which a round of a season is paired, beside its boards."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from ledger.facts.tournament import PairingPublished
from ledger.messages import Sentence, message
from ledger.records import Record, Spread
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from projections.games.crosstable import of_tournament
from projections.games.gave_way import gave_way
from projections.season.words import AmountShown, ValueCycle, ValuePasses, amount, passes_note
from projections.standings.keizer import KeizerStanding, ranking
from projections.views import fields
from projections.views.columns import AMOUNT, PLACE, columns_of
from projections.views.pairings import BoardRow, RoundHead
from projections.views.view import View


class BoardSides(Record):
    """The worth of the players of a board; `rank` is None for one who was not a member then."""

    white_rank: Annotated[
        int | None, "White's place before the round, null: no member then.", PLACE
    ]
    white_value: Annotated[int | None, "White's value before the round."]
    white_total: Annotated[str | None, "White's total before the round, exact."]
    white_total_shown: Annotated[AmountShown, AMOUNT]
    black_rank: Annotated[
        int | None, "Black's place before the round, null: no member then.", PLACE
    ]
    black_value: Annotated[int | None, "Black's value before the round."]
    black_total: Annotated[str | None, "Black's total before the round, exact."]
    black_total_shown: Annotated[AmountShown, AMOUNT]


def sides(standing: KeizerStanding, rules: Rulebook, white: int, black: int) -> BoardSides:
    """Return the worth of both players of a board: place, value and total."""
    lines = {line.player: line for line in standing.lines}

    def side(player: int) -> tuple[int | None, int | None, str | None, Sentence]:
        line = lines.get(player)
        if line is None:
            return None, None, None, ""
        total = amount(line.total, rules.season_keys.decimals)
        return line.rank, line.value, str(line.total), total

    return BoardSides(*side(white), *side(black))


class RelaxedBoard(Record):
    """A board that breaks a condition."""

    board: fields.NumberOfBoard
    why: Annotated[str, "The condition that gave way."]


class SettledValues(Record):
    """How the values of a round settled, and the conditions that gave way in its pairing."""

    passes: ValuePasses
    cycle: ValueCycle
    relaxed: Annotated[list[RelaxedBoard], "Boards that break a condition, having no other way."]


class SeasonRoundHead(Record):
    """A published round of a season."""

    round: Spread[RoundHead]
    values: Spread[SettledValues]


class SeasonBoardRow(Record):
    """A board."""

    board: Spread[BoardRow]
    sides: Spread[BoardSides]


SPARE = ("white_value", "black_value", "colour_rule", "white_rank", "black_rank")
"""Columns of boards that a narrow screen does without, the first one first."""

DRAFT_COLUMNS = columns_of(
    SeasonBoardRow,
    "board",
    "white_rank",
    "white",
    "white_name",
    "white_value",
    "white_total_shown",
    "black_rank",
    "black",
    "black_name",
    "black_value",
    "black_total_shown",
    spare=SPARE,
)
ROUND_COLUMNS = (*DRAFT_COLUMNS, *columns_of(SeasonBoardRow, "result"))


def with_values(book: Book, number: int, view: View) -> View:
    """Return a published round with its values, and the conditions that gave way.

    The values are those known at the basis of its pairing.
    """
    state = book.state
    round_ = state.rounds[number - 1]
    then = book.at(round_.basis).state
    rules = book.rules_of(number)
    table = of_tournament(then, rules, number - 1)
    standing = ranking(table, rules)
    boards = [
        SeasonBoardRow(row, sides(standing, rules, game.white, game.black))
        for row, game in zip(view.rows, round_.games, strict=False)
        if isinstance(row, BoardRow)
    ]
    relaxed = _gave_way(book, round_.position)
    assert isinstance(view.head, RoundHead)
    top = SeasonRoundHead(view.head, SettledValues(standing.passes, standing.cycle, relaxed))
    notes = [*view.notes, *map(relaxed_note, relaxed)]
    caught_up = [str(board) for board, game in enumerate(round_.games, 1) if game.catch_up]
    if caught_up:
        listed = ", ".join(caught_up)
        notes.append(message("season.caught-up-boards", n=len(caught_up), boards=listed))
    notes.append(passes_note(standing))
    columns = ROUND_COLUMNS if boards else view.columns
    return replace(view, columns=columns, rows=boards or view.rows, head=top, notes=tuple(notes))


def relaxed_note(board: RelaxedBoard) -> Sentence:
    """Return the note on a board that breaks a condition."""
    return message("season.relaxed", board=board.board, why=gave_way(board.why))


def _gave_way(book: Book, position: int) -> list[RelaxedBoard]:
    """Return the boards of a published pairing that break a condition, and the condition."""
    fact = book.facts[position - 1]
    if not isinstance(fact, PairingPublished):
        return []
    return [RelaxedBoard(*one) for one in zip(fact.relaxed, fact.relaxed_why, strict=True)]
