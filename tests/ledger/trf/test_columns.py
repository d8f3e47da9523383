"""Every record of TRF26, column by column: a value that stands one column off is an error.

The columns are written out here once more, from the format and not from the program.
"""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from ledger.trf.columns import TrfColumn, decimal
from ledger.trf.findings import WrongLine
from ledger.trf.model import TrfFile
from ledger.trf.national import player_of
from ledger.trf.player_line import player_columns
from ledger.trf.reader import parse
from ledger.trf.records import (
    BY_TAG,
    TrfAbnormal,
    TrfAcceleration,
    TrfByes,
    TrfForfeit,
    TrfLineUp,
    TrfNational,
    TrfOldTeam,
    TrfProhibited,
    TrfRecord,
    TrfTeam,
    TrfTeamByes,
    TrfVirtual,
    line_of,
    read_record,
)
from tests.helpers.shared_data import SHARED, needs_shared
from tests.helpers.trf_lines import read, row, text
from tests.helpers.words import words

PLAYERS = tuple(row(number) for number in range(1, 7))
TEAMS = ("310   1 A team", "310   2 B team", "310   3 C team")

PLAYER = (
    "001    1 wWGM Vries, Anna                       2104 NED     1012345 1987/07/05  1.5   12"
    "     2 w 1     2 b ="
)
ANSWER = row(2, "   1 b 0", "   1 w =", points="0.5")

LINES: dict[str, tuple[str, tuple[str, ...], str]] = {
    # record: line, the other lines of its file, its fields with their columns
    "001": (
        PLAYER,
        (ANSWER,),
        "5-8 10< 11-13 15-47 49-52 54-56 58-68 70-79 81-84 86-89 92-95 97 99 102-105 107 109",
    ),
    "NRS": (
        "NED    1 wNMS Vries-Jansen, Anna                2011 NH      7654321 1987/07/05",
        PLAYERS,
        "5-8 10< 11-13 15-47 49-52 54-56 58-68 70-79",
    ),
    "162": ("162  W 3.0    D 1.0    L 0.5", PLAYERS, "6< 7-10 15< 16-19 24< 25-28"),
    "172": ("172 NED NIDOF", PLAYERS, "5-7> 9-13>"),
    "362": ("362 TW 3.0   TD 1.0   TL 0.5", PLAYERS, "5-6< 7-10 14-15< 16-19 23-24< 25-28"),
    "240": ("240 H   3    1    2", PLAYERS, "5 7-9 11-14 16-19"),
    "250": ("250       1.0   1   3    1    4", PLAYERS, "10-13 15-17 19-21 23-26 28-31"),
    "250 of teams": (
        "250  2.0  1.0   1   3    1    2",
        (*TEAMS, *PLAYERS),
        "5-8 10-13 15-17 19-21 23-26 28-31",
    ),
    "260": ("260   1   2    1    2    5", PLAYERS, "5-7 9-11 13-16 18-21 23-26"),
    "299": ("299 W         1.5    3    1    4", PLAYERS, "5 14-17 20-22 24-27 29-32"),
    "299 of teams": (
        "299 -  -2.0  -1.0    3    1    2",
        (*TEAMS, *PLAYERS),
        "5 8-11 14-17 20-22 24-27 29-32",
    ),
    "310": (
        "310   1 India                            IND     2486   15.0   28.0  11     1    2    3",
        PLAYERS,
        "5-7 9-40 42-46 48-53 55-60 62-67 69-71 74-77 79-82 84-87",
    ),
    "013": (
        "013 India                              1    2    5",
        PLAYERS,
        "5-36 37-40 42-45 47-50",
    ),
    "300": (
        "300   1   1   2    3    0    6",
        (*TEAMS, *PLAYERS),
        "5-7 9-11 13-15 17-20 22-25 27-30",
    ),
    "320": ("320  1.0  2.0   3   0   2", (*TEAMS, *PLAYERS), "5-8 10-13 15-17 19-21 23-25"),
    "330": ("330 +-   4   1   3", (*TEAMS, *PLAYERS), "5-6 8-10 12-14 16-18"),
    "XXA": ("XXA    1  1.0  1.0  0.5", PLAYERS, "5-8 10-13 15-18 20-23"),
    "132": ("132" + " " * 88 + "26/01/05  26/01/12", PLAYERS, "92-99> 102-109>"),
}

HEADER = {
    "012": "Town championship",
    "022": "Zwolle",
    "032": "NED",
    "042": "2026/01/05",
    "052": "2026/02/02",
    "062": "6",
    "072": "5",
    "082": "3",
    "092": "Swiss",
    "102": "A. Biter",
    "112": "B. Biter",
    "122": "90 minutes",
    "142": "9",
    "152": "W",
    "182": "toernooi",
    "192": "FIDE_DUTCH_2026",
    "202": "BH/C1,BH,SB",
    "212": "PTS,BH/C1",
    "222": "5400+30",
    "352": "WBWB",
}


def moved(line: str, place: str) -> tuple[str, int]:
    """Return a line with one field a column off, and the column where something stands then.

    It goes to the right, where it fills its columns up to there, else, and at a <, to the left.
    Text that is read by its words, at a >, is told at its beginning.
    """
    first, last = (int(number) for number in (place.strip("<>").split("-") * 2)[:2])
    line = line.ljust(last + 1)
    value = line[first - 1 : last]
    if value[-1] != " " and "<" not in place:
        at = first if place.endswith(">") else last
        return line[: first - 1] + " " + value + line[last + 1 :], at + 1
    return line[: first - 2] + value + " " + line[last:], first - 1


def errors(*lines: str) -> list[tuple[str, int, int]]:
    refusals = parse(text(*lines))
    assert isinstance(refusals, tuple), "the file was read"
    assert all(words(error.hint) and words(error.hint, "nl") for error in refusals)
    return [(error.code, error.line, error.column) for error in refusals]


CASES = [
    pytest.param(record, place, id=f"{record} {place}")
    for record, (_, _, places) in LINES.items()
    for place in places.split()
]


@pytest.mark.parametrize("record", LINES)
def test_a_record_in_its_columns_is_read(record: str) -> None:
    line, others, _ = LINES[record]
    assert read(line, *others)


@pytest.mark.parametrize(("record", "place"), CASES)
def test_a_value_one_column_off_is_refused_with_its_line_and_column(
    record: str, place: str
) -> None:
    line, others, _ = LINES[record]
    wrong, column = moved(line, place)
    assert errors(wrong, *others) == [("shifted-columns", 1, column)]


@pytest.mark.parametrize("tag", HEADER)
def test_a_text_that_touches_its_tag_is_refused(tag: str) -> None:
    assert read(f"{tag} {HEADER[tag]}", *PLAYERS)
    assert errors(f"{tag}{HEADER[tag]}", *PLAYERS) == [("shifted-columns", 1, 4)]


@pytest.mark.parametrize("line", ["XXR 9", "XXC white1", "XXZ 1", "XXP 1 2", "XXS W=1", "BBW 1.0"])
def test_words_that_touch_their_tag_are_refused(line: str) -> None:
    assert read(line, *PLAYERS)
    assert errors(line.replace(" ", "", 1), *PLAYERS) == [("shifted-columns", 1, 4)]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("240 X   3    1", ("unknown-word", 1, 5)),
        ("240     3    1", ("missing-value", 1, 5)),
        ("240 H        1", ("missing-value", 1, 7)),
        ("240 H   0    1", ("not-a-number", 1, 9)),
        ("240 H   3", ("missing-value", 1, 11)),
        ("240 H   3    1         3", ("missing-value", 1, 16)),
        ("240 H   3    9", ("unknown-player", 1, 11)),
        ("240 H   x    1", ("not-a-number", 1, 9)),
        ("250       1.3   1   3    1    4", ("not-points", 1, 11)),
        ("250       1.0   3   1    1    4", ("reversed-range", 1, 19)),
        ("250       1.0   1   3    4    1", ("reversed-range", 1, 28)),
        ("260   1   2    1", ("missing-value", 1, 18)),
        ("299 Q         1.5    3    1", ("unknown-word", 1, 5)),
        ("330 ++   4   1   3", ("unknown-word", 1, 5)),
        ("NED    9 w", ("unknown-player", 1, 5)),
        ("013 India                              1    9", ("unknown-player", 1, 42)),
        ("222 90 minutes", ("not-a-time-control", 1, 5)),
        ("352 WXWB", ("unknown-word", 1, 5)),
        ("172 FIDEX", ("unknown-word", 1, 5)),
        ("132 26/01/05", ("shifted-columns", 1, 5)),
        ("BBW", ("not-points", 1, 4)),
        ("BBD x", ("not-points", 1, 5)),
    ],
)
def test_a_value_that_a_field_cannot_have_is_refused(
    line: str, error: tuple[str, int, int]
) -> None:
    if line == "BBW":
        assert read(line, *PLAYERS).other
    else:
        assert errors(line, *PLAYERS) == [error]


def test_all_fields_of_a_line_that_are_wrong_are_told_at_once() -> None:
    assert errors("250       x.0   y   3    z    4", *PLAYERS) == [
        ("not-points", 1, 11),
        ("not-a-number", 1, 17),
        ("not-a-number", 1, 26),
    ]


def test_a_bye_against_the_round_of_a_player_or_another_bye_is_a_contradiction() -> None:
    assert errors("240 H   1    1", row(1, "0000 - Z")) == [("contradiction", 1, 11)]
    assert errors("240 H   1    1", row(1, "   2 w 1"), row(2, "   1 b 0")) == [
        ("contradiction", 1, 11)
    ]
    assert errors("142 3", "240 H   4    1", row(1)) == [("too-many-results", 2, 7)]
    assert errors("240 H   2    1", "240 F   2    1", row(1)) == [("contradiction", 2, 11)]
    assert read("240 H   1    1", row(1, "0000 - H")).byes_asked == (TrfByes("H", 1, (1,)),)


RECORDS = {
    "240 F   1    3   12": TrfByes("F", 1, (3, 12)),
    "250  2.0        1   1    1    2": TrfAcceleration(4, None, 1, 1, 1, 2),
    "250       0.5   4   6    1   90": TrfAcceleration(None, 1, 4, 6, 1, 90),
    "260   1   3    1    2    3": TrfProhibited((1, 2, 3), 1, 3),
    "XXP    9   11": TrfProhibited((9, 11)),
    "XXA    7  1.0  0.0  0.5": TrfVirtual(7, (2, 0, 1)),
    "299          -1.5         7": TrfAbnormal("", None, -3, None, (7,)),
    "299 +   2.0   4.0    3    7": TrfAbnormal("+", 4, 8, 3, (7,)),
    "013 India                              1    5": TrfOldTeam("India", (1, 5)),
    "300   1   5  17   14    0   29": TrfLineUp(1, 5, 17, (14, 0, 29)),
    "320  1.0  2.0  50 000  46": TrfTeamByes(2, 4, (50, 0, 46)),
    "330 -+   4  23  33": TrfForfeit("-+", 4, 23, 33),
    "310   1 India                            IND     2486   15.0   28.0  11     1    5": TrfTeam(
        1, "India", "IND", 2486, 30, 56, 11, (1, 5)
    ),
    "NED    1 w WM Vries, Anna                       2011 NH      7654321 1987/00/00": TrfNational(
        "NED", 1, "w", "WM", "Vries, Anna", 2011, "NH", "7654321", "1987/00/00"
    ),
}


@pytest.mark.parametrize("line", RECORDS)
def test_a_record_is_read_into_values_and_written_from_them(line: str) -> None:
    record = RECORDS[line]
    written = line.replace(" 000", "   0") if line.startswith("300") else line
    assert read_record(type(record), line) == record
    assert line_of(record).replace("0000", "   0") == written


def test_every_kind_of_record_has_its_sample() -> None:
    kinds: set[type[TrfRecord]] = {*BY_TAG.values(), TrfNational}
    assert {type(record) for record in RECORDS.values()} == kinds
    for kind in kinds:
        own = {one.name for one in fields(kind)} - {"line", "text", "federation"}
        assert {column.field for column in kind.COLUMNS} == own


def test_a_record_is_written_as_it_was_read_until_its_values_change() -> None:
    record = read_record(TrfByes, "240 F 001 0003")
    assert isinstance(record, TrfByes)
    assert line_of(record) == "240 F 001 0003"
    assert line_of(replace(record, round=2)) == "240 F   2    3"


@pytest.mark.parametrize(
    "record", [TrfByes("F", 1000, (1,)), TrfByes("F", 1, (10_000,)), TrfVirtual(1, (20_000,))]
)
def test_a_number_that_its_columns_cannot_hold_is_not_written(record: TrfRecord) -> None:
    with pytest.raises(OverflowError, match="needs more than columns"):
        line_of(record)


def test_a_blank_last_round_or_player_is_the_first() -> None:
    assert read_record(TrfAcceleration, "250       1.0   2        3") == TrfAcceleration(
        None, 2, 2, 2, 3, 3
    )
    with pytest.raises(WrongLine):
        read_record(TrfAcceleration, "250       1.0       2    3")


def test_columns_are_named_as_people_write_them() -> None:
    assert TrfColumn("ids", 11, 14, step=5).place() == "11-14 16-19 ..."
    assert TrfColumn("kind", 5, 5, "text").place() == "5"
    assert [decimal(halves) for halves in (-3, 0, 1, 4)] == ["-1.5", "0.0", "0.5", "2.0"]


@needs_shared
def test_the_sample_of_fide_is_read_into_values() -> None:
    assert SHARED is not None
    file = parse((SHARED / "data" / "trf26" / "grandmommyscup.trf").read_bytes())
    assert isinstance(file, TrfFile)
    assert file.is_team_event
    assert len(file.of_kind(TrfTeam)) == 50
    assert file.of_kind(TrfTeam)[0].members == (1, 5, 15, 28, 44)
    assert file.byes_asked[0] == TrfByes("F", 1, (3,))
    assert file.prohibited[-1] == TrfProhibited((2, 50), 4, 11)
    assert len(file.of_kind(TrfNational)) == 15
    assert file.rank_method is not None
    assert (file.rank_method.federation, file.rank_method.method) == ("IND", "FIDE")
    assert file.type_code is not None
    assert (file.type_code.kind, file.type_code.baku) == ("team", True)
    assert [code.text for code in file.tie_breaks] == [
        "EDET/P",
        "EMGSB/C1/P",
        "BH:MP/C1/P",
        "MPvGP",
    ]


def test_a_round_of_a_player_has_an_opponent_a_colour_and_a_result_in_their_columns() -> None:
    *_, opponent, colour, result = player_columns("001".ljust(99))
    assert (opponent, colour, result) == ((92, 95), (97, 97), (99, 99))


def test_the_start_rank_of_a_national_record_stands_in_four_columns() -> None:
    assert player_of("NED  127") == 127
    assert player_of("NED  1273     Jansen") == 127
    assert player_of("NED    1 m    Jansen", "NED") == 1
    assert player_of("NED    1", "BEL") is None
    assert player_of("001    1") is None
