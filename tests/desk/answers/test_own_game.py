"""What the phone of a player shows: the game, the card, the place, the rounds to come."""

from __future__ import annotations

import pytest

from desk.answers.own_game import (
    card_of,
    current_round,
    game_at,
    game_of,
    place_of,
    rounds_to_come,
    without_game,
)
from projections.games.crosstable import CellKind
from tests.helpers.hall import Hall, hall_of

ONE, TWO = "1" * 16, "2" * 16


def test_before_the_first_round_there_is_nothing_to_show() -> None:
    hall = Hall(4, 3)
    assert current_round(hall.book) is None
    assert game_of(hall.book, 1) is None
    assert game_at(hall.book, 1) is None
    assert without_game(hall.book, 1) is None
    assert place_of(hall.book, 1) is None
    assert list(card_of(hall.book, 1)) == []


def test_a_game_has_both_players_with_their_points_and_what_they_say() -> None:
    hall = hall_of(("1-0", "1/2-1/2", "0-1"))
    hall.do("publish")
    white, black = hall.boards(2)[0]
    game = game_of(hall.book, black)
    assert game is not None
    assert game == game_at(hall.book, 1)
    assert (game.white.player, game.black.player, game.state) == (white, black, "open")
    assert {game.white.score, game.black.score} <= {"0", "½", "1"}
    assert (game.colour_of(white), game.colour_of(black)) == ("W", "B")
    hall.do("claim", player=black, result="0-1", device=ONE)
    game = game_of(hall.book, white)
    assert game is not None
    assert (game.black.claimed, game.white.claimed, game.state) == ("0-1", None, "claim")
    hall.do("result", round=2, board=1, result="0-1")
    game = game_of(hall.book, white)
    assert game is not None
    assert (game.result, game.set_by) == ("0-1", hall.state.position)


def test_a_claim_is_taken_back_by_its_player_or_where_it_was_made() -> None:
    hall = Hall(4, 3)
    hall.do("publish")
    white, black = hall.boards(1)[0]

    def may(colour: str, device: str, own: bool) -> bool:
        game = game_at(hall.book, 1)
        assert game is not None
        return game.may_withdraw("W" if colour == "W" else "B", device, own)

    assert not may("W", ONE, True)
    hall.do("claim", player=white, result="1-0", source="board", device=ONE)
    assert may("W", ONE, False)
    assert may("W", TWO, True)
    assert not may("W", TWO, False)
    hall.do("claim", player=white, result="1-0", device=ONE)
    assert not may("W", ONE, False)
    assert may("W", TWO, True)
    hall.do("claim", player=black, result="1-0", device=TWO)
    assert not may("W", ONE, True)


def test_a_card_has_a_line_a_round_with_the_points_so_far() -> None:
    hall = Hall(5, 5)
    hall.play("1-0", "1-0")
    hall.play("1/2-1/2")
    hall.do("publish")
    bye = hall.state.rounds[0].bye
    assert bye is not None
    lines = list(card_of(hall.book, bye))
    assert [line.round for line in lines] == [1, 2, 3]
    assert (lines[0].kind, lines[0].score, lines[0].total) == ("bye", "1", "1")
    assert [line.current for line in lines] == [False, False, True]
    playing = hall.boards(3)[0][0]
    last = list(card_of(hall.book, playing))[-1]
    assert (last.score, last.kind) == ("…", "")
    place = place_of(hall.book, playing)
    assert place is not None
    assert place.after == 2
    assert place.rank in range(1, 6)


def test_a_card_shows_a_default_and_an_adjournment_as_what_they_are() -> None:
    hall = Hall(4, 3)
    hall.do("publish")
    hall.do("forfeit", round=1, board=1, black="late")
    hall.do("adjourn", round=1, board=2)
    scores = {
        player: next(card_of(hall.book, player)).score
        for board in hall.boards(1)
        for player in board
    }
    (winner, loser), (one, other) = hall.boards(1)
    assert (scores[winner], scores[loser]) == ("1R", "0R")
    assert scores[one] == scores[other] != "…"


def test_in_a_season_a_card_has_no_totals_and_a_place() -> None:
    hall = Hall(4, rules="mwkeizer")
    hall.play("1-0", "1-0")
    lines = list(card_of(hall.book, 1))
    assert [(line.round, line.total) for line in lines] == [(1, None)]
    place = place_of(hall.book, 1)
    assert place is not None
    assert place.rank in range(1, 5)


def test_the_rounds_to_come_say_where_the_player_may_still_stay_away() -> None:
    hall = Hall(6, 4, set={"bye.half_point_allowed": "true"})
    hall.play()
    hall.do("absent", player=1, round=2)
    hall.do("bye", player=1, round=3)
    rounds = rounds_to_come(hall.book, 1)
    assert [(one.number, one.state) for one in rounds] == [(2, "absent"), (3, "bye"), (4, "in")]
    assert [one.may_leave for one in rounds] == [False, False, True]
    assert [one.may_return for one in rounds] == [True, False, False]
    hall.do("withdraw", player=2, from_round=3)
    assert [one.state for one in rounds_to_come(hall.book, 2)] == ["in", "out", "out"]
    hall.do("enter", name="Late", from_round=4)
    assert [one.state for one in rounds_to_come(hall.book, 7)] == ["late", "late", "in"]


def test_without_a_plan_the_next_two_rounds_are_those_to_come() -> None:
    hall = Hall(4)
    assert [one.number for one in rounds_to_come(hall.book, 1)] == [1, 2]


def test_where_everybody_meets_everybody_and_at_the_end_nobody_stays_away() -> None:
    hall = Hall(4, rules="berger")
    assert rounds_to_come(hall.book, 1) == []
    ended = hall_of(("1-0",), players=2, set={"bye.half_point_allowed": "true"})
    ended.do("plan", rounds=1)
    ended.do("finish")
    assert rounds_to_come(ended.book, 1) == []


@pytest.mark.parametrize(
    ("command", "kind"), [("absent", CellKind.ABSENT), ("bye", CellKind.HALF_BYE)]
)
def test_a_player_without_a_game_is_told_what_the_round_is(command: str, kind: CellKind) -> None:
    hall = Hall(5, 3, set={"bye.half_point_allowed": "true"})
    hall.do(command, player=1, round=1)
    hall.do("publish")
    assert without_game(hall.book, 1) is kind
    assert game_of(hall.book, 1) is None
