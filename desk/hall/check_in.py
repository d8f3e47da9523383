"""The check-in list: everybody by name, and whether they are confirmed as here for a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from desk.handlers.hall.check_in import announced
from ledger.messages import message
from ledger.names import alphabetical
from ledger.records import Record, Spread
from ledger.state.book import Book
from ledger.state.tournament import Entrant
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.view import Column, View

CheckInState: TypeAlias = Literal["in", "not yet", "bye", "absent", "late", "withdrawn"]
"""Late: the player enters in a later round."""


class CheckInHead(Record):
    """Who is here for a round."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    in_: Annotated[int, "Players confirmed as here."]
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
    state: Annotated[CheckInState, "in, not yet, bye, absent, late (a later round), withdrawn."]
    position: Annotated[int | None, "Position of the check-in; null: not in."]
    from_round: Annotated[int, "First round the player can be paired in."]


COLUMNS = (
    Column("state", words="check-in"), Column("name"),
    Column("number", message("columns.number"), "right"), Column("club", spare=1, folded=True),
)  # fmt: skip


def check_in_view(book: Book, round_number: int | None = None, missing: bool = False) -> View:
    """Return everybody by name, for a round (None: the next); `missing`: only who is not yet in.

    In a round that is published already it tells how the check-in ended.
    """
    state = book.state
    number = round_number or state.next_round
    rows = [_row(book, entrant, number) for entrant in state.players.values()]
    rows.sort(key=lambda row: (alphabetical(row.name), row.number))
    counted = Counter(row.state for row in rows)
    top = CheckInHead(
        head(book), number, counted["in"], counted["not yet"], counted["absent"], counted["bye"],
        counted["late"], counted["withdrawn"],
    )  # fmt: skip
    notes = (message("hall.count-in", n=counted["not yet"], here=counted["in"], round=number),)
    shown: Sequence[CheckInRow] = rows
    if missing:
        shown = [row for row in rows if row.state == "not yet"]
    title = message("hall.check-in-title", name=state.name, round=number)
    return View(title, COLUMNS, shown, top, notes, empty=message("hall.everybody-in"))


def _row(book: Book, entrant: Entrant, number: int) -> CheckInRow:
    player, state = entrant.player, book.state
    confirmed = state.season.coming if announced(book) else state.hall.checked_in
    club = book.people.get(entrant.person, {}).get("club", "")
    position = confirmed.get((player, number))
    at = _state(entrant, number, position)
    return CheckInRow(
        book.name(player), state.label(player), club, at, position if at == "in" else None,
        entrant.from_round,
    )  # fmt: skip


def _state(entrant: Entrant, number: int, confirmed: int | None) -> CheckInState:
    if entrant.withdrawn_in(number):
        return "withdrawn"
    if entrant.from_round > number:
        return "late"
    if number in entrant.away:
        return "bye" if entrant.away[number] else "absent"
    return "not yet" if confirmed is None else "in"
