"""A file for one kind of reader: what stands where, and that nothing is lost unsaid."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.trf.model import TrfFile, TrfPoints
from ledger.trf.profiles import (
    PROFILES,
    Profile,
    as_profile,
    default_profile,
    in_the_rounds,
    left_out,
)
from ledger.trf.reader import parse
from ledger.trf.records import TrfAcceleration, TrfByes, TrfProhibited, TrfVirtual
from ledger.trf.writer import write
from tests.helpers.crosstables import rules
from tests.helpers.family import examples
from tests.helpers.shared_data import needs_shared, shared_files
from tests.helpers.trf_files import files
from tests.helpers.trf_lines import REFUSED, read, row
from tests.helpers.words import words

FILE = (
    "012 Town championship",
    "142 5",
    "152 W",
    "162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5",
    "192 FIDE_DUTCH_2026",
    "202 BH/C1,BH,SB",
    row(1, "   2 w 1", "0000 - H", points="1.5"),
    row(2, "   1 b 0", points="0.0"),
    row(3, "   4 w ?", points="0.5"),
    row(4, "   3 b ?", points="0.5"),
    row(5, "0000 - U", points="0.5"),
    "NED    1" + " " * 49 + "    7654321",
    "240 Z   3    2",
    "250       1.0   1   2    1    2",
    "250       0.5   3   3    1    1",
    "260   1   3    1    3    5",
    "260   5   5    2    4",
    "299          -0.5   1    3",
    "# made by hand",
)


def lines(profile: Profile, *texts: str) -> list[str]:
    return write(read(*texts), profile).decode().splitlines()


def test_trf26_has_its_own_records_in_the_order_of_their_tags() -> None:
    data = write(read(*FILE), "trf26")
    assert data.count(b"\r\n") == data.count(b"\n")
    written = data.decode().splitlines()
    assert [line[:3] for line in written] == [
        "012",
        "142",
        "152",
        "162",
        "192",
        "202",
        "001",
        "001",
        "001",
        "001",
        "001",
        "NED",
        "240",
        "240",
        "250",
        "250",
        "260",
        "260",
        "299",
        "###",
    ]
    assert written[3] == "162  W 1.0    D 0.5    L 0.0    P 0.5"
    assert written[6] == row(1, "   2 w 1", points="1.0")
    assert written[8].endswith("?")
    assert written[12:14] == ["240 H   2    1", "240 Z   3    2"]
    assert written[-1] == "### made by hand"


def test_trf16_has_xx_lines_and_byes_in_the_rounds() -> None:
    written = lines("trf16", *FILE)
    assert [line[:3] for line in written] == [
        "012",
        "XXR",
        "XXC",
        "XXS",
        "001",
        "001",
        "001",
        "001",
        "001",
        "NED",
        "XXA",
        "XXA",
        "XXP",
        "# m",
    ]
    assert written[4] == row(1, "   2 w 1", "0000 - H", points="1.5")
    assert written[5] == row(2, "   1 b 0", " " * 8, "0000 - Z", points="0.0")
    assert written[6] == row(3, "   4 w =", points="0.5")
    assert written[10:13] == ["XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0", "XXP    1    3    5"]


def test_bbp_has_what_bbp_reads_and_the_next_round_in_the_cells() -> None:
    written = lines("bbp", *FILE)
    assert [line[:3] for line in written] == [
        "012",
        "142",
        "152",
        "162",
        "001",
        "001",
        "001",
        "001",
        "001",
        "240",
        "250",
        "250",
        "260",
        "260",
    ]
    assert written[4] == row(1, "   2 w 1", "0000 - H", points="1.5")
    assert written[9] == "240 Z   3    2"
    absent = lines(
        "bbp",
        "XXR 3",
        "XXZ 3",
        "XXP 1 2",
        "XXA    1  1.0  1.0  0.5",
        row(1, "   2 w 1"),
        row(2, "   1 b 0"),
        row(3, "0000 - U"),
    )
    assert absent == [
        "142 3",
        row(1, "   2 w 1", points="1.0"),
        row(2, "   1 b 0", points="0.0"),
        row(3, "0000 - U", "0000 - Z", points="1.0"),
        "250       1.0   1   2    1    1",
        "250       0.5   3   3    1    1",
        "260   1   3    1    2",
    ]


def test_xx_lines_become_records_of_trf26() -> None:
    written = lines(
        "trf26",
        "XXR 3",
        "XXC white1",
        "XXS W=1 PAB=0.5",
        "XXZ 3",
        "XXP 1 2",
        row(1),
        row(2),
        row(3),
    )
    assert written == [
        "142 3",
        "152 W",
        "162  W 1.0    D 0.5    L 0.0    P 0.5",
        row(1).rstrip(),
        row(2).rstrip(),
        row(3).rstrip(),
        "240 Z   1    3",
        "260   1   3    1    2",
    ]


def test_points_that_162_cannot_say_stay_xxs_in_trf26_and_are_simpler_for_bbp() -> None:
    file = replace(read(row(1)), points=TrfPoints(ww=4, fpb=4, fw=4))
    assert b"\nXXS WW=2.0 BW=1.0" in b"\n" + write(file, "trf26")
    assert write(file, "bbp").splitlines()[0] == b"162  W 2.0    D 0.5    L 0.0    P 1.0"
    assert [words(note) for note in left_out(file, "bbp")] == [
        "bbpPairings has one value for each of win, draw and loss, whatever the colour; the "
        "points are written so"
    ]
    of_bbp = replace(read(row(1)), points=TrfPoints(zpb=1))
    assert [line[:8] for line in write(of_bbp, "bbp").decode().splitlines()][:6] == [
        "BBD  0.5",
        "BBF  0.0",
        "BBL  0.0",
        "BBU  1.0",
        "BBW  1.0",
        "BBZ  0.5",
    ]


def test_what_a_profile_has_no_place_for_is_named() -> None:
    file = read(*FILE)
    assert left_out(file, "trf26") == []
    assert [words(note) for note in left_out(file, "trf16")] == [
        f"trf16 has no place for 1 line {tag}; left out" for tag in ("192", "202", "260", "299")
    ]
    assert [words(note) for note in left_out(file, "bbp")] == [
        f"bbp has no place for 1 line {tag}; left out" for tag in ("192", "202", "299", "NED")
    ]
    placed = read("132" + " " * 88 + "26/11/27", row(1, "   2 w 1"), row(2, "   1 b 0"))
    assert left_out(placed, "trf16") == []
    assert len(left_out(read("XXC rank", row(1)), "trf26")) == 1
    unfinished = read(row(1, "   2 w"), row(2, "   1 b"))
    assert [words(note, "nl") for note in left_out(unfinished, "bbp")] == [
        "bbpPairings leest 1 partij zonder uitslag niet"
    ]


def test_a_list_of_teams_is_left_out_of_a_file_of_players_alone() -> None:
    clubs = f"013 {'Club A':32}   1"
    (note,) = left_out(read(row(1), clubs), "trf26")
    assert words(note) == "trf26 has no place for 1 line 013; left out"
    assert left_out(read("192 FIDE_TEAM_MP_GP", row(1), clubs), "trf26") == []


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2026/02/01", "2026/02/01"),
        ("2026-2-1", "2026/02/01"),
        ("24/09/2010", "2010/09/24"),
        ("24.9.2010", "2010/09/24"),
        ("9/24/2010", "2010/09/24"),
        ("in May", "in May"),
    ],
)
def test_a_first_day_is_written_as_trf26_has_it(said: str, day: str) -> None:
    assert lines("trf26", f"042 {said}", row(1))[0] == f"042 {day}"
    assert lines("trf16", f"042 {said}", row(1))[0] == f"042 {said}"


def test_byes_asked_are_put_into_the_rounds_with_their_points() -> None:
    file = in_the_rounds(
        read(
            "240 H   2    1",
            "240 F   4    2",
            row(1, "   2 w 1", points="1.0"),
            row(2, "   1 b 0", points="0.0"),
        )
    )
    assert [cell and cell.code for cell in file.player(1).cells] == ["1", "H"]
    assert [cell and cell.code for cell in file.player(2).cells] == ["0", None, None, "F"]
    assert [player.points_halves for player in file.players] == [3, 2]
    assert file.records == ()


def test_values_of_a_file_are_clean() -> None:
    file = read(*FILE)
    assert file.next_round == 2
    assert file.byes_asked == (TrfByes("Z", 3, (2,)),)
    assert file.acceleration[0] == TrfAcceleration(None, 2, 1, 2, 1, 2)
    assert file.prohibited[0] == TrfProhibited((1, 3, 5), 1, 3)
    assert [file.prohibited[0].holds_in(number) for number in (1, 3, 4)] == [True, True, False]
    assert file.virtual_halves() == {1: (2, 2, 1), 2: (2, 2)}
    assert read("XXA    2  0.0  0.5", row(1), row(2)).virtual_halves() == {2: (0, 1)}
    assert TrfProhibited((1, 2)).holds_in(99)


def test_systems_of_fide_are_written_as_trf26_and_others_as_trf16() -> None:
    assert default_profile(rules("fide-dutch-2026")) == "trf26"
    assert default_profile(rules("knsb-wp-2014")) == "trf16"
    assert default_profile(rules("fide-2024")) == "trf16"


@needs_shared
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    "path", shared_files("data/real/*.trf", "data/trf26/*.trf", "data/malformed/*.trf")
)
def test_after_our_first_write_reading_and_writing_give_the_same_bytes(
    path: Path, profile: Profile
) -> None:
    file = parse(path.read_bytes())
    if path.name in REFUSED:
        assert isinstance(file, tuple)
        return
    assert isinstance(file, TrfFile)
    data = write(file, profile)
    again = parse(data)
    assert isinstance(again, TrfFile), again
    assert write(again) == data
    assert write(again, profile) == data


@given(files(), st.sampled_from(PROFILES))
@examples(150)
def test_reading_a_profile_gives_what_it_carries(file: TrfFile, profile: Profile) -> None:
    """Drawing a file with every record takes longer than reading it."""
    carried = as_profile(file, profile)
    data = write(file, profile)
    again = parse(data)
    assert isinstance(again, TrfFile), again
    assert again.players == carried.players
    assert (again.rounds_planned, again.first_colour) == (file.rounds_planned, file.first_colour)
    assert again.points == carried.points
    assert again.records == carried.records
    assert again.absent_next == carried.absent_next
    assert [line.text for line in again.other] == [line.text for line in carried.other]
    assert write(again) == data
    assert write(again, profile) == data
    if profile == "trf16":
        assert again.virtual_halves() == file.virtual_halves()
    assert not [record for record in again.records if isinstance(record, TrfVirtual)] or (
        profile == "trf16"
    )
