"""The screens for the wall: what stands on each, and that nobody is missing."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.answers.screens import (
    SCREEN_KINDS,
    HallScreen,
    ScreenKind,
    clock,
    screens,
    steps_smaller,
)
from projections.views.view import View
from tests.helpers.family import examples
from tests.helpers.hall import Hall


def _hall(players: int, **publish: object) -> Hall:
    hall = Hall(players, 3)
    hall.do("publish", **publish)
    return hall


def _lines(several: tuple[HallScreen, ...]) -> list[Any]:
    lines = list[Any]()
    for screen in several:
        for column in screen.columns:
            lines += column.rows if isinstance(column, View) else column
    return lines


@examples(25)
@given(players=st.integers(2, 26))
def test_every_player_of_the_round_stands_on_one_screen_by_name(players: int) -> None:
    hall = _hall(players)
    names = [line.name for line in _lines(screens(hall.book, ("names",)))]
    assert names == sorted(hall.book.name(player) for player in hall.state.players)


@pytest.mark.parametrize(("players", "shape"), [(10, [2]), (16, [2]), (24, [3]), (26, [3, 3])])
def test_few_names_stand_in_few_columns_and_many_on_several_screens(
    players: int, shape: list[int]
) -> None:
    several = screens(_hall(players).book, ("names",))
    assert [len(screen.columns) for screen in several] == shape
    assert [screen.part for screen in several] == list(range(1, len(shape) + 1))
    assert all(screen.roomy for screen in several)


@pytest.mark.parametrize(
    ("kind", "players", "shape"),
    [
        ("boards", 16, [1]),
        ("boards", 18, [2]),
        ("boards", 26, [2]),
        ("standing", 8, [1]),
        ("standing", 24, [2]),
        ("standing", 26, [2, 2]),
    ],
)
def test_boards_and_places_stand_in_two_columns_at_most_for_who_is_far_away(
    kind: ScreenKind, players: int, shape: list[int]
) -> None:
    hall = Hall(players, 3)
    hall.play()
    hall.do("publish")
    assert [len(screen.columns) for screen in screens(hall.book, (kind,))] == shape


def test_lines_are_divided_evenly_over_screens_and_over_their_columns() -> None:
    several = screens(_hall(26).book, ("names", "boards"))
    lengths = [[len(column) for column in screen.columns] for screen in several]  # type: ignore[arg-type]
    assert lengths == [[5, 4, 4], [5, 4, 4], [7, 6]]
    assert [screen.rows for screen in several] == [5, 5, 7]


@examples(100)
@given(
    name=st.text("abcdefg -", min_size=1, max_size=120),
    letters=st.integers(12, 40),
    lines=st.integers(1, 2),
)
def test_a_name_is_no_smaller_than_it_must_be_to_be_shown_whole(
    name: str, letters: int, lines: int
) -> None:
    step = steps_smaller(name, letters, lines)
    assert step or len(" ".join(name.split())) <= letters * lines
    assert steps_smaller(name, letters + 1, lines) <= step
    assert steps_smaller(name, letters, lines + 1) <= step


def test_a_name_of_two_lines_keeps_its_size_and_longer_ones_have_smaller_letters() -> None:
    assert steps_smaller("Heijden, Bram van der", 13, 2) == 0
    assert steps_smaller("Broek, Maximiliaan van den", 13, 2) == 1
    assert steps_smaller("Wijngaarden-van Lidth de Jeude, Marie-Antoinette", 13, 2) == 1
    assert steps_smaller("Hottentottententententoonstellingsmaker, Bo", 13, 2) == 2
    assert steps_smaller("n" * 200, 13, 2) == 4


def test_who_has_no_game_says_so_on_the_screen() -> None:
    hall = Hall(5, 3)
    hall.do("absent", player=5, round=1)
    hall.do("publish")
    lines = _lines(screens(hall.book, ("names",)))
    alone = {line.name: line.alone for line in lines}
    assert alone["Player E"] == "absent"
    hall = _hall(5)
    assert [line.alone for line in _lines(screens(hall.book, ("names",)))].count("bye") == 1


def test_a_board_has_its_result_once_it_is_recorded() -> None:
    hall = _hall(4)
    hall.do("result", round=1, board=1, result="1-0")
    lines = _lines(screens(hall.book, ("boards",)))
    assert [(line.board, line.result) for line in lines] == [(1, "1-0"), (2, None)]


def test_before_the_first_round_the_wall_is_the_clock() -> None:
    hall = Hall(4, 3)
    assert [screen.kind for screen in screens(hall.book, SCREEN_KINDS)] == ["clock"]
    assert [screen.kind for screen in screens(hall.book, ("standing",))] == ["clock"]


def test_the_standing_is_that_of_the_rounds_that_are_done() -> None:
    hall = _hall(4)
    for board in (1, 2):
        hall.do("result", round=1, board=board, result="1-0")
    hall.do("publish")
    (screen,) = screens(hall.book, ("standing",))
    (view,) = screen.columns
    assert isinstance(view, View)
    assert screen.round == 1
    assert [column.key for column in view.columns] == ["rank", "name", "points", "wp", "sb"]
    assert not screen.final


def test_the_clock_is_that_of_the_round_that_is_to_begin() -> None:
    hall = Hall(4, 3)
    hall.do("schedule", round=1, date="2026-11-21", time="16:00")
    hall.do("publish")
    begins = clock(hall.book)
    assert (begins.round, begins.day, begins.time) == (1, dt.date(2026, 11, 21), "16:00")
    hall.do("start", round=1)
    assert clock(hall.book).round == 2


def test_after_the_last_round_there_is_no_clock_of_another() -> None:
    hall = Hall(2, 1)
    hall.do("publish")
    assert [one.kind for one in screens(hall.book, ("clock",))] == ["clock"], "it is to begin"
    hall.do("result", round=1, board=1, result="1-0")
    assert [one.kind for one in screens(hall.book, ("standing", "clock"))] == ["standing"]
    (standing,) = screens(hall.book, ("clock",))
    assert (standing.kind, standing.final) == ("standing", True)
