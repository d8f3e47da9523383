"""The overviews of a season that have a line a member: standings, score matrix, best external.

Keys are English and stable; titles, headings and notes are Dutch. An amount is exact under its key
("89/3") and rounded for display under the key with _shown ("29,67").
"""

from __future__ import annotations

from fractions import Fraction

from ledger.advice import advice, do
from ledger.values import halves_text
from projections.season.tallies import Counted, MemberTally, tally
from projections.season.words import amount, sign_of
from projections.standings.keizer import KeizerLine, PointsSource
from projections.views.view import Column, Row, View

LEFT = "vertrokken"

STANDING_COLUMNS = (
    Column("rank", "Nr", "right"),
    Column("name_shown", "Naam"),
    Column("points_shown", "Punten", "right"),
    Column("value", "Wa", "right"),
    Column("played", "Gsp", "right"),
    Column("won", "Gw", "right"),
    Column("drawn", "Rm", "right"),
    Column("lost", "Vl", "right"),
    Column("colour_balance", "Kl", "right"),
    Column("absent", "Afb", "right"),
    Column("beyond_cap", "Nul", "right"),
    Column("no_opponent", "GT", "right"),
    Column("external", "EMt", "right"),
    Column("external_score_shown", "Esc", "right"),
)


def member_row(counted: Counted, line: KeizerLine) -> Row:
    """Return the keys every line about a member begins with; rank is None for one who left."""
    name = counted.book.name(line.player)
    return {
        "rank": line.rank,
        "id": counted.table.numbers[line.player],
        "name": name,
        "name_shown": name if line.rank is not None else f"{name} ({LEFT})",
        "left": line.rank is None,
    }


def total_row(counted: Counted, line: KeizerLine) -> Row:
    """Return a member's total, exact and as it is shown, and his own value."""
    return {
        "points": str(line.total),
        "points_shown": amount(line.total, counted.keys.decimals),
        "value": line.value,
    }


def _tally_row(of: MemberTally) -> Row:
    return {
        "played": of.played,
        "won": of.won,
        "drawn": of.drawn,
        "lost": of.lost,
        "colour_balance": of.colours,
        "absent": of.absent,
        "beyond_cap": of.beyond_cap,
        "no_opponent": of.no_opponent,
        "club_duty": of.club_duty,
        "external": of.external,
        "external_score": str(Fraction(of.external_halves, 2)),
        "external_score_shown": halves_text(of.external_halves),
    }


def standing(counted: Counted, final: bool = False) -> View:
    """Return the standing of the season (Stand).

    A win or loss by default is among the games won or lost. Who left is last, without a place.

    Rule: mwkeizer 1.
    """
    what = f"{'Eindstand' if final else 'Stand'} {counted.what}"
    view = _standing_view(counted, "standing", what)
    if not final or counted.book.state.closed:
        return view
    notes = (*view.notes, advice("het seizoen is nog niet beëindigd (", do("finish"), ")"))
    return View(view.title, view.columns, view.rows, view.head, notes, "nl")


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
    tallies = {p: tally(row, counted.keys.kl) for p, row in counted.items.items()}
    rows = tuple(
        member_row(counted, line) | total_row(counted, line) | _tally_row(tallies[line.player])
        for line in counted.standing.lines
    )
    notes = [*more, *counted.notes()]
    duties = [row for row in rows if row["club_duty"]]
    if duties:
        listed = ", ".join(f"{row['name']} {row['club_duty']}" for row in duties)
        notes.append(f"clubdienst: {listed}")
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
    rows = tuple(_matrix_row(counted, line, places) for line in lines)
    columns = (
        Column("place", "Nr", "right"),
        Column("name_shown", "Naam"),
        *(
            Column(f"against.{counted.table.numbers[line.player]}", places[line.player], "center")
            for line in lines
        ),
        Column("points_shown", "Punten", "right"),
    )
    notes = ["1w: met wit gewonnen. 0z: met zwart verloren. R: reglementair. afg.: afgebroken"]
    if gone:
        notes.append(f"v1, v2 ...: {LEFT}")
    title = counted.title(f"Scorematrix {counted.what}")
    notes += counted.notes()
    return View(title, columns, rows, counted.head("matrix"), tuple(notes), "nl")


def _matrix_row(counted: Counted, line: KeizerLine, places: dict[int, str]) -> Row:
    numbers = counted.table.numbers
    met: dict[int, list[PointsSource]] = {}
    for item in counted.items[line.player]:
        if item.opponent is not None:
            met.setdefault(item.opponent, []).append(item)
    cells = {
        str(numbers[other]): " ".join(sign_of(item) for item in met[other])
        for other in places
        if other in met
    }
    meetings = [
        {
            "opponent": numbers[other],
            "round": item.round,
            "colour": item.colour,
            "kind": item.what.value,
            "share": str(item.share),
        }
        for other in places
        for item in met.get(other, ())
    ]
    own = {str(numbers[line.player]): "×"}
    return (
        member_row(counted, line)
        | total_row(counted, line)
        | {"place": places[line.player], "against": cells | own, "meetings": meetings}
    )


BEST_EXTERNAL_COLUMNS = (
    Column("place", "Nr", "right"),
    Column("name_shown", "Naam"),
    Column("external_score_shown", "Esc", "right"),
    Column("percentage_shown", "%", "right"),
    Column("external", "EMt", "right"),
)


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
    there.sort(key=key)
    keys = [key(line) for line in there]
    rows = []
    for line, mine in zip(there, keys, strict=True):
        percentage = -100 * mine[1]
        rows.append(
            member_row(counted, line)
            | {
                "place": keys.index(mine) + 1,
                "external": mine[2],
                "external_score": str(Fraction(-mine[0], 2)),
                "external_score_shown": halves_text(-mine[0]),
                "percentage": str(percentage),
                "percentage_shown": amount(percentage, 1),
            }
        )
    title = counted.title(f"Stand Mevr. Klijnbeker (beste externe resultaat), {counted.what}")
    head = counted.head("best-external")
    notes = ("volgorde: Esc, dan percentage, dan minder partijen", *counted.notes())
    return View(title, BEST_EXTERNAL_COLUMNS, tuple(rows), head, notes, "nl")
