"""An explanation for a screen: the answer, steps with marks, and the same claims as before."""

from __future__ import annotations

import pytest

from desk.answers.reasons import (
    WhyAnswer,
    apart_reasons,
    board_reasons,
    bye_reasons,
    marked,
    name_of,
)
from desk.answers.why import Explanation, why
from desk.render.catalogue import Words
from ledger.values import Language
from pairing.explain.question import Question
from pairing.review.questions import of_book
from tests.helpers.hall import Hall, played_swiss

RULES = ("knsb-wp-2014", "knsb-wp-1996", "knsb-rating-2014", "fide-dutch-2026", "fide-dutch-2017")


def reader(language: Language) -> Words:
    return Words(language, lambda do, words: do.verb)


DUTCH, ENGLISH = reader("nl"), reader("en")


def question(hall: Hall, number: int | None = None) -> Question:
    answer = of_book(hall.book, number)
    assert isinstance(answer, Question)
    return answer


@pytest.mark.parametrize("rules", RULES)
def test_the_steps_say_all_that_the_terminal_says(rules: str) -> None:
    round_ = question(played_swiss(rules, 3))
    for board in round_.boards:
        outcome = why(round_, None, str(board[0]), int)
        assert isinstance(outcome, Explanation)
        said = [line for step in outcome.steps for line in (step.text, *step.details)]
        lines = [ENGLISH(line).strip() for line in outcome.lines[2:] if line]
        assert [ENGLISH(line).strip() for line in said] == [
            line for line in lines if line not in map(ENGLISH, outcome.view.notes)
        ]


@pytest.mark.parametrize("rules", RULES)
def test_a_clause_that_a_sentence_cites_is_its_mark_and_a_clause_of_the_rulebook(
    rules: str,
) -> None:
    round_ = question(played_swiss(rules, 4))
    for words in (DUTCH, ENGLISH):
        for board in round_.boards:
            answer = board_reasons(round_, board, words)
            assert isinstance(answer, WhyAnswer)
            assert answer.answer
            for step in (*answer.steps, *answer.colours):
                assert set(step.clauses) <= set(round_.rules.clauses)
                assert not any(f"({clause})" in step.text for clause in step.clauses)
                assert ".." not in step.text


def test_the_player_who_asks_is_spoken_to() -> None:
    round_ = question(played_swiss("knsb-wp-2014", 3))
    white, black = round_.boards[0]
    answers = {me: board_reasons(round_, (white, black), DUTCH, me) for me in (None, white, black)}
    texts = {me: answer.answer for me, answer in answers.items() if isinstance(answer, WhyAnswer)}
    assert len(set(texts.values())) == 3
    assert "jij" not in texts[None].casefold()
    assert all("jij" in texts[me].casefold() for me in (white, black))


def test_a_round_by_lot_has_no_steps_about_colours() -> None:
    hall = Hall(6)
    hall.do("publish")
    answer = board_reasons(question(hall), question(hall).boards[0], DUTCH)
    assert isinstance(answer, WhyAnswer)
    assert answer.colours == ()
    assert answer.answer == "In deze ronde beslist het lot wie tegen wie speelt."


def test_a_board_that_the_arbiter_made_says_so_first() -> None:
    hall = Hall(6)
    hall.play()
    hall.do("publish")
    white, black = hall.boards(2)[0]
    hall.do("board-swap", round=2, first=white, second=black, reason="tafel")
    answer = board_reasons(question(hall), (black, white), DUTCH)
    assert isinstance(answer, WhyAnswer)
    assert "met de hand" in answer.answer
    assert any("tafel" in step.text for step in answer.steps)


def test_the_bye_and_two_who_do_not_meet_are_explained_the_same_way() -> None:
    hall = Hall(7)
    hall.play()
    hall.do("publish")
    round_ = question(hall)
    assert round_.bye is not None
    bye = bye_reasons(round_, round_.bye, ENGLISH)
    assert isinstance(bye, WhyAnswer)
    assert "has the bye" in bye.answer
    game = hall.state.rounds[0].games[0]
    apart = apart_reasons(round_, game.white, game.black, ENGLISH)
    assert isinstance(apart, WhyAnswer)
    assert apart.steps[0].clauses == ("B1a",)


def test_somebody_who_was_not_paired_is_a_refusal() -> None:
    hall = Hall(7)
    hall.play()
    hall.do("absent", player=3, round=2)
    hall.do("publish")
    assert isinstance(bye_reasons(question(hall), 3, ENGLISH), tuple)
    assert isinstance(apart_reasons(question(hall), 3, 4, ENGLISH), tuple)


def test_a_name_is_the_surname_unless_two_share_it() -> None:
    hall = Hall()
    for name in ("Berg, J. van den", "Haan, M. de", "Haan, P. de", "Kuipers, R."):
        hall.do("enter", name=name)
    hall.do("lots", by="entry")
    hall.do("publish")
    round_ = question(hall)
    called = [name_of(round_, player) for player in (1, 2, 3, 4)]
    assert called == ["Van den Berg", "Haan, M. de", "Haan, P. de", "Kuipers"]


def test_marked_steps_leave_out_the_board_itself() -> None:
    round_ = question(played_swiss("knsb-wp-2014", 3))
    outcome = why(round_, "1", None, int)
    assert isinstance(outcome, Explanation)
    assert outcome.steps[0].claims[0].kind == "board"
    assert len(list(marked(outcome.steps, round_.rules, DUTCH))) == len(outcome.steps) - 1
