"""Every kind of result in a file of TRF26, and the points that a file has to name."""

from __future__ import annotations

from typing import Any

import pytest

from desk.answers.tournament_file import tournament_file
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from ledger.trf.model import TrfCell, TrfFile
from ledger.trf.writer import write
from projections.games.crosstable import of_tournament
from tests.helpers.hall import Hall

RULES = "fide-dutch-2026"


def file_of(hall: Hall) -> TrfFile:
    file = tournament_file(hall.book, (), "trf26")
    assert isinstance(file, TrfFile)
    return file


def two(hall: Hall) -> tuple[TrfCell | None, TrfCell | None]:
    """Return round 1 of the players of board 1, white first."""
    game, file = hall.state.rounds[0].games[0], file_of(hall)
    white, black = (file.player(hall.state.label(p)).cell(1) for p in (game.white, game.black))
    return white, black


@pytest.mark.parametrize(
    ("verb", "fields", "codes"),
    [
        ("result", {"result": "1-0"}, "10"),
        ("result", {"result": "0-1"}, "01"),
        ("result", {"result": "1/2-1/2"}, "=="),
        ("result", {"result": "0-0"}, "00"),
        ("result", {"result": "1/2-0"}, "=0"),
        ("result", {"result": "0-1/2"}, "0="),
        ("result", {"result": "1/2-0", "rated": False}, "DL"),
        ("result", {"result": "0-0", "rated": False}, "LL"),
        ("result", {"result": "1-0", "rated": False}, "WL"),
        ("result", {"result": "0-1", "rated": False}, "LW"),
        ("result", {"result": "1/2-1/2", "rated": False}, "DD"),
        ("forfeit", {"black": "excused"}, "+-"),
        ("forfeit", {"white": "excused"}, "-+"),
        ("forfeit", {"white": "excused", "black": "late"}, "--"),
        ("adjourn", {}, "??"),
    ],
)
def test_every_result_has_its_two_codes(verb: str, fields: dict[str, Any], codes: str) -> None:
    hall = Hall(4, 3, rules=RULES)
    hall.play("-", "1-0")
    hall.do(verb, round=1, board=1, **fields)
    cells = two(hall)
    assert "".join(cell.code for cell in cells if cell) == codes
    assert [cell.colour for cell in cells if cell] == ["w", "b"]


def test_a_missing_result_is_a_question_mark_once_its_round_is_closed() -> None:
    hall = Hall(4, 3, rules=RULES)
    hall.play("-", "1-0")
    assert [cell.code for cell in two(hall) if cell] != ["?", "?"]
    hall.do("close")
    assert [cell.code for cell in two(hall) if cell] == ["?", "?"]
    hall.do("result", round=1, board=1, result="0-1")
    assert [cell.code for cell in two(hall) if cell] == ["0", "1"]


def test_rounds_without_a_game_have_their_codes() -> None:
    hall = Hall(7, 3, rules=RULES, set={"bye.half_point_allowed": True})
    hall.do("bye", player=1, round=1)
    hall.do("bye", player=2, round=1, points=1)
    hall.do("absent", player=3, round=1)
    hall.do("withdraw", player=4)
    hall.play()
    codes = {
        player.number: cell.code for player in file_of(hall).players if (cell := player.cell(1))
    }
    assert (codes[4], codes[5], codes[6], codes[7]) == ("H", "F", "Z", "Z"), "they have no number"
    assert "U" in codes.values()


THREE = {"scores.win": 3, "scores.draw": 1, "scores.default_win": 3, "scores.full_bye": 3}


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({}, None),
        ({"scores.win": 1, "scores.draw": 0.5, "scores.loss": 0}, None),
        ({**THREE, "scores.half_bye": 1, "bye.points": 3}, "162  W 3.0    D 1.0"),
        ({**THREE, "scores.half_bye": 1, "bye.points": 1}, "P 1.0"),
        ({"bye.points": 0}, "P 0.0"),
        ({"bye.points": 0.5}, "P 0.5"),
        ({"scores.default_win": 0.5}, "XXS"),
        ({"scores.draw": 0}, "XXS"),
    ],
)
def test_only_the_standard_points_go_without_a_line_of_their_own(
    keys: dict[str, Any], said: str | None
) -> None:
    hall = Hall(4, 3, rules=RULES, set=keys)
    lines = write(file_of(hall), "trf26").decode().splitlines()
    points = [line for line in lines if line[:3] in ("162", "XXS")]
    if said is None:
        assert points == []
    else:
        assert any(said in line for line in points), points


@pytest.mark.parametrize("keys", [{}, {**THREE, "scores.half_bye": 1, "bye.points": 3}])
def test_half_a_point_for_one_player_comes_back_from_its_file(keys: dict[str, Any]) -> None:
    hall = Hall(6, 3, rules=RULES, set=keys)
    hall.play("1/2-0", "0-1/2", "1/2-1/2")
    content = write(file_of(hall), "trf26")
    again = Hall()
    again.book = Book(Tournament())
    again.do("import", file="open.trf", content=content, confirm="yes")
    assert [game.outcome for game in again.state.rounds[0].games] == ["1/2-0", "0-1/2", "1/2-1/2"]
    assert write(file_of(again), "trf26") == content
    for one in (hall, again):
        cells = of_tournament(one.state, one.book.rules).cells
        points = [
            cells[p][0].halves
            for game in one.state.rounds[0].games
            for p in (game.white, game.black)
        ]
        half = 2 if keys else 1
        assert points == [half, 0, 0, half, half, half]
        assert all(row[0].played for row in cells.values())


def test_a_draw_is_a_draw_in_a_file_of_other_points_too() -> None:
    hall = Hall(4, 3, rules=RULES, set={**THREE, "scores.half_bye": 1, "bye.points": 3})
    hall.play("1/2-1/2", "1-0")
    assert [cell.code for cell in two(hall) if cell] == ["=", "="]
