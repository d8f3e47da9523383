"""The text pair of Swiss-Manager is read as a tournament, and everything in it is accounted for."""

from __future__ import annotations

import pytest

from ledger.foreign.model import Foreign, ForeignFiles, ForeignGame
from ledger.foreign.registry import program_of
from ledger.refusals import MOST, Refusals
from tests.helpers.foreign import BYE, FIVE, HEAD, ONE, TWO, players
from tests.helpers.words import words


def read(*rows: str, of: bytes | None = FIVE, head: str = HEAD) -> Foreign | Refusals:
    content = "\r\n".join((head, *rows, "")).encode()
    program = program_of(content)
    assert program is not None
    return program.read(ForeignFiles(content, of))


def whole(*rows: str, of: bytes = FIVE, head: str = HEAD) -> Foreign:
    foreign = read(*rows, of=of, head=head)
    assert isinstance(foreign, Foreign), foreign
    return foreign


def refused(*rows: str, of: bytes | None = FIVE, head: str = HEAD) -> list[tuple[str, int | None]]:
    refusals = read(*rows, of=of, head=head)
    assert isinstance(refusals, tuple)
    return [(one.code, one.line) for one in refusals]


def said(foreign: Foreign) -> list[str]:
    return [words(one) for one in foreign.notes()]


def test_games_byes_and_players_are_read_in_the_order_of_the_boards() -> None:
    foreign = whole(BYE, TWO, ONE)
    [one] = foreign.rounds
    assert one.games == (ForeignGame(1, 3, "1-0"), ForeignGame(4, 2, "1/2-1/2"))
    assert one.away == {5: "bye"}
    first = foreign.players[0]
    assert (first.number, first.name, first.club, first.birth) == (
        1,
        "Player, N. 1",
        "De Toren",
        "1990",
    )


@pytest.mark.parametrize(
    ("cells", "result"),
    [
        ("0;1;;0:1", "0-1"),
        ("1;0;K;1:0K", "1-0R"),
        ("0;1;K;0:1K", "0-1R"),
        ("0;0;K;0:0K", "0-0R"),
        ("0;0;;0:0", None),
    ],
)
def test_a_k_is_a_default_and_nought_to_nought_is_open(cells: str, result: str | None) -> None:
    assert whole(f"1;1;0;0;1;3;{cells};0;;").rounds[0].games[0].result == result


def test_columns_go_by_their_names_wherever_they_stand() -> None:
    foreign = whole("3;1;1;;1;0;1", head="NrS;NrW;ErgW;Kontumaz;Brett;ErgS;Runde")
    assert foreign.rounds[0].games == (ForeignGame(1, 3, "1-0"),)


def test_every_round_says_what_came_in_and_who_stands_in_no_row() -> None:
    assert said(whole(ONE, TWO)) == [
        "5 players came in",
        "round 1: 2 games, 1 absent",
        "round 1: no place here: 1 player stands in no row: entered as absent; a bye of half a "
        "point is not in this file (5)",
    ]


def test_half_and_whole_byes_are_told_by_the_points_of_the_list() -> None:
    foreign = whole(ONE, of=players("1", "0,5", "0", "1", "0"))
    assert foreign.rounds[0].away == {2: "half-point bye", 4: "full-point bye", 5: "absent"}
    assert said(foreign)[1:] == [
        "round 1: 1 game, 1 bye of half a point, 1 bye of a whole point, 1 absent",
        "round 1: put right: 2 players stand in no row and have points for it in the list (Pkt): "
        "entered as byes of that many (2, 4)",
    ]


def test_points_written_with_a_half_behind_them_are_read() -> None:
    later = "2;1;0;0;2;1;0;1;;0:1;0;;"
    foreign = whole(ONE, later, of=players("2", "½", "", "", "1½"))
    assert foreign.rounds[0].away[2] == "half-point bye"
    assert foreign.rounds[0].away[5] == "absent"


def test_points_that_several_rounds_can_have_given_are_not_guessed() -> None:
    later = "2;1;0;0;2;1;0;1;;0:1;0;;"
    foreign = whole(ONE, later, of=players("2", "0", "0", "1,5", "0"))
    assert foreign.rounds[0].away[4] == foreign.rounds[1].away[4] == "absent"
    beyond = "3 half points that the list gives player 4 beyond the games (Pkt): in which rounds is not told"
    assert f"no place here: {beyond}" in said(foreign)


def test_a_round_with_open_games_counts_for_no_points() -> None:
    later = "2;1;0;0;2;1;0;0;;0:0;0;;"
    foreign = whole(ONE, later, of=players("1", "0", "0", "0", "0"))
    assert foreign.rounds[1].away == {3: "absent", 4: "absent", 5: "absent"}
    assert "round 2: 1 game, 1 of them open, 3 absent" in said(foreign)


def test_two_ratings_and_columns_without_a_place_are_told() -> None:
    of = (
        FIVE.replace(b"Rang", b"Typ")
        .replace(b"1901;0", b"1901;1888")
        .replace(b";;;Player;N. 2", b";;S50;Player;N. 2")
    )
    notes = said(whole(ONE, of=of))
    assert "no place here: the column Typ of the players" in notes
    assert "no place here: the other rating of 1 player who has two" in notes


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("x;2;0;0;4;2;1;0;;1:0;0;;", "foreign-bad-number"),
        ("1;0;0;0;4;2;1;0;;1:0;0;;", "foreign-bad-number"),
        ("1;2;0;0;9;2;1;0;;1:0;0;;", "foreign-unknown-number"),
        ("1;2;0;0;-1;2;1;0;;1:0;0;;", "foreign-unknown-number"),
        ("1;2;0;0;4;4;1;0;;1:0;0;;", "foreign-own-opponent"),
        ("1;2;0;0;4;2;2;0;;2:0;0;;", "foreign-bad-points"),
        ("1;2;0;0;4;2;1;1;;1:1;0;;", "foreign-bad-result"),
        ("1;2;0;0;4;2;0,5;0,5;K;0,5:0,5K;0;;", "foreign-bad-result"),
        ("1;2;0;0;4;2;1;0;X;1:0X;0;;", "foreign-bad-result"),
        ("1;2;0;0;4;2;1;0;;0:1;0;;", "foreign-other-result"),
        ("1;2;0;0;4;1;1;0;;1:0;0;;", "foreign-twice"),
        ("3;1;0;0;4;2;1;0;;1:0;0;;", "foreign-no-round"),
        ("1;2;0;0;4;2;1;0;;1:0;0;;;;;x", "foreign-too-many-fields"),
    ],
)
def test_a_wrong_row_is_refused_with_its_line(row: str, code: str) -> None:
    assert refused(ONE, row) == [(code, 3)]


def test_a_second_bye_of_a_round_is_refused_and_every_wrong_row_is_told_at_once() -> None:
    assert refused(ONE, BYE, "1;4;0;0;4;-1;0;0;;0:0;0;;", "x;1;0;0;2;4;1;0;;;0;;") == [
        ("foreign-two-byes", 4),
        ("foreign-bad-number", 5),
    ]


def test_a_file_wrong_from_top_to_bottom_is_not_read_to_its_end() -> None:
    codes = [code for code, _ in refused(*["x;1;0;0;2;4;1;0;;;0;;"] * 200)]
    assert len(codes) == MOST
    assert codes[-1] == "foreign-not-read-on"


def test_a_missing_column_is_named() -> None:
    assert refused("1;1;1;3", head="Runde;Brett;NrW;NrS")[0] == ("foreign-no-column", 1)


def test_half_a_pair_and_players_of_another_kind_are_refused() -> None:
    assert refused(ONE, of=None) == [("members-missing", None)]
    assert refused(ONE, of=b"name;number\nAnna;1\n") == [("foreign-other-players", None)]
    alone = program_of(FIVE)
    assert alone is not None
    refusals = alone.read(ForeignFiles(FIVE))
    assert isinstance(refusals, tuple)
    assert refusals[0].code == "foreign-players-alone"


def test_two_players_of_one_number_and_one_without_are_refused() -> None:
    for of in (FIVE.replace(b"\n2;", b"\n1;"), FIVE.replace(b"\n2;", b"\n;")):
        assert ("foreign-numbers", 1) in refused("1;1;0;0;1;3;1;0;;1:0;0;;", of=of)


def test_a_file_cut_off_within_a_row_is_refused_at_that_row() -> None:
    assert refused(ONE, "1;2;0;0;4")[0] == ("foreign-unknown-number", 3)


def test_a_pair_in_windows_1252_is_read_as_well() -> None:
    of = FIVE.decode().replace("Player;N. 1", "Müller;Änne").encode("cp1252")
    assert whole(ONE, of=of).players[0].name == "Müller, Änne"


def test_swiss_master_is_known_and_refused_as_nobody_describes_its_rounds() -> None:
    program = program_of(b"20 5 0 0 0\r\n   1   1 Somebody\r\n")
    assert program is not None
    refusals = program.read(ForeignFiles(b""))
    assert isinstance(refusals, tuple)
    assert refusals[0].code == "foreign-not-described"


@pytest.mark.parametrize(
    "content", [b"", b"012 Open\n001    1", b"name;rating\n", b"\0\1\2", b"5\n"]
)
def test_other_files_are_of_none_of_these_programs(content: bytes) -> None:
    assert program_of(content) is None
