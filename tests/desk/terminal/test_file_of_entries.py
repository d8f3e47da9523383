"""The players of a file are found in the rating lists, and its columns may have names of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.rating_lists import FIRST_NUMBER, fide_combined, people
from tests.helpers.terminal import Terminal

FORM = """Stamp;Full name;Year;Club;Paid
1;Kees Jansen;1987;De Toren;yes
2;Marlies Abbink;1994;;no
3;New Name;2001;;
"""
COLUMNS = ("--column", "Full name=name", "--column", "Year=birth")


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", "5")
    (tmp_path / "list.txt").write_text(fide_combined(people()), "utf-8")
    terminal.run("lists", "load", tmp_path / "list.txt")
    return terminal


def _file(terminal: Terminal, text: str) -> Path:
    path = terminal.ledger.parent / "entries.csv"
    path.write_text(text, "utf-8")
    return path


def _players(terminal: Terminal) -> list[tuple[str, int | None]]:
    rows = sorted(terminal.json("players")["rows"], key=lambda row: row["entry"])
    return [(row["name"], row["rating"]) for row in rows]


def test_name_and_year_find_a_person_and_who_is_in_no_list_is_entered_as_ever(
    terminal: Terminal,
) -> None:
    said = terminal.run("enter", "--file", _file(terminal, FORM), *COLUMNS)
    assert _players(terminal) == [
        ("Jansen, Kees", 1999),
        ("Abbink, Marlies", 2088),
        ("New Name", None),
    ]
    assert "2 players of the file were found" in said
    assert "1 row is nobody of the lists" in said
    assert "De Toren" in terminal.run("player", "1")


def test_a_mapping_is_kept_under_its_name_for_the_next_file(terminal: Terminal) -> None:
    path = _file(terminal, FORM)
    terminal.run("enter", "--file", path, *COLUMNS, "--mapping", "webform")
    terminal.run("init", "Next", "--rules", "fide-dutch-2026", "--rounds", "5")
    terminal.run("enter", "--file", path, "--mapping", "webform", "-t", "Next")
    assert len(terminal.json("players", "-t", "Next")["rows"]) == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--mapping", "other"), "no mapping is called other"),
        (("--column", "Full name=nickname"), "players have no field nickname"),
        (("--column", "Surname=name"), "the file has no column Surname"),
    ],
)
def test_a_mapping_that_does_not_fit_is_refused(
    terminal: Terminal, options: tuple[str, ...], said: str
) -> None:
    assert said in terminal.refused("enter", "--file", _file(terminal, FORM), *options, code=2)


def test_a_number_is_sure_whatever_the_name_is(terminal: Terminal) -> None:
    path = _file(terminal, f"name,fide_id\nAbbink-Somebody,{FIRST_NUMBER}\n")
    assert "the number is the same" in terminal.run("enter", "--file", path)
    assert _players(terminal) == [("Abbink, Marlies", 2088)]


def test_a_name_alone_is_a_doubt_which_a_script_is_told_with_its_line(terminal: Terminal) -> None:
    path = _file(terminal, "name\nNew Name\nKees Jansen\n")
    said = terminal.refused("enter", "--file", path, code=2)
    assert said.count("line 3") == 2
    assert "add fide_id" in said
    assert _players(terminal) == []


def test_at_a_terminal_doubts_are_asked_one_by_one(terminal: Terminal) -> None:
    path = _file(terminal, "name\nKees Jansen\nLucie d'Hondt\n")
    ran = terminal.try_("enter", "--file", path, stdin=b"2\n\n", at_keyboard=True)
    assert ran.code == 0, ran
    assert _players(terminal) == [("Jansen, Kees", 1650), ("Lucie d'Hondt", None)]


def test_a_year_that_differs_is_somebody_else(terminal: Terminal) -> None:
    path = _file(terminal, "name,birth\nKees Jansen,1971\n")
    terminal.run("enter", "--file", path)
    assert _players(terminal) == [("Kees Jansen", None)]


def test_a_rating_in_the_file_stays_and_a_blank_takes_nothing_away(terminal: Terminal) -> None:
    path = _file(
        terminal, f"name,rating,fide_id\nX,2222,{FIRST_NUMBER}\nY,,{people()[2].fide_id}\n"
    )
    terminal.run("enter", "--file", path)
    assert _players(terminal) == [("Abbink, Marlies", 2222), ("Celik, Deniz", 2311)]


def test_a_warning_about_a_file_is_answered_for_the_whole_file(terminal: Terminal) -> None:
    path = _file(terminal, 'name\n"Vries, Jan de"\n"Vries, J. de"\n')
    assert "--confirm yes" in terminal.refused("enter", "--file", path)
    terminal.run("enter", "--file", path, "--confirm", "yes", "--reason", "father and son")
    assert len(_players(terminal)) == 2


def test_as_typed_leaves_the_lists_alone(terminal: Terminal) -> None:
    terminal.run("enter", "--file", _file(terminal, "name\nKees Jansen\n"), "--as-typed")
    assert _players(terminal) == [("Kees Jansen", None)]


GROWING = "Uw naam;Lidnummer;Jaar;Betaald?\nBos, Bram;7000501;1990;n\nVos, Vera;;1980;n\n"
AS_SAID = (
    *("--column", "Uw naam=naam", "--column", "Lidnummer=knsb_id"),
    *("--column", "Jaar=geboren", "--column", "Betaald?=betaald"),
)


def test_a_form_that_is_read_again_enters_only_who_is_new_and_who_has_paid_since(
    terminal: Terminal,
) -> None:
    terminal.run("enter", "--file", _file(terminal, GROWING), *AS_SAID, "--mapping", "form")
    longer = GROWING.replace("1980;n", "1980;ja") + "Mulder, Mies;;2001;ja\n"
    path = _file(terminal, longer)
    assert "already-entered" in terminal.refused("enter", "--file", path, "--mapping", "form")
    ran = terminal.try_("enter", "--file", path, "--mapping", "form", "--only-new")
    assert ran.code == 0
    assert "3 Mulder, Mies entered" in ran.out
    assert "2 rows of the file are players already" in ran.out
    again = terminal.try_("enter", "--file", path, "--mapping", "form", "--only-new")
    assert again.code == 0
    assert "nobody in the file is new" in again.out + again.err
    assert "#" not in again.out
    paid = {row["name"]: row["paid"] for row in terminal.json("checked-in")["rows"]}
    assert paid == {"Bos, Bram": "no", "Vos, Vera": "yes", "Mulder, Mies": "yes"}
    assert "--only-new goes with --file" in terminal.refused("enter", "Anna", "--only-new", code=2)


def test_a_form_without_a_name_says_how_its_columns_are_said(terminal: Terminal) -> None:
    said = terminal.refused("enter", "--file", _file(terminal, "Wie;Jaar\nAnna;1990\n"), code=2)
    assert "--column NAME=name" in said
    assert "--mapping keeps that for the next time" in said
