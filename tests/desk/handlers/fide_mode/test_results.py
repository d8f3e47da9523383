"""Missing results in FIDE mode: adjourned at the closing, and no final standing."""

from __future__ import annotations

import pytest

from desk.answers.competition import prizes, standings
from desk.commands.decision import Decision
from desk.handlers.dispatch import handle_all
from ledger.facts.tournament import GameAdjourned, RoundClosed
from ledger.refusals import Refusal
from projections.log.departures import departures
from projections.views.view import View
from tests.helpers.hall import Hall, command
from tests.helpers.words import words


def hall(mode: bool = True) -> Hall:
    return Hall(6, 2, rules="fide-dutch-2026", without_fide_mode=not mode)


def test_missing_results_become_adjourned_games_when_the_round_is_closed() -> None:
    opened = hall()
    opened.play("1-0", "-", "-")
    assert opened.warned("close") == [("results-missing", 3)]
    decision = handle_all(opened.book, [(None, command("close", confirm="yes"))])
    assert isinstance(decision, Decision)
    assert [type(fact) for fact in decision.facts] == [GameAdjourned, GameAdjourned, RoundClosed]
    assert decision.facts[0].answered == ("results-missing",)
    games = opened.state.rounds[0].games
    assert [(game.outcome, game.adjourned) for game in games] == [
        ("1-0", False),
        (None, True),
        (None, True),
    ]
    assert opened.state.rounds[0].closed
    kinds = [kind for _, _, kind in departures(opened.facts)]
    assert kinds.count("adjournment") == 2


def test_a_round_that_was_closed_so_lets_the_next_be_paired_and_its_games_be_finished() -> None:
    opened = hall()
    opened.play("1-0", "-", "1-0")
    refusal = opened.refused("publish")
    assert refusal.code == "games-open"
    assert "toernooi close 1, which adjourns" in words(refusal.next)
    opened.do("close")
    opened.play()
    opened.do("result", round=1, board=2, result="0-1")
    opened.do("finish")
    assert opened.state.closed


def test_outside_fide_mode_a_round_with_missing_results_is_not_closed() -> None:
    club = hall(mode=False)
    club.play("1-0", "-", "1-0")
    assert club.refused("close").code == "games-open"


@pytest.mark.parametrize("adjourn", [True, False])
def test_there_is_no_final_standing_and_no_end_while_a_result_is_missing(adjourn: bool) -> None:
    opened = hall()
    opened.play("1-0", "-", "1-0")
    opened.do("adjourn", round=1, board=2)
    opened.play("1-0", *(("-",) if adjourn else ()))
    if adjourn:
        opened.do("adjourn", round=2, board=2)
    for refusal in (opened.refused("finish"), standings(opened.book, final=True)):
        assert isinstance(refusal, Refusal)
        assert refusal.code == "game-open"
    assert isinstance(prizes(opened.book), Refusal)
    assert isinstance(standings(opened.book), View)
    opened.do("result", round=1, board=2, result="1-0")
    if adjourn:
        assert isinstance(standings(opened.book, final=True), Refusal)
        opened.do("result", round=2, board=2, result="1-0")
    assert isinstance(standings(opened.book, final=True), View)
    opened.do("finish")


def test_outside_fide_mode_a_final_standing_may_be_provisional() -> None:
    club = hall(mode=False)
    club.play("1-0", "-", "1-0")
    assert isinstance(standings(club.book, final=True), View)
