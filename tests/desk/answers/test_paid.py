"""Who has paid is a private mark beside the ledger, which the check-in list alone shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desk.answers.paid import is_paid
from tests.helpers.browsing import Browsing
from tests.helpers.terminal import Terminal

FORM = "name;betaald\nAalders, Mia;ja\nBeek, K.;nee\nCitroen, N.;\n"


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "3")
    (tmp_path / "form.csv").write_text(FORM, "utf-8")
    terminal.run("enter", "--file", tmp_path / "form.csv")
    terminal.run("lots", "--by", "entry")
    return terminal


def _paid(terminal: Terminal) -> dict[str, str | None]:
    return {row["name"]: row.get("paid") for row in terminal.json("checked-in")["rows"]}


def test_a_form_says_who_has_paid_and_the_check_in_list_shows_it(terminal: Terminal) -> None:
    assert _paid(terminal) == {"Aalders, Mia": "yes", "Beek, K.": "no", "Citroen, N.": "no"}
    assert "2 players have not paid" in terminal.run("checked-in")


def test_it_is_changed_by_hand(terminal: Terminal) -> None:
    assert "have paid" in terminal.run("paid", "Beek", "Citroen")
    terminal.run("betaald", "Aalders", "--cancel")
    assert _paid(terminal) == {"Aalders, Mia": "no", "Beek, K.": "yes", "Citroen, N.": "yes"}


def test_it_is_no_fact_and_stands_nowhere_else(terminal: Terminal, tmp_path: Path) -> None:
    facts = terminal.run("export", "--format", "ndjson")
    terminal.run("paid", "Beek")
    assert terminal.run("export", "--format", "ndjson") == facts
    terminal.run("bundle", "make", "--with-names", "-o", tmp_path / "bundle.json")
    terminal.run("backup", tmp_path / "copy.backup")
    for said in (
        facts,
        terminal.run("export"),
        terminal.run("players", "--json"),
        terminal.run("player", "1", "--json"),
        (tmp_path / "bundle.json").read_text("utf-8"),
    ):
        assert "paid" not in said
        assert "betaald" not in said
    assert b"betaald" not in (tmp_path / "copy.backup").read_bytes()


def test_without_a_mark_the_list_is_as_ever(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "3")
    terminal.run("enter", "Anna")
    assert "paid" not in terminal.run("checked-in", "--json")
    assert [*tmp_path.glob("*.paid")] == []


def test_a_mark_of_somebody_who_was_removed_and_a_broken_file_do_no_harm(
    terminal: Terminal,
) -> None:
    terminal.run("remove", "Beek", "--reason", "twice")
    assert set(_paid(terminal)) == {"Aalders, Mia", "Citroen, N."}
    marks = terminal.ledger.with_name("open.ledger.paid")
    assert json.loads(marks.read_text("utf-8"))
    marks.write_text("{", "utf-8")
    assert set(_paid(terminal).values()) == {None}


def test_in_a_browser_the_list_says_who_has_not_paid(terminal: Terminal) -> None:
    browsing = Browsing(terminal.ledger)
    text = browsing.client().get(f"/{browsing.slug}/check-in").text
    assert text.count("niet betaald") == 2


@pytest.mark.parametrize(("cell", "paid"), [("ja", True), ("X", True), ("nee", False), ("", False)])
def test_a_cell_of_a_form_is_read(cell: str, paid: bool) -> None:
    assert is_paid(cell) == paid
