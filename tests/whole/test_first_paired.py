"""A tournament in FIDE mode with players absent in round 1, from the command line, to its file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.values import Language
from tests.helpers.browsing import Browsing
from tests.helpers.drafts import plain, played
from tests.helpers.other_language import LANGUAGES, Evening
from tests.helpers.terminal import Terminal

NAMES = ["Qadam", "Qbert", "Qcor", "Qdirk", "Qels", "Qfred", "Qgea", "Qhans"]


def opened(folder: Path, *more: object) -> Terminal:
    """Return a tournament in FIDE mode of eight players by rating, before round 1."""
    terminal = Terminal(folder / "cup.ledger")
    terminal.run("init", "Cup", "--rules", "fide-dutch-2026", "--rounds", 6, *more)
    for at, name in enumerate(NAMES):
        terminal.run("enter", name, "--rating", 2200 - 20 * at)
    terminal.run("lots", "--first-colour", "white")
    return terminal


def play(terminal: Terminal, number: int) -> None:
    """Publish a round in which white wins."""
    terminal.run("publish")
    rows = terminal.json("pairings", number)["rows"]
    terminal.run("result", number, *["1-0"] * len(rows))


def table(terminal: Terminal, *verb: object) -> dict[str, str]:
    """Return the first word of each line of a table that names a player, by that name."""
    lines = terminal.run(*verb).splitlines()
    named = [(name, line.split()) for line in lines for name in NAMES if name in line.split()]
    return {name: "" if parts[0] == name else parts[0] for name, parts in named}


def test_an_absent_player_gets_their_number_with_their_first_pairing(tmp_path: Path) -> None:
    terminal = opened(tmp_path)
    terminal.run("absent", "Qadam", 1)
    for number in range(1, 6):
        if number < 5:
            terminal.run("absent", "Qcor", number)
    said = terminal.run("pair")
    assert "Qadam and Qcor are not in the pairing: no pairing number until they first are" in said
    play(terminal, 1)
    numbers = ["", "1", "", "2", "3", "4", "5", "6"]
    assert [table(terminal, "players").get(name) for name in NAMES] == numbers
    assert "7 Qadam" not in terminal.run("player", "Qadam")
    assert "no number until first paired" in terminal.run("players")
    assert "7 Qadam" not in terminal.run("standings")

    play(terminal, 2)  # Qadam is there
    assert [table(terminal, "players")[name] for name in NAMES] == [
        "1",
        "2",
        "",
        "3",
        "4",
        "5",
        "6",
        "7",
    ]
    play(terminal, 3)
    play(terminal, 4)
    play(terminal, 5)  # Qcor is there, after round 4
    assert [table(terminal, "players")[name] for name in NAMES] == [
        "1",
        "2",
        "8",
        "3",
        "4",
        "5",
        "6",
        "7",
    ]
    assert terminal.try_("check").code == 0
    assert "would be paired the same" in terminal.run("audit", 2)
    assert terminal.try_("verify").code == 0
    assert terminal.json("integrity")["rows"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_rounds_are_told_in_one_language(language: Language, tmp_path: Path) -> None:
    evening = Evening(opened(tmp_path), language)
    evening.say("absent", "Qadam", 1)
    evening.say("absent", "Qdirk", 1)
    evening.say("pair")
    evening.say("publish")
    evening.say("players")
    evening.say("status")
    evening.say("numbers-exchange", "Qadam", "Qbert", "--reason", "Caissa", code=3)
    evening.say("result", 1, "1-0", "1-0", "1-0")
    evening.say("export", "-o", tmp_path / "cup.trf")
    evening.say("publish")
    evening.say("log")
    evening.say("pairings", 1)


def test_a_file_has_them_at_its_end_and_is_checked_and_imported(tmp_path: Path) -> None:
    terminal = opened(tmp_path)
    terminal.run("absent", "Qadam", 1)
    terminal.run("absent", "Qadam", 2)
    play(terminal, 1)
    play(terminal, 2)
    ran = terminal.try_("export", "-o", tmp_path / "cup.trf")
    assert "Qadam has no pairing number yet; the file has them at the end" in ran.out + ran.err
    last = [
        line
        for line in (tmp_path / "cup.trf").read_text("utf-8").splitlines()
        if line.startswith("001")
    ][-1]
    assert last.startswith("001    8      Qadam")
    assert terminal.try_("trf", "check", tmp_path / "cup.trf").code == 0
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", tmp_path / "cup.trf", "--confirm", "yes")
    assert table(other, "players")["Qadam"] == "8", "numbers stand as the file has them"
    other.run("publish")
    assert table(other, "players")["Qadam"] == "8"


def test_numbers_come_back_with_a_pairing_by_hand_that_is_taken_back(tmp_path: Path) -> None:
    terminal = opened(tmp_path)
    before = terminal.json("players")["rows"]
    boards = tmp_path / "boards.txt"
    boards.write_text("Qbert - Qadam\nQcor - Qels\n", "utf-8")
    terminal.run("by-hand-begin", "--confirm", "yes")
    terminal.run("pairing-by-hand", 1, boards, "--reason", "on paper", "--confirm", "yes")
    assert [table(terminal, "players")[name] for name in NAMES] == [
        "1",
        "2",
        "3",
        "",
        "4",
        "",
        "",
        "",
    ]
    terminal.run("undo", "--confirm", "yes")
    assert terminal.json("players")["rows"] == before


def test_the_mirror_has_no_number_for_them(tmp_path: Path) -> None:
    terminal = opened(tmp_path)
    terminal.run("absent", "Qadam", 1)
    terminal.run("publish")
    query = "SELECT player, number FROM players ORDER BY player LIMIT 2"
    assert [tuple(row.values()) for row in terminal.json("sql", query)["rows"]] == [
        (1, None),
        (2, 1),
    ]


def test_pages_show_no_number_of_them(tmp_path: Path) -> None:
    browsing = Browsing(tmp_path / "cup.ledger")
    browsing.do(
        {"command": "init", "name": "Cup", "rules": "fide-dutch-2026", "rounds": 5},
        *(
            {"command": "enter", "name": name, "rating": 2200 - 20 * at}
            for at, name in enumerate(NAMES)
        ),
        {"command": "lots"},
        {"command": "absent", "player": 3, "round": 1},
        {"command": "publish"},
    )
    played(browsing, "1-0")
    client = browsing.client()
    pages = {
        at: client.get(f"/{browsing.slug}/{at}")
        for at in ("players", "standing", "crosstable", "player/8", "check-in", "draft", "round")
    }
    assert {at: answer.status_code for at, answer in pages.items()} == dict.fromkeys(pages, 200)
    said = {at: plain(answer.text) for at, answer in pages.items()}
    assert all("Qcor" in text for at, text in said.items() if at != "round"), said
    assert not any("<small>8</small>" in answer.text for answer in pages.values())
    assert not re.search(r"nr\.? 8\b", " ".join(said.values()))
    assert "geen nummer tot de eerste indeling" in said["players"]
