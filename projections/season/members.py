"""The overviews of a season with a line a member: standings, score matrix, best external.

An amount is exact under its key ("89/3") and rounded for display under the key with _shown (29.67).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from ledger.messages import Sentence, do, message, run_on
from ledger.records import Record, Spread
from ledger.values import halves_text
from projections.season import words
from projections.season.tallies import Counted, tally
from projections.season.words import amount, overview_of, sign_of
from projections.standings.keizer import KeizerLine, PointsSource
from projections.views import fields
from projections.views.columns import AMOUNT, NAME, PLACE, Column, Kind
from projections.views.forecasts import ForecastOfLine
from projections.views.view import View


class MemberKeys(Record):
    """A member."""

    rank: Annotated[int | None, "Place, null for one who left.", PLACE]
    id: fields.PlayerNumber
    name: fields.PlayerName
    name_shown: Annotated[Sentence, "The name as it is shown, marked when the member left.", NAME]
    left: Annotated[bool, "Whether the member left the season."]


def member_keys(counted: Counted, line: KeizerLine) -> MemberKeys:
    """Return the first keys of a line about a member."""
    name = counted.book.name(line.player)
    left = line.rank is None
    shown = message("season.left", name=name) if left else name
    return MemberKeys(line.rank, counted.table.numbers[line.player], name, shown, left)


class MemberTotal(Record):
    """A member's total, exact and as it is shown, and the own value."""

    points: words.ExactAmount
    points_shown: words.AmountShown
    value: Annotated[int, "Own value (Wa)."]


def member_total(counted: Counted, line: KeizerLine) -> MemberTotal:
    """Return a member's total and own value."""
    shown = amount(line.total, counted.keys.decimals)
    return MemberTotal(str(line.total), shown, line.value)


class SeasonStandingRow(Record):
    """A member in a standing."""

    member: Spread[MemberKeys]
    total: Spread[MemberTotal]
    played: Annotated[int, "Games that count (Gsp): won, drawn, lost and external."]
    won: Annotated[int, "Games won against members (Gw), by default too."]
    drawn: Annotated[int, "Games drawn (Rm)."]
    lost: Annotated[int, "Games lost (Vl), by default too."]
    colour_balance: Annotated[int, "Whites minus blacks (Kl)."]
    absent: Annotated[int, "Absences within the maximum (Afb)."]
    beyond_cap: Annotated[int, "Absences beyond it (Nul)."]
    no_opponent: Annotated[int, "Rounds without opponent (GT)."]
    club_duty: Annotated[int, "Rounds of club duty."]
    external: words.ExternalGames
    external_score: words.ExternalScore
    external_score_shown: words.ExternalScoreShown
    forecast: ForecastOfLine = None


STANDING_COLUMNS = overview_of(
    SeasonStandingRow,
    "rank",
    "name_shown",
    "points_shown",
    "value",
    "played",
    "won",
    "drawn",
    "lost",
    "colour_balance",
    "absent",
    "beyond_cap",
    "no_opponent",
    "external",
    "external_score_shown",
    spare=(
        "external_score_shown",
        "external",
        "no_opponent",
        "beyond_cap",
        "absent",
        "colour_balance",
    ),
)


def _standing_row(counted: Counted, line: KeizerLine) -> SeasonStandingRow:
    of = tally(counted.items[line.player], counted.keys.kl)
    return SeasonStandingRow(
        member=member_keys(counted, line),
        total=member_total(counted, line),
        played=of.played,
        won=of.won,
        drawn=of.drawn,
        lost=of.lost,
        colour_balance=of.colours,
        absent=of.absent,
        beyond_cap=of.beyond_cap,
        no_opponent=of.no_opponent,
        club_duty=of.club_duty,
        external=of.external,
        external_score=str(Fraction(of.external_halves, 2)),
        external_score_shown=halves_text(of.external_halves),
    )


def standing(counted: Counted, final: bool = False) -> View:
    """Return the standing of the season (Stand); when the season has ended, its final one.

    `final` asks for the final one before that, which says that the season is not finished. A win
    or loss by default is among the games won or lost. Members who left are last, without a place.

    Rule: mwkeizer 1.
    """
    state = counted.book.state
    if state.closed and counted.after == len(state.rounds):
        return _standing_view(counted, "standing", message("season.final-standing"))
    key = "season.final-standing-so-far" if final else "season.standing"
    view = _standing_view(counted, "standing", message(key, what=counted.what))
    if not final or state.closed:
        return view
    return replace(view, notes=(*view.notes, not_finished()))


def not_finished() -> Sentence:
    """Return the note under a final ranking of a season that is not finished."""
    return message("season.not-finished", command=do("finish"))


def period_standing(counted: Counted) -> View:
    """Return the standing of a period (Periodestand), in the columns of the season's.

    Rule: mwkeizer 2.
    """
    what = message("season.period-standing", what=counted.what)
    source = message(f"season.values-of-{counted.keys.period_values}")
    return _standing_view(counted, "period-standing", what, source)


def _standing_view(counted: Counted, overview: str, what: Sentence, *more: Sentence) -> View:
    rows = [_standing_row(counted, line) for line in counted.standing.lines]
    notes = [message("season.legend"), *more, *counted.notes()]
    duties = [f"{row.member.name} {row.club_duty}" for row in rows if row.club_duty]
    if duties:
        notes.append(message("season.club-duties", members=", ".join(duties)))
    head = counted.head(overview)
    return View(counted.title(what), STANDING_COLUMNS, rows, head, tuple(notes), for_members=True)


def matrix(counted: Counted) -> View:
    """Return the score matrix (Scorematrix): members by members, in ranking order.

    A cell has every meeting of the two in round order: the result of the member of the row, and
    their colour (w, b). A game by default has no colour.

    Rule: mwkeizer 5.
    """
    lines = counted.standing.lines
    places: dict[int, Sentence] = {line.player: str(line.rank or "") for line in lines}
    gone = [line.player for line in lines if line.rank is None]
    places |= {player: message("season.left-place", at=at) for at, player in enumerate(gone, 1)}
    rows = [_matrix_row(counted, line, places) for line in lines]
    against = ((f"against.{counted.table.numbers[n.player]}", places[n.player]) for n in lines)
    columns = (
        *overview_of(MatrixRow, "place", "name_shown"),
        *(Column(key, Kind("center", at), in_blocks=True) for key, at in against),
        *overview_of(MatrixRow, "points_shown"),
    )
    notes = [message("season.signs")]
    if gone:
        notes.append(message("season.left-places"))
    title = counted.title(message("season.matrix", what=counted.what))
    notes += counted.notes()
    return View(title, columns, rows, counted.head("matrix"), tuple(notes), for_members=True)


class Meeting(Record):
    """A game of two members."""

    opponent: fields.PlayerNumber
    round: fields.NumberOfRound
    colour: fields.ColourPlayed
    kind: words.KindInSeason
    share: words.ShareOfValue


class MatrixRow(Record):
    """A member in the score matrix."""

    member: Spread[MemberKeys]
    total: Spread[MemberTotal]
    place: Annotated[Sentence, "Place; for those who left L1, L2 ...", AMOUNT]
    against: Annotated[dict[str, Sentence], "Number of an opponent to the cell: 1w ½b."]
    meetings: Annotated[list[Meeting], "Every meeting."]


def _matrix_row(counted: Counted, line: KeizerLine, places: dict[int, Sentence]) -> MatrixRow:
    numbers = counted.table.numbers
    met: dict[int, list[PointsSource]] = {}
    for item in counted.items[line.player]:
        if item.opponent is not None:
            met.setdefault(item.opponent, []).append(item)
    there = [other for other in places if other in met]
    cells = {str(numbers[p]): run_on(*map(sign_of, met[p]), between=" ") for p in there}
    meetings = [
        Meeting(numbers[other], item.round, item.colour, item.what.value, str(item.share))
        for other in there
        for item in met[other]
    ]
    own: dict[str, Sentence] = {str(numbers[line.player]): "×"}
    return MatrixRow(
        member_keys(counted, line),
        member_total(counted, line),
        places[line.player],
        cells | own,
        meetings,
    )


class BestExternalRow(Record):
    """A member with games for teams."""

    member: Spread[MemberKeys]
    place: Annotated[int, "Place; equals share it."]
    external: words.ExternalGames
    external_score: words.ExternalScore
    external_score_shown: words.ExternalScoreShown
    percentage: Annotated[str, "Percentage, exact."]
    percentage_shown: words.AmountShown


BEST_EXTERNAL_COLUMNS = overview_of(
    BestExternalRow, "place", "name_shown", "external_score_shown", "percentage_shown", "external"
)


def best_external(counted: Counted) -> View:
    """Return the best external results (Stand Mevr. Klijnbeker): score, percentage, fewer games.

    Only counted games are included. Members equal in all three share a place, in ranking order.

    Rule: mwkeizer 7.
    """
    tallies = {p: tally(row, counted.keys.kl) for p, row in counted.items.items()}

    def key(line: KeizerLine) -> tuple[int, Fraction, int]:
        of = tallies[line.player]
        return -of.external_halves, -Fraction(of.external_halves, 2 * of.external), of.external

    there = [line for line in counted.standing.lines if tallies[line.player].external]
    keys = sorted(key(line) for line in there)
    rows = []
    for line in sorted(there, key=key):
        halves = -key(line)[0]
        percentage = -100 * key(line)[1]
        games = key(line)[2]
        rows.append(
            BestExternalRow(
                member=member_keys(counted, line),
                place=keys.index(key(line)) + 1,
                external=games,
                external_score=str(Fraction(halves, 2)),
                external_score_shown=halves_text(halves),
                percentage=str(percentage),
                percentage_shown=amount(percentage, 1),
            )
        )
    title = counted.title(message("season.best-external", what=counted.what))
    head = counted.head("best-external")
    notes = (message("season.best-external-order"), *counted.notes())
    return View(title, BEST_EXTERNAL_COLUMNS, rows, head, notes, for_members=True)
