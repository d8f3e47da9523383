"""A round robin for display: its whole schedule, and its matrix of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from ledger.messages import Sentence, message
from ledger.records import Record, Spread
from ledger.values import halves_text
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.rounds import TournamentAt
from projections.standings.standing import Standing
from projections.views import fields
from projections.views.columns import DAY, NAME, NUMBER, RESULT, Column, Kind, columns_of
from projections.views.crosstables import CrosstableHead, CrosstableRound, round_of
from projections.views.standings import RankedLine, ranked_line
from projections.views.view import NameOf, View


class FixturesHead(Record):
    """Every game of a round robin, played and to come."""

    at: Spread[TournamentAt]
    rules: fields.RulebookId
    rounds: Annotated[int, "Number of rounds, all cycles together."]


class FixtureRow(Record):
    """A game; or the free player of a round, without board and black."""

    round: fields.NumberOfRound
    date: Annotated[str | None, "Date, YYYY-MM-DD; null: not said.", DAY]
    time: fields.TimeOfRound
    board: Annotated[int | None, "Number of the board; null: who is free."]
    white: Annotated[int, "Number of white, or of who is free.", NUMBER]
    white_name: Annotated[str, "Name of white, or of who is free.", NAME]
    black: Annotated[int | None, "Number of black; null: white is free.", NUMBER]
    black_name: Annotated[str | None, "Name of black; null: white is free."]
    result: Annotated[str | None, "Result in force; null: none yet.", RESULT]
    published: Annotated[bool, "Whether the round is published."]


FIXTURE_COLUMNS = (
    *columns_of(
        FixtureRow,
        "round",
        "date",
        "time",
        "board",
        "white",
        "white_name",
        "black",
        headings={"round": message("columns.rd"), "board": message("columns.bd")},
    ),
    Column("black_name", NAME, without=message("sheets.bye")),
    *columns_of(FixtureRow, "result"),
)


def fixtures_view(rows: Sequence[FixtureRow], title: Sentence, head: FixturesHead) -> View:
    """Return the schedule, round by round; dates and times are shown where there are any."""
    unsaid = {"date"} if not any(row.date for row in rows) else set()
    unsaid |= {"time"} if not any(row.time for row in rows) else set()
    columns = tuple(column for column in FIXTURE_COLUMNS if column.key not in unsaid)
    return View(title, columns, rows, head)


class RoundRobinRow(Record):
    """A player of a round robin; `results` is their line of the matrix as it is printed."""

    line: Spread[RankedLine]
    name: fields.PlayerName
    results: Annotated[str, "A place for each number: * the own one, + and - by default, . open."]
    against: Annotated[dict[str, str], "The same by the number of the opponent."]
    rounds: Annotated[list[CrosstableRound], "Their rounds."]


def matrix_view(
    table: Crosstable,
    standing: Standing,
    *,
    name_of: NameOf,
    title: Sentence,
    head: CrosstableHead,
    cycles: int,
) -> View:
    """Return the matrix of a round robin, by number; each cycle has its sign in a place."""
    numbers = {player: str(number) for player, number in table.numbers.items()}
    width = max(cycles, *map(len, numbers.values())) if numbers else cycles
    lines = {line.player: line for line in standing.lines}
    rows = []
    for player in numbers:
        row = table.cells[player]
        against = {numbers[other]: _place(row, player, other, cycles) for other in numbers}
        signs = " ".join(place.rjust(width) for place in against.values()).rstrip()
        rounds = [round_of(cell, table.numbers) for cell in row]
        rows.append(
            RoundRobinRow(ranked_line(lines[player]), name_of(player), signs, against, rounds)
        )
    columns = (
        *columns_of(RoundRobinRow, "id", "name"),
        *(Column(f"against.{n}", Kind("right", n), in_blocks=True) for n in numbers.values()),
        *columns_of(RoundRobinRow, "points", "rank", headings={"points": message("columns.pts")}),
    )
    notes = (message("views.matrix"), *_lost(table))
    return View(title, columns, rows, head, notes)


def _lost(table: Crosstable) -> list[Sentence]:
    """Return a note on the players whose games do not count.

    Rule: berger withdrawal.
    """
    numbers = ", ".join(str(table.numbers[p]) for p in table.numbers if p in table.struck)
    return [message("views.struck", who=numbers)] if numbers else []


def _place(row: Sequence[Cell], player: int, other: int, cycles: int) -> str:
    if player == other:
        return "*" * cycles
    signs = [_sign(cell) for cell in row if cell.opponent == other]
    return "".join([*signs, *["."] * (cycles - len(signs))])


_SIGNS: Mapping[CellKind, str] = {
    CellKind.DEFAULT_WIN: "+",
    CellKind.DEFAULT_LOSS: "-",
    CellKind.ADJOURNED: "a",
    CellKind.OPEN: ".",
}


def _sign(cell: Cell) -> str:
    return _SIGNS.get(cell.kind) or halves_text(cell.halves)
