"""The boards of a round: their state, how each result came, and the counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desk.answers.board_list import BoardInPlay, BoardListHead, boards_view
from desk.answers.claims import ClaimsRow, claims_view
from ledger.refusals import Refusal
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

ONE, TWO = "1" * 16, "2" * 16


def shown(hall: Hall, number: int | None = None) -> tuple[BoardListHead, list[BoardInPlay]]:
    view = boards_view(hall.book, number)
    assert isinstance(view, View)
    assert isinstance(view.head, BoardListHead)
    return view.head, [row for row in view.rows if isinstance(row, BoardInPlay)]


def test_every_state_of_a_board_is_shown_and_counted() -> None:
    hall = Hall(16, 5, set={"bye.half_point_allowed": "true"})
    hall.do("absent", player=16, round=1)
    hall.do("bye", player=15, round=1)
    hall.do("withdraw", player=14)
    hall.do("publish")
    boards = hall.boards(1)
    hall.do("result", round=1, board=1, result="1-0")
    hall.do("forfeit", round=1, board=2, black="late")
    hall.do("adjourn", round=1, board=3)
    hall.do("claim", player=boards[3][0], result="1-0", device=ONE)
    hall.do("claim", player=boards[4][0], result="1-0", device=ONE)
    hall.do("claim", player=boards[4][1], result="0-1", device=TWO)
    head, rows = shown(hall)
    states = [row.state for row in rows]
    assert states == ["result", "default", "adjourned", "claim", "conflict", "open"]
    counts = (head.boards, head.results, head.open, head.claims, head.conflicts, head.adjourned)
    assert counts == (6, 2, 3, 1, 1, 1)
    assert [(one.number, one.kind) for one in head.byes] == [
        (hall.state.rounds[0].bye, "bye"),
        (15, "half-point bye"),
    ]
    assert [(one.number, one.name) for one in head.absences] == [(16, "Player P")]
    hall.do("claim", player=boards[3][1], result="1-0", device=TWO)
    assert shown(hall)[1][3].state == "agreeing"
    hall.do("claim", player=boards[2][0], result="1-0", device=TWO)
    assert shown(hall)[1][2].state == "claim"


def test_a_board_says_who_plays_with_the_points_before_the_round() -> None:
    hall = Hall(4, 3)
    hall.play("1-0", "1/2-1/2")
    hall.do("publish")
    _, (first, second) = shown(hall)
    assert {first.white_score, first.black_score} == {"1", "½"}
    assert {second.white_score, second.black_score} == {"½", "0"}
    assert first.white_name == hall.book.name(hall.boards(2)[0][0])
    assert {row.white_score for row in shown(hall, 1)[1]} == {"0"}
    assert isinstance(boards_view(hall.book, 3), Refusal)


def test_in_a_season_the_score_before_a_round_is_the_total() -> None:
    hall = Hall(4, rules="mwkeizer")
    hall.play("1-0", "1/2-1/2")
    hall.do("publish")
    _, rows = shown(hall)
    assert all(row.white_score and row.black_score for row in rows)


def test_a_result_says_how_when_and_by_whom_it_was_recorded(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "hall.ledger")
    terminal.run("init", "Open", "--rounds", 3)
    for name in "ABCDEFGH":
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("claims-agree", "result")
    rows: list[dict[str, Any]] = terminal.json("boards")["rows"]
    assert [row["how"] for row in rows] == [None] * 4
    terminal.run("claim", rows[0]["white"], "1-0")
    terminal.run("claim", rows[0]["black"], "1-0")
    terminal.run("undo")
    assert terminal.json("boards")["rows"][0]["state"] == "claim"
    terminal.run("claim", rows[0]["black"], "1-0")
    terminal.run("claim", rows[1]["white"], "1-0")
    terminal.run("--actor", "chief-1", "result", 1, 2, "1-0", 3, "0-1")
    rows = terminal.json("boards")["rows"]
    assert [row["how"] for row in rows] == ["players", "claim", "arbiter", None]
    log = {row["position"]: row for row in terminal.json("log")["rows"]}
    for row in rows[:3]:
        fact = log[row["position"]]
        assert fact["fact"] == "result-recorded"
        assert (fact["actor"], fact["recorded_at"]) == (row["actor"], row["recorded_at"])
    terminal.run("correct", "result", 1, 2, "1/2")
    second = terminal.json("boards")["rows"][1]
    assert (second["how"], second["corrected"]) == ("arbiter", True)
    published = next(at for at, row in log.items() if row["fact"] == "pairing-published")
    assert terminal.json("boards", "--as-of", published)["open"] == 4


def test_claims_without_a_result_are_listed_with_what_both_say() -> None:
    hall = Hall(6, 5)
    assert isinstance(claims_view(hall.book), Refusal)
    hall.do("publish")
    boards = hall.boards(1)
    hall.do("claim", player=boards[0][0], result="1-0", device=ONE)
    hall.do("claim", player=boards[1][0], result="1-0", device=ONE)
    hall.do("claim", player=boards[1][1], result="1/2-1/2", source="board", device=TWO)
    hall.do("claim", player=boards[2][1], result="0-1", device=TWO)
    hall.do("result", round=1, board=3, result="0-1")
    view = claims_view(hall.book)
    assert isinstance(view, View)
    rows = [row for row in view.rows if isinstance(row, ClaimsRow)]
    assert [(row.board, row.stand) for row in rows] == [(1, "claim"), (2, "conflict")]
    assert [words(row.black_says) for row in rows] == ["", "½-½ (board)"]
    assert len(view.notes) == 1
