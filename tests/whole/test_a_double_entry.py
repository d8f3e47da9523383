"""A person is entered twice, and taken out again: a whole tournament says nothing of the double."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal

DOUBLE = "Jan v.d. Berg"
CLUB = ("--birth", "1984", "--club", "De Toren")


@pytest.fixture
def played(tmp_path: Path) -> Terminal:
    """Return a finished tournament: the double was removed, and a late one after round 1."""
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "3")
    for name in ("Aalders, Mia", "Bos, Karel", "van der Berg, Jan"):
        terminal.run("enter", name, *CLUB)
    assert "confirmation-needed" in terminal.refused("enter", DOUBLE, *CLUB)
    terminal.run("enter", DOUBLE, *CLUB, "--confirm", "yes")
    terminal.run("enter", "Evers, Els")
    terminal.run("remove", DOUBLE, "--reason", "twice")
    terminal.run("lots", "--seed", "one")
    for number in (1, 2, 3):
        terminal.run("publish")
        terminal.run("result", number, 1, "1-0", 2, "1-0")
        if number == 1:
            terminal.run("enter", "Faber, Fred")
            terminal.run("remove", "Faber", "--reason", "of another tournament")
    terminal.run("finish", "--confirm", "3")
    return terminal


def test_nothing_but_the_history_says_that_there_was_a_double(
    played: Terminal, tmp_path: Path
) -> None:
    for line in (
        "players",
        "standings",
        "crosstable",
        "pairings 1",
        "status",
        "prizes show",
        "check",
        "audit 2",
        "export --for federation",
        "export --profile trf26",
        "export --format ndjson",
    ):
        ran = played.try_(*line.split())
        assert ran.code in (0, 1, 3), (line, ran)
        assert "v.d." not in ran.out, line
        assert "Faber" not in ran.out, line
    rows = played.json("standings")["rows"]
    assert sorted(row["id"] for row in rows) == [1, 2, 3, 4]
    for sheet in ("standings", "attendance", "crosstable"):
        page = tmp_path / f"{sheet}.html"
        if played.try_("sheet", sheet, "-o", page).code == 0:
            assert "v.d." not in page.read_text("utf-8")
    assert f"{DOUBLE} removed, entered by mistake" in played.run("log")
    assert played.json("verify")["clean"]


def test_a_file_of_the_tournament_has_nobody_else_and_comes_back_as_it_is(
    played: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "open.trf"
    played.run("export", "-o", file)
    players = [line for line in file.read_text("utf-8").split("\n") if line.startswith("001")]
    assert len(players) == 4
    assert "late entry" not in file.read_text("utf-8")
    again = Terminal(tmp_path / "again.ledger")
    again.run("import", file)
    assert len(again.json("players")["rows"]) == 4


def test_the_mirror_has_them_as_who_was_taken_back(played: Terminal) -> None:
    played.run("mirror", "build")
    asked = "SELECT player, number, taken_back_by FROM players ORDER BY player"
    rows = played.json("sql", asked)["rows"]
    gone = {row["player"]: row["number"] for row in rows if row["taken_back_by"] is not None}
    assert (len(rows), gone) == (6, {4: None, 6: 5})
    (count,) = played.json("sql", "SELECT players FROM tournaments")["rows"]
    assert count["players"] == 4
    names = played.json("sql", "SELECT name FROM names")["rows"]
    assert DOUBLE not in [row["name"] for row in names]


def test_the_published_rounds_are_those_of_a_tournament_without_the_double(
    played: Terminal, tmp_path: Path
) -> None:
    other = Terminal(tmp_path / "other.ledger")
    other.run("init", "Open", "--rounds", "3")
    for name in ("Aalders, Mia", "Bos, Karel", "van der Berg, Jan", "Evers, Els"):
        other.run("enter", name)
    order = sorted(played.json("players")["rows"], key=lambda row: row["id"])
    file = tmp_path / "order.txt"
    file.write_text("\n".join(row["name"] for row in order), "utf-8")
    other.run("lots", "--by", "file", "--file", file)
    for number in (1, 2, 3):
        other.run("publish")
        other.run("result", number, 1, "1-0", 2, "1-0")
        boards = [
            [(row["white"], row["black"]) for row in each.json("pairings", number)["rows"]]
            for each in (played, other)
        ]
        assert boards[0] == boards[1]
