"""The dates of rounds in a tournament file (132): read by their columns, and overwritten."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from ledger.state.round_dates import cells_of, date_of, dates_of, text_of
from tests.helpers.terminal import Terminal

BLANK = " " * 87
"""From column 5 up to the first round."""

PLAYERS = "".join(
    f"001 {n:>4}      {name:33}\n" for n, name in enumerate(["Smit, Jan", "Bos, An"], 1)
)


def line(*cells: str, before: str = BLANK) -> str:
    return before + "".join(cell.ljust(10) for cell in cells).rstrip()


@pytest.mark.parametrize(
    ("cell", "date"),
    [
        ("24/12/01", dt.date(2024, 12, 1)),
        ("26-09-04", dt.date(2026, 9, 4)),
        ("2026.09.04", dt.date(2026, 9, 4)),
        ("69/12/31", dt.date(2069, 12, 31)),
        ("70/01/01", dt.date(1970, 1, 1)),
        ("24/02/30", None),
        ("0000/01/01", None),
        ("24/12-01", None),
        ("24/13/01", None),
        (" 24/12/0", None),
        ("01/12/2024", None),
        ("24/12/01x", None),
        ("٢٤/12/01", None),
        ("", None),
    ],
)
def test_a_date_is_read_year_first(cell: str, date: dt.date | None) -> None:
    assert date_of(cell) == date


def test_the_columns_tell_the_round_of_a_date() -> None:
    text = line("24/12/01", "", "24/12/03", "2024/12/04")
    assert dates_of([text]) == {
        1: dt.date(2024, 12, 1),
        3: dt.date(2024, 12, 3),
        4: dt.date(2024, 12, 4),
    }
    assert dates_of([f" {text}"]) == {}, "moved by a column"
    assert 1 not in dates_of([text[1:]])
    assert cells_of([line("a", before="x".ljust(87))]) == {0: "x", 1: "a"}
    assert dates_of([line("24/12/01"), line("25/12/01", "25/12/02")]) == {
        1: dt.date(2024, 12, 1),
        2: dt.date(2025, 12, 2),
    }


def test_a_line_keeps_its_letters_where_the_dates_are_the_same() -> None:
    text = line("24-12-01", "later", "2024.12.03", before="dates".ljust(87))
    dates, cells = dates_of([text]), cells_of([text])
    assert text_of(dates, cells) == text
    dates[3] = dt.date(2024, 12, 10)
    dates[5] = dt.date(2025, 1, 7)
    assert text_of(dates, cells) == line(
        "24-12-01", "later", "24/12/10", "", "25/01/07", before="dates".ljust(87)
    )


def imported(folder: Path, text: str, *words: str, first: str = "", last: str = "") -> Terminal:
    """Return a terminal on a tournament read from a file with these dates of rounds."""
    days = "".join(f"{tag} {day}\n" for tag, day in (("042", first), ("052", last)) if day)
    (folder / "cup.trf").write_text(f"012 Cup\n{days}132 {text}\nXXR 3\n{PLAYERS}", "utf-8")
    terminal = Terminal(folder / "cup.ledger")
    terminal.run("import", folder / "cup.trf", *words)
    return terminal


@pytest.mark.parametrize(
    ("text", "rounds", "where"),
    [
        (line("24/12/01", "", "24/12/03"), 3, None),
        (line("24/12/01", "later", "24/12/03"), 3, "column 102"),
        (line("x", "24/13/01", "24/12/03", "24/12/04"), 3, "column 92 (and in 2 more places)"),
        (line("24/12/01", "", "", "24/12/04"), 4, None),
        ("see the website", 3, "column 5"),
    ],
)
def test_what_is_no_date_of_a_round_is_noted_once(
    tmp_path: Path, text: str, rounds: int, where: str | None
) -> None:
    imported(tmp_path, text)
    other = Terminal(tmp_path / "other.ledger")
    lines = other.run("import", tmp_path / "cup.trf", "--rounds", rounds).splitlines()
    what = f"line 2: 132: no date (YY/MM/DD) of a round in {where}; kept and not used."
    assert [note for note in lines if "132:" in note] == ([f"note: {what}"] if where else [])


def header(terminal: Terminal) -> dict[str, str]:
    """Return the lines of an export about days, by their tags."""
    lines = terminal.run("export").splitlines()
    return {text[:3]: text[4:] for text in lines if text[:3] in ("042", "052", "132")}


def test_the_dates_of_a_file_are_facts_and_go_out_as_they_came(tmp_path: Path) -> None:
    text = line("26-09-04", "26-09-18", "26-10-02")
    terminal = imported(tmp_path, text, first="2026-09-04", last="2026-10-02")
    days = ["2026-09-04", "2026-09-18", "2026-10-02"]
    assert [row["date"] for row in terminal.json("rounds")["rows"]] == days
    assert header(terminal) == {"042": "2026-09-04", "052": "2026-10-02", "132": text}


def test_a_round_of_a_file_is_moved_by_schedule_and_the_last_day_with_it(tmp_path: Path) -> None:
    text = line("26/09/04", "26/09/18", "26/10/02")
    terminal = imported(tmp_path, text, first="2026/09/04", last="2026/10/02")
    terminal.run("schedule", 3, "2026-10-09")
    moved = line("26/09/04", "26/09/18", "26/10/09")
    assert header(terminal) == {"042": "2026/09/04", "052": "2026/10/09", "132": moved}
    assert terminal.json("status")["ends"] == "2026-10-09"
    terminal.run("undo")
    assert header(terminal) == {"042": "2026/09/04", "052": "2026/10/02", "132": text}
    assert terminal.json("status")["ends"] == "2026-10-02"


def test_a_last_day_that_is_of_no_round_stays_when_a_round_is_moved(tmp_path: Path) -> None:
    text = line("26/09/04", "26/09/18", "26/10/02")
    terminal = imported(tmp_path, text, last="2026/10/03")
    terminal.run("schedule", 3, "2026-10-09")
    assert header(terminal)["052"] == "2026/10/03"
    terminal.run("details", "--ends", "2026-10-10")
    assert header(terminal)["052"] == "2026/10/10"
    assert header(terminal)["042"] == "2026/09/04", "of the rounds, since the file does not say"


def test_only_dates_of_rounds_that_are_planned_are_facts(tmp_path: Path) -> None:
    text = line("26/09/04", "later", "26/10/02", "26/11/06")
    terminal = imported(tmp_path, text)
    days = ["2026-09-04", None, "2026-10-02"]
    assert [row["date"] for row in terminal.json("rounds")["rows"]] == days
    assert header(terminal)["132"] == text


def test_a_line_of_very_many_columns_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "cup.trf").write_text(
        f"012 Cup\n132 {BLANK}{'26/09/04  ' * 20000}\n{PLAYERS}", "utf-8"
    )
    terminal = Terminal(tmp_path / "cup.ledger")
    assert terminal.try_("import", tmp_path / "cup.trf", "--rounds", 2).code == 0
    assert len(terminal.json("rounds")["rows"]) == 2
