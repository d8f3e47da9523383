"""A branch of a state takes in facts, and the state before it stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.state.branches import branch
from ledger.state.tournament import Tournament, replay, undone
from tests.helpers.competitions import Competition, rulebooks
from tests.helpers.family import examples
from tests.helpers.hall import Hall
from tests.helpers.sequences import HALLS, carry_on


@examples(60)
@given(setup=HALLS, seed=st.integers(0, 10**9))
def test_every_state_that_was_given_out_stays_as_it_was(setup: dict[str, Any], seed: int) -> None:
    hall = Hall(**setup)
    hall.book.shared = True
    states: list[tuple[Tournament, str]] = []
    for _ in carry_on(hall, seed, 25):
        states.append((hall.state, repr(hall.state)))
    for state, look in states:
        assert repr(state) == look
        assert repr(replay(hall.facts[: state.position])) == look


@pytest.mark.parametrize("rules", sorted(rulebooks()))
def test_each_fact_of_a_competition_changes_the_branch_alone(tmp_path: Path, rules: str) -> None:
    competition = Competition(tmp_path / "club.ledger", rules, 3, players=7)
    for _ in range(40):
        competition.carry_on()
    state = Tournament()
    left_out = undone(competition.facts)
    for position, fact in enumerate(competition.facts, 1):
        look, before = repr(state), state
        if fact.TOPIC == "command-undone" or position in left_out:
            state.pass_over(fact)
            continue
        state = branch(state, fact)
        assert repr(state) == look
        state.apply(fact)
        assert repr(before) == look
