"""A tournament as a file for other programs: KNSB numbers, dates, the number of rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    assert [record.text for record in file.records if record.tag == "NED"] == [more]


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


# --- in the middle of a round ---------------------------------------------------------------------


def half_played(path: Path, rules: str = "knsb-wp-2014", rounds: int = 2) -> Terminal:
    """Return a tournament of seven; in the last of these rounds one game has a result."""
    terminal = Terminal(path)
    terminal.run("init", "Cup", *(() if rules == "berger" else ("--rounds", 4)), "--rules", rules)
    for number in range(1, 8):
        terminal.run("enter", f"Player {number}", "--rating", 1900 - 10 * number)
    terminal.run("lots", "--by", "rating")
    for number in range(1, rounds + 1):
        terminal.run("publish")
        terminal.run("result", number, 2, "0-1")
        if number < rounds:
            terminal.run("result", number, 1, "1-0")
            terminal.run("result", number, 3, "1/2-1/2")
    return terminal


def without_import(text: str) -> str:
    """Return a file without the comment on the origin of its tournament."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("### #2 "))


@pytest.mark.parametrize("rules", ["knsb-wp-2014", "knsb-wp-1996", "knsb-rating-2014", "berger"])
def test_a_round_half_played_goes_out_and_comes_back_with_the_same_results_missing(
    rules: str, tmp_path: Path
) -> None:
    terminal = half_played(tmp_path / "cup.ledger", rules)
    terminal.run("adjourn", 2, 1)
    ran = terminal.try_("export")
    assert ran.code == 0
    assert "round 2: 1 game has no result yet, left blank in the file" in ran.err
    (tmp_path / "cup.trf").write_text(ran.out, "utf-8")
    other = Terminal(tmp_path / "other.ledger")
    run = other.try_("import", tmp_path / "cup.trf", "--rules", rules)
    assert run.code == 0
    assert "Round 2: 1 game has no result yet" in run.out + run.err
    assert without_import(other.run("export")) == ran.out
    boards = other.json("pairings", 2)["rows"]
    assert [row["result"] for row in boards if row["result"] is None] == [None]
    board = next(row["board"] for row in boards if row["result"] is None)
    other.run("result", 2, board, "1-0")
    assert "no result yet" not in other.try_("export").err
    other.run("publish")


def test_a_file_of_a_round_half_played_is_counted_and_not_paired(tmp_path: Path) -> None:
    terminal = half_played(tmp_path / "cup.ledger")
    path = tmp_path / "cup.trf"
    path.write_text(terminal.run("export"), "utf-8")
    refusal = terminal.refused("trf", "pair", path)
    assert "round 2 has 2 games without a result, and round 3 waits for them" in refusal
    assert "knsb-wp-2014 F11" in refusal
    assert "games-open" in terminal.refused("trf", "why", path, "--round", 3, "--bye")
    assert terminal.run("trf", "pair", path, "--round", 2).splitlines()[0] == "4"
    assert "Round 2: 2 games have no result yet" in terminal.run("trf", "standings", path)
    points = {row["id"]: row["points"] for row in terminal.json("trf", "standings", path)}
    rows = terminal.json("standings", "--after", 2)["rows"]
    assert points == {row["id"]: row["points"] for row in rows}
    assert "as the rules give it" in terminal.try_("trf", "check", path).out


def test_a_round_half_played_with_another_after_it_is_imported_where_it_does_not_wait(
    tmp_path: Path,
) -> None:
    terminal = half_played(tmp_path / "cup.ledger", "berger", 1)
    terminal.run("publish")
    path = tmp_path / "cup.trf"
    path.write_text(terminal.run("export"), "utf-8")
    assert terminal.run("trf", "pair", path, "--rules", "berger")
    other = Terminal(tmp_path / "other.ledger")
    assert "games-open" in other.refused("import", path, "--set", "bye.points=0")
    other.run("import", path, "--rules", "berger")
    assert without_import(other.run("export")) == path.read_text("utf-8")
