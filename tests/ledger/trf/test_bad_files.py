"""A file that is not what it should be: what is said of it is short, and can be printed."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from desk.handlers.by_hand import read_boards
from ledger.refusals import MOST, Refusal, lines_of_all
from ledger.text_files import is_text, quoted
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from ledger.trf.records import TrfNational
from ledger.trf.writer import write
from tests.helpers.terminal import Terminal
from tests.helpers.trf_lines import TWO_ROUNDS, read, refused
from tests.helpers.words import whole, words

READERS = [
    ("enter", "--file"),
    ("lots", "--by", "file", "--file"),
    ("pairing-by-hand", 1),
    ("evening", 1),
    ("apply",),
    ("result", 1, "--file"),
    ("import",),
    ("trf", "pair"),
    ("import", "--members"),
    ("rules", "check"),
]
"""Every verb that reads a file that people make."""

LONG = "x" * 5000
NOISE = random.Random(1).randbytes(20_000).replace(b"\0", b"")
FILES = {
    "noise": NOISE,
    "zeros": b"1-2\0\n" * 500,
    "one long line": LONG.encode(),
    "a stray sign": f"{'a' * 200}\x1b[31m - ‮b\n".encode(),
    "players": f'name;rating;{LONG}\n{LONG};{LONG}\n"{LONG}'.encode(),
    "an evening": f"kind;player;opponent;result\n{LONG};{LONG};{LONG};{LONG}\n".encode() * 300,
    "commands": f'{{"command": "{LONG}"}}\n{{"command": "absent", "{LONG}": "{LONG}"}}\n'.encode(),
    "a tournament": f"001    x m   {LONG}\n142 {LONG}\n{LONG}\n".encode() * 100,
}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    terminal = Terminal(tmp_path_factory.mktemp("club") / "club.ledger")
    terminal.run("init", "Interne", "--rules", "mwkeizer")
    for name in ("Aalders", "Beekman"):
        terminal.run("enter", name)
    return terminal


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("verb", READERS, ids=lambda verb: " ".join(map(str, verb)))
def test_what_is_said_of_a_bad_file_is_short_and_can_be_printed(
    club: Terminal, tmp_path: Path, verb: tuple[object, ...], name: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(FILES[name])
    members = [path] if "--members" in verb else []
    ran = club.try_(*verb, path, *members)
    assert ran.code in (2, 3)
    lines = ran.err.splitlines()
    assert lines
    assert len(lines) <= 2 * MOST + 1
    assert max(len(line) for line in lines) < 400
    assert all(character.isprintable() for line in lines for character in line)


def test_a_text_with_a_page_break_or_a_sign_of_another_code_page_is_text() -> None:
    assert is_text(b"")
    assert is_text("1 - 2 één\r\n\f\x1a".encode())
    assert is_text("naam\nJérôme\n".encode("cp1252"))
    assert not is_text("1-2\n".encode("utf-16"))
    assert not is_text(NOISE)


def test_boards_and_commands_are_read_in_the_code_page_of_a_spreadsheet(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Interne", "--rules", "mwkeizer")
    line = '{"command": "enter", "name": "Jérôme"}\n{"command": "enter", "name": "Zoë"}\n'
    (tmp_path / "enter.ndjson").write_bytes(line.encode("cp1252"))
    terminal.run("apply", tmp_path / "enter.ndjson")
    (tmp_path / "order.txt").write_bytes("Zoë\r\nJérôme\r\n".encode("cp1252"))
    terminal.run("lots", "--by", "file", "--file", tmp_path / "order.txt")
    (tmp_path / "boards.txt").write_bytes("Jérôme - Zoë\r\n".encode("cp1252"))
    terminal.run("pairing-by-hand", 1, tmp_path / "boards.txt")
    assert terminal.json("pairings", 1)["rows"][0]["white_name"] == "Jérôme"


def test_what_is_quoted_is_cut_off_and_strange_signs_are_not_printed() -> None:
    assert quoted("Beek-Smit, J.") == '"Beek-Smit, J."'
    assert quoted("a\tb\x1b") == '"a b?"'
    assert quoted("x" * 41) == '"' + "x" * 37 + '..."'
    assert quoted(["x" * 50]) == "\"['" + "x" * 35 + '..."'


def test_a_step_that_helps_against_several_refusals_is_given_once() -> None:
    first, second = (Refusal("bad-board", f"{n} is no board", "write 5-9") for n in "ab")
    other = Refusal("no-boards", "none", "write 5-9")
    assert whole(lines_of_all((first, second, other))).splitlines() == [
        "refused (bad-board)  a is no board",
        "refused (bad-board)  b is no board",
        "  next: write 5-9",
        "refused (no-boards)  none",
        "  next: write 5-9",
    ]
    assert words(lines_of_all((first,) * (MOST + 7))[-1]) == "... and 7 more"


def test_a_hidden_character_is_taken_out_of_any_line_and_told_with_its_lines() -> None:
    lines = [*TWO_ROUNDS, "# a note \x1b]0;x\x07", "022 Hoorn\u202e", "102 Jan\u202e\tSmit"]
    lines[0] = "012 Town\x9b2J"
    file = read(*lines)
    assert (file.name, file.text("022"), file.text("102")) == ("Town2J", "Hoorn", "Jan Smit")
    assert "# a note ]0;x" in [kept.text for kept in file.other]
    assert [words(note.sentence()) for note in file.notes] == [
        "line 1: U+009B CONTROL SEQUENCE INTRODUCER is left out.",
        "line 6: U+001B ESCAPE is left out.",
        "line 6: U+0007 BELL is left out.",
        "line 7: U+202E RIGHT-TO-LEFT OVERRIDE is left out (line 8 as well).",
        "line 8: U+0009 TAB is left out.",
    ]
    assert parse(write(file)) == replace(file, notes=())


def test_a_tab_among_columns_is_refused_by_line_and_column() -> None:
    lines = [*TWO_ROUNDS]
    lines[2] = lines[2].replace("Player 1", "Pla\ter1")
    assert refused(*lines) == [("control-character", 3, 18)]
    errors = parse("\n".join(lines).encode())
    assert isinstance(errors, tuple)
    assert "U+0009 TAB" in words(errors[0].what)


@pytest.mark.parametrize("name", ["Pla\u200byer 1", "Player 1\u200b", "\u200bPlayer\u200b\u200b 1"])
def test_a_hidden_character_in_columns_leaves_all_fields_whether_it_was_counted_or_not(
    name: str,
) -> None:
    plain = read(*TWO_ROUNDS)
    counted, beside = [*TWO_ROUNDS], [*TWO_ROUNDS]
    counted[2] = counted[2].replace("Player 1".ljust(33), name.ljust(33))
    beside[2] = beside[2].replace("Player 1", name)
    assert counted[2] != beside[2]
    for lines in (counted, beside):
        file = read(*lines)
        assert file.players == plain.players
        assert [words(note.sentence()) for note in file.notes] == [
            "line 3: U+200B ZERO WIDTH SPACE is left out."
        ]


def test_a_hidden_character_before_a_tag_or_among_the_rounds_hides_no_player() -> None:
    lines = [*TWO_ROUNDS]
    lines[2] = "\ufeff" + lines[2].replace(" w 1", " w\u200b 1")
    name = "Jan\u200bsen".ljust(33)
    lines.append(f"NED    1      {name}{' ' * 10}{'1234567':>11}")
    file = read(*lines)
    assert file.players == read(*TWO_ROUNDS).players
    [record] = file.records
    assert record == TrfNational(federation="NED", number=1, name="Jansen", national_id="1234567")


def test_letters_of_a_file_are_read_in_their_composed_form() -> None:
    lines = [*TWO_ROUNDS]
    lines[0] = "012 Ope\u0301n"
    lines[2] = lines[2].replace("Player 1", "Playe\u0301r ")
    file = read(*lines)
    assert (file.name, file.player(1).name) == ("Opén", "Playér")
    assert parse(write(file)) == file


def test_a_file_in_windows_1252_keeps_its_letters_and_is_written_so() -> None:
    data = "\n".join(["012 Škoda – Open", *TWO_ROUNDS[1:], ""]).encode("cp1252")
    file = parse(data)
    assert isinstance(file, TrfFile)
    assert file.name == "Škoda – Open"
    assert "Windows-1252" in words(file.notes[0].what)
    assert write(file) == data


@pytest.mark.parametrize("line", ["Aa\x1b - Bb", "bye C\x9b", "Aa\tBb\tC"])
def test_a_board_with_a_control_character_is_refused_with_its_line(line: str) -> None:
    problems = read_boards(f"1-2\n{line}\n")
    assert isinstance(problems, tuple)
    assert [(p.code, p.line) for p in problems] == [("bad-board", 2)]
