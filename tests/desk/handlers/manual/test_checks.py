"""What boards by hand break is asked for in FIDE mode, each by its own warning."""

from __future__ import annotations

from typing import Any

import pytest

from desk.commands.decision import Decision, Warn, WarnLevel
from desk.handlers.dispatch import handle_all
from tests.helpers.hall import Hall, command

Boards = list[list[int]]


def paired(players: int, *rounds: Boards, free: tuple[int | None, ...] = ()) -> Hall:
    """Return a tournament of players whose rounds were paired by hand, with their byes."""
    hall = Hall(players, 7, rules="fide-dutch-2026")
    for number, boards in enumerate(rounds, 1):
        bye = free[number - 1] if free else None
        hall.do("by-hand-begin", round=number)
        hall.do("pairing-by-hand", **fields(number, boards, bye))
        hall.do("by-hand-end")
        hall.play(publish=False)
    return hall


def fields(number: int, boards: Boards, bye: int | None = None) -> dict[str, Any]:
    return {"round": number, "boards": boards, "bye": bye, "reason": "power cut"}


def asked(hall: Hall, boards: Boards, bye: int | None = None) -> dict[str, Warn]:
    """Return the warnings of boards for the next round, by code; that they differ is left out."""
    number = hall.state.next_round
    hall.do("by-hand-begin", round=number)
    decision = hall.decide("pairing-by-hand", **fields(number, boards, bye))
    assert isinstance(decision, Decision), decision
    return {one.code: one for one in decision.warnings if one.code != "hand-differs"}


FIRST: Boards = [[1, 2], [3, 4]]


@pytest.mark.clause("fide-dutch-2026 C1")
def test_two_who_have_met_before_are_asked_for_at_level_three() -> None:
    warnings = asked(paired(4, FIRST), [[2, 1], [4, 3]])
    assert [*warnings] == ["hand-met-before"]
    assert warnings["hand-met-before"].level is WarnLevel.CONFIRM
    assert warnings["hand-met-before"].clause == "fide-dutch-2026 C1"


@pytest.mark.clause("fide-dutch-2026 C1")
def test_two_who_may_not_meet_are_asked_for_at_level_three() -> None:
    hall = Hall(4, 5, rules="fide-dutch-2026")
    hall.do("prohibit", players=[1, 2])
    warnings = asked(hall, FIRST)
    assert [*warnings] == ["hand-prohibited"]
    assert warnings["hand-prohibited"].level is WarnLevel.CONFIRM


@pytest.mark.clause("fide-dutch-2026 C2")
def test_a_second_bye_of_the_pairing_is_asked_for_at_level_three() -> None:
    warnings = asked(paired(5, FIRST, free=(5,)), [[4, 1], [2, 3]], 5)
    assert [*warnings] == ["hand-bye-barred"]
    assert warnings["hand-bye-barred"].level is WarnLevel.CONFIRM
    assert "hand-bye-barred" not in asked(paired(5, FIRST, free=(5,)), [[2, 3], [4, 5]], 1)


@pytest.mark.clause("fide-dutch-2026 C3")
def test_a_colour_for_the_third_time_in_a_row_is_asked_for_at_level_three() -> None:
    hall = paired(6, [[1, 2], [3, 4], [5, 6]], [[1, 4], [6, 3], [2, 5]])
    warnings = asked(hall, [[1, 6], [4, 5], [3, 2]])
    assert warnings["hand-three-in-a-row"].level is WarnLevel.CONFIRM
    assert "hand-imbalance" in warnings  # two whites are a difference of two as well


@pytest.mark.clause("fide-dutch-2026 C3")
def test_a_colour_difference_of_three_is_asked_for_at_level_three() -> None:
    rounds: list[Boards] = [
        [[1, 2], [3, 4], [5, 6]],
        [[1, 4], [6, 3], [2, 5]],
        [[6, 1], [5, 4], [3, 2]],
        [[1, 3], [4, 6], [2, 5]],
    ]
    warnings = asked(paired(6, *rounds), [[1, 5], [4, 2], [6, 3]])
    assert "Player A" in repr(warnings["hand-imbalance"].what)
    assert "Player A" not in repr(warnings.get("hand-three-in-a-row", ""))
    assert warnings["hand-imbalance"].level is WarnLevel.CONFIRM


def test_that_both_get_the_wrong_colour_is_told_at_level_two() -> None:
    warnings = asked(paired(4, FIRST), [[1, 4], [3, 2]])
    assert [*warnings] == ["hand-both-wrong-colour"]
    assert warnings["hand-both-wrong-colour"].level is WarnLevel.ACKNOWLEDGE
    assert not asked(paired(4, FIRST), [[4, 1], [2, 3]])


def test_players_who_change_places_on_a_published_round_are_asked_for_in_the_same_way() -> None:
    hall = paired(4, FIRST)
    hall.do("publish")
    hall.do("by-hand-begin", round=2)
    boards = hall.boards(2)
    one = boards[0]
    partner = {1: 2, 2: 1, 3: 4, 4: 3}[one[0]]
    swap = {"round": 2, "first": one[1], "second": partner, "reason": "asked"}
    decision = hall.decide("board-swap", **swap)
    assert isinstance(decision, Decision)
    codes = [warning.code for warning in decision.warnings]
    assert codes[0] == "hand-differs"
    assert "hand-met-before" in codes


def test_what_is_answered_stands_in_the_fact() -> None:
    hall = paired(4, FIRST)
    hall.do("by-hand-begin", round=2)
    boards = fields(2, [[2, 1], [4, 3]])
    decision = handle_all(hall.book, [(None, command("pairing-by-hand", **boards))])
    assert isinstance(decision, Decision)
    assert not decision.facts
    decision = handle_all(hall.book, [(None, command("pairing-by-hand", **boards, confirm="yes"))])
    assert isinstance(decision, Decision)
    assert decision.facts[-1].answered == ("hand-differs", "hand-met-before")


def test_outside_fide_mode_such_boards_are_notes_as_before() -> None:
    hall = Hall(4, 5, rules="fide-dutch-2026", without_fide_mode=True)
    hall.do("pairing-by-hand", **fields(1, FIRST))
    hall.play(publish=False)
    decision = hall.decide("pairing-by-hand", **fields(2, [[2, 1], [4, 3]]))
    assert isinstance(decision, Decision)
    assert decision.warnings == ()
    assert len(decision.notes) == 2
