"""A standing as it is shown, line by line, and its control totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from ledger.messages import Sentence, run_on
from ledger.records import LeftOut, Record, Spread
from ledger.rulebooks.rulebook import TieBreak
from projections.games.rounds import TournamentAt
from projections.standings.control_totals import ControlTotal
from projections.standings.standing import Standing, StandingLine
from projections.views import fields
from projections.views.view import Column, NameOf, View, exact_number, number


class RankedLine(Record):
    """A line of a classification (A4)."""

    rank: fields.Rank
    id: fields.PlayerNumber
    points: fields.PlayerPoints
    ws: fields.WsPoints
    wp: fields.WpPoints
    sb: fields.SbPoints
    colours: fields.ColourLetters
    colour_difference: fields.ColourDifference
    preference: fields.ColourPreference


def ranked_line(line: StandingLine) -> RankedLine:
    """Return a line for programs.

    Rule: knsb-wp-2014 A4; knsb-wp-2014 F12.
    """
    return RankedLine(
        line.rank, line.number, number(line.score.points_halves), number(line.score.ws_halves),
        number(line.score.wp_halves), number(line.score.sb_quarters, 4), line.colours,
        line.colour_difference, line.preference,
    )  # fmt: skip


class StandingRow(Record):
    """A player in a standing."""

    line: Spread[RankedLine]
    name: fields.PlayerName
    decided_by: fields.DecidedBy
    lots_needed: Annotated[bool, "Equal in everything; lots are still to be drawn (F12)."]
    tie_breaks: Annotated[
        LeftOut[dict[str, float | None] | None], "All, where there are others than WP and SB."
    ]


class StandingHead(Record):
    """A standing, best first."""

    at: Spread[TournamentAt]
    rules: fields.RulebookId
    rounds: fields.RoundsCounted
    final: Annotated[bool, "Whether this is the final ranking (F12)."]
    provisional: fields.Provisional


STANDING_COLUMNS = (
    Column("rank", "#", "right"), Column("id", "no", "right"), Column("name", "name"),
    Column("points", "points", "right"), Column("wp", "WP", "right"), Column("sb", "SB", "right"),
    Column("colours", "colours"), Column("colour_difference", "diff", "right"),
    Column("preference", "pref"), Column("decided_by", "decided by"),
)  # fmt: skip

TIE_BREAK_HEADINGS: Mapping[TieBreak, str] = {
    "direct_encounter": "DE", "buchholz_cut1": "WP-1", "buchholz_cut2": "WP-2",
    "buchholz_median1": "WP±1", "buchholz_median2": "WP±2", "sb_cut1": "SB-1",
    "progressive": "progr", "progressive_cut1": "progr-1", "wins_over_the_board": "won",
    "wins": "wins", "games_with_black": "black", "black_wins": "won bl", "koya": "Koya",
    "average_rating": "avg rtg", "average_rating_cut1": "avg rtg-1", "performance": "TPR",
}  # fmt: skip
"""Short headings of the tie-breaks that a standing shows only where the rulebook declares them."""


def standings_view(standing: Standing, name_of: NameOf, title: Sentence) -> View:
    """Return a standing with names; decided_by is the key that separates a line from the one above.

    Tie-breaks that the rulebook declares beside WP and SB have a column each; for programs they
    are, with WP and SB, under tie_breaks. Lots that are not drawn yet are said in a note.
    """
    declared = standing.lines[0].tie_breaks if standing.lines else ()
    more = [name for name, _ in declared if name in TIE_BREAK_HEADINGS]
    rows = [
        StandingRow(
            ranked_line(line), name_of(line.player), line.decided_by, line.lots_needed,
            {n: v if v is None else exact_number(v) for n, v in line.tie_breaks} if more else None,
        )
        for line in standing.lines
    ]  # fmt: skip
    notes: list[Sentence] = []
    if standing.provisional:
        notes.append("provisional: a game is open, or adjourned and counted as a draw (F11)")
    tied = [str(line.number) for line in standing.lines if line.lots_needed]
    if tied:
        notes.append(run_on("equal in everything, lots decide (F12.5)", f": {', '.join(tied)}"))
    at = next(i for i, column in enumerate(STANDING_COLUMNS) if column.key == "colours")
    added = [Column(f"tie_breaks.{name}", TIE_BREAK_HEADINGS[name], "right") for name in more]
    columns = (*STANDING_COLUMNS[:at], *added, *STANDING_COLUMNS[at:])
    return View(title, columns, rows, notes=tuple(notes))


class TotalRow(Record):
    """A control total (F8)."""

    name: Annotated[str, "points, WS or WP."]
    formula: Annotated[str, "The formula of the rules."]
    expected: Annotated[float, "What the formula gives."]
    found: Annotated[float, "What the standing adds up to."]
    agrees: Annotated[bool, "Whether these are the same."]


def totals_rows(totals: tuple[ControlTotal, ...]) -> list[TotalRow]:
    """Return the control totals for programs.

    Rule: knsb-wp-2014 F8.
    """
    return [
        TotalRow(t.name, t.formula, number(t.expected_halves), number(t.found_halves), t.agrees)
        for t in totals
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
