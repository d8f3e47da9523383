"""A file of KeizerForClubs is read as a season, and everything in it is accounted for."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from ledger.foreign.model import Foreign, ForeignFiles, ForeignGame
from ledger.foreign.registry import program_of
from ledger.refusals import MOST, Refusals
from tests.helpers.foreign import EVENINGS, MEMBERS, keizer_file
from tests.helpers.words import words


def read(content: bytes) -> Foreign | Refusals:
    program = program_of(content)
    assert program is not None
    return program.read(ForeignFiles(content))


def whole(content: bytes) -> Foreign:
    foreign = read(content)
    assert isinstance(foreign, Foreign), foreign
    return foreign


def refused(content: bytes) -> list[str]:
    refusals = read(content)
    assert isinstance(refusals, tuple)
    return [one.code for one in refusals]


def said(foreign: Foreign) -> list[str]:
    return [words(one) for one in foreign.notes()]


def test_members_evenings_results_and_absences_are_read() -> None:
    foreign = whole(keizer_file())
    assert foreign.has_evenings
    assert [(one.number, one.name, one.rating) for one in foreign.players] == [
        (1, "Aalders, M.", 1930),
        (2, "Beekman, K.", 1875),
        (3, "Citroen, M.", None),
        (4, "Dijkstra", 1700),
    ]
    first, second = foreign.rounds
    assert first.games == (ForeignGame(1, 2, "1-0"), ForeignGame(4, 3, "1/2-1/2"))
    assert second.games == (ForeignGame(3, 1, "0-1"),)
    assert second.away == {2: "absent", 4: "bye"}
    assert said(foreign) == [
        "4 players came in",
        "no place here: the column rank of Player: points and places are counted from the results",
        "no place here: the evenings have no dates in this file: toernooi schedule ROUND DATE",
        "round 1: 2 games",
        "round 2: 1 game, 1 absent, 1 without an opponent",
    ]


@pytest.mark.parametrize(
    ("number", "result"),
    [
        (1, "1-0"),
        (2, "1/2-1/2"),
        (3, "0-1"),
        (8, "1-0R"),
        (9, "0-1R"),
        (10, "0-0R"),
        (11, "adjourned"),
    ],
)
def test_every_result_of_a_game_is_read(number: int, result: str) -> None:
    foreign = whole(keizer_file(pairs=[(1, 1, 1, 2, number)]))
    assert foreign.rounds[0].games[0].result == result


@pytest.mark.parametrize(
    ("number", "kind"),
    [(4, "bye"), (5, "club duty"), (6, "absent"), (7, "absent without notice")],
)
def test_every_row_of_one_member_is_read(number: int, kind: str) -> None:
    foreign = whole(keizer_file(pairs=[(1, 1, 1, 2, 1), (1, 100, 3, -1, number)]))
    assert foreign.rounds[0].away == {3: kind}


def test_a_game_without_a_result_is_open_in_the_last_round_and_adjourned_before() -> None:
    foreign = whole(keizer_file(pairs=[(1, 1, 1, 2, 0), (2, 1, 1, 2, None)]))
    assert [one.games[0].result for one in foreign.rounds] == ["adjourned", None]
    assert "round 1: put right: 1 game without a result is entered as adjourned" in said(foreign)


def test_a_second_member_without_an_opponent_is_present_and_not_paired() -> None:
    foreign = whole(keizer_file(pairs=[(1, 1, 1, 2, 1), (1, 2, 3, -1, 4), (1, 100, 4, -1, 4)]))
    assert foreign.rounds[0].away == {3: "bye", 4: "not paired"}
    notes = said(foreign)
    assert (
        "round 1: put right: 1 more member without an opponent is entered as present and not paired"
        in notes
    )
    assert (
        "round 1: put right: 1 member without an opponent on a board is taken as the result says"
        in notes
    )


def test_who_had_not_begun_begins_with_the_round_after() -> None:
    pairs = [(1, 1, 1, 2, 1), (1, 100, 4, -1, 12), (2, 1, 1, 4, 1), (2, 100, 3, -1, 12)]
    foreign = whole(keizer_file(pairs=pairs))
    assert {one.number: one.from_round for one in foreign.players} == {1: None, 2: None, 3: 3, 4: 2}
    assert "put right: Dijkstra begins with round 2, as rows before it say" in said(foreign)
    later = whole(keizer_file(pairs=[*pairs, (3, 1, 1, 2, 1), (3, 100, 4, -1, 12)]))
    assert (
        "no place here: a row that says that Dijkstra had not begun yet, in round 3, after a round"
        " that they were in" in said(later)
    )


def test_states_settings_and_columns_without_a_place_are_told() -> None:
    members = [("Anna", 1900, 9), ("Bram", 1800, 6), ("Cor", 1700, 10), ("Dirk", 1600, 1)]
    foreign = whole(
        keizer_file(
            members,
            [(1, 1, 1, 4, 1), (1, 100, 2, -1, 6)],
            settings=[("OPTION.RatioFirst2Last", 3), ("BONUS.Excused", 33.5), ("INTERNAL.X", 1)],
            more="UPDATE Player SET Keizer_SumPts = 4.5; UPDATE Pairing SET Pts_W = 1",
        )
    )
    assert [one.name for one in foreign.players] == ["Anna", "Bram", "Dirk"]
    notes = said(foreign)
    for note in (
        "put right: 1 deleted member without a game is left out",
        "no place here: that Anna has withdrawn: since when is not in this file (toernooi leave PLAYER)",
        "no place here: the state of 1 member for the evening to come",
        "no place here: the settings BONUS.Excused = 33.5, OPTION.RatioFirst2Last = 3: here the "
        "rulebook decides them",
        "no place here: the columns rank, Keizer_SumPts of Player: points and places are counted from "
        "the results",
        "no place here: the column Pts_W of Pairing: points and places are counted from the results",
    ):
        assert note in notes, notes


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        ((0, 1, 3, 4, 1), "foreign-bad-round"),
        (("x", 1, 3, 4, 1), "foreign-bad-round"),
        ((1, -2, 3, 4, 1), "foreign-bad-round"),
        ((1, 2, 9, 4, 1), "foreign-unknown-member"),
        ((1, 2, 3, 9, 1), "foreign-unknown-member"),
        ((1, 2, 3, 3, 1), "foreign-own-opponent"),
        ((1, 2, 3, 4, 6), "foreign-bad-state"),
        ((1, 2, 3, 4, 99), "foreign-bad-state"),
        ((1, 100, 3, -1, 1), "foreign-bad-state"),
        ((1, 2, 3, 1, 1), "foreign-member-twice"),
        ((3, 1, 3, 4, 1), "foreign-no-games"),
    ],
)
def test_a_wrong_row_is_refused_with_its_place(pair: tuple[object, ...], code: str) -> None:
    content = keizer_file(pairs=[(1, 1, 1, 2, 1), pair])
    assert refused(content) == [code]
    refusals = read(content)
    assert isinstance(refusals, tuple)
    if code != "foreign-no-games":
        assert "Pairing, row 2" in words(refusals[0].what)


@pytest.mark.parametrize(
    ("member", "code"),
    [
        (("", 1900), "bad-name"),
        ((b"Anna", 1900), "bad-name"),
        (("Anna", -3), "bad-rating"),
        (("Anna", "x"), "bad-rating"),
    ],
)
def test_a_wrong_member_is_refused(member: tuple[object, ...], code: str) -> None:
    assert f"foreign-{code}" in refused(keizer_file([*MEMBERS, member]))


def test_rows_that_are_all_wrong_are_told_up_to_a_number() -> None:
    codes = refused(keizer_file(pairs=[(1, 1, 1, 99, 1)] * 500))
    assert len(codes) == MOST
    assert codes[-1] == "not-read-on"


def test_an_sqlite_file_of_another_program_is_refused() -> None:
    with closing(sqlite3.connect(":memory:")) as file:
        file.execute("CREATE TABLE Player (id INTEGER, name TEXT)")
        assert refused(file.serialize()) == ["foreign-no-table"]
    as_view = keizer_file(
        more="ALTER TABLE Pairing RENAME TO P; CREATE VIEW Pairing AS SELECT * FROM P"
    )
    assert refused(as_view) == ["foreign-no-table"]


@pytest.mark.parametrize("length", [16, 20, 100, 4096, 9000])
def test_a_file_cut_off_is_refused(length: int) -> None:
    assert refused(keizer_file(pairs=EVENINGS)[:length])[0] in (
        "foreign-damaged",
        "foreign-no-table",
    )


def test_a_page_that_was_overwritten_is_refused() -> None:
    content = bytearray(keizer_file())
    content[4096:8192] = b"\xff" * 4096
    assert refused(bytes(content)) == ["foreign-damaged"]


def test_text_that_is_not_text_is_refused() -> None:
    content = keizer_file(more="UPDATE Player SET name = CAST(x'ff41ff' AS TEXT) WHERE id = 1")
    assert refused(content) == ["foreign-damaged"]


def test_a_table_whose_making_is_not_text_is_refused() -> None:
    content = keizer_file().replace(b"CREATE TABLE", b"CR\xffATE TABLE")
    assert refused(content) == ["foreign-damaged"]


def test_a_file_with_a_log_beside_it_is_read_as_it_is() -> None:
    content = keizer_file()
    assert whole(content[:18] + b"\2\2" + content[20:]) == whole(content)
