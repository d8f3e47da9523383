"""People are found as their names are typed: order, accents, particles, half a name, a number."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from tempfile import mkdtemp

import pytest

from desk.lists.search import search
from desk.lists.shelf import Shelf
from tests.helpers.rating_lists import FIRST_NUMBER, dsb, fide_combined, knsb, people


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    folder = Path(mkdtemp(prefix="lists-"))
    shelf = Shelf(folder / "shelf")
    files = {
        "players_list.txt": fide_combined(people()).encode(),
        "KLASSIEK.csv": knsb(people()),
        "spieler.csv": dsb(people()[:3]),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
        shelf.load(folder / name, dt.datetime(2026, 11, 27))
    return shelf


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("abbink", "Abbink, Marlies"),
        ("marlies abbink", "Abbink, Marlies"),
        ("Abbink, Marlies", "Abbink, Marlies"),
        ("abb mar", "Abbink, Marlies"),
        ("ABB", "Abbink, Marlies"),
        ("çelik", "Celik, Deniz"),
        ("celik d", "Celik, Deniz"),
        ("müller", "Muller, Anne"),
        ("mueller, anne", "Muller, Anne"),
        ("berg oost", "van den Berg-Oost, Pieter"),
        ("van den berg", "van den Berg-Oost, Pieter"),
        ("vd berg", "van den Berg-Oost, Pieter"),
        ("v.d. berg-oost p", "van den Berg-Oost, Pieter"),
        ("van der berg oost", "van den Berg-Oost, Pieter"),
        ("hondt", "d'Hondt, Lucie"),
        ("d'hondt", "d'Hondt, Lucie"),
        ("dhondt", "d'Hondt, Lucie"),
        ("jan willem dekker", "Dekker, Jan Willem"),
        ("dekker j.w.", "Dekker, Jan Willem"),
        ("groen, a.", "Groen, A."),
    ],
)
def test_a_name_is_found_as_people_type_it(shelf: Shelf, typed: str, name: str) -> None:
    assert {found.first.name for found in search(shelf, typed)} == {name}


def test_of_several_people_of_a_name_the_highest_rated_comes_first(shelf: Shelf) -> None:
    found = search(shelf, "jansen kees")
    assert [(one.birth, one.first.standard) for one in found] == [(1987, 1999), (1950, 1650)]


def test_the_own_federation_comes_before_the_others(shelf: Shelf) -> None:
    everybody = [one.first.federation for one in search(shelf, "d", federation="BEL")]
    assert everybody[0] == "BEL"
    assert len(everybody) > 1


def test_a_number_is_fides_or_that_of_a_federation(shelf: Shelf) -> None:
    [by_fide] = search(shelf, str(FIRST_NUMBER))
    [by_knsb] = search(shelf, "7000001")
    assert by_fide == by_knsb
    assert (by_fide.fide_id, by_fide.national_id) == (FIRST_NUMBER, 7000001)
    assert search(shelf, "123") == ()


def test_a_person_of_several_lists_is_one_person_with_each_rating(shelf: Shelf) -> None:
    [found] = search(shelf, "abbink")
    assert [issue.name.key for issue, _ in found.entries] == [
        "fide",
        "knsb-standard",
        "dsb-standard",
    ]
    fide, national = found.rated("fide", "rapid"), found.rated("national", "standard")
    assert fide is not None
    assert national is not None
    assert (fide[1], national[1]) == (2011, 2080)


def test_a_name_without_a_year_of_birth_is_not_taken_for_the_same_person(shelf: Shelf) -> None:
    assert len(search(shelf, "groen")) == 2


@pytest.mark.parametrize("typed", ["", " ", "...", "-", '"', "'", "*", "AND", "a:b", "(", "0ned"])
def test_a_text_that_is_no_name_finds_nobody_and_breaks_nothing(shelf: Shelf, typed: str) -> None:
    assert isinstance(search(shelf, typed), tuple)


def test_no_more_people_are_found_than_are_asked_for(shelf: Shelf) -> None:
    assert len(search(shelf, "a", most=3)) == 3
