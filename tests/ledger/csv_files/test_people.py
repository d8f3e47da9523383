"""Lists of players: the known columns, and every error with its line and column name."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desk.commands.commands import command_of
from desk.commands.players import Enter
from ledger.csv_files.people import (
    COLUMNS,
    PeopleRefused,
    PersonRow,
    list_notes,
    parse_people_csv,
    read_people,
)
from tests.helpers.family import examples
from tests.helpers.shared_data import needs_shared, shared_files
from tests.helpers.words import words

FULL = PersonRow(
    name="Vries, Anna de",
    rating=2104,
    title="WGM",
    federation="NED",
    fide_id="1012345",
    birth="1987-07-05",
    club="Het Paard",
    sex="w",
    national_id="7654321",
)


def read(text: str, encoding: str = "utf-8") -> tuple[PersonRow, ...]:
    result = parse_people_csv(text.encode(encoding))
    assert isinstance(result, tuple), result
    return result


def refused(text: str) -> list[tuple[str, int, str]]:
    """Return (code, line, column) of each error."""
    result = parse_people_csv(text.encode())
    assert isinstance(result, PeopleRefused)
    assert result.errors
    assert all(words(error.what) and words(error.hint) for error in result.errors)
    return [(error.code, error.line, error.column) for error in result.errors]


def test_a_list_with_english_column_names_is_read() -> None:
    assert read(
        "name,rating,title,federation,fide_id,birth,club,sex,national_id\n"
        '"Vries, Anna de",2104,WGM,NED,1012345,1987-07-05,Het Paard,w,7654321\n'
    ) == (FULL,)


def test_a_list_with_dutch_column_names_is_read() -> None:
    assert read(
        "Naam;Rating;Titel;Federatie;FIDE-id;Geboortedatum;Vereniging;Geslacht;KNSB id\n"
        "Vries, Anna de;2104;wgm;ned;1012345;5-7-1987;Het Paard;V;7654321\n"
    ) == (FULL,)


def test_a_list_with_the_column_names_of_other_managers_is_read() -> None:
    assert read(
        "Name,Rtg,Title,Fed,ID-number,Birthday,Club,Sex,KNSB-nr\n"
        '"Vries, Anna de",2104,WGM,NED,1012345,1987-07-05,Het Paard,w,7654321\n'
    ) == (FULL,)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_a_comma_a_semicolon_or_a_tab(separator: str) -> None:
    text = f"club{separator}naam\nHet Paard{separator}Anna\n"
    assert read(text) == (PersonRow("Anna", club="Het Paard"),)


def test_a_list_of_names_alone_is_read() -> None:
    assert read("naam\nAnna\nBram\n") == (PersonRow("Anna"), PersonRow("Bram"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_a_name_is_read_from_utf_8_with_or_without_mark_and_from_latin_1(encoding: str) -> None:
    assert read("naam;club\nRené;Zürich\n", encoding) == (PersonRow("René", club="Zürich"),)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_end_with_lf_crlf_or_cr(newline: str) -> None:
    assert read(newline.join(("naam;rating", "Anna;1500", ""))) == (PersonRow("Anna", 1500),)


@pytest.mark.parametrize("rating", ["", "0"])
def test_no_rating_is_none(rating: str) -> None:
    assert read(f"naam;rating\nAnna;{rating}\n") == (PersonRow("Anna"),)


def test_blank_rows_short_rows_and_outer_blanks_do_not_matter() -> None:
    text = "\nnaam ; rating\n\n Anna  Maria ; 1500 \n;;\nBram\n"
    assert read(text) == (PersonRow("Anna Maria", 1500), PersonRow("Bram"))


def test_other_columns_are_ignored() -> None:
    assert read("naam;telefoon;rating\nAnna;x;1500\n") == (PersonRow("Anna", 1500),)


def test_two_players_may_have_the_same_name() -> None:
    assert len(read("naam;knsb_id\nJan;1\nJan;2\n")) == 2


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param("", ("no-header", 1, ""), id="empty"),
        pytest.param("rating\n1500\n", ("no-name-column", 1, ""), id="no names"),
        pytest.param("naam;ratng\nA;1\n", ("unknown-column", 1, "ratng"), id="mistyped column"),
        pytest.param("naam;name\nA;B\n", ("double-column", 1, "name"), id="double column"),
        pytest.param("naam\n", ("no-players", 1, ""), id="no players"),
        pytest.param("naam;club\n;X\n", ("no-name", 2, "naam"), id="no name"),
        pytest.param("naam;elo\nA;high\n", ("bad-rating", 2, "elo"), id="rating"),
        pytest.param("naam;titel\nA;XM\n", ("bad-title", 2, "titel"), id="title"),
        pytest.param("naam;land\nA;Holland\n", ("bad-federation", 2, "land"), id="federation"),
        pytest.param("naam;fide_id\nA;1x\n", ("bad-fide-id", 2, "fide_id"), id="FIDE id"),
        pytest.param("naam;knsb_id\nA;1x\n", ("bad-national-id", 2, "knsb_id"), id="KNSB id"),
        pytest.param("naam;birth\nA;31-2-2000\n", ("bad-birth", 2, "birth"), id="birth"),
        pytest.param("naam;sex\nA;q\n", ("bad-sex", 2, "sex"), id="sex"),
        pytest.param("naam,club\nA, B,X\n", ("too-many-fields", 2, ""), id="unquoted comma"),
        pytest.param('naam\n"A\nB\n', ("quoting", 2, ""), id="open quote"),
        pytest.param("naam;fide_id\nA;7\nB;7\n", ("repeated", 3, "fide_id"), id="same FIDE id"),
        pytest.param("naam;elo\nA;7\nA;7\n", ("repeated", 3, "naam"), id="same row"),
        pytest.param("naam\0\n", ("not-text", 1, ""), id="NUL"),
    ],
)
def test_an_error_has_its_line_and_the_name_of_its_column(
    text: str, error: tuple[str, int, str]
) -> None:
    assert refused(text) == [error]


def test_all_errors_are_reported_at_once() -> None:
    assert refused("naam;rating;titel\nAnna;x;y\n;1500;\n") == [
        ("bad-rating", 2, "rating"),
        ("bad-title", 2, "titel"),
        ("no-name", 3, "naam"),
    ]


def test_an_error_after_a_name_of_two_lines_has_the_right_line() -> None:
    assert refused('naam;rating\n"Anna\nMaria";1500\nBram;x\n') == [
        ("control-character", 2, "naam"),
        ("bad-rating", 4, "rating"),
    ]


def test_an_error_becomes_a_refusal_of_an_unreadable_file() -> None:
    result = parse_people_csv(b"naam;rating\nAnna;x\n")
    assert isinstance(result, PeopleRefused)
    refusal = result.errors[0].refusal()
    assert (refusal.code, refusal.line) == ("people-bad-rating", 2)
    assert words(refusal.what) == 'column rating: "x" is not a rating.'


def test_the_names_of_columns_are_each_used_once() -> None:
    aliases = [alias for names in COLUMNS.values() for alias in names]
    assert len(aliases) == len(set(aliases))


def test_the_players_of_a_trf_file_are_a_list() -> None:
    line = f"001    1 w  g {'Vries, Anna de':33} 2104 NED     1012345 1987/07/05"
    assert read_people(f"012 Town\n{line}\n".encode()) == (
        PersonRow("Vries, Anna de", 2104, "GM", "NED", "1012345", "1987-07-05", "", "w"),
    )


def test_a_field_of_a_trf_file_that_says_nothing_is_left_out() -> None:
    line = f"001    1 ? XX {'Anna':33}    0 N1D           x unknown   "
    assert read_people(f"{line}\n".encode()) == (PersonRow("Anna"),)


def test_the_errors_of_a_trf_file_have_its_columns() -> None:
    errors = read_people(b"001    2\n")
    assert isinstance(errors, PeopleRefused)
    assert [(e.code, e.line, e.column) for e in errors.errors] == [("missing-start-rank", 1, "5")]


@needs_shared
@pytest.mark.parametrize("path", shared_files("data/real/*.trf", "data/trf26/*.trf"))
def test_the_players_of_a_real_event_are_a_list(path: Path) -> None:
    players = read_people(path.read_bytes())
    assert isinstance(players, tuple)
    assert all(row.name for row in players)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@examples(300)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert read_people(data)
    assert parse_people_csv(data)


@given(st.text(st.sampled_from('naam;rating,\t\r\n"1A\x85 '), max_size=80))
@examples(300)
def test_any_text_after_a_header_is_read_or_refused(text: str) -> None:
    assert parse_people_csv(f"naam;rating;titel\n{text}".encode())


def test_a_hidden_character_is_taken_out_and_told_with_its_lines_where_it_would_be_read() -> None:
    others = "".join(f"Speler {n};een lid van de club;x\n" for n in range(9))
    lines = "na\u200bam;opmerking;club\nAnna\x1b[2J;x;a\tb\nBram;\x07;\nCas\x1b\u00ad;;\n"
    data = f"{lines}{others}".encode()
    rows = parse_people_csv(data)
    assert isinstance(rows, tuple)
    assert [(row.name, row.club) for row in rows[:3]] == [
        ("Anna[2J", "a b"),
        ("Bram", ""),
        ("Cas", ""),
    ]
    assert [words(note) for note in list_notes(data)] == [
        'column is not used: "opmerking"',
        "line 1: U+200B ZERO WIDTH SPACE is left out.",
        "line 2: U+001B ESCAPE is left out (line 4 as well).",
        "line 2: U+0009 TAB is left out.",
        "line 4: U+00AD SOFT HYPHEN is left out.",
    ]
    assert (
        words(list_notes(data)[1], "nl") == "regel 1: U+200B (spatie zonder breedte) is weggelaten."
    )


def test_a_name_of_two_lines_is_refused_since_its_quote_may_be_a_lost_one() -> None:
    result = parse_people_csv(b'naam\n"Anna\nBram\n"\n')
    assert isinstance(result, PeopleRefused)
    assert words(result.errors[0].refusal().what) == (
        'column naam: "Anna Bram" holds U+000A LINE FEED at place 5.'
    )
    assert words(result.errors[0].hint) == "Leave it out."


def test_a_name_or_a_club_that_no_command_takes_is_refused_with_its_length() -> None:
    long = "x" * 101
    assert refused(f"naam;club\n{long};a\nb;{long}\n") == [
        ("too-long", 2, "naam"),
        ("too-long", 3, "club"),
    ]
    assert refused(f"achternaam;voornaam\n{'x' * 60};{'y' * 60}\n") == [
        ("too-long", 2, "achternaam")
    ]
    result = parse_people_csv(f"naam\n{long}\n".encode())
    assert isinstance(result, PeopleRefused)
    assert words(result.errors[0].what) == "it is 101 letters long, and 100 is the most"
    assert read(f"naam;club\n{'é' * 100};Opén\n") == (PersonRow("é" * 100, club="Opén"),)


NASTY = "aé中e\u0301\u0344\u1160\u200b\u200c\u200d\u202e\u00ad\x1b\x85 \t\u094d\ufeff\u3164,'="


@example(name="\xa0", club="")
@example(name="0\xa0", club="")
@given(name=st.text(NASTY, max_size=40) | st.text(max_size=110), club=st.text(NASTY, max_size=40))
@examples(150)
def test_what_a_list_gives_passes_the_door_as_it_is(name: str, club: str) -> None:
    """Whoever reads a list enters its players by commands; a TRF file has a list in it too."""
    cells = [
        f'"{cell.encode("utf-8", "replace").decode()}"' for cell in (name.replace('"', ""), club)
    ]
    field = f"{name[:33].encode('utf-8', 'replace').decode():33}"
    data = (f"naam;club\n{';'.join(cells)}\n", f"012 Cup\n001    1      {field} 1900\n")
    for people in (read_people(one.encode()) for one in data):
        for row in people if isinstance(people, tuple) else ():
            if not row.name:
                continue
            command = command_of({"command": "enter", "name": row.name, "club": row.club or None})
            assert isinstance(command, Enter), (row, command)
            assert (command.name, command.club or "") == (row.name, row.club)


def test_errors_and_notes_are_read_in_dutch() -> None:
    result = parse_people_csv(b"naam;rating\nAnna;x\n")
    assert isinstance(result, PeopleRefused)
    assert words(result.errors[0].refusal().what, "nl") == 'kolom rating: "x" is geen rating.'
    result = parse_people_csv(b"rating\n1\n")
    assert isinstance(result, PeopleRefused)
    assert words(result.errors[0].what, "nl") == "Er is geen kolom naam of achternaam."
    assert words(result.errors[0].what) == "There is no column name or surname."


def test_the_mark_that_keeps_a_cell_from_being_a_formula_is_no_part_of_it() -> None:
    result = parse_people_csv(b"naam;club\n'=Anna;'t Hart\n")
    assert not isinstance(result, PeopleRefused)
    assert [(row.name, row.club) for row in result] == [("=Anna", "'t Hart")]


def people(text: str) -> list[tuple[str, str]]:
    result = parse_people_csv(text.encode())
    assert not isinstance(result, PeopleRefused), result
    return [(row.name, row.birth) for row in result]


def test_a_name_in_parts_is_joined_as_the_program_writes_names() -> None:
    text = (
        "Naam;Voornaam;Tussenvoegsel;Geb. datum\n"
        "Vries;Piet;de;28-11-1970\nJansen;Rob;;1-2-1980\nJansen;Ria;;\nBerg;;van den;\n"
    )
    assert people(text) == [
        ("Vries, Piet de", "1970-11-28"),
        ("Jansen, Rob", "1980-02-01"),
        ("Jansen, Ria", ""),
        ("Berg, van den", ""),
    ]
    assert people("Last name,First name\nSmit,Jan\n") == [("Smit, Jan", "")]
    assert people("Achternaam;Voorletters\nSmit;J.\n") == [("Smit, J.", "")]
    assert people("Naam;Voornaam;Achternaam\nJan Smit;Jan;Smit\n") == [("Jan Smit", "")]


def test_the_headings_of_federations_and_clubs_are_known() -> None:
    text = (
        "Relatienummer;Naam;KNSB;FIDE;Titel;Vereniging;Bond;Geslacht;GEB.DATUM\n"
        "7654321;Smit, Jan;1850;1000123;fm;De Toren;ned;V;05-07-1987\n"
    )
    [row] = parse_people_csv(text.encode())  # type: ignore[misc]
    assert row == PersonRow(
        "Smit, Jan", 1850, "FM", "NED", "1000123", "1987-07-05", "De Toren", "w", "7654321"
    )
    assert list_notes(text.encode()) == ()
    [other] = parse_people_csv(b"naam;KNSB;Elo;FIDE\nAnna;7654321;1700;1750\n")  # type: ignore[misc]
    assert (other.national_id, other.rating) == ("7654321", 1700)


def test_every_column_that_is_not_used_is_named() -> None:
    text = b"naam;rating;FIDE;E-mail;Lidnummer\nAnna;1700;1750;a@b.nl;12\n"
    [note] = list_notes(text)
    assert words(note) == 'columns are not used: "FIDE", "E-mail", "Lidnummer"'
    assert list_notes(b"naam\nAnna\n") == ()


def test_two_rows_of_one_name_are_refused_by_line_unless_something_tells_them_apart() -> None:
    assert refused("naam;club\nJansen, Rob;A\nBos, B;A\nRob Jansen;B\n") == [
        ("repeated", 4, "naam")
    ]
    result = parse_people_csv(b"naam;club\nJansen, Rob;A\nJansen, Rob;B\n")
    assert isinstance(result, PeopleRefused)
    assert words(result.errors[0].what) == '"Jansen, Rob" is also on line 2.'
    assert len(people("naam;geboren\nJansen, Rob;1970\nJansen, Rob;1980\n")) == 2
    assert len(people("naam;relatienummer\nJansen, Rob;1234567\nJansen, Rob;7654321\n")) == 2
    assert refused("naam;geboren\nJansen, Rob;1970\nJansen, Rob;\n") == [("repeated", 3, "naam")]
