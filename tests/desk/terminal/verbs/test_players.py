"""A person in a tournament twice: asked about at each door, and taken out again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal

LIST = "name;birth;club\nBerg, Jan van der;1984;De Toren\nJan v.d. Berg;;\nSmit, Eva;;\nE. Smit;;\n"


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "3")
    return terminal


def names(terminal: Terminal) -> list[str]:
    return [row["name"] for row in terminal.json("players")["rows"]]


def test_a_likely_double_is_a_question_at_a_terminal(terminal: Terminal) -> None:
    terminal.run("enter", "van der Berg, Jan", "--birth", "1984", "--club", "De Toren")
    double = ("enter", "Jan v.d. Berg", "--birth", "1984-05-01", "--club", "de toren")
    no = terminal.try_(*double, stdin=b"\n", at_keyboard=True)
    assert (no.code, names(terminal)) == (3, ["van der Berg, Jan"])
    yes = terminal.try_(*double, stdin=b"yes\n", at_keyboard=True)
    assert "warning: Jan v.d. Berg may be 1 van der Berg, Jan, entered already" in yes.err
    assert (yes.code, len(names(terminal))) == (0, 2)


def test_a_likely_double_is_a_refusal_where_nobody_can_be_asked(terminal: Terminal) -> None:
    terminal.run("enter", "Bos, Daan", "--birth", "2012", "--club", "De Toren")
    double = ("enter", "Bos, D.", "--birth", "2012")
    [refusal] = terminal.try_(*double, "--json").json["refused"]
    assert refusal["code"] == "confirmation-needed"
    assert refusal["step"] == [{"command": None, "fields": {"confirm": "yes"}, "ask": []}]
    assert "al ingeschreven" in terminal.refused(*double, "--lang", "nl")
    terminal.run(*double, "--confirm", "yes")


def test_the_likely_doubles_of_a_list_are_one_question(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    enter = ("enter", "--file", tmp_path / "list.csv")
    assert len(terminal.try_(*enter, "--json").json["refused"]) == 2
    ran = terminal.try_(*enter, stdin=b"yes\n", at_keyboard=True)
    assert ran.err.count("entered already") == 2
    assert ran.out.count("Type yes to go on") == 1
    assert (ran.code, len(names(terminal))) == (0, 4)


def test_a_file_of_commands_asks_once_and_removes(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "commands.ndjson"
    lines = [
        {"command": "enter", "name": "Berg, Jan van der"},
        {"command": "enter", "name": "Jan v.d. Berg"},
        {"command": "enter", "name": "Smit, Eva"},
        {"command": "remove", "player": "v.d.", "reason": "twice"},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert "line 2" in terminal.refused("apply", file)
    lines[1]["confirm"] = "yes"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    terminal.run("apply", file)
    assert names(terminal) == ["Berg, Jan van der", "Smit, Eva"]


def test_who_has_played_is_sent_to_withdraw_by_the_whole_command(terminal: Terminal) -> None:
    for name in ("Aarts", "Bos"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    said = terminal.refused("remove", "Bos")
    assert "refused (has-played)  2 Bos stands in the published pairing of round 1" in said
    assert "next: toernooi withdraw 2" in said
    assert "terugtrekken 2" in terminal.refused("verwijderen", "Bos", "--lang", "nl")
