"""A tournament as a file for other programs: numbers at the KNSB, dates, how many there are."""

from __future__ import annotations

from pathlib import Path

from ledger.trf.model import ROUND_COLUMN, TrfFile
from ledger.trf.national import national_ids, national_line, says_no_more
from ledger.trf.reader import parse
from tests.helpers.terminal import Terminal


def exported(terminal: Terminal) -> tuple[TrfFile, bytes]:
    data = terminal.run("export").encode()
    file = parse(data)
    assert isinstance(file, TrfFile), file
    return file, data


def test_numbers_of_the_knsb_go_out_and_come_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    terminal.run("enter", "Smit, Jan", "--national-id", "7654321", "--rating", 1800)
    terminal.run("enter", "Bos, Kees", "--rating", 1700)
    terminal.run("enter", "Vos, An", "--national-id", "8123456")
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    file, data = exported(terminal)
    assert national_ids(file) == {1: "7654321", 3: "8123456"}
    (tmp_path / "cup.trf").write_bytes(data)
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", tmp_path / "cup.trf")
    again, _ = exported(other)
    assert (again.players, national_ids(again)) == (file.players, national_ids(file))
    members = other.run("export", "--format", "members").splitlines()
    assert ["7654321" in line for line in members] == [False, True, False, False]


def test_the_header_has_players_and_dates(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    for name, rating in (("Smit, Jan", 1800), ("Bos, Kees", 1700)):
        terminal.run("enter", name, "--rating", rating)
    terminal.run("enter", "Vos, An")
    terminal.run("lots", "--by", "entry")
    terminal.run("schedule", 1, "2026-11-28")
    terminal.run("schedule", 3, "2026-12-12")
    file, data = exported(terminal)
    texts = [file.text(tag) for tag in ("042", "052", "062", "072")]
    assert texts == ["2026/11/28", "2026/12/12", "3", "2"]
    line = next(line for line in data.decode().splitlines() if line.startswith("132"))
    assert line[ROUND_COLUMN - 1 :] == "26/11/28            26/12/12"


def test_a_national_record_that_says_more_is_kept_as_it_is(tmp_path: Path) -> None:
    line = national_line(1, "7654321")
    assert says_no_more(line)
    more = f"{line[:48]}1850{line[52:]}"
    assert not says_no_more(more)
    assert not says_no_more("BEL    1 x")
    terminal = Terminal(tmp_path / "cup.ledger")
    player = "001    1      Smit, Jan" + " " * 60
    (tmp_path / "cup.trf").write_text(f"012 Cup\nXXR 3\n{player}\n{more}\n", "utf-8")
    terminal.run("import", tmp_path / "cup.trf")
    file, _ = exported(terminal)
    assert [kept.text for kept in file.other if kept.text.startswith("NED")] == [more]


def test_players_entered_after_an_import_are_counted(tmp_path: Path) -> None:
    player = "001    1      Smit, Jan" + " " * 60
    (tmp_path / "cup.trf").write_text(f"012 Cup\n062 1 (1)\n072 1\nXXR 3\n{player}\n", "utf-8")
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("import", tmp_path / "cup.trf")
    file, _ = exported(terminal)
    assert [file.text("062"), file.text("072")] == ["1 (1)", "1"], "as the file had it"
    terminal.run("enter", "Bos, An", "--rating", 1800)
    terminal.run("enter", "Vos, Ko", "--rating", 1700)
    file, _ = exported(terminal)
    assert [file.text("062"), file.text("072")] == ["3", "2"]


def test_a_round_robin_is_told_as_such_whatever_its_type_is_called(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rules", "berger", "--type", "Tienkamp")
    for name in ("Smit, Jan", "Bos, An", "Vos, Ko"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    first, data = exported(terminal)
    assert first.texts("092") == ("Tienkamp", "Individual: Round-Robin")
    (tmp_path / "cup.trf").write_bytes(data)
    other = Terminal(tmp_path / "other.ledger")
    other.run("import", tmp_path / "cup.trf", "--rules", "berger")
    assert exported(other)[0].header == first.header
    terminal.run("details", "--type", "Double round robin")
    assert exported(terminal)[0].texts("092") == ("Double round robin",)
