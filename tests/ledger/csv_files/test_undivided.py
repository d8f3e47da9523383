"""A row that cannot be divided into fields is explained in the language of the reader."""

from __future__ import annotations

import csv

import pytest

from ledger.csv_files.people import PeopleRefused, read_people
from ledger.csv_files.undivided import why_undivided
from tests.helpers.words import words

LONG = "x" * (csv.field_size_limit() + 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('naam;rating\n"Jan"x;1500\n', "Achter het aanhalingsteken"),
        ('naam;rating\n"Jan;1500\n', "Een aanhalingsteken dat een veld opent"),
        (f"naam;rating\n{LONG};1500\n", "Een veld is langer dan 131072 letters."),
        (f"Nr;{LONG};EloNat;EloInt;Name\n", "Een veld is langer dan 131072 letters."),
    ],
)
def test_what_pythons_reader_says_of_a_row_is_told_in_dutch(text: str, said: str) -> None:
    refused = read_people(text.encode())
    assert isinstance(refused, PeopleRefused)
    [error] = refused.errors
    assert error.code == "quoting"
    assert words(error.what, "nl").startswith(said)


def test_a_row_with_a_lone_return_is_told_and_so_is_what_nobody_foresaw() -> None:
    with pytest.raises(csv.Error) as caught:
        next(csv.reader(["a\rb"]))
    what, hint = why_undivided(caught.value)
    assert words(what, "en") == "The row has a lone end of a line in it."
    assert "ordinary ends of lines" in words(hint, "en")
    assert (
        words(why_undivided(csv.Error("new"))[0], "nl") == "De rij is niet in velden te verdelen."
    )


def test_a_list_of_swiss_manager_that_cannot_be_divided_is_told_as_any_table_is() -> None:
    names = "Nr;Name;Titel;Identnr;EloNat;EloInt;Geburt;Fed;Sex;Klub;FideIdent;Pkt;Nachname;Vorname"
    refused = read_people(f"{names}\n1;{LONG};;;;;;;;;;;;\n".encode())
    assert isinstance(refused, PeopleRefused)
    assert [(error.line, error.code) for error in refused.errors] == [(2, "quoting")]
