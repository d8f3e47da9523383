"""The Dubov System from rulebook to publication: numbers, ratings, rounds and byes."""

from __future__ import annotations

import pytest

from pairing.systems.registry import system_of
from tests.helpers.dubov_fields import dubov_rules
from tests.helpers.hall import Hall


@pytest.mark.clause("fide-dubov-2026 BR3, 1.3.1, 3.2.3, 5.1")
def test_a_tournament_is_paired_round_after_round_with_one_bye_in_an_odd_field() -> None:
    hall = Hall(7, 4, rules="fide-dubov-2026")
    byes = []
    for number in (1, 2, 3):
        hall.do("publish")
        round_ = hall.book.state.rounds[-1]
        byes.append(round_.bye)
        for board in range(1, len(round_.games) + 1):
            hall.do("result", round=number, board=board, result="1-0" if board % 2 else "1/2-1/2")
    assert None not in byes
    assert len(set(byes)) == 3
    games = [frozenset((g.white, g.black)) for r in hall.book.state.rounds for g in r.games]
    assert len(set(games)) == len(games)


@pytest.mark.clause("fide-dubov-2026 5.1")
def test_the_initial_colour_is_drawn_unless_it_is_named() -> None:
    rules = dubov_rules()
    assert system_of(rules).draws_first_colour(rules)
    named = dubov_rules(fide__first_colour="B")
    assert not system_of(named).draws_first_colour(named)
