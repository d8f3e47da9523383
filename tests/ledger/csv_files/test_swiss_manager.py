"""The players of Swiss-Manager's text file are read as a list of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.csv_files.people import PersonRow, list_notes, read_people
from tests.helpers.terminal import Terminal

HEADER = (
    "Nr;Name;Titel;Identnr;EloNat;EloInt;Geburt;Fed;Sex;Typ;Gr;KlubNr;Klub;FideIdent;Quelle;Pkt;"
    "Wtg1;Rang;Nachname;Vorname;Atitel"
)
FOKKEMA = "3;Fokkema Sjoerd;IM;7000007;2441;2433;01.01.1990;NED;;;;0;SV Noord;99000043;;2½;;;Fokkema;Sjoerd;"
CELIK = "4;Çelik Deniz;FM;;0;2311;30.05.1999;GER;W;;;0;;0;;;;;Çelik;Deniz;"


def _read(*lines: str, national: bool = True) -> tuple[PersonRow, ...]:
    people = read_people("\r\n".join((HEADER, *lines, "")).encode(), national=national)
    assert isinstance(people, tuple), people
    return people


def test_every_field_of_a_player_is_read() -> None:
    [one] = _read(FOKKEMA)
    assert one == PersonRow(
        name="Fokkema, Sjoerd",
        rating=2441,
        title="IM",
        federation="NED",
        fide_id="99000043",
        birth="1990",
        club="SV Noord",
        national_id="7000007",
        number=3,
    )


def test_zero_is_nothing_and_the_other_rating_is_read_where_one_is_missing() -> None:
    _, two = _read(FOKKEMA, CELIK)
    assert (two.rating, two.fide_id, two.sex, two.birth) == (2311, "", "w", "1999-05-30")


def test_fides_ratings_are_read_where_they_are_asked_for() -> None:
    [one] = _read(FOKKEMA, national=False)
    assert one.rating == 2433


def test_an_error_has_the_line_of_the_file_and_its_own_columns_are_no_notes() -> None:
    people = read_people("\n".join((HEADER, FOKKEMA, CELIK.replace("GER", "G3R"))).encode())
    assert [error.line for error in people.errors] == [3]  # type: ignore[union-attr]
    assert list_notes(HEADER.encode()) == ()


@pytest.mark.parametrize("header", ["Nr;Name;Rating", "Name;Identnr", ""])
def test_another_list_that_begins_alike_is_read_as_ever(header: str) -> None:
    assert not isinstance(read_people(header.encode()), tuple)


def test_what_a_parcel_writes_is_read_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "1")
    terminal.run(
        "enter", "Berg, Jan van den", "--rating", 1812, "--national-id", 7001, "--birth", 1980
    )
    terminal.run("enter", "Zee, Bo ter", "--rating", 1650)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    terminal.run("report", "for", "knsb", "-o", tmp_path / "parcel")
    people = read_people((tmp_path / "parcel" / "sm-players.txt").read_bytes())
    assert isinstance(people, tuple)
    assert [(one.name, one.rating, one.birth) for one in people] == [
        ("Berg, Jan van den", 1812, "1980"),
        ("Zee, Bo ter", 1650, ""),
    ]
