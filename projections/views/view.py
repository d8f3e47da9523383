"""What each read verb shows: columns and rows for people, the same values for programs.

A row maps a stable key to a value. Points in rows are numbers (3.5); tables write them as 3½.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ledger.advice import Sentence, advice
from ledger.rulebooks.rulebook import TieBreak
from ledger.values import halves_text
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.standings.control_totals import ControlTotal
from projections.standings.scores import Score
from projections.standings.standing import Standing, StandingLine
from projections.standings.tiebreaks import TieBreakValue

Row = dict[str, object]
NameOf = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: the row's key (see `value_of`), its heading, and how it is set."""

    key: str
    heading: str
    align: Literal["left", "right", "center"] = "left"


@dataclass(frozen=True, slots=True)
class View:
    """A table with its title; head holds what is said once, notes what a person should read.

    language is that of title, headings and notes. A Dutch view is a page for members: its CSV has
    the headings where others have the keys.
    empty is what people read where there are no rows. scanned is the text of the QR code that a
    printed page carries, "" for none.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    head: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[Sentence, ...] = ()
    language: Literal["en", "nl"] = "en"
    empty: str = "(nothing)"
    scanned: str = ""

    def record(self) -> dict[str, object]:
        """Return what `--json` prints: the head's keys, the rows, the notes."""
        return {**self.head, "rows": list(self.rows), "notes": list(self.notes)}


def number(amount: int, parts: int = 2) -> int | float:
    """Return half points (or quarters, parts 4) as a number for programs: 7 halves is 3.5."""
    return amount // parts if amount % parts == 0 else amount / parts


def exact_number(value: TieBreakValue) -> int | float | None:
    """Return the value of a tie-break as a number for programs; None stays None."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else value.numerator / value.denominator


def value_of(row: Row, key: str) -> object:
    """Return what a row has under a column's key; a dot leads into a mapping: tie_breaks.koya."""
    outer, _, inner = key.partition(".")
    value = row.get(outer)
    return value.get(inner) if inner and isinstance(value, Mapping) else value


def money(cents: int) -> str:
    """Write cents as an amount: 12345 is "123.45"."""
    return f"{cents // 100}.{cents % 100:02d}"


_KIND_MARKS = {
    CellKind.BYE: "bye",
    CellKind.FULL_BYE: "bye1",
    CellKind.HALF_BYE: "bye½",
    CellKind.ABSENT: "0R",
    CellKind.NO_NOTICE: "0R",
    CellKind.CLUB_DUTY: "0R",
    CellKind.WITHDRAWN: "0R",
    CellKind.NOT_ENTERED: "0R",
    CellKind.NOT_PAIRED: "0R",
}


def standing_row(line: StandingLine) -> Row:
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


TIE_BREAK_HEADINGS: Mapping[TieBreak, str] = {
    "direct_encounter": "DE",
    "buchholz_cut1": "WP-1",
    "buchholz_cut2": "WP-2",
    "buchholz_median1": "WP±1",
    "buchholz_median2": "WP±2",
    "sb_cut1": "SB-1",
    "progressive": "progr",
    "progressive_cut1": "progr-1",
    "wins_over_the_board": "won",
    "wins": "wins",
    "games_with_black": "black",
    "black_wins": "won bl",
    "koya": "Koya",
    "average_rating": "avg rtg",
    "average_rating_cut1": "avg rtg-1",
    "performance": "TPR",
}
"""Short headings of the tie-breaks that a standing shows only where the rulebook declares them."""


def standings_view(
    standing: Standing, name_of: NameOf, title: str, head: Mapping[str, object]
) -> View:
    """Return a standing with names; decided_by is the key that separates a line from the one above.

    Tie-breaks that the rulebook declares beside WP and SB have a column each; for programs they
    are, with WP and SB, under tie_breaks. Lots that are not drawn yet are said in a note.
    """
    declared = standing.lines[0].tie_breaks if standing.lines else ()
    more = [name for name, _ in declared if name in TIE_BREAK_HEADINGS]
    rows = tuple(
        standing_row(line)
        | {
            "name": name_of(line.player),
            "decided_by": line.decided_by,
            "lots_needed": line.lots_needed,
        }
        | ({"tie_breaks": {n: exact_number(v) for n, v in line.tie_breaks}} if more else {})
        for line in standing.lines
    )
    notes: list[Sentence] = []
    if standing.provisional:
        notes.append("provisional: a game is open, or adjourned and counted as a draw (F11)")
    tied = [str(line.number) for line in standing.lines if line.lots_needed]
    if tied:
        notes.append(advice("equal in everything, lots decide (F12.5)", f": {', '.join(tied)}"))
    top = {"rounds": standing.rounds, "final": standing.final, "provisional": standing.provisional}
    at = next(i for i, column in enumerate(STANDING_COLUMNS) if column.key == "colours")
    added = [Column(f"tie_breaks.{name}", TIE_BREAK_HEADINGS[name], "right") for name in more]
    columns = (*STANDING_COLUMNS[:at], *added, *STANDING_COLUMNS[at:])
    return View(title, columns, rows, {**head, **top}, tuple(notes))


def cell_text(cell: Cell, numbers: Mapping[int, int]) -> str:
    """Return a round as a crosstable shows it: 12w1, 7b½, (5w)1R, bye, 0R."""
    if cell.opponent is None:
        if cell.kind in (CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS):
            return "1R" if cell.kind is CellKind.DEFAULT_WIN else "0R"
        return _KIND_MARKS[cell.kind]
    against = f"{numbers[cell.opponent]}{(cell.colour or '').lower()}"
    if cell.kind is CellKind.DEFAULT_WIN:
        return f"({against})1R"
    if cell.kind is CellKind.DEFAULT_LOSS:
        return f"({against})0R"
    if cell.kind is CellKind.OPEN:
        return f"{against}."
    mark = "a" if cell.kind is CellKind.ADJOURNED else halves_text(cell.halves)
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
        Column("opponent_text", "opponent", "right"),
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
        unplayed = not cell.played and cell.kind is not CellKind.OPEN
        row = cell_row(cell, table.numbers)
        colour = {"W": "white", "B": "black", None: ""}[cell.colour]
        row |= {
            "round": number_,
            "opponent_text": _bracketed(row["opponent"], unplayed),
            "opponent_name": "" if cell.opponent is None else name_of(cell.opponent),
            "colour_text": _bracketed(colour, unplayed),
            "result_text": _result_text(cell),
            "total": number(total),
            "colour_difference": difference,
            "preference": wanted,
            "opponent_ws": number(score[cell.opponent].ws_halves)
            if cell.opponent is not None and cell.played
            else None,
        }
        rows.append(row)
    notes = ("in brackets: the game was not played, so neither opponent nor colour counts (F3)",)
    return View(f"{head['number']} {name_of(player)}", columns, tuple(rows), head, notes)


def _bracketed(value: object, unplayed: bool) -> str:
    """Return what a card strikes out in brackets when the game was not played, "" for nothing."""
    if value in (None, ""):
        return ""
    return f"({value})" if unplayed else str(value)


def _result_text(cell: Cell) -> str:
    if cell.kind is CellKind.OPEN:
        return "."
    if cell.kind is CellKind.ADJOURNED:
        return "adjourned"
    if cell.played:
        return halves_text(cell.halves)
    value = f"{halves_text(cell.halves)}R"
    return (
        value
        if cell.kind in (CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS)
        else f"{value} ({cell.kind.value})"
    )


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
