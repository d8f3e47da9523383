"""What each read verb shows: columns and rows for people, the same values for programs.

A row maps a stable key to a value. Points in rows are numbers (3.5); tables write them as 3½.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ledger.state import Tournament
from projections.games import Cell, Crosstable, Kind
from projections.scores import Score
from projections.standings import Line, Standing
from projections.totals import ControlTotal

Row = dict[str, object]
NameOf = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: the row's key, its heading, and how it is set."""

    key: str
    heading: str
    align: Literal["left", "right", "center"] = "left"


@dataclass(frozen=True, slots=True)
class View:
    """A table with its title; head holds what is said once, notes what a person should read."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    head: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def record(self) -> dict[str, object]:
        """Return what `--json` prints: the head's keys, the rows, the notes."""
        return {**self.head, "rows": list(self.rows), "notes": list(self.notes)}


def number(amount: int, parts: int = 2) -> int | float:
    """Return half points (or quarters, parts 4) as a number for programs: 7 halves is 3.5."""
    return amount // parts if amount % parts == 0 else amount / parts


_KIND_MARKS = {
    Kind.BYE: "bye",
    Kind.FULL_BYE: "bye1",
    Kind.HALF_BYE: "bye½",
    Kind.ABSENT: "0R",
    Kind.WITHDRAWN: "0R",
    Kind.NOT_ENTERED: "0R",
    Kind.NOT_PAIRED: "0R",
}


def standing_row(line: Line) -> Row:
    """Return the keys of `trf standings --json`, and those of `standings --json` but the name.

    Rule: knsb-wp-2014 A4; knsb-wp-2014 F12.
    """
    return {
        "rank": line.rank,
        "id": line.number,
        "points": number(line.score.points_halves),
        "ws": number(line.score.ws_halves),
        "wp": number(line.score.wp_halves),
        "sb": number(line.score.sb_quarters, 4),
        "colours": line.colours,
        "colour_difference": line.colour_difference,
        "preference": line.preference,
    }


STANDING_COLUMNS = (
    Column("rank", "#", "right"),
    Column("id", "no", "right"),
    Column("name", "name"),
    Column("points", "points", "right"),
    Column("wp", "WP", "right"),
    Column("sb", "SB", "right"),
    Column("colours", "colours"),
    Column("colour_difference", "diff", "right"),
    Column("preference", "pref"),
    Column("decided_by", "decided by"),
)


def standings_view(
    standing: Standing, name_of: NameOf, title: str, head: Mapping[str, object]
) -> View:
    """Return a standing with names; decided_by is the key that separates a line from the one above.

    Lots that are not drawn yet are said in a note.
    """
    rows = tuple(
        standing_row(line)
        | {
            "name": name_of(line.player),
            "decided_by": line.decided_by,
            "lots_needed": line.lots_needed,
        }
        for line in standing.lines
    )
    notes = []
    if standing.provisional:
        notes.append("provisional: a game is open, or adjourned and counted as a draw (F11)")
    tied = [str(line.number) for line in standing.lines if line.lots_needed]
    if tied:
        notes.append(f"equal in everything, lots decide (F12.5): {', '.join(tied)}")
    top = {"rounds": standing.rounds, "final": standing.final, "provisional": standing.provisional}
    return View(title, STANDING_COLUMNS, rows, {**head, **top}, tuple(notes))


def cell_text(cell: Cell, numbers: Mapping[int, int]) -> str:
    """Return a round as a crosstable shows it: 12w1, 7b½, (5w)1R, bye, 0R."""
    if cell.opponent is None:
        if cell.kind in (Kind.DEFAULT_WIN, Kind.DEFAULT_LOSS):
            return "1R" if cell.kind is Kind.DEFAULT_WIN else "0R"
        return _KIND_MARKS[cell.kind]
    against = f"{numbers[cell.opponent]}{(cell.colour or '').lower()}"
    if cell.kind is Kind.DEFAULT_WIN:
        return f"({against})1R"
    if cell.kind is Kind.DEFAULT_LOSS:
        return f"({against})0R"
    if cell.kind is Kind.OPEN:
        return f"{against}."
    mark = "a" if cell.kind is Kind.ADJOURNED else {2: "1", 1: "½", 0: "0"}[cell.halves]
    return against + mark


def cell_row(cell: Cell, numbers: Mapping[int, int]) -> Row:
    """Return a round for programs: kind, opponent's number or None, colour, points, played."""
    return {
        "kind": cell.kind.value,
        "opponent": None if cell.opponent is None else numbers[cell.opponent],
        "colour": cell.colour,
        "points": number(cell.halves),
        "played": cell.played,
    }


def crosstable_view(
    table: Crosstable,
    standing: Standing,
    name_of: NameOf,
    title: str,
    head: Mapping[str, object],
) -> View:
    """Return the crosstable in ranking order, opponents by number."""
    columns = [
        Column("rank", "#", "right"),
        Column("id", "no", "right"),
        Column("name", "name"),
        *(Column(f"r{r}", str(r), "right") for r in range(1, table.rounds + 1)),
        Column("points", "points", "right"),
        Column("wp", "WP", "right"),
        Column("sb", "SB", "right"),
    ]
    rows = []
    for line in standing.lines:
        cells = table.cells[line.player]
        row = standing_row(line) | {"name": name_of(line.player)}
        row |= {f"r{r}": cell_text(c, table.numbers) for r, c in enumerate(cells, 1)}
        rows.append(row | {"rounds": [cell_row(c, table.numbers) for c in cells]})
    notes = ("12w1: white against 12, won. (5w)1R: by default, not played. a: adjourned. .: open",)
    return View(title, tuple(columns), tuple(rows), {**head, "rounds": table.rounds}, notes)


def player_view(
    table: Crosstable,
    player: int,
    score: Mapping[int, Score],
    histories: list[tuple[str, str]],
    name_of: NameOf,
    head: Mapping[str, object],
) -> View:
    """Return a player's indelingskaart: a line a round, unplayed opponents and colours struck out.

    histories holds, after each round, the colour difference and the preference for the next.

    Rule: knsb-wp-2014 A1d; knsb-wp-2014 A5.
    """
    columns = (
        Column("round", "round", "right"),
        Column("opponent", "opponent", "right"),
        Column("opponent_name", "name"),
        Column("colour_text", "colour", "center"),
        Column("result_text", "result", "center"),
        Column("total", "total", "right"),
        Column("colour_difference", "diff", "right"),
        Column("preference", "next"),
        Column("opponent_ws", "his WS", "right"),
    )
    rows, total = [], 0
    for number_, cell in enumerate(table.cells[player], 1):
        total += cell.halves
        difference, wanted = histories[number_ - 1]
        unplayed = not cell.played
        row = cell_row(cell, table.numbers)
        colour = {"W": "white", "B": "black", None: ""}[cell.colour]
        row |= {
            "round": number_,
            "opponent_name": "" if cell.opponent is None else name_of(cell.opponent),
            "colour_text": f"({colour})" if colour and unplayed else colour,
            "result_text": _result_text(cell),
            "total": number(total),
            "colour_difference": difference,
            "preference": wanted,
            "opponent_ws": number(score[cell.opponent].ws_halves)
            if cell.opponent is not None and cell.played
            else None,
        }
        rows.append(row)
    notes = ("(colour): the game was not played, so neither opponent nor colour counts (F3)",)
    return View(f"{head['id']} {name_of(player)}", columns, tuple(rows), head, notes)


def _result_text(cell: Cell) -> str:
    if cell.kind is Kind.OPEN:
        return "."
    if cell.kind is Kind.ADJOURNED:
        return "adjourned"
    if cell.played:
        return {2: "1", 1: "½", 0: "0"}[cell.halves]
    value = {2: "1R", 1: "½R", 0: "0R"}[cell.halves]
    return (
        value
        if cell.kind in (Kind.DEFAULT_WIN, Kind.DEFAULT_LOSS)
        else f"{value} ({cell.kind.value})"
    )


def pairings_view(state: Tournament, round_number: int, name_of: NameOf, by_name: bool) -> View:
    """Return a published round: boards with results, the bye, and who is not paired.

    by_name lists every player by name instead, with board and colour, as a hall wants it.
    """
    round_ = state.rounds[round_number - 1]
    label = state.label
    rows: list[Row] = []
    for board, game in enumerate(round_.games, 1):
        result = "adjourned" if game.adjourned and game.outcome is None else game.outcome
        rows.append(
            {
                "board": board,
                "white": label(game.white),
                "white_name": name_of(game.white),
                "black": label(game.black),
                "black_name": name_of(game.black),
                "result": result,
                "corrected": bool(game.earlier),
                "added_by_hand": game.added_by_hand,
            }
        )
    bye = None if round_.bye is None else label(round_.bye)
    head = {
        "round": round_number,
        "bye": bye,
        "source": round_.source,
        "basis": round_.basis,
        "published_at": round_.position,
        "closed": round_.closed,
        "not_paired": [label(p) for p in _not_paired(state, round_number)],
    }
    notes = []
    if round_.bye is not None:
        notes.append(f"bye: {bye} {name_of(round_.bye)}")
    for player in _not_paired(state, round_number):
        notes.append(f"not paired: {label(player)} {name_of(player)}")
    how = "from a file" if round_.source == "import" else f"by {round_.source}"
    title = f"Round {round_number} ({how}, computed from #{round_.basis})"
    if by_name:
        return View(title, _BY_NAME, _rows_by_name(rows), head, tuple(notes))
    return View(title, PAIRING_COLUMNS, tuple(rows), head, tuple(notes))


PAIRING_COLUMNS = (
    Column("board", "board", "right"),
    Column("white", "no", "right"),
    Column("white_name", "white"),
    Column("black", "no", "right"),
    Column("black_name", "black"),
    Column("result", "result", "center"),
)

_BY_NAME = (
    Column("name", "name"),
    Column("id", "no", "right"),
    Column("board", "board", "right"),
    Column("colour", "colour"),
    Column("opponent_name", "opponent"),
)


def _rows_by_name(rows: list[Row]) -> tuple[Row, ...]:
    found = []
    for row in rows:
        for mine, his, colour in (("white", "black", "white"), ("black", "white", "black")):
            found.append(
                {
                    "name": row[f"{mine}_name"],
                    "id": row[mine],
                    "board": row["board"],
                    "colour": colour,
                    "opponent": row[his],
                    "opponent_name": row[f"{his}_name"],
                }
            )
    return tuple(sorted(found, key=lambda row: (str(row["name"]).casefold(), str(row["id"]))))


def _not_paired(state: Tournament, round_number: int) -> list[int]:
    round_ = state.rounds[round_number - 1]
    return [
        e.player
        for e in state.in_number_order()
        if round_.game_of(e.player) is None
        and round_.bye != e.player
        and e.from_round <= round_number
        and not e.withdrawn_in(round_number)
    ]


def totals_rows(totals: tuple[ControlTotal, ...]) -> list[Row]:
    """Return the control totals for programs.

    Rule: knsb-wp-2014 F8.
    """
    return [
        {
            "name": total.name,
            "formula": total.formula,
            "expected": number(total.expected_halves),
            "found": number(total.found_halves),
            "agrees": total.agrees,
        }
        for total in totals
    ]


def totals_note(totals: tuple[ControlTotal, ...]) -> str:
    """Return the control totals in one line for people, "" when none apply."""
    if not totals:
        return ""
    parts = [
        f"{t.name} {number(t.found_halves)}"
        + ("" if t.agrees else f" but the formula gives {number(t.expected_halves)}")
        for t in totals
    ]
    verdict = "agree" if all(t.agrees for t in totals) else "DO NOT AGREE"
    return f"control totals (F8) {verdict}: {', '.join(parts)}"
