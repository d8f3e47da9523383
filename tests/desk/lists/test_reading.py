"""Lists as they are published are read as what they are; a file that is none changes nothing."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest

from desk.lists.files import read_through
from desk.lists.person import ALL_LISTS, Issue, ListName
from desk.lists.shelf import Shelf
from ledger.errors import StoreError
from ledger.refusals import Refusal
from tests.helpers.rating_lists import (
    FIDE_COMBINED,
    FIRST_NUMBER,
    Invented,
    dsb,
    fide_combined,
    fide_single,
    fide_xml,
    knsb,
    people,
    zipped,
)

NOW = dt.datetime(2026, 11, 27, 20, 0)


def load(folder: Path, name: str, data: bytes) -> Issue:
    """Load a file of a name; it was made on 5 November 2026."""
    path = folder / name
    path.write_bytes(data)
    made = dt.datetime(2026, 11, 5, 12, 0).timestamp()
    os.utime(path, (made, made))
    return Shelf(folder / "shelf").load(path, NOW)[0]


def refused(folder: Path, name: str, data: bytes) -> Refusal:
    """Load a file that must be refused, and see that nothing of it is kept."""
    kept = Shelf(folder / "shelf").issues()
    with pytest.raises(StoreError) as error:
        load(folder, name, data)
    assert Shelf(folder / "shelf").issues() == kept
    left = [*(folder / "shelf").iterdir()] if (folder / "shelf").exists() else []
    assert [path.name for path in left if not path.name.endswith(".toernooi-list")] == []
    return error.value.refusal


def test_the_combined_list_of_fide_is_the_same_in_text_and_in_xml(tmp_path: Path) -> None:
    def persons(name: str, text: str) -> list[object]:
        load(tmp_path, name, text.encode())
        with Shelf(tmp_path / "shelf").opened() as [kept]:
            return [kept.by_number(one.fide_id) for one in people()]

    by_text = persons("players_list.txt", fide_combined(people()))
    assert by_text == persons("players_list.xml", fide_xml(people()))
    assert None not in by_text


def test_a_list_straight_from_the_zip_has_the_month_of_its_header_and_the_date_of_its_entry(
    tmp_path: Path,
) -> None:
    text = fide_single(people(), "rapid", month="OCT26").encode("latin-1")
    issue = load(tmp_path, "rapid_rating_list.zip", zipped(rapid_rating_list__txt=text))
    assert issue.name == ListName("fide", "rapid")
    assert issue.holds_from == dt.date(2026, 10, 1)
    assert issue.dated == dt.datetime(2026, 11, 1)
    assert issue.persons == len([one for one in people() if one.rapid])


def test_the_list_of_online_titles_in_the_same_zip_is_left_alone(tmp_path: Path) -> None:
    combined = fide_combined(people()).encode()
    both = zipped(players_list__txt=combined, players_list_foa__txt=combined[:200])
    assert load(tmp_path, "players_list.zip", both).persons == len(people())


def test_a_list_without_a_month_holds_from_the_month_of_its_file(tmp_path: Path) -> None:
    issue = load(tmp_path, "KLASSIEK.zip", zipped(KLASSIEK__csv=knsb(people())))
    assert (issue.name.key, issue.holds_from) == ("knsb-standard", dt.date(2026, 11, 1))
    assert load(tmp_path, "RAPID.csv", knsb(people())).name.key == "knsb-rapid"
    assert load(tmp_path, "SNEL.csv", knsb(people())).name.key == "knsb-blitz"


def test_the_encoding_is_utf_8_or_else_windows_1252_and_is_told(tmp_path: Path) -> None:
    persons = [one for one in people() if "Ç" in one.name]
    issue = load(tmp_path, "spieler.csv", dsb(persons))
    assert issue.encoding == "cp1252"
    with Shelf(tmp_path / "shelf").opened() as [kept]:
        found = kept.by_fide_id(persons[0].fide_id)
        assert found is not None
        assert found.name == "Çelik, Deniz"
    as_utf8 = dsb(persons).decode("cp1252").encode()
    assert load(tmp_path, "spieler.csv", as_utf8).encoding == "utf-8"


def test_of_several_clubs_of_a_person_the_one_that_counts_is_read(tmp_path: Path) -> None:
    twice = dsb(people(), status="P") + dsb(people()).split(b"\r\n", 1)[1]
    assert load(tmp_path, "spieler.csv", twice).persons == len(people())


def test_the_columns_are_where_the_header_says(tmp_path: Path) -> None:
    moved = "\n".join(line[:15] + "  " + line[15:] for line in fide_combined(people()).split("\n"))
    load(tmp_path, "list.txt", moved.encode())
    with Shelf(tmp_path / "shelf").opened() as [kept]:
        person = kept.by_number(FIRST_NUMBER)
    assert person is not None
    assert (person.name, person.standard, person.birth) == ("Abbink, Marlies", 2088, 1994)


def test_columns_that_moved_under_an_old_header_are_refused_with_the_line(tmp_path: Path) -> None:
    header, *lines = fide_combined(people()).split("\n")
    moved = "\n".join([header, *(line[:40] + line[44:] for line in lines)])
    refusal = refused(tmp_path, "list.txt", moved.encode())
    assert (refusal.code, refusal.line) == ("list-row-unreadable", 2)


def test_one_bad_row_of_a_thousand_is_passed_over_and_told(tmp_path: Path) -> None:
    many = [
        Invented(n, f"Person, N{n}", "NED", "M", "", 1990, 1500, 0, 0, 0, "")
        for n in range(1, 1101)
    ]
    lines = fide_combined(many).split("\n")
    lines[7] = lines[7].replace("NED", "N3D")
    issue = load(tmp_path, "list.txt", "\n".join(lines).encode())
    assert (issue.persons, issue.passed_over) == (1099, 1)
    lines[9] = lines[9].replace("NED", "N3D")
    refusal = refused(tmp_path, "other.txt", "\n".join(lines).encode())
    assert (refusal.code, refusal.line) == ("list-row-unreadable", 8)


def test_two_persons_of_one_number_are_refused_with_the_line_of_the_second(tmp_path: Path) -> None:
    first, second, *rest = people()
    twice = [first, second, second._replace(fide_id=first.fide_id), *rest]
    refusal = refused(tmp_path, "list.txt", fide_combined(twice).encode())
    assert (refusal.code, refusal.line) == ("list-number-twice", 4)


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    text = fide_combined(people()).replace("B-day", "     ")
    refusal = refused(tmp_path, "list.txt", text.encode())
    assert (refusal.code, refusal.line) == ("list-columns", 1)
    assert "b-day" in str(refusal.what)
    table = knsb(people()).replace(b"Geboren", b"Jaar")
    assert refused(tmp_path, "KLASSIEK.csv", table).code == "list-columns"


@pytest.mark.parametrize("size", [30, 700, 900])
def test_half_a_zip_is_refused(tmp_path: Path, size: int) -> None:
    whole = zipped(standard_rating_list__txt=fide_single(people(), "standard").encode())
    assert refused(
        tmp_path, "standard_rating_list.zip", whole[: min(size, len(whole) - 20)]
    ).code == ("list-damaged")


def test_a_zip_with_a_changed_byte_is_refused(tmp_path: Path) -> None:
    whole = bytearray(zipped(standard_rating_list__txt=fide_single(people(), "standard").encode()))
    whole[120] ^= 0xFF
    assert refused(tmp_path, "standard_rating_list.zip", bytes(whole)).code == "list-damaged"


def test_a_zip_whose_places_lie_before_its_beginning_is_not_whole(tmp_path: Path) -> None:
    whole = zipped(standard_rating_list__txt=fide_single(people(), "standard").encode())
    short = whole[:60] + whole[70:]
    assert refused(tmp_path, "standard_rating_list.zip", short).code == "list-damaged"


def test_a_file_of_lone_returns_is_no_list(tmp_path: Path) -> None:
    assert refused(tmp_path, "KLASSIEK.csv", b"Relatienummer;Naam\r1;A\r").code == "list-unknown"


def test_a_zip_that_would_fill_the_disk_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = zipped(players_list__txt=FIDE_COMBINED.encode() + b"\n" * 30_000_000)
    assert len(bomb) < 100_000
    assert refused(tmp_path, "players_list.zip", bomb).code == "list-too-large"


def test_half_an_xml_is_refused_with_the_line(tmp_path: Path) -> None:
    text = fide_xml(people())
    half = text[: text.index("Groen")]
    refusal = refused(tmp_path, "players_list.xml", half.encode())
    assert (refusal.code, refusal.line) == ("list-damaged", half.count("\n") + 1)


def test_an_xml_with_entities_of_its_own_is_refused(tmp_path: Path) -> None:
    bomb = fide_xml(people()).replace(
        "<playerslist>", '<!DOCTYPE playerslist [<!ENTITY a "aaaaaaaa">]>\n<playerslist>', 1
    )
    assert refused(tmp_path, "players_list.xml", bomb.encode()).code == "list-damaged"


def test_text_in_another_encoding_is_refused(tmp_path: Path) -> None:
    text = fide_combined(people()).encode("utf-16")
    assert refused(tmp_path, "list.txt", text).code == "list-not-text"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("entries.csv", b"name,rating\nAnna,1900\n"),
        ("empty.txt", b""),
        ("page.xml", b"<html><body>not found</body></html>"),
        ("list.zip", zipped(readme__md=b"hello")),
    ],
)
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    assert refused(tmp_path, name, data).code == "list-unknown"


def test_a_list_of_nobody_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "list.txt", FIDE_COMBINED.encode()).code == "list-empty"


def test_a_list_whose_tempo_nothing_tells_is_refused_until_a_person_says_it(tmp_path: Path) -> None:
    text = fide_single(people(), "standard").encode()
    assert refused(tmp_path, "november.txt", text).code == "list-tempo"
    issue, _, _ = Shelf(tmp_path / "shelf").load(tmp_path / "november.txt", NOW, tempo="standard")
    assert issue.name.key == "fide-standard"


def test_a_list_that_cannot_be_read_leaves_the_one_that_is_there(tmp_path: Path) -> None:
    load(tmp_path, "list.txt", fide_combined(people()).encode())
    text = fide_combined(people())
    refused(tmp_path, "list.txt", text.replace("NED", "N3D").encode())
    with Shelf(tmp_path / "shelf").opened() as [kept]:
        assert kept.by_number(FIRST_NUMBER) is not None


def test_every_list_has_a_name_of_its_own_by_which_it_is_typed() -> None:
    assert [ListName.of(name.key) for name in ALL_LISTS] == [*ALL_LISTS]


def test_the_whole_file_is_read_before_anything_is_made_of_it(tmp_path: Path) -> None:
    path = tmp_path / "standard.zip"
    data = fide_single(people(), "standard").encode()
    path.write_bytes(zipped(standard__txt=data))
    file = read_through(path, lambda done, total: None)
    assert (file.length, file.size, file.member) == (len(data), path.stat().st_size, "standard.txt")
