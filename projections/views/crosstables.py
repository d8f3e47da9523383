"""A player's rounds for display: in a crosstable, and on the pairing card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated

from ledger.messages import Sentence, message, run_on
from ledger.records import Extra, LeftOut, Record, Spread
from ledger.values import halves_text
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.rounds import TournamentAt
from projections.standings.scores import Score
from projections.standings.standing import Standing
from projections.views import fields
from projections.views.columns import AMOUNT, Column, Kind, columns_of
from projections.views.forecasts import RatingForecast
from projections.views.standings import (
    RankedLine,
    TieBreakValues,
    in_order_of_deciding,
    ranked_line,
    tie_breaks_of,
)
from projections.views.view import NameOf, View, number, with_number

_BYES = {
    CellKind.BYE: "bye",
    CellKind.FULL_BYE: "bye1",
    CellKind.HALF_BYE: "bye½",
    CellKind.DEFAULT_WIN: "1R",
}


def cell_text(cell: Cell, numbers: Mapping[int, int]) -> str:
    """Return a round in the notation of a crosstable: 12w1, 7b½, (5w)1R, bye, 0R."""
    return _text_and_round(cell, _opponent(cell, numbers))[0]


class CrosstableRound(Record):
    """A round of a player."""

    kind: fields.KindOfRound
    opponent: fields.OpponentNumber
    colour: fields.ColourPlayed
    points: fields.PlayerPoints
    played: fields.PlayedOverTheBoard


def round_of(cell: Cell, numbers: Mapping[int, int]) -> CrosstableRound:
    """Return a round for programs."""
    return _text_and_round(cell, _opponent(cell, numbers))[1]


def _opponent(cell: Cell, numbers: Mapping[int, int]) -> int | None:
    return None if cell.opponent is None else numbers[cell.opponent]


@lru_cache(maxsize=20_000)
def _text_and_round(cell: Cell, opponent: int | None) -> tuple[str, CrosstableRound]:
    """Return a round for people and for programs.

    It is kept, since the next crosstable has nearly all rounds again. `opponent` is a number.
    """
    colour = cell.colour
    points = number(cell.halves)
    round_ = CrosstableRound(cell.kind.value, opponent, colour, points, cell.played)
    return _text(cell, opponent), round_


def _text(cell: Cell, opponent: int | None) -> str:
    if opponent is None:
        return _BYES.get(cell.kind, "0R")
    against = f"{opponent}{(cell.colour or '').lower()}"
    if cell.kind in (CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS):
        return f"({against}){'1R' if cell.kind is CellKind.DEFAULT_WIN else '0R'}"
    if cell.kind is CellKind.OPEN:
        return f"{against}."
    mark = "a" if cell.kind is CellKind.ADJOURNED else halves_text(cell.halves)
    return against + mark


RoundsAsShown = Annotated[
    Spread[Mapping[str, Sentence]], "A round as the table has it: 12w1.", Extra(keys="^r[0-9]+$")
]
"""The keys r1, r2 ... of a crosstable."""


class CrosstableRow(Record):
    """A player; r1, r2 ... are their rounds in the notation of the table."""

    line: Spread[RankedLine]
    name: fields.PlayerName
    shown: RoundsAsShown
    rounds: Annotated[list[CrosstableRound], "Their rounds."]
    tie_breaks: TieBreakValues


class CrosstableHead(Record):
    """Every game of every player, best first."""

    at: Spread[TournamentAt]
    rules: fields.RulebookId
    rounds: fields.RoundsCounted


def crosstable_view(
    table: Crosstable, standing: Standing, name_of: NameOf, title: Sentence, head: CrosstableHead
) -> View:
    """Return the crosstable in ranking order, opponents by number.

    Its tie-breaks are those of a standing, in the order in which they decide.
    """
    columns = [
        *columns_of(CrosstableRow, "rank", "id", "name"),
        *(
            Column(f"r{r}", Kind("right", str(r), words="round", letters=True), in_blocks=True)
            for r in range(1, table.rounds + 1)
        ),
        *columns_of(CrosstableRow, "points", "wp", "sb"),
    ]
    rows = []
    keys = [f"r{r}" for r in range(1, table.rounds + 1)]
    for line in standing.lines:
        cells = table.cells[line.player]
        both = [_text_and_round(c, _opponent(c, table.numbers)) for c in cells]
        shown = {key: text for key, (text, _) in zip(keys, both, strict=True)}
        rounds = [round_ for _, round_ in both]
        values = tie_breaks_of(line)
        rows.append(CrosstableRow(ranked_line(line), name_of(line.player), shown, rounds, values))
    notes = (message("views.crosstable"),)
    return View(title, in_order_of_deciding(columns, standing), rows, head, notes)


class CardHead(Record):
    """A player's pairing card (indelingskaart)."""

    at: Spread[TournamentAt]
    number: fields.PlayerNumber
    name: fields.PlayerName
    rating: fields.PlayerRating
    rating_source: fields.SourceOfRating
    title: fields.PlayerTitle
    points: fields.PlayerPoints
    ws: fields.WsPoints
    wp: fields.WpPoints
    sb: fields.SbPoints
    record: fields.PersonDetails
    forecast: Annotated[
        LeftOut[RatingForecast | None], "What the games are worth, where an edition is declared."
    ] = None


class CardRow(Record):
    """A round of a pairing card."""

    game: Spread[CrosstableRound]
    round: fields.NumberOfRound
    opponent_text: Annotated[Sentence, "Their number, in brackets when they do not count.", AMOUNT]
    opponent_name: fields.OpponentName
    colour_text: Annotated[
        Sentence, "Colour in words, in brackets when it does not count.", Kind("center")
    ]
    result_text: Annotated[Sentence, "Result in words.", Kind("center")]
    total: Annotated[float, "The player's points after the round."]
    colour_difference: fields.ColourDifference
    preference: fields.ColourPreference
    opponent_ws: Annotated[float | None, "Resistance score of the opponent, or null."]


def player_view(
    table: Crosstable,
    player: int,
    *,
    score: Mapping[int, Score],
    histories: list[tuple[str, str]],
    name_of: NameOf,
    head: CardHead,
    mark: str,
) -> View:
    """Return a player's indelingskaart: a line a round, unplayed opponents and colours struck out.

    `histories` holds, after each round, the colour difference and the preference for the next.
    `mark` is the clause on unplayed games, in brackets, or "".

    Rule: knsb-wp-2014 A1d; knsb-wp-2014 A5.
    """
    columns = columns_of(
        CardRow,
        "round",
        "opponent_text",
        "opponent_name",
        "colour_text",
        "result_text",
        "total",
        "colour_difference",
        "preference",
        "opponent_ws",
        spare=("opponent_ws", "preference"),
        headings={
            "opponent_name": message("columns.name"),
            "result_text": message("columns.result"),
            "preference": message("columns.next"),
        },
    )
    rows = []
    total = 0
    counted = table.counted.cells[player]
    for number_, cell in enumerate(table.cells[player], 1):
        total += counted[number_ - 1].halves
        difference, wanted = histories[number_ - 1]
        unplayed = not cell.played and cell.kind is not CellKind.OPEN
        game = round_of(cell, table.numbers)
        colour = message(f"cells.shade.{cell.colour}") if cell.colour else ""
        against = cell.opponent
        ws = None if against is None or not cell.played else score[against].ws_halves
        rows.append(
            CardRow(
                game,
                number_,
                opponent_text=_bracketed(str(game.opponent or ""), unplayed),
                opponent_name="" if against is None else name_of(against),
                colour_text=_bracketed(colour, unplayed),
                result_text=_result_text(cell),
                total=number(total),
                colour_difference=difference,
                preference=wanted,
                opponent_ws=None if ws is None else number(ws),
            )
        )
    notes = (
        (message("views.card", mark=mark),) if any(map(_is_struck_out, table.cells[player])) else ()
    )
    return View(with_number(head.number, name_of(player)), columns, rows, head, notes)


def _is_struck_out(cell: Cell) -> bool:
    """Return whether a card strikes out the opponent or the colour of a round, which was not played."""
    unplayed = not cell.played and cell.kind is not CellKind.OPEN
    return unplayed and (cell.opponent is not None or bool(cell.colour))


def _bracketed(text: Sentence, unplayed: bool) -> Sentence:
    """Return `text`, in brackets when the game was not played, where a card strikes it out."""
    return run_on("(", text, ")") if unplayed and text != "" else text


def _result_text(cell: Cell) -> Sentence:
    if cell.kind is CellKind.OPEN:
        return "."
    if cell.kind is CellKind.ADJOURNED:
        return message("cells.result.adjourned")
    if cell.played:
        return halves_text(cell.halves)
    by_default = cell.kind in (CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS)
    points = f"{halves_text(cell.halves)}R"
    if by_default:
        return points
    kind = message(f"cells.kind.{cell.kind.value.replace(' ', '-')}")
    return run_on(points, " (", kind, ")")
