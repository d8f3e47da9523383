"""Tournament report files: writing loses nothing that was read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from ledger.trf.model import (
    MAX_START_RANK,
    TrfCell,
    TrfFile,
    TrfHeader,
    TrfKept,
    TrfPlayer,
    TrfPoints,
)
from ledger.trf.reader import parse
from ledger.trf.writer import write
from tests.helpers.family import examples
from tests.helpers.shared_data import needs_shared, shared_files
from tests.helpers.trf_files import files
from tests.helpers.trf_lines import BYE, REFUSED, read, row, text


def test_writing_puts_every_line_back_in_its_place() -> None:
    data = text(
        "# before",
        "XXC rank white1",
        row(2, "   1 b 0", points="0.0"),
        "013 A team                            1    2",
        "012 Late title",
        "",
        row(1, "   2 w 1", points="1.0"),
        "142 5",
        "XXZ 1 2",
    )
    file = parse(data)
    assert isinstance(file, TrfFile)
    assert write(file) == data


def test_a_new_file_has_header_settings_and_players_in_the_usual_order() -> None:
    file = TrfFile(
        players=(TrfPlayer(1, "A", cells=(TrfCell(None, "-", "U"),), points_halves=2),),
        header=(TrfHeader("012", "Name"),),
        rounds_planned=5,
        first_colour="b",
        absent_next=(1,),
        points=TrfPoints(),
        other=(TrfKept("# made by hand"),),
    )
    lines = write(file).decode().splitlines()
    assert [line[:3] for line in lines] == ["012", "XXR", "XXC", "XXS", "XXZ", "001", "# m"]
    assert lines[5] == row(1, BYE, points="1.0", name="A")
    assert parse(write(file)) == file


def test_a_setting_is_written_by_the_tag_it_was_read_from() -> None:
    lines = ("142 7", "152 B", "162  W 3.0    D 1.0    L 0.0", row(1, BYE))
    assert write(read(*lines)) == text(*lines)
    changed = replace(read(*lines), rounds_planned=9, first_colour="w")
    assert write(changed).decode().splitlines()[:2] == ["142 9", "152 W"]


def test_values_that_162_cannot_say_are_written_as_xxs() -> None:
    file = replace(read("162  W 1.0", row(1)), points=TrfPoints(ww=4))
    assert b"\nXXS WW=2.0 BW=1.0" in b"\n" + write(file)
    assert parse(write(file)) == file


def test_of_a_value_that_one_line_of_bbppairings_cannot_say_all_of_them_are_written() -> None:
    file = replace(read("BBW  1.0", row(1)), points=TrfPoints(zpb=1))
    assert parse(write(file)) == file


def test_a_rating_written_as_0_is_written_so_again() -> None:
    data = text(row(1)[:51] + "0")
    file = parse(data)
    assert isinstance(file, TrfFile)
    assert write(file) == data


def test_a_name_that_latin_1_does_not_have_makes_the_file_utf_8() -> None:
    file = TrfFile(players=(TrfPlayer(1, "Šahović"),), encoding="latin-1")
    assert parse(write(file)) == file


def test_a_name_that_is_too_long_or_has_a_line_end_is_cut_to_its_columns() -> None:
    file = parse(write(TrfFile(players=(TrfPlayer(1, "Long\n" + "n" * 40),))))
    assert isinstance(file, TrfFile)
    assert file.player(1).name == "Long " + "n" * 28


@pytest.mark.parametrize(
    "player",
    [
        TrfPlayer(MAX_START_RANK + 1, "A"),
        TrfPlayer(0, "A"),
        TrfPlayer(1, "A", rating=12_345),
        TrfPlayer(1, "A", points_halves=20_001),
        TrfPlayer(1, "A", cells=(TrfCell(10_000, "w", "1"),)),
    ],
)
def test_a_number_that_its_columns_cannot_hold_is_not_written(player: TrfPlayer) -> None:
    with pytest.raises(OverflowError, match=r"four columns|start rank"):
        write(TrfFile(players=(player,)))


@needs_shared
@pytest.mark.parametrize(
    "path", shared_files("data/real/*.trf", "data/trf26/*.trf", "data/malformed/*.trf")
)
def test_a_file_of_a_real_event_is_written_back_as_it_was(path: Path) -> None:
    data = path.read_bytes()
    file = parse(data)
    if path.name in REFUSED:
        assert isinstance(file, tuple)
        return
    assert isinstance(file, TrfFile), file
    again = write(file)
    assert parse(again) == file
    # Only blanks at the end of a line may differ.
    assert [line.rstrip() for line in again.splitlines()] == [
        line.rstrip() for line in data.splitlines()
    ]


def _in_order(file: TrfFile) -> TrfFile:
    """Put header lines in the order in which they are written."""
    after, keyed = 0, []
    for header in file.header:
        after = header.line or after
        keyed.append((after, header))
    return replace(file, header=tuple(h for _, h in sorted(keyed, key=lambda entry: entry[0])))


@given(files())
@examples(150)
def test_reading_what_was_written_gives_the_same_file(file: TrfFile) -> None:
    """Each of 150 files is drawn whole, with every kind of line."""
    again = parse(write(file))
    assert again == _in_order(file)
    assert isinstance(again, TrfFile)
    assert parse(write(again)) == again
    assert write(again) == write(file)
