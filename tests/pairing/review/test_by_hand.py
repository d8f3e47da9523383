"""Boards that the arbiter made after a publication: marked everywhere, and explained."""

from __future__ import annotations

from typing import Any, cast, get_args

import pytest

from desk.answers.audit import Report, audit
from desk.answers.competition import pairings
from desk.answers.status import rounds
from desk.answers.why import CheckHead, Explanation, check_book, colour, finder, why
from desk.commands.decision import Decision
from desk.render.html import page
from ledger.messages import Sentence
from ledger.values import Language
from pairing.explain.question import Question
from pairing.review.by_hand import made_by_hand
from pairing.review.check import check
from pairing.review.questions import of_book
from projections.log.sentences import teller
from projections.views.view import View
from tests.helpers.hall import Hall, hall_of, swap_somebody
from tests.helpers.season import Season
from tests.helpers.words import in_language, in_words, whole, words


def asked(hall: Hall, number: int) -> Question:
    question = of_book(hall.book, number)
    assert isinstance(question, Question), question
    return question


def explained(hall: Hall, number: int, board: str) -> Explanation:
    answer = why(asked(hall, number), board, None, finder(hall.book))
    assert isinstance(answer, Explanation), answer
    return answer


def changes(hall: Hall, number: int) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", sheet(hall, number).record()["changes"])


def sheet(hall: Hall, number: int, *, by_name: bool = False) -> View:
    view = pairings(hall.book, number, by_name)
    assert isinstance(view, View)
    return in_words(view)


def with_a_late_board() -> Hall:
    """Return a round of seven, in which the bye and a latecomer got a board by hand."""
    hall = hall_of(("1-0", "1-0", "1-0"), players=7)
    hall.do("publish")
    free = hall.state.rounds[1].bye
    hall.do("enter", name="Late")
    hall.do("board-add", round=2, white=8, black=free, reason="came late")
    return hall


def everywhere(hall: Hall, number: int) -> list[str]:
    """Return the notes above or below the boards in every list of a round."""
    at = rounds(hall.book).cells[number - 1]["changed_text"]
    notes: list[Sentence] = []
    answer, checked = explained(hall, number, "1"), check_book(hall.book, number)
    assert isinstance(checked, Explanation)
    notes += [*answer.view.notes, *checked.view.notes]
    return [
        words(sheet(hall, number).title),
        words(sheet(hall, number, by_name=True).title),
        page(in_words(sheet(hall, number)), "en"),
        whole(answer.lines),
        whole(checked.lines),
        whole(notes),
        f"changed by hand, {at}",
    ]


def test_a_change_by_hand_is_marked_wherever_the_round_is_shown() -> None:
    for hall in (with_a_late_board(), hall_of(("1-0", "1-0", "1-0"))):
        if len(hall.state.rounds) == 1:
            hall.do("publish")
            swap_somebody(hall, 2)
        position = hall.state.position
        for text in everywhere(hall, 2):
            assert f"changed by hand, #{position}" in text
        assert [change["position"] for change in changes(hall, 2)] == [position]
        answer, checked = explained(hall, 2, "1"), check_book(hall.book, 2)
        assert answer.view.record()["changed"] == [position]
        assert isinstance(checked, Explanation)
        assert isinstance(checked.view.head, CheckHead)
        assert checked.view.head.verdicts[0].changed == [position]
        report = audit(hall.book, 2, None, None)
        assert isinstance(report, Report)
        assert report.record.published.changed == [position]


@pytest.mark.clause("knsb-wp-2014 F7")
def test_an_amendment_is_marked_with_its_clause_and_is_judged_from_its_own_basis() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    hall.do("amend", round=2, reason="F7", confirm="2")
    position = hall.state.position
    ground = f"F7, correction #{position - 1}"
    title = f"paired again, #{position} ({ground}, computed from #{position - 1})"
    assert title in words(sheet(hall, 2).title)
    assert "by hand" not in "".join(everywhere(hall, 2)[:-1])
    assert (asked(hall, 2).basis, check(asked(hall, 2)).verdict) == (position - 1, "same")
    assert asked(hall, 2).by_hand == {}
    said = words(teller(hall.book)(position))
    assert f"({ground}), paired again by wp 1 from #{position - 1}; board 1: " in said
    assert ", was " in said


@pytest.mark.clause("knsb-wp-2014 F6")
def test_a_change_by_hand_is_checked_against_what_was_known_at_the_publication() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    basis = asked(hall, 2).basis
    before = hall.boards(2)
    swap_somebody(hall, 2)
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    question = asked(hall, 2)
    assert question.basis == basis
    assert question.boards == tuple(hall.boards(2)) != tuple(before)
    assert check(question).verdict in ("different", "colours")


def test_the_log_has_the_boards_before_and_since_and_whether_the_round_had_begun() -> None:
    hall = Hall(players=5)
    hall.do("publish")
    hall.do("start", round=1)
    begun = hall.state.position
    (white, black), _ = hall.boards(1)
    free = hall.state.rounds[0].bye
    hall.do("board-swap", round=1, first=black, second=free, reason="unwell", confirm="1")
    called = hall.book.called
    assert words(teller(hall.book)(hall.state.position)) == (
        "round 1: pairing changed (by hand)"
        f"; board 1: {called(white)} - {called(free or 0)}, was {called(white)} - {called(black)}"
        f"; bye: {called(black)}, was {called(free or 0)}"
        f"; made after the round began (#{begun})"
    )
    assert "eerst" in words(teller(hall.book)(hall.state.position), "nl")
    assert f"#{hall.state.position} (after the round began)" in words(sheet(hall, 1).title)
    [change] = changes(hall, 1)
    assert (change["begun_at"], change["clause"]) == (begun, "by hand")
    assert [board["board"] for board in change["boards"]] == [1]


def test_a_board_added_by_hand_can_be_asked_about() -> None:
    hall = with_a_late_board()
    position, board = hall.state.position, str(len(hall.boards(2)))
    for reference in (board, "Late", f"8-{hall.boards(2)[-1][1]}"):
        lines = explained(hall, 2, reference).lines
        assert words(lines[2]).startswith(f"Board {board}: 8 Late")
        said = whole(lines)
        assert f"The arbiter added this board by hand: #{position}" in said
        assert "(came late)" in said
        assert "it breaks no norm" in said
    by_hand = explained(hall, 2, board).claims[1].claim
    assert by_hand.kind == "by_hand"
    assert (by_hand.detail["position"], by_hand.detail["reason"]) == (position, "came late")
    report = audit(hall.book, 2, board, None)
    assert isinstance(report, Report)
    assert report.record.explained
    assert "met de hand" in whole(report.record.explained.lines, "nl")
    assert isinstance(colour(asked(hall, 2), board, finder(hall.book)), Explanation)
    assert check(asked(hall, 2)).verdict == "same"
    assert "boards added by hand, not compared: 1" in whole(asked(hall, 2).notes)


def test_a_latecomer_who_changes_places_leaves_the_others_paired() -> None:
    hall = with_a_late_board()
    other = next(
        player
        for board in hall.boards(2)[:-1]
        for player in board
        if isinstance(
            hall.decide("board-swap", round=2, first=8, second=player, reason="r"), Decision
        )
    )
    hall.do("board-swap", round=2, first=8, second=other, reason="r")
    question = asked(hall, 2)
    checked = check(question)
    assert checked.verdict == "different"
    assert not any(claim.kind == "illegal" for claim in checked.claims)
    for number, seats in enumerate(hall.boards(2), 1):
        answer = explained(hall, 2, str(number))
        assert words(answer.lines[2]).startswith(f"Board {number}: "), seats


def test_who_came_after_the_pairing_is_not_asked_about_as_the_bye_of_it() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), players=7)
    hall.do("publish")
    free, other = hall.state.rounds[1].bye, hall.boards(2)[0][0]
    for name in ("Late", "Later"):
        hall.do("enter", name=name)
    hall.do("board-add", round=2, white=8, black=9, reason="came late")
    for first, second in ((9, other), (8, free)):
        hall.do("board-swap", round=2, first=first, second=second, reason="unwell", confirm="2")
    assert hall.state.rounds[1].public_bye == 8
    question = asked(hall, 2)
    assert question.bye is None
    assert 8 not in {player for board in question.boards for player in board}


def test_a_board_of_a_first_round_by_lot_and_of_a_season_says_who_made_it() -> None:
    hall = Hall(players=6)
    hall.do("publish")
    hall.do("board-swap", round=1, first=1, second=2, reason="brothers")
    said = whole(explained(hall, 1, "1").lines)
    assert "The arbiter made this by hand after the publication" in said
    assert "(brothers)" in said
    season = Season(6)
    season.play("1-0", "0-1", "1/2-1/2")
    season.do("publish")
    swap_somebody(season, 2)
    changed = season.state.rounds[1].changes[0].boards()
    said = whole(explained(season, 2, str(next(changed)[0])).lines)
    assert "The arbiter made this by hand" in said
    assert "condition" in said


# The arbiter's boards, and what the norms say of each


def chosen(hall: Hall, number: int) -> dict[tuple[int, ...], tuple[Any, ...]]:
    """Return each seat made by hand: the fact that made it, and the broken clause or condition."""
    manual = made_by_hand(hall.book, hall.state.rounds[number - 1])
    return {
        seat: (by_hand.detail["position"], norms.clause or norms.detail.get("condition"))
        for seat, (by_hand, norms) in manual.items()
    }


def test_a_board_stays_the_arbiters_until_another_change_takes_it_away() -> None:
    hall = hall_of(("1-0",) * 4, players=8)
    hall.do("publish")
    assert hall.boards(2) == [(4, 1), (3, 2), (5, 8), (6, 7)]
    assert chosen(hall, 2) == {}
    at = hall.state.position
    hall.do("board-swap", round=2, first=1, second=2, reason="r")
    hall.do("board-swap", round=2, first=8, second=7, reason="r")
    first, second = {(4, 2): (at + 1, None), (3, 1): (at + 1, None)}, {(6, 8): (at + 2, None)}
    assert chosen(hall, 2) == {**first, **second, (5, 7): (at + 2, None)}
    hall.do("board-swap", round=2, first=4, second=5, reason="r")
    third = {(5, 2): (at + 3, None), (4, 7): (at + 3, None)}
    assert chosen(hall, 2) == {(3, 1): first[3, 1], **second, **third}
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    hall.do("amend", round=2, reason="F7", confirm="2")
    assert chosen(hall, 2) == {}


def test_a_bye_given_by_hand_is_the_arbiters_too_and_breaks_no_norm() -> None:
    hall = Hall(5, 5)
    hall.play()
    hall.do("publish")
    at, before = hall.state.position, hall.boards(2)
    assert (before, hall.state.rounds[1].bye) == ([(1, 3), (4, 2)], 5)
    hall.do("board-swap", round=2, first=2, second=5, reason="unwell")
    assert chosen(hall, 2) == {(4, 5): (at + 1, None), (2,): (at + 1, None)}


@pytest.mark.clause("mwkeizer a")
def test_a_board_by_hand_is_judged_from_the_rounds_before_it() -> None:
    season = Season(4, rematch_gap=1)
    season.play("1-0", "1-0")
    season.do("publish")
    at = season.state.position
    assert (season.boards(1), season.boards(2)) == ([(1, 2), (4, 3)], [(4, 1), (2, 3)])
    season.do("board-swap", round=2, first=1, second=3, reason="they asked")
    again = (at + 1, "met 1 round ago")
    assert chosen(season, 2) == {(4, 3): again, (2, 1): again}


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        ("fide-dutch-2026", "BR7"),
        ("fide-dutch-2017", "BRg"),
        ("fide-burstein-2026", "BR7"),
        ("fide-dubov-2026", "BR7"),
    ],
)
def test_a_third_game_of_one_colour_by_hand_is_told_by_its_basic_rule(
    rules: str, clause: str
) -> None:
    """In FIDE mode such a board is asked for, and not refused; the report on it then failed."""
    hall = Hall(8, 5, rules=rules)
    hall.play()
    hall.play()
    hall.do("correct-colours", round=2, board=1, reason="score sheets")
    hall.do("publish")
    hall.do("by-hand-begin", round=3, reason="they asked")
    said = set()
    for board, (white, black) in enumerate(hall.boards(3), 1):
        hall.do("board-swap", round=3, first=white, second=black, reason="they asked")
        report = audit(hall.book, 3, str(board), None)
        assert isinstance(report, Report)
        said |= {str(in_language(report.record.as_dict(), one)) for one in get_args(Language)}
    assert any(f"breaks {clause}: it gives a player" in text for text in said)
    assert any(f"in strijd met {clause}: het geeft" in text for text in said)
