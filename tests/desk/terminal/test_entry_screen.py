"""The results of a round as they are typed at a terminal: on a screen, or line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.render.table import fitted
from desk.terminal.entry import ResultSheet, TypedBoard
from desk.terminal.entry_screen import screen
from tests.helpers.terminal import Terminal
from tests.helpers.typist import Typist

EVENING = "10=1001=1=0"
AS_RECORDED = [{"1": "1-0", "0": "0-1", "=": "1/2-1/2"}[key] for key in EVENING]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the ledger of a club of 22, with round 1 published: 11 boards."""
    folder = tmp_path_factory.mktemp("club")
    terminal = Terminal(folder / "t.ledger")
    names = "".join(f"Speler {number:02}\n" for number in range(1, 23))
    (folder / "names.csv").write_text(f"name\n{names}", "utf-8")
    terminal.run("init", "Club", "--rounds", 5)
    terminal.run("enter", "--file", folder / "names.csv")
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    return terminal.ledger.read_bytes()


@pytest.fixture
def club(opened: bytes, tmp_path: Path) -> Terminal:
    (tmp_path / "t.ledger").write_bytes(opened)
    return Terminal(tmp_path / "t.ledger")


def recorded(club: Terminal) -> list[str | None]:
    return [row["result"] for row in club.json("pairings", 1)["rows"]]


NOTHING: list[str | None] = [None] * 11


def test_an_evening_of_eleven_boards_takes_at_most_forty_keys(club: Terminal) -> None:
    for verb in ("results", "uitslagen"):
        assert len(f"toernooi {verb}\n{EVENING}\n") <= 40
    typist = Typist(club.ledger, "results")
    typist.sees("round 1: 0 of 11 boards")
    typist.types(EVENING, "Save 11 results? Enter saves", "11: 0-1")
    typist.types("\r")
    assert typist.leaves() == 0
    assert recorded(club) == AS_RECORDED
    assert "#37 round 1: 11 Speler 11 - 12 Speler 12 0-1" in typist.raw


def test_in_dutch_the_screen_is_dutch(club: Terminal) -> None:
    typist = Typist(club.ledger, "uitslagen", lang="nl")
    typist.sees("ronde 1: 0 van 11 borden", "a afgebroken")
    typist.types("f", "Wie was er niet?", "w wit, z zwart, 2 beide")
    typist.types("z", "Waarom was zwart", "l te laat, v verhinderd, z zonder bericht")
    typist.types("vr", "½-½ *")
    typist.types("q", "2 uitslagen opslaan? Enter slaat op")
    typist.sees("borden 3, 4, 5, 6, 7, 8, 9, 10 en 11 blijven open")
    typist.types("\n")
    assert typist.leaves() == 0
    assert recorded(club)[:3] == ["1-0R", "1/2-1/2", None]


def test_boards_are_skipped_gone_back_to_typed_again_and_cleared(club: Terminal) -> None:
    typist = Typist(club.ledger, "results")
    typist.sees(">  1")
    typist.types("1 0\r=", ">  6")
    typist.types("\x7f\x1b[A\x1b[A", ">  3")
    typist.types("=", ">  4")
    typist.types("\x1b[B1", ">  6")
    typist.types("\x1b[Ax", ">  5  ...")
    typist.types("q", "Save 2 results?", "1: 1-0   3: ½-½\nboards 2, 4, 5, 6")
    typist.types("\x7f", ">  5")
    typist.types("q\n")
    assert typist.leaves() == 0
    assert recorded(club)[:6] == ["1-0", None, "1/2-1/2", None, None, None]


def test_a_default_asks_who_and_why_and_a_game_may_be_adjourned(club: Terminal) -> None:
    typist = Typist(club.ledger, "results")
    typist.sees(">  1")
    typist.types("f", "board 1: Who was not there? w white, b black, 2 both; Esc back")
    typist.types("\x1b", "1 0 =")
    typist.types("f?", "? is not a key here")
    typist.types("2l", "Why was black not there? l late, e excused, n no word")
    typist.types("e", ">  2")
    typist.types("fwna", ">  4")
    typist.types("q\n")
    assert typist.leaves() == 0
    assert recorded(club)[:4] == ["0-0R", "0-1R", "adjourned", None]


def test_who_leaves_is_asked_to_save_and_may_say_no(club: Terminal) -> None:
    typist = Typist(club.ledger, "results")
    typist.types("10q", "Save 2 results? Enter saves, n drops them")
    typist.types("n")
    assert typist.leaves() == 0
    assert "nothing is recorded; 2 results that were typed are dropped" in typist.raw
    assert recorded(club) == NOTHING
    typist = Typist(club.ledger, "results")
    typist.types("\x1b")
    assert typist.leaves() == 0
    assert "nothing is recorded" in typist.raw


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_ctrl_c_records_nothing_says_so_and_ends_with_130(club: Terminal, term: str) -> None:
    typist = Typist(club.ledger, "results", term=term)
    typist.sees("round 1: 0 of 11 boards")
    typist.sees("1  ...")
    typist.types("1\n" if term == "dumb" else "1", "2  ...")
    typist.presses_ctrl_c("stopped: nothing is recorded")
    assert typist.leaves() == 130
    assert "1 result that was typed stands in" in typist.raw
    assert (club.ledger.parent / "t-results-1.jsonl").read_text("utf-8").count("\n") == 1
    assert recorded(club) == NOTHING


def test_a_board_that_has_its_result_is_not_changed(club: Terminal) -> None:
    club.run("result", 1, "2", "0")
    typist = Typist(club.ledger, "results")
    typist.types("1", ">  3")
    typist.types("\x1b[A0", "board 2 has its result, 0-1; to change it:")
    typist.sees("toernooi correct result 1 2 RESULT")
    typist.types("q\n")
    assert typist.leaves() == 0
    assert recorded(club)[:3] == ["1-0", "0-1", None]


def test_what_is_typed_stays_on_screen_when_it_is_refused(club: Terminal) -> None:
    typist = Typist(club.ledger, "results")
    typist.types("100", ">  4")
    club.run("result", 1, "2", "1")
    typist.types("q", "Save 3 results?")
    shown = typist.types("\n", "result-already-recorded")
    assert "1-0 stands, typed: 0-1" in shown
    assert recorded(club)[:3] == [None, "1-0", None]
    typist.types("q", "Save 2 results?")
    typist.types("\n")
    assert typist.leaves() == 0
    assert recorded(club)[:4] == ["1-0", "1-0", "0-1", None]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 8), (24, 24), (20, 6), (9, 3)])
def test_boards_scroll_and_are_cut_where_the_terminal_is_small(
    club: Terminal, width: int, height: int
) -> None:
    typist = Typist(club.ledger, "results", width=width, height=height)
    typist.sees(">  1")
    for number in range(2, 12):
        typist.types("1", f"> {number:>2}")
    typist.types("1")
    typist.types("\n")
    assert typist.leaves() == 0
    assert not typist.screen.rolled
    assert recorded(club) == ["1-0"] * 11


def test_a_dumb_terminal_is_asked_line_by_line(club: Terminal) -> None:
    typist = Typist(club.ledger, "results", term="dumb")
    assert "\x1b" not in typist.raw
    typist.sees("1  ...  1 Speler 01 - 22 Speler 22")
    for line in ("1", "1/2", "", "<", "0-1", "fwl", "f", "2", "l", "n", "oops", "q"):
        typist.types(f"{line}\n")
    typist.sees("Save 5 results? Enter saves")
    assert "oops is not a key here" in typist.raw
    typist.types("\n")
    assert typist.leaves() == 0
    assert recorded(club)[:6] == ["1-0", "1/2-1/2", "0-1", "0-1R", "0-0R", None]


def test_a_name_steers_no_terminal() -> None:
    board = TypedBoard(1, (1, 2), "1-2", "1 \x1b[2JAnna - 2 Bram", None)
    assert any("\\x1b[2JAnna" in line for line in screen(ResultSheet(1, [board]), 80, 24))


def test_a_line_is_cut_at_the_places_it_takes() -> None:
    assert fitted("王小明 - Anna", 5) == "王小"
    assert fitted("Anna", 4) == "Anna"
