"""The overviews of a season that have a line a member: standings, score matrix, best external.

Keys are English and stable; titles, headings and notes are Dutch. An amount is exact under its key
("89/3") and rounded for display under the key with _shown ("29,67").
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from ledger.messages import do, run_on
from ledger.records import Record, Spread
from ledger.values import halves_text
from projections.season import words
from projections.season.tallies import Counted, tally
from projections.season.words import amount, sign_of
from projections.standings.keizer import KeizerLine, PointsSource
from projections.views import fields
from projections.views.view import Column, View

LEFT = "vertrokken"

STANDING_COLUMNS = (
    Column("rank", "Nr", "right"), Column("name_shown", "Naam"),
    Column("points_shown", "Punten", "right"), Column("value", "Wa", "right"),
    Column("played", "Gsp", "right"), Column("won", "Gw", "right"), Column("drawn", "Rm", "right"),
    Column("lost", "Vl", "right"), Column("colour_balance", "Kl", "right"),
    Column("absent", "Afb", "right"), Column("beyond_cap", "Nul", "right"),
    Column("no_opponent", "GT", "right"), Column("external", "EMt", "right"),
    Column("external_score_shown", "Esc", "right"),
)  # fmt: skip


class MemberKeys(Record):
    """A member."""

    rank: Annotated[int | None, "Place, null for one who left."]
    id: fields.PlayerNumber
    name: fields.PlayerName
    name_shown: Annotated[str, "The name as it is shown, marked when the member left."]
    left: Annotated[bool, "Whether the member left the season."]


def member_keys(counted: Counted, line: KeizerLine, gone: str = LEFT) -> MemberKeys:
    """Return the keys that a line about a member begins with; gone marks a name of one who left."""
    name = counted.book.name(line.player)
    left = line.rank is None
    shown = f"{name} ({gone})" if left else name
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


def _standing_row(counted: Counted, line: KeizerLine) -> SeasonStandingRow:
    of = tally(counted.items[line.player], counted.keys.kl)
    return SeasonStandingRow(
        member_keys(counted, line), member_total(counted, line), of.played, of.won, of.drawn,
        of.lost, of.colours, of.absent, of.beyond_cap, of.no_opponent, of.club_duty, of.external,
        str(Fraction(of.external_halves, 2)), halves_text(of.external_halves),
    )  # fmt: skip


def standing(counted: Counted, final: bool = False) -> View:
    """Return the standing of the season (Stand).

    A win or loss by default is among the games won or lost. Who left is last, without a place.

    Rule: mwkeizer 1.
    """
    what = f"{'Eindstand' if final else 'Stand'} {counted.what}"
    view = _standing_view(counted, "standing", what)
    if not final or counted.book.state.closed:
        return view
    notes = (*view.notes, run_on("het seizoen is nog niet beëindigd (", do("finish"), ")"))
    return replace(view, notes=notes)


def period_standing(counted: Counted) -> View:
    """Return the standing of a period (Periodestand), in the columns of the season's.

    Rule: mwkeizer 2.
    """
    what = f"Periodestand, {counted.what}"
    source = {
        "season": "waarden: die van de stand over het seizoen",
        "period": "waarden: die van de periodestand zelf",
    }[counted.keys.period_values]
    return _standing_view(counted, "period-standing", what, source)


def _standing_view(counted: Counted, overview: str, what: str, *more: str) -> View:
    rows = [_standing_row(counted, line) for line in counted.standing.lines]
    notes = [*more, *counted.notes()]
    duties = [f"{row.member.name} {row.club_duty}" for row in rows if row.club_duty]
    if duties:
        notes.append(f"clubdienst: {', '.join(duties)}")
    head = counted.head(overview)
    return View(counted.title(what), STANDING_COLUMNS, rows, head, tuple(notes), "nl")


def matrix(counted: Counted) -> View:
    """Return the score matrix (Scorematrix): members by members, in ranking order.

    A cell has every meeting of the two in round order: the result of the member of the row, and his
    colour (w, z). A game by default has no colour.

    Rule: mwkeizer 5.
    """
    lines = counted.standing.lines
    places = {line.player: str(line.rank or "") for line in lines}
    gone = [line.player for line in lines if line.rank is None]
    places |= {player: f"v{at}" for at, player in enumerate(gone, 1)}
    rows = [_matrix_row(counted, line, places) for line in lines]
    against = ((f"against.{counted.table.numbers[n.player]}", places[n.player]) for n in lines)
    columns = (
        Column("place", "Nr", "right"), Column("name_shown", "Naam"),
        *(Column(*one, "center") for one in against), Column("points_shown", "Punten", "right"),
    )  # fmt: skip
    notes = ["1w: met wit gewonnen. 0z: met zwart verloren. R: reglementair. afg.: afgebroken"]
    if gone:
        notes.append(f"v1, v2 ...: {LEFT}")
    title = counted.title(f"Scorematrix {counted.what}")
    notes += counted.notes()
    return View(title, columns, rows, counted.head("matrix"), tuple(notes), "nl")


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
    place: Annotated[str, "Place; v1, v2 ... for those who left."]
    against: Annotated[dict[str, str], "Number of an opponent to the cell: 1w ½z."]
    meetings: Annotated[list[Meeting], "Every meeting."]


def _matrix_row(counted: Counted, line: KeizerLine, places: dict[int, str]) -> MatrixRow:
    numbers = counted.table.numbers
    met: dict[int, list[PointsSource]] = {}
    for item in counted.items[line.player]:
        if item.opponent is not None:
            met.setdefault(item.opponent, []).append(item)
    there = [other for other in places if other in met]
    cells = {str(numbers[p]): " ".join(sign_of(item) for item in met[p]) for p in there}
    meetings = [
        Meeting(numbers[other], item.round, item.colour, item.what.value, str(item.share))
        for other in there
        for item in met[other]
    ]
    own = {str(numbers[line.player]): "×"}
    return MatrixRow(
        member_keys(counted, line), member_total(counted, line), places[line.player], cells | own,
        meetings,
    )  # fmt: skip


class BestExternalRow(Record):
    """A member with games for teams."""

    member: Spread[MemberKeys]
    place: Annotated[int, "Place; equals share it."]
    external: words.ExternalGames
    external_score: words.ExternalScore
    external_score_shown: words.ExternalScoreShown
    percentage: Annotated[str, "Percentage, exact."]
    percentage_shown: words.AmountShown


BEST_EXTERNAL_COLUMNS = (
    Column("place", "Nr", "right"), Column("name_shown", "Naam"),
    Column("external_score_shown", "Esc", "right"), Column("percentage_shown", "%", "right"),
    Column("external", "EMt", "right"),
)  # fmt: skip


def best_external(counted: Counted) -> View:
    """Return the best external results (Stand Mevr. Klijnbeker): score, percentage, fewer games.

    Only counted games are in it. Who is equal in all three shares a place, in ranking order.

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
        halves, percentage, games = -key(line)[0], -100 * key(line)[1], key(line)[2]
        rows.append(BestExternalRow(
            member_keys(counted, line), keys.index(key(line)) + 1, games, str(Fraction(halves, 2)),
            halves_text(halves), str(percentage), amount(percentage, 1),
        ))  # fmt: skip
    title = counted.title(f"Stand Mevr. Klijnbeker (beste externe resultaat), {counted.what}")
    head = counted.head("best-external")
    notes = ("volgorde: Esc, dan percentage, dan minder partijen", *counted.notes())
    return View(title, BEST_EXTERNAL_COLUMNS, rows, head, notes, "nl")
