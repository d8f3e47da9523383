"""Players beside a newer list: what differs is shown, and taken one by one or all, as facts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers.rating_lists import FIRST_NUMBER, Invented, fide_combined, knsb, people
from tests.helpers.terminal import Terminal


def _load(terminal: Terminal, persons: list[Invented], month: str) -> None:
    path = terminal.ledger.parent / "list.txt"
    path.write_text(fide_combined(persons), "utf-8")
    terminal.run("lists", "load", path, "--month", month)


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """Return a terminal where two players were entered in November, and December is loaded."""
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", "5")
    _load(terminal, people(), "2026-11-01")
    first, second, third, *rest = people()
    terminal.run("enter", first.fide_id)
    terminal.run("enter", third.fide_id)
    terminal.run("enter", "Somebody", "--as-typed")
    newer = [first._replace(standard=2111), second, third._replace(name="Celik, Denis")]
    _load(terminal, [*newer, *rest], "2026-12-01")
    return terminal


def _differences(terminal: Terminal) -> list[tuple[str, str, str]]:
    rows: list[dict[str, Any]] = terminal.json("players", "refresh")["rows"]
    return [(row["what"], row["now"], row["then"]) for row in rows]


BOTH = [("rating", "2088", "2111"), ("name", "Celik, Deniz", "Celik, Denis")]


def test_what_differs_is_shown_and_nothing_is_recorded(terminal: Terminal) -> None:
    before = terminal.json("players")["position"]
    assert _differences(terminal) == BOTH
    said = terminal.run("players", "refresh")
    assert "1 player has no number" in said
    assert "toernooi players refresh --all" in said
    assert terminal.json("players")["position"] == before


def test_all_is_taken_with_the_month_of_the_list(terminal: Terminal) -> None:
    said = terminal.run("players", "refresh", "--all")
    assert "not in the list" not in said
    assert _differences(terminal) == []
    rows = terminal.json("players")["rows"]
    assert {("Abbink, Marlies", 2111), ("Celik, Denis", 2311)} <= {
        (row["name"], row["rating"]) for row in rows
    }
    [one] = terminal.json("rating-lists")["lists"]
    assert (one["name"], one["valid_from"], one["kind"]) == ("FIDE standard", "2026-12-01", "fide")


def test_of_one_player_alone(terminal: Terminal) -> None:
    terminal.run("players", "refresh", "--player", "Celik")
    assert _differences(terminal) == BOTH[:1]


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        (b"yes\nno\n", BOTH[1:]),
        (b"n\ny\n", BOTH[:1]),
        (b"all\n", []),
        (b"stop\n", BOTH),
        (b"what\nno\nno\n", BOTH),
    ],
)
def test_at_a_terminal_each_difference_is_asked(
    terminal: Terminal, typed: bytes, left: list[tuple[str, str, str]]
) -> None:
    ran = terminal.try_("players", "refresh", stdin=typed, at_keyboard=True)
    assert ran.code == 0, ran
    assert _differences(terminal) == left


def test_a_list_of_after_the_first_day_is_kept_and_changes_no_rating(terminal: Terminal) -> None:
    terminal.run("details", "--begins", "2026-11-20")
    terminal.run("players", "refresh", "--all", "--confirm", "yes", "--reason", "the new list")
    rows = terminal.json("players")["rows"]
    assert ("Abbink, Marlies", 2088) in {(row["name"], row["rating"]) for row in rows}
    assert [one["valid_from"] for one in terminal.json("rating-lists")["lists"]] == ["2026-12-01"]
    assert _differences(terminal) == []


def test_without_lists_it_says_how_one_is_loaded(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "5")
    assert "toernooi lists load FILE" in terminal.refused("players", "refresh", code=2)


def test_players_alone_is_the_list_of_players_as_ever(terminal: Terminal) -> None:
    assert "Abbink" in terminal.run("players")
    assert "Abbink" in terminal.run("spelers", "--as-of", "6")


def test_a_list_of_the_machine_is_the_source_of_a_list_of_the_tournament(
    terminal: Terminal,
) -> None:
    path = terminal.ledger.parent / "KLASSIEK.csv"
    path.write_bytes(knsb(people()))
    terminal.run("lists", "load", path, "--month", "2026-11-01")
    terminal.run("correct", "person", "1", "--national-id", "7000001")
    terminal.run("rating-list", "KNSB", "--list", "knsb-standard")
    shown = terminal.json("rating-lists")
    assert [(row["name"], row["national"]) for row in shown["rows"] if row["national"]] == [
        ("Abbink, Marlies", 2080)
    ]
    assert [one["valid_from"] for one in shown["lists"]] == ["2026-11-01"]


def test_a_list_without_anybody_of_the_tournament_is_refused(terminal: Terminal) -> None:
    path = terminal.ledger.parent / "KLASSIEK.csv"
    path.write_bytes(knsb([people()[7]]))
    terminal.run("lists", "load", path)
    said = terminal.refused("rating-list", "KNSB", "--list", "knsb-standard", code=2)
    assert "nobody-in-list" in said


def test_a_number_that_the_lists_know_is_added(terminal: Terminal) -> None:
    terminal.run("lists", "drop", "fide")
    terminal.run("init", "Club", "--rules", "knsb-wp-2014", "--rounds", "5")
    path = terminal.ledger.parent / "KLASSIEK.csv"
    path.write_bytes(knsb(people()))
    terminal.run("lists", "load", path)
    terminal.run("enter", "7000001", "-t", "Club")
    _load(terminal, people(), "2026-12-01")
    rows = terminal.json("players", "refresh", "-t", "Club")["rows"]
    assert [(row["what"], row["then"]) for row in rows] == [("fide_id", str(FIRST_NUMBER))]


def test_a_title_that_changed_is_taken_as_a_fact_and_taken_back_by_undo(terminal: Terminal) -> None:
    first, *rest = people()
    _load(terminal, [first._replace(title="IM"), *rest], "2027-01-01")
    assert _differences(terminal) == [("title", first.title, "IM")]
    said = terminal.run("players", "refresh", "--all")
    assert "1 Abbink, Marlies has the title IM" in said
    assert _differences(terminal) == []
    assert "has the title IM" in terminal.run("log", "--kind", "corrections")
    terminal.run("undo", "--confirm", "yes")
    assert _differences(terminal) == [("title", first.title, "IM")]
    assert "has no title" in terminal.run("correct", "person", 1, "--title", "")
