"""A standing for display, line by line, and its control totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from ledger.messages import ByFide, Sentence, do, message, run_on
from ledger.records import LeftOut, Record, Spread
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import LOTS, MUTUAL_RESULT, NUMBER
from projections.games.rounds import TournamentAt
from projections.standings.control_totals import ControlTotal
from projections.standings.standing import OF_SCORE, Standing, StandingLine
from projections.views import fields
from projections.views.columns import AMOUNT, Column, columns_of
from projections.views.forecasts import ForecastOfLine
from projections.views.gone import GoneMark
from projections.views.view import NameOf, View, exact_number, number


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
        rank=line.rank,
        id=line.number,
        points=number(line.score.points_halves),
        ws=number(line.score.ws_halves),
        wp=number(line.score.wp_halves),
        sb=number(line.score.sb_quarters, 4),
        colours=line.colours,
        colour_difference=line.colour_difference,
        preference=line.preference,
    )


TieBreakValues = Annotated[
    LeftOut[dict[str, float | None] | None], "All, where there are others than WP and SB."
]


class StandingRow(Record):
    """A player in a standing."""

    line: Spread[RankedLine]
    name: fields.PlayerName
    decided_by: fields.DecidedBy
    lots_needed: Annotated[bool, "Equal in everything; lots are still to be drawn (F12)."]
    tie_breaks: TieBreakValues
    gone: Annotated[
        LeftOut[GoneMark | Literal[""] | None], "Where somebody left: why, empty for those in it."
    ]
    forecast: ForecastOfLine = None


class StandingHead(Record):
    """A standing, best first."""

    at: Spread[TournamentAt]
    rules: fields.RulebookId
    rounds: fields.RoundsCounted
    final: Annotated[bool, "Whether this is the final ranking (F12)."]
    provisional: fields.Provisional


STANDING_COLUMNS = columns_of(
    StandingRow,
    "rank",
    "id",
    "name",
    "points",
    "wp",
    "sb",
    "colours",
    "colour_difference",
    "preference",
    "decided_by",
    spare=("decided_by", "colour_difference", "preference", "colours"),
)

WITHOUT_COLUMN = (MUTUAL_RESULT, NUMBER, LOTS)
"""What is no column of a standing."""


def standings_view(
    standing: Standing,
    rules: Rulebook,
    *,
    name_of: NameOf,
    title: Sentence,
    marks: Mapping[int, GoneMark] | None = None,
    shares: bool = False,
) -> View:
    """Return a standing with names; decided_by is the key that separates a line from the one above.

    Tie-breaks that the rulebook declares beside WP and SB have a column each; for programs they
    are, with WP and SB, under tie_breaks. A note names the lots that are still to be drawn, or who
    share their places (`shares`). Notes cite clauses of `rules`. `marks` are those of the players
    who are not in it any more.
    """
    rows = [
        StandingRow(
            line=ranked_line(line),
            name=name_of(line.player),
            decided_by=line.decided_by,
            lots_needed=line.lots_needed,
            tie_breaks=tie_breaks_of(line),
            gone=marks.get(line.player, "") if marks else None,
        )
        for line in standing.lines
    ]
    notes: list[Sentence] = []
    if standing.provisional:
        notes.append(message("standings.provisional", mark=rules.mark("F11", "GHR3.1")))
    tied = [str(line.number) for line in standing.lines if line.lots_needed]
    if tied and shares:
        draw = do("finish", draw=True)
        notes.append(message("final-lots.share", who=", ".join(tied), draw=draw))
    elif tied:
        notes.append(message("standings.lots", mark=rules.mark("F12.5"), who=", ".join(tied)))
    explained = "standings.explained-by-fide" if rules.uses_fide_names else "standings.explained"
    notes += [message(explained), message("standings.preferences")]
    columns = in_order_of_deciding(STANDING_COLUMNS, standing)
    return View(title, abbreviated(columns, rules), rows, notes=tuple(notes))


def tie_breaks_of(line: StandingLine) -> dict[str, float | None] | None:
    """Return the values of the declared tie-breaks, None where only WP and SB are declared."""
    if not any(name not in OF_SCORE for name, _ in line.tie_breaks):
        return None
    return {n: v if v is None else exact_number(v) for n, v in line.tie_breaks}


def name_of_key(key: str, rules: Rulebook) -> Sentence:
    """Return the words for what separates two lines, FIDE's where the rules are FIDE's."""
    return message(f"cells.{'fide-key' if rules.uses_fide_names else 'key'}.{key}")


def by_names_of(rules: Rulebook, key: str | None) -> str | None:
    """Return a key for a cell of the words "key", which has FIDE's where the rules are FIDE's."""
    return ByFide(key) if key is not None and rules.uses_fide_names else key


def abbreviated(columns: Sequence[Column], rules: Rulebook) -> tuple[Column, ...]:
    """Return columns with the abbreviations of FIDE for tie-breaks, where the rules are FIDE's."""
    if not rules.uses_fide_names:
        return tuple(columns)
    return tuple(
        replace(column, heading=message("columns.fide-opponent-score"))
        if column.key == "opponent_ws"
        else replace(column, heading=message(f"columns.fide.{name}"))
        if (name := column.key.removeprefix("tie_breaks.")) != column.key or name in OF_SCORE
        else replace(column, kind=replace(column.kind, words="fide-key"))
        if column.key == "decided_by"
        else column
        for column in columns
    )


def in_order_of_deciding(columns: Sequence[Column], standing: Standing) -> tuple[Column, ...]:
    """Return columns, of which WP and SB are two, with the tie-breaks in the order that decides.

    Those that the rulebook declares beside WP and SB get a column; without any the columns stay.
    """
    line = standing.lines[0] if standing.lines else None
    if line is None or tie_breaks_of(line) is None:
        return tuple(columns)
    own = {column.key: column for column in columns if column.key in OF_SCORE}
    order: list[str] = [name for name, _ in line.tie_breaks]
    order += [name for name in own if name not in order]
    ranked = [own.get(n) or Column(f"tie_breaks.{n}", AMOUNT, spare=5) for n in order]
    at = min(place for place, column in enumerate(columns) if column.key in own)
    others = [column for column in columns if column.key not in own]
    return (*others[:at], *ranked, *others[at:])


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


def totals_note(totals: tuple[ControlTotal, ...]) -> Sentence:
    """Return the control totals in one line for people, "" when none apply."""
    if not totals:
        return ""
    agree = all(total.agrees for total in totals)
    return message(
        "standings.totals.agree" if agree else "standings.totals.differ",
        totals=run_on(*map(_total, totals), between=", "),
    )


def _total(total: ControlTotal) -> Sentence:
    name = message("standings.points") if total.name == "points" else total.name
    sum_ = str(number(total.found_halves))
    if total.agrees:
        return run_on(name, sum_, between=" ")
    expected = str(number(total.expected_halves))
    return message("standings.total-differs", name=name, found=sum_, expected=expected)


class PrizesAt(Record):
    """How prizes are divided, what was announced, and whether they were awarded."""

    method: fields.PrizeMethodName
    declared_cents: fields.CentsByRank
    announced_cents: Annotated[int, "The money of all prizes as announced."]
    paid_cents: Annotated[int, "The money of the prizes that somebody gets."]
    awarded_at: Annotated[int | None, "Fact by which they were awarded; null: a preview."]
    differs: Annotated[bool, "Whether the standing of now would give other prizes than awarded."]


class PrizesHead(Record):
    """Who gets which prize."""

    at: Spread[TournamentAt]
    prizes: Spread[PrizesAt]


class PrizeOfPlayer(Record):
    """A prize that somebody gets."""

    category: fields.PrizeCategory
    place: Annotated[int, "Place among the prizes of the category, from 1."]
    equal_with: fields.EqualWith
    cents: fields.PrizeCents
    goods: Annotated[str, 'Goods, "" for none.']
    value_cents: Annotated[int, "What the goods are worth in comparing, in cents."]
    place_cents: Annotated[
        int | None, "What the main prizes would give beside those who have one; null: it is one."
    ]
    now_cents: Annotated[int | None, "What those have who are at that place now."]
    prize: fields.PrizeText
    handed_out: Annotated[
        Literal["cash", "bank", "not_collected"] | None, "How it was handed out; null: not yet."
    ]
    why: fields.PrizeWhy


class PrizeRow(Record):
    """A player with a prize."""

    rank: fields.Rank
    number: fields.PlayerNumber
    name: fields.PlayerName
    points: fields.PlayerPoints
    given: Spread[PrizeOfPlayer]
