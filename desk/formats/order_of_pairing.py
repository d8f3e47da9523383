"""The table that a round was paired from: its players in the order in which the engine takes them.

It is made of the question itself - the crosstable before the round as it was known then, and the
rulebook in force for the round - so that it cannot differ from what the engine had.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal

from ledger.messages import Sentence, message
from ledger.records import LeftOut, Record, Spread
from ledger.state.book import Book
from pairing.explain.question import Question
from pairing.norms.model import Contestant
from pairing.systems.registry import system_of
from projections.games.floats import Float, floats
from projections.standings.standing import standing
from projections.views.columns import PLACE, Column, columns_of
from projections.views.gone import gone
from projections.views.standings import (
    StandingRow,
    abbreviated,
    standings_view,
)
from projections.views.view import View, number

AROUND: Final = 5
"""How many lines above and below a player of the board are shown of a long table."""

SHORT: Final = 16
"""A table of so many lines is always shown as a whole."""


class PairedRow(Record):
    """A player in the order of pairing; those who were not paired in the round come last."""

    place: Annotated[
        int | None, "Place in the order of pairing, null: not paired in the round.", PLACE
    ]
    standing: Spread[StandingRow]
    rating: Annotated[int | None, "Rating that counted then, null: none."]
    pairing_points: Annotated[
        float | None, "Points with the virtual ones of the round, null: not paired in it."
    ]
    part: Annotated[
        LeftOut[Literal["S1", "S2"] | None],
        "Upper or lower half of the score group, where the system pairs halves.",
    ]
    floats: Annotated[
        LeftOut[str | None],
        "Floats of the last two rounds, the last one last: D down, U up, - none.",
    ]


_BEFORE = columns_of(PairedRow, "place", "id", "name")
_SPARE = ("decided_by", "colour_difference", "preference", "colours")
_COLOURS = columns_of(PairedRow, "colours", "colour_difference", "preference", spare=_SPARE)
_OF_SYSTEM: Final[Mapping[str, Column]] = {
    column.key: column
    for column in columns_of(
        PairedRow, "rating", "wp", "sb", "part", "floats", "decided_by", spare=_SPARE
    )
}


def order_of_pairing(book: Book, question: Question) -> View:
    """Return the table that a published round was paired from; `book` has the names.

    Rule: knsb-wp-2014 A4; knsb-rating-2014 A2; fide-dutch-2026 1.2.
    """
    columns = system_of(question.rules).order_columns
    table = question.table
    rules = question.rules
    ranked = standing(table, rules, question.last_round)
    lines = {line.player: line for line in ranked.lines}
    shown = standings_view(
        ranked, rules, name_of=book.name, title="", marks=gone(book.state, table.rounds)
    )
    row_of = {
        line.player: row
        for line, row in zip(ranked.lines, shown.rows, strict=True)
        if isinstance(row, StandingRow)
    }
    paired = {one.key: at for at, one in enumerate(question.contestants, 1)}
    points = {one.key: one.points_halves for one in question.contestants}
    halves = _halves(question.contestants) if "part" in columns else {}
    floated = _floats(question) if "floats" in columns else {}
    others = [player for player in lines if player not in paired]
    rows = [
        PairedRow(
            place=paired.get(player),
            standing=row_of[player],
            rating=table.ratings.get(player),
            pairing_points=number(points[player]) if player in points else None,
            part=halves.get(player),
            floats=floated.get(player),
        )
        for player in (*paired, *others)
        if player in lines
    ]
    virtual = [*columns_of(PairedRow, "pairing_points")]
    if all(points[player] == lines[player].score.points_halves for player in paired):
        virtual = []
    drawn = [*_BEFORE, *(_OF_SYSTEM[c] for c in columns if c == "rating")]
    drawn += [*columns_of(PairedRow, "points"), *virtual]
    drawn += [_OF_SYSTEM[c] for c in columns if c not in ("rating", "decided_by")]
    drawn += [*_COLOURS, *(_OF_SYSTEM[c] for c in columns if c == "decided_by")]
    notes = tuple(_notes(question, columns, shown.notes))
    return View("", abbreviated(drawn, rules), rows, notes=notes)


def _notes(
    question: Question, columns: Collection[str], of_standing: Sequence[Sentence]
) -> Iterator[Sentence]:
    """Yield by what the players are ordered, and what the columns are."""
    rules = question.rules
    system = system_of(question.rules)
    told = system.name if system.order_clause else "engine"
    yield message(f"audit.order.{told}", clause=rules.mark(system.order_clause))
    yield from (note for note in of_standing if "wp" in columns or not _explains_values(note))
    if "part" in columns:
        yield message("audit.halves")
    if "floats" in columns:
        yield message("audit.floats")


def _explains_values(note: Sentence) -> bool:
    return getattr(note, "key", "").startswith("standings.explained")


def _halves(contestants: Sequence[Contestant]) -> dict[int, Literal["S1", "S2"]]:
    """Return the half of the score group in which each player stands, before anybody floats."""
    groups: dict[int, list[int]] = {}
    for one in contestants:
        groups.setdefault(one.points_halves, []).append(one.key)
    return {
        player: "S1" if at < len(group) // 2 else "S2"
        for group in groups.values()
        if len(group) > 1
        for at, player in enumerate(group)
    }


def _floats(question: Question) -> dict[int, str]:
    """Return the floats of the last two rounds, by the readings of the system."""
    by_rating = floats(question.table, question.rules.rating)
    result: dict[int, str] = {}
    for one in question.contestants:
        last, before = getattr(one, "floats", by_rating.get(one.key, ("", "")))
        both: tuple[Float, Float] = (before, last)
        result[one.key] = "".join(each or "-" for each in both)
    return result


def around(view: View, numbers: Collection[int]) -> tuple[View, int]:
    """Return the lines around some players of a long table, and how many are left out."""
    rows = view.rows
    ids = [row["id"] for row in view.cells]
    at = [place for place, id_ in enumerate(ids) if id_ in numbers]
    if len(rows) <= SHORT or not at:
        return view, 0
    near = {near for place in at for near in range(place - AROUND, place + AROUND + 1)}
    kept = [row for place, row in enumerate(rows) if place in near]
    return replace(view, rows=kept), len(rows) - len(kept)
