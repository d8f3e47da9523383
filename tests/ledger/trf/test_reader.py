"""Tournament report files: what is read, of any bytes at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.trf.model import TrfCell, TrfFile, TrfPlayer, TrfPoints
from ledger.trf.reader import looks_like_trf, parse
from ledger.trf.writer import write
from tests.helpers.family import examples
from tests.helpers.trf_lines import BYE, TWO_ROUNDS, largest_file, read, refused, row, text
from tests.helpers.words import words


def test_the_fields_of_a_player_line_stand_in_fixed_columns() -> None:
    line = (
        f"001    1 wWGM {'de Vries, Anna':33} 2104 NED     1012345 1987/07/05  3.5   12  0000 - U"
    )
    assert read("XXS PAB=3.5", line).player(1) == TrfPlayer(
        number=1,
        name="de Vries, Anna",
        sex="w",
        title="WGM",
        rating=2104,
        federation="NED",
        fide_id="1012345",
        birth="1987/07/05",
        points_halves=7,
        rank=12,
        cells=(TrfCell(None, "-", "U"),),
    )


def test_the_rounds_of_a_player_line_stand_ten_columns_apart() -> None:
    file = read(*TWO_ROUNDS)
    assert file.player(1).cells == (TrfCell(2, "w", "1"), TrfCell(3, "b", "="))
    assert file.player(2).cells[1] == TrfCell(None, "-", "U")
    assert file.rounds_recorded == 2
    assert file.player(1).cell(3) is None


def test_players_may_stand_in_any_order_and_are_sorted_by_start_rank() -> None:
    file = read(row(2), row(3), row(1))
    assert [player.number for player in file.players] == [1, 2, 3]
    assert [player.line for player in file.players] == [3, 1, 2]


def test_blanks_cut_off_at_the_end_of_a_line_do_not_matter() -> None:
    assert read("001    1", row(2, BYE)) == read(row(1, name=" ") + " " * 40, row(2, BYE) + "  ")


def test_small_letters_are_read_as_capitals() -> None:
    file = read(row(1, "   2 W w", "0000 - h"), row(2, "   1 B l", "0000 - z"))
    assert file.player(1).cells == (TrfCell(2, "w", "W"), TrfCell(None, "-", "H"))


def test_four_blanks_are_the_same_as_0000() -> None:
    file = read(row(1, "     - H", "       F"))
    assert file.player(1).cells == (TrfCell(None, "-", "H"), TrfCell(None, "-", "F"))


def test_an_opponent_0000_without_a_result_is_a_known_absence() -> None:
    assert read(row(1, "0000 -  ")).player(1).cells == (TrfCell(None, "-", "Z"),)


def test_a_wholly_blank_round_is_none_and_is_kept_between_other_rounds() -> None:
    file = read(row(1, " " * 8, BYE, " " * 8))
    assert file.player(1).cells == (None, TrfCell(None, "-", "U"))


@pytest.mark.parametrize("cell", ["0000 - +", "0000 w +", "     - +"])
def test_a_default_win_without_an_opponent_is_read(cell: str) -> None:
    assert read(row(1, cell, points="1.0")).player(1).cells[0] == TrfCell(
        None, "w" if "w" in cell else "-", "+"
    )


def test_the_colour_of_a_bye_is_dropped() -> None:
    assert read(row(1, "0000 w U")).player(1).cells[0] == TrfCell(None, "-", "U")


@pytest.mark.parametrize(
    "pair", ["10", "01", "==", "00", "+-", "-+", "--", "WL", "LW", "DD"], ids=lambda pair: pair
)
def test_results_that_go_together_are_read(pair: str) -> None:
    file = read(row(1, f"   2 w {pair[0]}"), row(2, f"   1 b {pair[1]}"))
    assert [player.cells[0].code for player in file.players if player.cells[0]] == list(pair)


def test_a_default_may_come_without_colour_on_one_side() -> None:
    assert read(row(1, "   2 w +"), row(2, "   1 - -")).player(2).cells[0] == TrfCell(1, "-", "-")


@pytest.mark.parametrize("points", ["3.5", "3,5"])
def test_points_may_have_a_decimal_point_or_comma(points: str) -> None:
    file = read("XXS PAB=" + points, row(1, BYE, points=points))
    assert file.player(1).points_halves == 7


@pytest.mark.parametrize("points", ["3", "3.", "3.0", "3.00", "3,0"])
def test_whole_points_may_be_written_with_or_without_decimals(points: str) -> None:
    file = read("XXS PAB=3", row(1, BYE, points=points))
    assert file.player(1).points_halves == 6


def test_a_blank_points_field_is_fine() -> None:
    assert read(row(1, BYE)).player(1).points_halves is None


def test_a_rating_or_rank_of_zero_is_none() -> None:
    line = row(1)[:48] + "   0" + row(1)[52:85] + "   0"
    player = read(line).player(1)
    assert (player.rating, player.rank) == (None, None)


def test_another_letter_for_the_sex_is_read_with_a_note() -> None:
    file = read(row(1)[:9] + "x" + row(1)[10:])
    assert file.player(1).sex == "x"
    assert [note.line for note in file.notes] == [1]


def test_the_header_lines_have_names() -> None:
    file = read(
        "012 Town championship",
        "022 Zwolle",
        "032 NED",
        "042 2026-01-05",
        "052 2026-02-02",
        "092 Swiss",
        "102 First arbiter",
        "112 Second arbiter",
        "112 Third arbiter",
        "122 90 minutes",
        "132" + " " * 88 + "26/01/05  26/01/12",
        row(1),
    )
    assert (file.name, file.text("022"), file.text("032")) == ("Town championship", "Zwolle", "NED")
    assert (file.text("042"), file.text("052")) == ("2026-01-05", "2026-02-02")
    assert (file.text("092"), file.text("122")) == ("Swiss", "90 minutes")
    assert file.text("102") == "First arbiter"
    assert file.texts("112") == ("Second arbiter", "Third arbiter")
    assert file.text("132") == "26/01/05  26/01/12"


def test_a_missing_header_line_is_an_empty_text() -> None:
    assert read(row(1)).name == ""


@pytest.mark.parametrize("line", ["XXR 9", "142 9", "xxr 9"])
def test_the_number_of_rounds_comes_from_xxr_or_142(line: str) -> None:
    assert read(line, row(1)).rounds_planned == 9


def test_without_xxr_and_142_the_number_of_rounds_is_not_known() -> None:
    assert read(row(1)).rounds_planned is None


@pytest.mark.parametrize(
    ("line", "colour"),
    [("XXC white1", "w"), ("XXC black1", "b"), ("152 W", "w"), ("XXC rank BLACK1", "b")],
)
def test_the_first_colour_comes_from_xxc_or_152(line: str, colour: str) -> None:
    assert read(line, row(1)).first_colour == colour


def test_the_word_rank_of_xxc_is_kept_with_a_note() -> None:
    file = read("XXC rank", row(1))
    assert file.by_position
    assert file.first_colour is None
    assert "start rank" in words(file.notes[0].what)


def test_the_absentees_of_the_next_round_come_from_all_xxz_lines() -> None:
    assert read("XXZ 3 1", "XXZ 3", row(1), row(2), row(3)).absent_next == (1, 3)


def test_without_xxs_the_value_of_the_results_is_not_given() -> None:
    assert read(row(1)).points is None


def test_xxs_gives_each_result_a_value_in_half_points() -> None:
    points = read("XXS W=3 D=1", "XXS PAB=1,5 FL=0", row(1)).points
    assert points is not None
    assert points == TrfPoints(6, 6, 2, 2, 0, 0, zpb=0, hpb=2, fpb=6, pab=3, fw=6, fl=0)
    assert points.halves()["PAB"] == 3


def test_a_later_word_of_xxs_overrides_an_earlier_one() -> None:
    points = read("XXS WW=2 W=3 BW=4 L=.5", row(1)).points
    assert points is not None
    assert (points.ww, points.bw, points.wl) == (6, 8, 1)


def test_what_a_file_does_not_mention_has_the_ordinary_value() -> None:
    over_the_board = {"WW": 2, "BW": 2, "WD": 1, "BD": 1, "WL": 0, "BL": 0}
    unplayed = {"ZPB": 0, "HPB": 1, "FPB": 2, "PAB": 2, "FW": 2, "FL": 0}
    assert TrfPoints().halves() == over_the_board | unplayed


def test_record_162_gives_the_same_with_letters() -> None:
    points = read("162  W 3.0    D 1.0    L 0.0    A 0.5", row(1)).points
    assert points == TrfPoints(6, 6, 2, 2, 0, 0, zpb=1, hpb=2, fpb=6, pab=6, fw=6, fl=1)


def test_points_are_checked_with_the_values_of_xxs() -> None:
    lines = (row(1, "   2 w 1", points="3.0"), row(2, "   1 b 0", points="0.0"))
    assert read("XXS W=3 D=1", *lines)
    assert refused(*lines) == [("incorrect-points", 1, 81)]


def test_teams_comments_blank_lines_and_unknown_extensions_are_kept() -> None:
    kept = ("# a comment", "", "### 34567", "XXQ what", "801 x", "802 x", "XXQ more", "500 x")
    file = read(*kept, row(1))
    assert tuple(line.text for line in file.other) == kept
    assert [line.line for line in file.other] == list(range(1, 9))
    assert [words(note.sentence()) for note in file.notes] == [
        "line 4: 2 lines XXQ kept and not used (not a record we know).",
        "line 8: 1 line 500 kept and not used (not a record we know).",
    ]


def test_records_that_are_kept_and_not_used_get_one_note_a_kind() -> None:
    file = read(
        "250      1.0   1   2    1    2",
        "250      0.5   3   4    1    2",
        "XXP 1 2",
        "202 BH/C1,SB",
        "BEL    1" + " " * 40 + "1850",
        row(1),
        row(2),
    )
    assert [note.line for note in file.notes] == [1, 3, 4, 5]


def test_a_team_event_has_prohibitions_and_byes_of_teams() -> None:
    teams = "310   1 A team", "310   2 B team"
    file = read(*teams, "260   1   3    1    2", "240 H   2    2", row(1), row(2), row(3))
    assert file.is_team_event
    assert refused(*teams, "240 H   2    3", row(1), row(2), row(3)) == [("unknown-team", 3, 11)]


def test_a_file_ends_its_lines_with_lf_crlf_or_cr() -> None:
    files = [parse(text(*TWO_ROUNDS).replace(b"\n", end)) for end in (b"\n", b"\r\n", b"\r")]
    assert all(isinstance(file, TrfFile) for file in files)
    assert files[0] == files[1] == files[2]
    assert [file.newline for file in files if isinstance(file, TrfFile)] == ["\n", "\r\n", "\r"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_a_name_is_read_from_utf_8_with_or_without_mark_and_from_latin_1(encoding: str) -> None:
    data = (row(1, BYE, points="1.0", name="Müller, René") + "\n").encode(encoding)
    file = parse(data)
    assert isinstance(file, TrfFile)
    assert file.player(1).name == "Müller, René"
    assert file.player(1).cells == (TrfCell(None, "-", "U"),)
    assert file.encoding == encoding
    assert write(file) == data


def test_a_trf_file_is_known_by_a_player_line() -> None:
    assert looks_like_trf(text(*TWO_ROUNDS))
    assert looks_like_trf(b"\xef\xbb\xbf" + text(row(1)))
    assert not looks_like_trf(b"name;rating\n001;1500\n")


def test_a_file_of_as_many_players_as_there_may_be_is_read_back() -> None:
    file = largest_file()
    assert parse(write(file)) == file


_VALID = text(
    *TWO_ROUNDS, "XXC white1", "XXS W=1 D=0.5", "XXZ 2", "162  W 1.0", "# note", "013 T  1    2"
)


@given(st.binary(max_size=300))
@examples(300)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    outcome = parse(data)
    assert outcome
    if isinstance(outcome, TrfFile):
        assert parse(write(outcome)) == outcome


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(_VALID) - 1),
            st.integers(0, 2),
            st.sampled_from([*b"0123 wb-=+1HUZ\t\r\n#X.,\xc3\xa9\xa0\x85\x1c\x0b"])
            | st.integers(0, 255),
        ),
        min_size=1,
        max_size=4,
    )
)
@examples(600)
def test_a_valid_file_with_a_few_bytes_changed_is_read_or_refused(
    changes: list[tuple[int, int, int]],
) -> None:
    data = bytearray(_VALID)
    for at, deleted, byte in changes:
        data[at : at + deleted] = bytes([byte])
    outcome = parse(bytes(data))
    assert outcome
    if isinstance(outcome, TrfFile):
        assert parse(write(outcome)) == outcome
    else:
        assert list(outcome) == sorted(outcome, key=lambda error: error.place)
        assert all(error.line >= 1 and error.column >= 1 for error in outcome)
