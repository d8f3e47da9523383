"""States of the past are kept while they are looked at, and stay as they were."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.state.past import MOST_KEPT
from ledger.state.tournament import replay
from tests.helpers.family import examples
from tests.helpers.hall import Hall
from tests.helpers.sequences import HALLS, carry_on


@examples(60)
@given(setup=HALLS, seed=st.integers(0, 10**9))
def test_a_book_of_the_past_is_that_of_its_facts_whatever_was_recorded_since(
    setup: dict[str, Any], seed: int
) -> None:
    hall = Hall(**setup)
    hall.book.shared = True
    for at, _ in enumerate(carry_on(hall, seed, 20)):
        position = 1 + at * 7 % len(hall.facts)
        for _ in range(2):
            then = hall.book.at(position)
            assert repr(then.state) == repr(replay(hall.facts[:position]))
            assert then.facts == hall.facts[:position]


def test_the_same_position_is_folded_once_for_all_books_of_the_facts() -> None:
    hall = Hall(4, 3)
    hall.play("1-0", "0-1")
    first = hall.book.at(5).state
    assert hall.book.at(5).state is first
    assert hall.book.trial().at(5).state is first
    hall.play("1-0", "0-1")
    assert hall.book.at(5).state is first
    for position in range(6, 7 + MOST_KEPT):
        hall.book.at(position)
    assert hall.book.at(5).state is not first


def test_a_fact_taken_into_a_book_of_the_past_leaves_the_kept_state() -> None:
    hall = Hall(4, 3)
    hall.do("publish")
    position = len(hall.facts)
    hall.do("result", round=1, board=1, result="1-0")
    then, look = hall.book.at(position), repr(hall.book.at(position).state)
    then.take((hall.facts[-1],))
    assert repr(then.state) == repr(hall.state)
    assert repr(hall.book.at(position).state) == look


def test_a_pending_fact_is_part_of_a_book_at_its_position() -> None:
    hall = Hall(4, 3)
    hall.do("publish")
    recorded = len(hall.facts)
    hall.do("result", round=1, board=1, result="1-0")
    fact = hall.facts[-1]
    trial = hall.book.at(recorded)
    trial.take((fact,))
    assert trial.at(recorded + 1).pending == [fact]
    assert repr(trial.at(recorded + 1).state) == repr(hall.state)
