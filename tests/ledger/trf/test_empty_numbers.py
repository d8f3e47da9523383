"""A gap in the numbers of a file is one by mistake, unless a line of the file says otherwise."""

from __future__ import annotations

from ledger.trf.empty_numbers import empty_numbers, with_empty_numbers
from ledger.trf.model import TrfFile, TrfKept
from ledger.trf.reader import parse
from ledger.trf.writer import write
from tests.helpers.trf_lines import row

LINE = "### Empty-numbers: 2 4"


def read(*lines: str) -> object:
    return parse(("\n".join(lines) + "\n").encode())


def test_numbers_that_the_file_declares_empty_are_no_gap() -> None:
    file = read(row(1), row(3), row(5), LINE)
    assert isinstance(file, TrfFile), file
    assert [player.number for player in file.players] == [1, 3, 5]
    assert [file.player(number).number for number in (1, 3, 5)] == [1, 3, 5]
    for number in (0, 2, 4, 6):
        try:
            file.player(number)
        except KeyError:
            continue
        raise AssertionError(number)


def test_the_line_stands_behind_those_that_the_file_had() -> None:
    file = read("012 Cup", row(1), row(3), row(5), LINE, "# the end")
    assert isinstance(file, TrfFile)
    written = write(with_empty_numbers(file)).decode().splitlines()
    assert [line[:3] for line in written] == ["012", "001", "001", "001", "# t", "###"]
    assert written[-1] == LINE


def test_another_gap_is_still_an_error() -> None:
    errors = read(row(1), row(3), row(6), LINE)
    assert isinstance(errors, tuple)
    assert [(error.code, error.line) for error in errors] == [("missing-start-rank", 3)]


def test_a_file_has_one_line_of_the_numbers_as_they_are_now() -> None:
    file = read(row(1), row(3), row(5), LINE)
    assert isinstance(file, TrfFile)
    assert with_empty_numbers(file).other == file.other
    full = read(row(1), row(2))
    assert isinstance(full, TrfFile)
    old = TrfFile(players=full.players, other=(TrfKept(LINE),))
    assert with_empty_numbers(old).other == ()
    assert empty_numbers([TrfKept("### Empty-numbers: x -1 7"), TrfKept("### other 3")]) == {7}
