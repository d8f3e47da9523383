"""A player is entered from the rating lists: by number, or chosen from the people of a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.rating_lists import FIRST_NUMBER, fide_combined, knsb, people
from tests.helpers.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """Return a terminal on an empty tournament, with two lists of a dozen people."""
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", "5")
    (tmp_path / "players_list.txt").write_text(fide_combined(people()), "utf-8")
    (tmp_path / "KLASSIEK.csv").write_bytes(knsb(people()))
    terminal.run("lists", "load", tmp_path / "players_list.txt")
    terminal.run("lists", "load", tmp_path / "KLASSIEK.csv")
    return terminal


def _player(terminal: Terminal, number: int = 1) -> dict[str, object]:
    [row] = [row for row in terminal.json("players")["rows"] if row["entry"] == number]
    return {key: row[key] for key in ("name", "rating", "title")}


def _record(terminal: Terminal, number: int = 1) -> dict[str, str]:
    record: dict[str, str] = terminal.json("player", str(number))["person"]
    return record


def test_by_number_everything_is_taken_that_the_lists_have(terminal: Terminal) -> None:
    said = terminal.run("enter", FIRST_NUMBER)
    assert _player(terminal) == {"name": "Abbink, Marlies", "rating": 2088, "title": "WFM"}
    assert "1 Abbink, Marlies is in the list fide" in said
    assert "name and year of birth are the same" in said
    record = terminal.run("player", "1")
    for known in (str(FIRST_NUMBER), "7000001", "1994", "NED"):
        assert known in record


def test_under_other_rules_the_national_rating_is_taken_and_a_named_list_goes_before(
    terminal: Terminal,
) -> None:
    terminal.run("init", "Club", "--rules", "knsb-wp-2014")
    terminal.run("enter", "7000001", "-t", "Club")
    assert terminal.json("players", "-t", "Club")["rows"][0]["rating"] == 2080
    terminal.run("init", "Cup", "--rules", "knsb-wp-2014")
    terminal.run("enter", "7000001", "-t", "Cup", "--list", "fide")
    assert terminal.json("players", "-t", "Cup")["rows"][0]["rating"] == 2088


@pytest.mark.parametrize(
    ("tempo", "rating"), [("90 min + 30 s", 2088), ("Rapid, 15+10", 2011), ("blitz 5+3", 1990)]
)
def test_the_rating_is_that_of_the_tempo_of_the_tournament(
    terminal: Terminal, tempo: str, rating: int
) -> None:
    terminal.run("details", "--tempo", tempo)
    terminal.run("enter", FIRST_NUMBER)
    assert _player(terminal)["rating"] == rating


def test_without_a_terminal_a_name_is_refused_with_a_whole_command_for_each_person(
    terminal: Terminal,
) -> None:
    said = terminal.refused("enter", "jansen kees", "--club", "De Toren", code=2)
    kees, other = (str(one.fide_id) for one in people() if one.name == "Jansen, Kees")
    for number in (kees, other):
        assert f'toernooi enter {number} --club "De Toren"' in said
    assert 'toernooi enter "jansen kees" --club "De Toren" --as-typed' in said
    terminal.run("enter", other, "--club", "De Toren")
    assert _player(terminal)["rating"] == 1999


def test_at_a_terminal_the_person_is_asked_for_and_the_match_says_that_it_was_confirmed(
    terminal: Terminal,
) -> None:
    ran = terminal.try_("enter", "jansen kees", stdin=b"7\n2\n", at_keyboard=True)
    assert ran.code == 0, ran
    assert ran.err.count("Jansen, Kees") == 2
    assert "confirmed by hand" in ran.out
    assert _player(terminal)["rating"] == 1650


def test_who_answers_nothing_enters_the_name_as_it_was_typed(terminal: Terminal) -> None:
    ran = terminal.try_("enter", "jansen kees", stdin=b"\n", at_keyboard=True)
    assert ran.code == 0, ran
    assert _player(terminal) == {"name": "jansen kees", "rating": None, "title": ""}


@pytest.mark.parametrize(
    "typed",
    [
        ("enter", "Jansen, Kees", "--rating", "1500"),
        ("enter", "Jansen, Kees", "--fide-id", "123456"),
        ("enter", "Jansen, Kees", "--as-typed"),
        ("enter", "Nobody, N."),
    ],
)
def test_a_name_with_more_that_says_who_it_is_or_that_nobody_has_is_entered_as_ever(
    terminal: Terminal, typed: tuple[str, ...]
) -> None:
    assert "is in the list" not in terminal.run(*typed)


def test_without_lists_a_name_is_a_name_and_a_number_says_what_to_load(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "5")
    terminal.run("enter", "Jansen, Kees")
    assert "toernooi lists load FILE" in terminal.refused("enter", "24173657", code=2)


def test_what_is_typed_goes_before_what_the_list_has(terminal: Terminal) -> None:
    terminal.run("enter", FIRST_NUMBER, "--rating", "2100", "--federation", "BEL")
    assert _player(terminal)["rating"] == 2100
    assert "BEL" in terminal.run("player", "1")


def test_the_match_is_a_fact_without_the_number_and_is_taken_back_with_the_entry(
    terminal: Terminal,
) -> None:
    terminal.run("enter", FIRST_NUMBER)
    facts = terminal.run("export", "--format", "ndjson")
    assert "person-matched" in facts
    assert str(FIRST_NUMBER) not in facts
    terminal.run("undo")
    assert terminal.json("players")["rows"] == []


def test_nothing_of_a_list_is_in_a_bundle_but_of_players_entered(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.run("enter", FIRST_NUMBER)
    bundle = tmp_path / "whole.json"
    backup = tmp_path / "copy.backup"
    terminal.run("bundle", "make", "--with-names", "-o", bundle)
    terminal.run("backup", backup)
    for path in (bundle, backup):
        assert b"Abbink" in path.read_bytes()
        assert b"Celik" not in path.read_bytes()


def test_only_the_year_of_a_birth_date_is_taken(terminal: Terminal) -> None:
    youngest = max(people(), key=lambda one: one.birth)
    terminal.run("enter", youngest.fide_id)
    assert f"born {youngest.birth}," in terminal.run("player", "1")
