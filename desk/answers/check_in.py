"""The check-in list: everybody by name, and whether they are confirmed as here for a round."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from desk.handlers.hall.check_in import checked_in_at, comes_later
from ledger.messages import message
from ledger.names import alphabetical
from ledger.records import LeftOut, Record, Spread
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.tournament import Entrant
from ledger.zones import in_zone
from pairing.systems.draft import never_comes
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.columns import Column, Kind, columns_of
from projections.views.view import View

CheckInState: TypeAlias = Literal[
    "in", "after closing", "coming", "not yet", "bye", "absent", "late", "withdrawn"
]
"""After closing: in, but after the check-in was closed. Coming: not here yet, but they said that
they come later. Late: the player enters in a later round.
"""


class CheckInHead(Record):
    """Who is here for a round."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    closes: Annotated[str | None, "Time of day at which the check-in closes; null: none was set."]
    in_: Annotated[int, "Players confirmed as here."]
    after_closing: Annotated[int, "Those of them who were confirmed after it was closed."]
    coming: Annotated[int, "Players who are not here yet, and said that they come later."]
    not_yet: Annotated[int, "Players who are expected, and not confirmed yet."]
    absent: Annotated[int, "Players with an announced absence."]
    byes: Annotated[int, "Players who take a bye with points."]
    late: Annotated[int, "Players who enter in a later round."]
    withdrawn: Annotated[int, "Players who withdrew."]


class CheckInRow(Record):
    """A player."""

    name: fields.PlayerName
    number: fields.PlayerNumber
    club: Annotated[str, 'Club, "" where nobody said so.']
    state: Annotated[
        CheckInState,
        "in, after closing (in, but late), coming (comes later), not yet, bye, absent, late (a"
        " later round), withdrawn.",
        Kind(words="check-in"),
    ]
    position: Annotated[int | None, "Position of the check-in; null: none."]
    from_round: Annotated[int, "First round the player can be paired in."]
    paid: LeftOut[
        Annotated[Literal["yes", "no"] | None, "Whether they have paid; left out: nobody said so."]
    ]


COLUMNS = columns_of(CheckInRow, "state", "name", "number", "club", spare=("club",))


def checked_in(
    book: Book, round_number: int | None = None, missing: bool = False
) -> View | Refusal:
    """Return the list of `check_in_view`, or the refusal of a round that will not be played."""
    refusal = never_comes(book, round_number or book.state.next_round)
    return refusal or check_in_view(book, round_number, missing)


def check_in_view(book: Book, round_number: int | None = None, missing: bool = False) -> View:
    """Return everybody by name, for a round (None: the next); `missing`: only who is not yet in.

    In a round that is published already it tells how the check-in ended.
    """
    state = book.state
    number = round_number or state.next_round
    closing = closing_of(book, number)
    rows = [_row(book, entrant, number, closing) for entrant in state.players.values()]
    rows.sort(key=lambda row: (alphabetical(row.name), row.number))
    counted = Counter(row.state for row in rows)
    top = CheckInHead(
        at=head(book),
        round=number,
        closes=state.check_in_until.get(number),
        in_=counted["in"] + counted["after closing"],
        after_closing=counted["after closing"],
        coming=counted["coming"],
        not_yet=counted["not yet"],
        absent=counted["absent"],
        byes=counted["bye"],
        late=counted["late"],
        withdrawn=counted["withdrawn"],
    )
    notes = [message("hall.count-in", n=top.not_yet, here=top.in_, round=number)]
    if top.coming:
        notes.append(message("hall.count-coming", n=top.coming))
    if top.closes is not None:
        notes.append(message("hall.count-late", n=top.after_closing, time=top.closes))
    shown: Sequence[CheckInRow] = rows
    if missing:
        shown = [row for row in rows if row.state == "not yet"]
    title = message("hall.check-in-title", name=state.name, round=number)
    return View(title, COLUMNS, shown, top, tuple(notes), empty=message("hall.everybody-in"))


def closing_of(book: Book, number: int) -> dt.datetime | None:
    """Return when the check-in of a round closes, None where no time was set."""
    day = book.state.dates.get(number)
    until = book.state.check_in_until.get(number)
    if day is None or until is None:
        return None
    return in_zone(dt.datetime.combine(day, dt.time.fromisoformat(until)), book.zone)


def _row(book: Book, entrant: Entrant, number: int, closing: dt.datetime | None) -> CheckInRow:
    player = entrant.player
    club = book.people.get(entrant.person, {}).get("club", "")
    position = checked_in_at(book, player, number)
    at = _state(book, entrant, number, position, closing)
    confirmed = at in ("in", "after closing", "coming")
    return CheckInRow(
        name=book.name(player),
        number=book.state.label(player),
        club=club,
        state=at,
        position=position if confirmed else None,
        from_round=entrant.from_round,
        paid=None,
    )


def with_paid(book: Book, view: View, marks: Mapping[int, bool]) -> View:
    """Return the list with who has paid; as it is where nobody has a mark."""
    if not marks:
        return view
    of_number = {
        book.state.label(player): "yes" if paid else "no"
        for player, paid in marks.items()
        if player in book.state.players
    }
    rows = [replace(row, paid=of_number.get(row.number)) for row in view.rows]  # type: ignore[type-var, union-attr]
    paid = Column("paid", Kind(words="paid"), message("columns.paid"))
    unpaid = sum(paid == "no" for paid in of_number.values())
    note = message("hall.unpaid", n=unpaid)
    return replace(view, columns=(*view.columns, paid), rows=rows, notes=(*view.notes, note))


def _state(
    book: Book, entrant: Entrant, number: int, position: int | None, closing: dt.datetime | None
) -> CheckInState:
    if entrant.withdrawn_in(number):
        return "withdrawn"
    if entrant.from_round > number:
        return "late"
    if number in entrant.away:
        return "bye" if entrant.away[number] else "absent"
    if position is None:
        return "not yet"
    if comes_later(book, position):
        return "coming"
    return "after closing" if closing and book.recorded_at(position) > closing else "in"
