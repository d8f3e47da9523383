"""A draft with changes by hand: boards, norms at their level, what differs."""

from __future__ import annotations

import pytest

from desk.answers.draft_sheet import (
    DraftSheet,
    Swap,
    draft_differences,
    draft_sheet,
    in_letters,
    keeps_norms,
    swap_label,
    swapped,
)
from desk.answers.pairing_cache import DraftAndQuestion, draft_of
from desk.commands.decision import WarnLevel
from tests.helpers.hall import Hall, played_swiss
from tests.helpers.season import Season
from tests.helpers.words import words


def drafted(hall: Hall) -> DraftAndQuestion:
    paired = draft_of(hall.book)
    assert isinstance(paired, DraftAndQuestion)
    return paired


def sheet(hall: Hall, *swaps: tuple[int, int]) -> DraftSheet:
    return draft_sheet(hall.book, drafted(hall), [Swap(*two) for two in swaps])


def hall_of(players: int = 8, rounds: int = 2, rules: str = "knsb-wp-2014") -> Hall:
    hall = Hall(players, rules=rules)
    for _ in range(rounds):
        hall.play("1-0", "1/2-1/2", "0-1")
    return hall


def test_without_changes_it_is_the_pairing_by_the_rules() -> None:
    hall = hall_of(9)
    drawn, pairing = sheet(hall), drafted(hall).draft.pairing
    assert [(b.white.player, b.black.player) for b in drawn.boards] == [
        (b.white, b.black) for b in pairing.boards
    ]
    assert drawn.free == pairing.bye
    assert not drawn.changes
    assert not any(board.by_hand for board in drawn.boards)
    assert [board.rule for board in drawn.boards] == [board.rule for board in pairing.boards]
    assert None not in [board.rule for board in drawn.boards]


def test_no_rule_gave_the_colours_of_a_board_that_was_changed_by_hand() -> None:
    hall = hall_of()
    drawn = sheet(hall, drafted(hall).question.boards[0])
    assert [board.rule is None for board in drawn.boards] == [True, False, False, False]
    assert [board.by_hand for board in drawn.boards] == [True, False, False, False]


def test_two_players_of_one_board_change_colours_and_of_two_boards_places() -> None:
    hall = hall_of()
    question = drafted(hall).question
    (one, two), (three, _), *_ = question.boards
    assert swapped(question, [Swap(one, two)])[0][0] == (two, one)
    pairs, _ = swapped(question, [Swap(one, three)])
    assert (pairs[0][0], pairs[1][0]) == (three, one)


def test_the_same_change_twice_is_no_change() -> None:
    hall = hall_of(9)
    question = drafted(hall).question
    white, free = question.boards[0][0], question.bye
    assert free is not None
    swap = Swap(white, free)
    assert swapped(question, [swap])[1] == white
    assert swapped(question, [swap, swap]) == (question.boards, free)


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_two_who_met_break_b1a_at_the_level_that_is_typed() -> None:
    hall = hall_of()
    question = drafted(hall).question
    games = hall.state.rounds[0].games
    one, two = games[0].white, games[0].black
    partner = next(p for board in question.boards if one in board for p in board if p != one)
    drawn = sheet(hall, (partner, two))
    change = drawn.changes[0]
    assert change.level is WarnLevel.TYPE
    assert "B1a" in {fault.clause for fault in change.faults}
    met = next(
        f
        for f in change.faults
        if f.clause == "B1a" and f.place is not None and set(drawn.pairs[f.place]) == {one, two}
    )
    assert "round 1" in words(met.what)
    assert not keeps_norms(question, [Swap(partner, two)])


@pytest.mark.clause("knsb-wp-2014 B2")
def test_a_third_same_colour_breaks_b2_at_the_level_that_is_confirmed() -> None:
    hall = played_swiss("knsb-wp-2014", 0, 9, 4)
    hall.do("plan", rounds=6)
    question = drafted(hall).question
    white, black = question.boards[0]
    change = sheet(hall, (white, black)).changes[0]
    assert [(fault.clause, fault.level) for fault in change.faults] == [("B2", WarnLevel.CONFIRM)]
    assert "would have black" in words(change.faults[0].what)
    assert not keeps_norms(question, [Swap(white, black)])


def test_a_change_without_a_fault_only_informs() -> None:
    hall = hall_of(8, 1)
    white, black = drafted(hall).question.boards[0]
    change = sheet(hall, (white, black)).changes[0]
    assert (change.level, change.faults) == (WarnLevel.INFORM, ())
    assert keeps_norms(drafted(hall).question, [Swap(white, black)])


@pytest.mark.clause("mwkeizer a")
def test_a_condition_of_a_season_that_gives_way_is_acknowledged() -> None:
    season = Season(4, rematch_gap=5)
    season.play()
    one, two = (season.state.rounds[0].games[0].white, season.state.rounds[0].games[0].black)
    question = drafted(season).question
    partner = next(p for board in question.boards if one in board for p in board if p != one)
    change = sheet(season, (partner, two)).changes[0]
    assert change.level is WarnLevel.ACKNOWLEDGE
    assert keeps_norms(question, [Swap(partner, two)])


def test_differences_are_the_boards_and_byes_that_one_of_them_has() -> None:
    now = (((1, 2), (3, 4)), 5)
    then = (((2, 1), (3, 4)), 6)
    rows = [
        (d.found_in, d.board, d.white, d.black, d.colours) for d in draft_differences(now, then)
    ]
    assert rows == [
        ("then", 1, 2, 1, True),
        ("now", 1, 1, 2, True),
        ("then", 3, 6, None, False),
        ("now", 3, 5, None, False),
    ]
    assert draft_differences(now, now) == ()


def test_a_change_has_a_name_and_colours_have_the_letters_of_the_language() -> None:
    hall = hall_of()
    assert swap_label(hall.book, Swap(1, 2)) == "1-2"
    assert words(in_letters("WB-W"), "nl") == "WZ-W"
