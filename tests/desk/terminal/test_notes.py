"""A reader's notes on a file reach the person, in text and in JSON, by every verb."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from tests.helpers.parsed import nodes_of
from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal
from tests.helpers.trf_lines import TWO_ROUNDS

NOTED = "XXC rank is kept and not used"
LINES = [*TWO_ROUNDS, "XXC white1 rank"]


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path / "cup.ledger")


def written(folder: Path, *lines: str, name: str = "cup.trf") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(
    "verb", [("trf", "pair"), ("trf", "standings"), ("trf", "check"), ("trf", "why", "--bye")]
)
def test_a_note_of_the_reader_is_told_by_every_verb_on_a_file(
    terminal: Terminal, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    file = written(tmp_path, *LINES)
    ran = terminal.try_(*verb[:2], file, *verb[2:])
    assert ran.code in (0, 1), ran
    assert f"line 6: {NOTED}" in ran.out + ran.err
    if verb[1] != "pair":
        ran = terminal.try_(*verb[:2], file, *verb[2:], "--json")
        notes = ran.err if verb[1] == "standings" else str(json.loads(ran.out)["notes"])
        assert f"line 6: {NOTED}" in notes


@pytest.mark.parametrize("verb", [("import",), ("enter", "--file")])
def test_a_note_is_told_where_a_file_is_recorded(
    terminal: Terminal, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    file = written(tmp_path, *LINES)
    for form in ((), ("--json",)):
        ledger = Terminal(tmp_path / f"{len(form)}.ledger")
        if verb[0] == "enter":
            ledger.run("init", "Cup")
        said = ledger.run(*verb, file, *form)
        assert f"line 6: {NOTED}" in (str(json.loads(said)["notes"]) if form else said)


def test_a_note_is_told_with_its_file_where_a_folder_is_imported(
    terminal: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    written(folder, *LINES)
    assert f"cup.trf: line 6: {NOTED}" in terminal.run("import-folder", folder)
    other = Terminal(tmp_path / "other.ledger")
    assert NOTED in other.json("import-folder", folder)["rows"][0]["notes"][0]


REFUSED = {
    "250": "250      1.0   1   2    1    2",
    "XXA": "XXA    1  1.0  1.0",
    "299": "299 W         1.0    1    1",
}


@pytest.mark.parametrize("tag", REFUSED)
@pytest.mark.parametrize("verb", [("trf", "pair"), ("trf", "check"), ("import",)])
def test_a_record_that_would_change_a_pairing_is_refused_by_line_and_record(
    terminal: Terminal, tmp_path: Path, verb: tuple[str, ...], tag: str
) -> None:
    file = written(tmp_path, *TWO_ROUNDS, REFUSED[tag])
    ran = terminal.try_(*verb, file)
    assert ran.code == 2
    assert "trf-not-carried-out" in ran.err
    assert f"line 6: {tag} gives" in ran.err
    assert terminal.try_("trf", "standings", file).code == 0


def test_a_file_that_is_played_out_has_no_pairing_left_to_change(
    terminal: Terminal, tmp_path: Path
) -> None:
    lines = [TWO_ROUNDS[0], "XXR 2", *TWO_ROUNDS[2:], REFUSED["250"]]
    assert "line 6: 1 line 250 kept and not used" in terminal.run(
        "import", written(tmp_path, *lines)
    )


def test_columns_that_are_not_used_are_named_in_one_line(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = written(tmp_path, "Naam;E-mail;Telefoon", "Anna;a@b.nl;06", name="list.csv")
    note = 'columns are not used: "E-mail", "Telefoon"'
    terminal.run("init", "Cup")
    assert f"note: {note}" in terminal.run("enter", "--file", file)
    other = Terminal(tmp_path / "other.ledger")
    other.run("init", "Cup")
    assert other.json("enter", "--file", file)["notes"] == [note]


def test_whoever_reads_a_file_hands_its_notes_on() -> None:
    """Each reader has a function or a field of notes; a module that reads uses it."""
    readers = {
        "parse": "notes",
        "read_people": "list_notes",
        "parse_people_csv": "list_notes",
        "read_rows": "season_notes",
    }
    silent = []
    for path in [*(ROOT / "desk").rglob("*.py"), ROOT / "toernooiboek.py"]:
        imported = {
            alias.name
            for node in nodes_of(path)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ledger.")
            for alias in node.names
        }
        text = path.read_text("utf-8")
        silent += [
            f"{path.relative_to(ROOT).as_posix()}: {name}"
            for name, notes in readers.items()
            if name in imported and notes not in text
        ]
    assert silent == []
