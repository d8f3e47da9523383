"""The book that players and spectators see has no personal data."""

from __future__ import annotations

from desk.live.public_book import public_book
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.state.tournament import Tournament
from tests.helpers.hall import Hall

PRIVATE = {"birth": "2001-05-30", "fide_id": "1000001", "national_id": "7654321"}


def test_a_person_is_a_name_and_a_club_and_nothing_else() -> None:
    hall = Hall()
    hall.do("enter", name="Berg, J. van den", club="De Toren", rating=1800, **PRIVATE)
    public = public_book(hall.book)
    assert list(public.people.values()) == [{"name": "Berg, J. van den", "club": "De Toren"}]
    assert public.state is hall.state
    assert set(PRIVATE.values()) <= set(hall.book.people["p1"].values())


def test_a_person_who_asked_so_has_no_name() -> None:
    hall = Hall(1)
    hall.do("correct-person", player=1, nameless="yes")
    public = public_book(hall.book)
    assert public.people["p1"] == {}
    assert public.name(1) == "player 1"


def test_of_an_imported_file_the_header_is_left() -> None:
    lines = "012 Cup\n022 Breda\n102 Vries, A. de\n001    1 m    Berg, J.   1800 NED 1000001 2001"
    book = Book(Tournament(details="details"))
    book.people = {"file:1": {"lines": lines}, "details": {"city": "Breda", "phone": "06"}}
    public = public_book(book)
    assert public.people["file:1"] == {"lines": "022 Breda\n102 Vries, A. de"}
    assert details_of(public.state, public.people) == {"city": "Breda"}
