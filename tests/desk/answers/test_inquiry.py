"""The inquiry into a round: the verdict, what was known when, what may still be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.answers.inquiry import Inquiry, inquiry
from ledger.state.book import Book
from tests.helpers.browsing import Browsing, demo
from tests.helpers.hall import Hall
from tests.helpers.words import words

CORRECTION = {
    "command": "correct-result",
    "round": 5,
    "board": 3,
    "result": "1/2-1/2",
    "reason": "misread",
}


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def _of(book: Book, number: int = 6, board: int | None = None) -> Inquiry:
    answer = inquiry(book, number, board=board)
    assert isinstance(answer, Inquiry), answer
    return answer


def _may(answer: Inquiry) -> list[bool]:
    return [each.may for each in answer.possibilities]


def test_a_round_that_the_engine_finds_again_follows_the_rules_and_stands(
    browsing: Browsing,
) -> None:
    answer = _of(browsing.book)
    assert answer.verdict.weight == "ok"
    assert words(answer.verdict.answer, "nl") == (
        "De indeling volgt de regels, met wat toen bekend was."
    )
    assert [name for _, name in answer.verdict.follows] == ["F6"]
    assert answer.played == answer.instead == ()
    assert answer.alike == (1, 2, 3, 4, 5, 6, 7)


def test_a_correction_after_the_start_counts_later_and_its_first_result_is_among_the_steps(
    browsing: Browsing,
) -> None:
    book = browsing.do(CORRECTION)
    answer = _of(book)
    corrected = book.state.rounds[4].games[2]
    first = corrected.earlier[-1][0]
    positions = [step.position for step in answer.steps]
    assert positions == sorted(positions)
    assert {first, corrected.set_by, book.state.rounds[5].position} <= set(positions)
    assert [name for _, name in answer.verdict.follows] == ["F6", "F7"]
    remark = next(step.remark for step in answer.steps if step.position == corrected.set_by)
    assert words(remark, "nl") == "na het begin van ronde 6"
    assert len(answer.played) == len(answer.instead) > 0
    assert words(answer.possibilities[-1].why) == "is computed with the correction."


def test_a_protest_is_about_the_board_of_who_lodged_it(browsing: Browsing) -> None:
    book = browsing.do(
        CORRECTION, {"command": "protest", "round": 6, "player": 10, "text": "t", "facts": [80]}
    )
    protest = book.state.protests[1]
    answer = inquiry(book, 6, protest)
    assert isinstance(answer, Inquiry)
    assert answer.board == book.state.rounds[5].board_of(protest.player)
    assert protest.position in [step.position for step in answer.steps]


def test_what_may_still_be_done_follows_the_round(browsing: Browsing) -> None:
    answer = _of(browsing.book, board=1)
    assert _may(answer) == [False, True, True, True]
    assert words(answer.possibilities[-1].why) == "is computed with what is known then."
    open_ = [at for at, game in enumerate(browsing.book.state.rounds[5].games, 1) if game.open]
    book = browsing.do(
        *({"command": "result", "round": 6, "board": at, "result": "1-0"} for at in open_)
    )
    assert _may(_of(book, board=1)) == [False, False, True, True]


def test_before_the_start_a_correction_lets_the_arbiter_pair_the_round_again() -> None:
    hall = Hall(8, 5)
    for _ in range(3):
        hall.play()
    hall.do("publish")
    hall.do("correct-result", round=3, board=1, result="0-1", reason="misread")
    answer = _of(hall.book, 4)
    assert _may(answer)[0]
    assert [name for _, name in answer.verdict.follows] == ["F7", "F7"]


def test_a_round_that_was_paired_by_hand_is_not_called_that_of_the_rules(
    browsing: Browsing,
) -> None:
    answer = _of(browsing.book, 3)
    assert answer.verdict.weight in ("ok", "warn")
    assert "met de hand of uit een bestand" in words(answer.verdict.details[0], "nl")
