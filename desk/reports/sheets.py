"""Sheets for the wall and the tables: the table of each, with its heading and foot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from desk.render.sheets import PrintedSheet, Slip
from desk.reports import verbs as reports
from ledger.messages import Message, Sentence, day_and_time, message
from ledger.names import alphabetical
from ledger.records import Record
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.details import days_of, details_of
from ledger.text_files import shortened
from projections.games.rounds import rounds_done
from projections.log.dossier import local
from projections.views import fields
from projections.views.pairings import RoundHead
from projections.views.status import PlayerRow
from projections.views.view import Column, View

KINDS: dict[str, tuple[str, bool]] = {
    "pairings": ("pairings", True), "by-name": ("pairings", True),
    "standing": ("standings", True), "crosstable": ("crosstable", True),
    "schedule": ("fixtures", False), "participants": ("players", False),
    "check-in": ("players", False), "slips": ("pairings", True), "prizes": ("prizes", False),
}  # fmt: skip
"""Each kind of sheet: the report that it is made of, and whether it shows a single round."""

OF_REPORT = {
    "pairings": "pairings", "standings": "standing", "crosstable": "crosstable",
    "fixtures": "schedule", "players": "participants", "prizes": "prizes",
}  # fmt: skip
"""The sheet that a report is printed as."""


def sheet(book: Book, kind: str, round_number: int | None = None) -> PrintedSheet | Refusal:
    """Return a sheet of one of KINDS; `round_number` is the round, None: the last."""
    report, _ = KINDS[kind]
    match report:
        case "pairings":
            view = reports.pairings(book, round_number, kind == "by-name")
        case "standings":
            view = reports.standings(book, round_number)
        case "crosstable":
            view = reports.crosstable(book, round_number)
        case _:
            view = getattr(reports, report)(book)
    return view if isinstance(view, Refusal) else of_view(book, kind, view, round_number)


def of_view(
    book: Book, kind: str, view: View, after: int | None = None, final: bool = False
) -> PrintedSheet:
    """Return the sheet of a kind that shows a view of a report."""
    state = book.state
    number = view.head.round if isinstance(view.head, RoundHead) else after
    if kind == "pairings" and view.columns[0].key == "name":
        kind = "by-name"
    if kind == "check-in":
        number = state.next_round
    elif kind == "crosstable" and number is None:
        number = len(state.rounds)
    elif number is None:
        number = rounds_done(book)
    title = message("sheets.final-standing" if final else f"sheets.{kind}", round=number)
    day = state.dates.get(number) if KINDS[kind][1] or kind == "check-in" else None
    when = day_and_time(day, state.times.get(number)) if day else ""
    shown = _shown(book, kind, view)
    return PrintedSheet(
        state.name, tuple(_about(book)), title, when, shown,
        _foot(book, title), tuple(_slips(view)) if kind == "slips" else (), number,
    )  # fmt: skip


def _shown(book: Book, kind: str, view: View) -> View:
    """Return a view for printing; the rest of its title after the name becomes the last note."""
    if kind == "participants":
        return replace(view, columns=PARTICIPANT_COLUMNS, rows=_people(book, view))
    if kind == "check-in":
        people = [one for one in _people(book, view) if one.expected]
        people.sort(key=lambda one: (alphabetical(one.name), one.id))
        return replace(view, columns=CHECK_IN_COLUMNS, rows=people)
    if kind == "slips":
        return replace(view, notes=(), scanned="")
    if kind == "standing":
        kept = tuple(column for column in view.columns if column.key not in _OF_THE_PAIRING)
        notes = tuple(note for note in view.notes if _key(note) != "standings.preferences")
        view = replace(view, columns=kept, notes=notes)
    said = kind in ("pairings", "by-name", "standing", "schedule")
    return replace(view, notes=(*view.notes, view.title)) if said else view


_OF_THE_PAIRING = frozenset(("colours", "colour_difference", "preference", "decided_by"))
"""Columns of a standing that matter for pairing only."""


def _key(note: Sentence) -> str:
    return note.key if isinstance(note, Message) else ""


def _about(book: Book) -> Iterator[Sentence]:
    """Yield the club, the place and the days of the tournament, as far as recorded."""
    details = details_of(book.state, book.people)
    yield from (details[field] for field in ("club", "city") if field in details)
    first, last = days_of(book.state, book.people)
    if first and last and first != last:
        yield message("sheets.days", first=first, last=last)
    elif day := first or last:
        yield day_and_time(day, None)


def _foot(book: Book, title: Sentence) -> Sentence:
    """Return the foot of each page, which tells where a loose page belongs."""
    return message("sheets.foot", name=shortened(book.state.name), title=title, known=_known(book))


def _known(book: Book) -> Sentence:
    """Return the last fact and when it was recorded; "" before the first one."""
    if not book.recorded:
        return ""
    stamp = book.recorded[-1].stamp
    return message(
        "sheets.known", position=stamp.position, moment=local(stamp.recorded_at, book.zone)
    )


def _slips(view: View) -> Iterator[Slip]:
    for row in view.cells:
        white, black = (f"{row[side]} {row[f'{side}_name']}" for side in ("white", "black"))
        yield Slip(int(str(row["board"])), white, black)


class Participant(Record):
    """A player on the list of participants, or on the check-in list."""

    id: fields.PlayerNumber
    name: fields.PlayerName
    club: Annotated[str, 'Club, "" where nobody said so.']
    rating: fields.PlayerRating
    title: fields.PlayerTitle
    state: Annotated[Sentence, "What is announced for the player, in words."]
    expected: Annotated[bool, "Whether the player did not withdraw."]


PARTICIPANT_COLUMNS = (
    Column("id", message("columns.number"), "right"), Column("title"), Column("name"),
    Column("club"), Column("rating", align="right"),
)  # fmt: skip
CHECK_IN_COLUMNS = (
    Column("box", "", "center"), Column("name"), Column("id", message("columns.number"), "right"),
    Column("club"), Column("rating", align="right"), Column("state"),
)  # fmt: skip


def _people(book: Book, view: View) -> list[Participant]:
    state, people = book.state, []
    for row in view.rows:
        assert isinstance(row, PlayerRow)
        entrant = state.players[row.entry]
        club = book.people.get(entrant.person, {}).get("club", "")
        expected = not entrant.withdrawn_in(state.next_round)
        people.append(
            Participant(row.id, row.name, club, row.rating, row.title, row.state, expected)
        )
    return people


def index_lines(book: Book) -> list[Sentence]:
    """Return the subtitle of a season's website: place, days, moment."""
    number = rounds_done(book)
    lines = [*_about(book), message("sheets.standing", round=number)]
    if day := book.state.dates.get(number):
        lines.append(day_and_time(day, book.state.times.get(number)))
    lines.append(_known(book))
    return lines
