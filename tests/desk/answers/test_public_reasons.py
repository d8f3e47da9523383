"""Why, for the public: made once for a published round, and again where a correction changes it."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

from desk.answers import public_reasons
from desk.answers.public_reasons import PublicReasons
from desk.answers.reasons import Explained, board_explained
from pairing.explain.question import Question
from pairing.review.questions import of_book
from tests.helpers.hall import Hall, hall_of


def made(reasons: PublicReasons, hall: Hall, number: int = 2) -> int:
    return len(list(reasons.make(hall.book, number)))


def test_a_round_is_paired_and_explained_once_whatever_its_results_are() -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"))
    hall.do("publish")
    reasons = PublicReasons()
    with patch.object(public_reasons, "of_book", wraps=of_book) as asked:
        assert made(reasons, hall) == 3
        hall.do("result", round=2, board=1, result="1-0")
        assert made(reasons, hall) == 0
        question = reasons.question(hall.book, 2)
        assert isinstance(question, Question)
        answer = reasons.board(hall.book, 2, question.boards[0])
    assert asked.call_count == 1
    fresh = of_book(hall.book, 2)
    assert isinstance(fresh, Question)
    assert answer == board_explained(fresh, fresh.boards[0])


def test_a_correction_makes_it_again_only_where_the_round_is_paired_again() -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"))
    hall.do("publish")
    reasons = PublicReasons()
    made(reasons, hall)
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    assert made(reasons, hall) == 0
    hall.do("amend", round=2, reason="misread", confirm="2")
    assert made(reasons, hall) == 3
    question = reasons.question(hall.book, 2)
    assert isinstance(question, Question)
    assert question.boards == hall.state.rounds[1].public


def test_who_is_shown_otherwise_is_so_in_what_was_kept() -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"))
    hall.do("publish")
    reasons = PublicReasons()
    made(reasons, hall)
    nobody = replace(hall.book, people={})
    question = reasons.question(nobody, 2)
    assert isinstance(question, Question)
    assert "Player A" not in question.called(question.boards[0][0])
    answer = reasons.board(nobody, 2, question.boards[0])
    assert isinstance(answer, Explained)


def test_a_round_that_is_not_there_is_refused_and_the_oldest_is_let_go() -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"))
    reasons = PublicReasons()
    assert isinstance(reasons.question(hall.book, 7), tuple)
    assert isinstance(reasons.board(hall.book, 7, (1, 2)), tuple)
    assert made(reasons, hall, 7) == 0
    with (
        patch.object(public_reasons, "MOST_ROUNDS", 1),
        patch.object(public_reasons, "of_book", wraps=of_book) as asked,
    ):
        hall.do("publish")
        for number in (1, 2, 1):
            reasons.question(hall.book, number)
    assert asked.call_count == 3
