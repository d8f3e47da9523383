"""What is changed in reading and importing a tournament file is told, with its lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.imports.adjustments import adjustments
from ledger.trf.findings import MOST_LINES
from tests.helpers.terminal import Terminal
from tests.helpers.trf_lines import read, row, text
from tests.helpers.words import words


def titled(number: int, title: str) -> str:
    line = row(number)
    return f"{line[:10]}{title:>3}{line[13:]}"


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((row(1, "0000"),), "line 1: A round without opponent and result is read as Z."),
        ((row(1, "0000 w H"),), "line 1: The colour of a bye is left out."),
        (
            (row(1, "0000 - h"), row(2, "0000 - h")),
            "line 1: A result in a small letter is read as a capital (line 2 as well).",
        ),
        (
            (row(1, "0000 - H", points="0,5"),),
            "line 1: Points with a comma are read as with a point.",
        ),
    ],
)
def test_a_change_made_in_reading_is_a_note_on_its_lines(
    lines: tuple[str, ...], sentence: str
) -> None:
    assert sentence in [words(note.sentence()) for note in read(*lines).notes]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("001    1" + " " * 60,), "line 1: A player without a name is entered by number."),
        ((titled(1, "XX"),), "line 1: A title that is not known is left out."),
        ((row(1, "0000 - +"),), "line 1: + without an opponent is entered as a full-point bye."),
        ((row(1, "0000 - -"),), "line 1: - without an opponent is entered as an absence."),
        (
            (row(1, "   2 - +"), row(2, "   1 - -")),
            "line 1: A default without colours: the lower number is entered as White.",
        ),
        (("062 3", row(1)), "line 1: 062 says 3 players, the file has 1."),
    ],
)
def test_a_change_made_by_the_import_is_a_note_on_its_lines(
    lines: tuple[str, ...], sentence: str
) -> None:
    assert [words(note.sentence()) for note in adjustments(read(*lines))] == [sentence]


def test_a_file_that_is_entered_as_it_stands_has_no_note() -> None:
    lines = ("062 2", row(1, "   2 w 1"), row(2, "   1 b 0"), "")
    assert adjustments(read(*lines)) == ()
    assert read(*lines).notes == ()


def test_of_many_lines_the_first_are_named_and_the_others_counted() -> None:
    note = read(*(row(number, "0000 - h") for number in range(1, MOST_LINES + 4))).notes[0]
    assert words(note.what).endswith("(lines 2, 3, 4, 5, 6, 7, 8, 9 and 2 more as well).")
    assert "en nog 2" in words(note.what, "nl")


def test_the_import_tells_what_it_adjusted(tmp_path: Path) -> None:
    path = tmp_path / "x.trf"
    path.write_bytes(text("062 3", row(1, "   2 w 1"), row(2, "   1 b 0"), titled(3, "abc")))
    ran = Terminal(tmp_path / "x.ledger").try_("import", path)
    assert ran.code == 0
    assert "line 4: A title that is not known is left out." in ran.out
