"""Pairings that are kept: made once for a book, made anew for another."""

from __future__ import annotations

from unittest.mock import patch

from desk.answers import pairing_cache
from desk.answers.pairing_cache import MOST_KEPT, DraftAndQuestion, draft_of, question_of
from pairing.explain.question import Question
from pairing.systems.draft import draft
from tests.helpers.hall import Hall


def test_the_draft_of_a_book_is_made_once() -> None:
    hall = Hall(6)
    hall.play()
    with patch.object(pairing_cache, "draft", wraps=draft) as engine:
        first = draft_of(hall.book)
        again = draft_of(hall.book)
        question = question_of(hall.book, 2)
    assert first is again
    assert isinstance(first, DraftAndQuestion)
    assert question is first.question
    assert engine.call_count == 1


def test_a_fact_that_came_since_makes_another_draft() -> None:
    hall = Hall(6)
    hall.play()
    before = draft_of(hall.book)
    hall.do("absent", player=1, round=2)
    after = draft_of(hall.book)
    assert isinstance(before, DraftAndQuestion)
    assert isinstance(after, DraftAndQuestion)
    assert len(after.question.contestants) == len(before.question.contestants) - 1


def test_a_draft_at_another_position_is_that_of_its_facts() -> None:
    hall = Hall(6)
    hall.play()
    position = hall.state.position
    before = draft_of(hall.book)
    hall.do("absent", player=1, round=2)
    then = draft_of(hall.book, position)
    assert isinstance(before, DraftAndQuestion)
    assert isinstance(then, DraftAndQuestion)
    assert then.question.boards == before.question.boards


def test_a_published_round_is_a_question_and_one_that_is_not_there_a_refusal() -> None:
    hall = Hall(6)
    hall.play()
    published = question_of(hall.book, 1)
    assert isinstance(published, Question)
    assert published is question_of(hall.book, 1)
    assert isinstance(question_of(hall.book, 7), tuple)


def test_the_pairings_of_a_few_books_are_kept_at_most() -> None:
    halls = [Hall(4) for _ in range(MOST_KEPT + 3)]
    for hall in halls:
        draft_of(hall.book)
    assert len(pairing_cache._KEPT) <= MOST_KEPT
