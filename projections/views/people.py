"""People: what is known of a player as notes of a card, and what of it the public sees.

One place says how somebody is shown on public pages: the website, the wall, and broadcasts ask it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from ledger.messages import Sentence, message
from ledger.state.book import Book
from ledger.state.details import first_known_day
from ledger.state.website import ASKED, Shown, public_record, shown_as


def personal(record: Mapping[str, str]) -> list[Sentence]:
    """Return what stands in a player's record beside the name, a note for each field."""
    return [
        message(f"person.shown.{ASKED[value]}")
        if key == "nameless" and value in ASKED
        else message(f"person.{key.replace('_', '-')}", value=value)
        for key, value in record.items()
    ]


def first_day_of(book: Book) -> dt.date | None:
    """Return the first day of a tournament as far as it is known, else that of its first fact."""
    if day := first_known_day(book.state, book.people):
        return day
    return book.recorded[0].stamp.recorded_at.date() if book.recorded else None


def way_of(book: Book, player: int) -> Shown:
    """Return how the public sees a player: by name, by initials, or by number."""
    return shown_as(_record(book, player), book.state.website, first_day_of(book))


def ways_of(book: Book) -> dict[int, Shown]:
    """Return how the public sees each player; one of whom no name is known goes by number."""
    day = first_day_of(book)
    records = {player: _record(book, player) for player in book.state.players}
    return {
        player: shown_as(record, book.state.website, day) if record.get("name") else "number"
        for player, record in records.items()
    }


def public_person(book: Book, player: int) -> dict[str, str]:
    """Return what the public sees of a player; nothing of one who goes by number."""
    return public_record(_record(book, player), book.state.website, first_day_of(book))


def _record(book: Book, player: int) -> Mapping[str, str]:
    entrant = book.state.players.get(player) or book.state.former[player]
    return book.people.get(entrant.person, {})


def public_people(book: Book) -> dict[str, Mapping[str, str]]:
    """Return what the public sees of everybody who has a record, by its key.

    A book with these records calls somebody who goes by number "player 7".
    """
    day = first_day_of(book)
    entered = (*book.state.players.values(), *book.state.former.values())
    return {
        one.person: public_record(book.people[one.person], book.state.website, day)
        for one in entered
        if one.person in book.people
    }
