"""What the public sees: the organiser's choices, and how a player is shown."""

from __future__ import annotations

import datetime as dt

import pytest

from desk.live.public_book import public_book
from ledger.facts.records import PersonCorrected
from ledger.facts.website import WebsiteChosen
from ledger.state.website import USUAL, WebsiteChoices, initials, may_be_child, public_record
from projections.exports.pgn import name_in_pgn
from tests.helpers.hall import Hall

DAY = dt.date(2026, 11, 27)


def test_only_what_differs_from_the_usual_is_recorded_and_the_last_choices_count() -> None:
    hall = Hall()
    hall.do("website-choices", published="no", names="published", clubs="no", ratings="yes")
    assert hall.facts[-1] == WebsiteChosen(published=False, names="published", clubs=False)
    hall.do("website-choices", clubs="yes", archive_after=30)
    assert hall.facts[-1] == WebsiteChosen(published=False, names="published", archive_after=30)
    assert hall.state.website == WebsiteChoices(
        published=False, names="published", archive_after=30
    )
    hall.do("website-choices", published="yes", names="all", archive_after=0)
    assert hall.state.website == USUAL


def test_what_is_chosen_already_is_told_and_a_choice_is_taken_back() -> None:
    hall = Hall()
    assert hall.refused("website-choices", listed="yes").code == "nothing-to-change"
    hall.do("website-choices", address="https://club.example/open")
    assert hall.state.website.address == "https://club.example/open"
    hall.do("undo")
    assert hall.state.website == USUAL


def test_a_published_tournament_tells_of_how_many_no_birth_is_known() -> None:
    hall = Hall(2)
    hall.do("enter", name="Kind, Bo", birth="2015")
    (note,) = hall.notes("website-choices", address="https://club.example")
    assert "of 2 players no birth date is known" in note
    assert not hall.notes("website-choices", children="names")


def test_how_a_player_is_shown_is_a_record_and_holds_at_once() -> None:
    hall = Hall(1)
    hall.do("show-as", player=1, shown="initials")
    assert isinstance(hall.facts[-1], PersonCorrected)
    assert public_book(hall.book).name(1) == "P. A."
    assert hall.refused("show-as", player=1, shown="initials").code == "nothing-to-change"
    hall.do("show-as", player=1, shown="number")
    assert public_book(hall.book).name(1) == "player 1"
    hall.do("show-as", player=1, shown="usual")
    assert public_book(hall.book).name(1) == hall.book.name(1) == "Player A"
    hall.do("forget", player=1, confirm="1")
    assert hall.refused("show-as", player=1, shown="name").code == "person-forgotten"


def test_a_child_goes_by_initials_until_there_is_consent_for_it_or_for_all() -> None:
    hall = Hall()
    for number, birth in enumerate(("2012-03-04", "2001", "2010", None), 1):
        hall.do("enter", name=f"Berg, Jo{number}", club="De Toren", birth=birth)
    hall.do("schedule", round=1, date="2026-09-04")

    def names() -> list[str]:
        public = public_book(hall.book)
        return [public.name(player) for player in public.state.players]

    assert names() == ["J. B.", "Berg, Jo2", "J. B.", "Berg, Jo4"]
    assert name_in_pgn(hall.book, 1) == "J. B."
    hall.do("show-as", player=1, shown="name")
    assert names() == ["Berg, Jo1", "Berg, Jo2", "J. B.", "Berg, Jo4"]
    hall.do("website-choices", children="names")
    assert names() == [hall.book.name(player) for player in hall.state.players]
    hall.do("website-choices", names="none")
    assert names() == [f"player {player}" for player in hall.state.players]
    assert name_in_pgn(hall.book, 1) == "1"


@pytest.mark.parametrize(
    ("birth", "is_child"),
    [
        ("2010-11-27", False),
        ("2010-11-28", True),
        ("2010", True),
        ("2009", False),
        ("", False),
    ],
)
def test_a_child_is_who_may_be_below_16_on_the_first_day(birth: str, is_child: bool) -> None:
    assert may_be_child(birth, DAY) is is_child
    assert not may_be_child(birth, None)


def test_initials_are_of_the_whole_name_the_first_name_before_the_surname() -> None:
    assert initials("Berg, Jan van den") == "J. v. d. B."
    assert initials("Piet de Vries") == "P. d. V."
    assert initials("Hart, Jan 't") == "J. t. H."
    assert initials("'t Hart, Jan") == "J. t. H."
    assert initials("Groot (jr.), Anne-Marie") == "A. G. j."


def test_the_public_sees_of_a_record_what_the_choices_say() -> None:
    record = {
        "name": "Berg, J.",
        "club": "De Toren",
        "federation": "NED",
        "fide_id": "1000001",
        "national_id": "7654321",
        "birth": "2001-05-30",
        "sex": "m",
    }
    usual = {key: record[key] for key in ("name", "club", "federation", "fide_id")}
    assert public_record(record, USUAL, DAY) == usual
    bare = WebsiteChoices(names="published", ratings=False, clubs=False, birth_year=True)
    assert public_record(record, bare, DAY) == {"name": "Berg, J.", "birth": "2001"}
    young = record | {"birth": "2015"}
    shown = public_record(young, WebsiteChoices(birth_year=True), DAY)
    assert shown == {"name": "J. B.", "club": "De Toren", "federation": "NED"}
    assert public_record(record | {"nameless": "yes"}, bare, DAY) == {}
