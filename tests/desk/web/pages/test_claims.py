"""A claim that the arbiter takes becomes the result; one that is gone does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.roles import Role
from ledger.facts.tournament import ResultRecorded
from tests.helpers.browsing import Browsing, demo, fields_of

DEVICE = "0123456789abcdef"


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def take(browsing: Browsing, board: int, result: str, role: Role = Role.CHIEF) -> int:
    client = browsing.client(role)
    number = len(browsing.book.state.rounds)
    address = f"/{browsing.slug}/round/{number}/board/{board}/take"
    form = {"csrf": browsing.csrf(client), "once": f"{board}{result}", "result": result}
    return client.post(address, data=form).status_code


def claimed(browsing: Browsing, result: str) -> int:
    """Let white claim a result at the first open board; return its number."""
    board, game = browsing.book.state.rounds[-1].open_games[0]
    label = browsing.book.state.label(game.white)
    browsing.do({"command": "claim", "player": label, "result": result, "device": DEVICE})
    return board


@pytest.mark.parametrize("role", [Role.CHIEF, Role.DEPUTY, Role.HELPER])
def test_a_claim_that_is_taken_is_an_ordinary_result_of_who_took_it(
    browsing: Browsing, role: Role
) -> None:
    board = claimed(browsing, "1/2-1/2")
    assert take(browsing, board, "1/2-1/2", role) == 303
    fact, stamp = browsing.book.recorded[-1]
    assert isinstance(fact, ResultRecorded)
    assert (fact.outcome, stamp.actor.partition("-")[0]) == ("1/2-1/2", role)


def test_a_claim_that_nobody_makes_any_more_is_not_taken(browsing: Browsing) -> None:
    board = claimed(browsing, "1/2-1/2")
    game = browsing.book.state.rounds[-1].games[board - 1]
    label = browsing.book.state.label(game.white)
    browsing.do({"command": "claim-withdraw", "player": label})
    position = browsing.book.state.position
    assert take(browsing, board, "1/2-1/2") == 409
    assert take(browsing, 99, "1/2-1/2") == 409
    assert browsing.book.state.position == position


def test_a_board_with_a_result_takes_no_claim(browsing: Browsing) -> None:
    board = claimed(browsing, "1-0")
    assert take(browsing, board, "1-0") == 303
    assert take(browsing, board, "0-1") == 409


def agreeing(browsing: Browsing, results: list[str]) -> list[int]:
    """Let both players claim the same at open boards; return the numbers of those boards."""
    label = browsing.book.state.label
    boards = []
    for (board, game), result in zip(
        browsing.book.state.rounds[-1].open_games, results, strict=False
    ):
        boards.append(board)
        for number, player in enumerate((game.white, game.black)):
            claim = {"command": "claim", "player": label(player), "result": result}
            browsing.do(claim | {"device": f"{board}{number}" * 8})
    return boards


def test_all_claims_that_agree_are_taken_with_one_tap(browsing: Browsing) -> None:
    boards = agreeing(browsing, ["1-0", "1/2-1/2", "0-1"])
    client, address = browsing.client(Role.HELPER), f"/{browsing.slug}/round/6/take"
    page = client.get(f"/{browsing.slug}/round").text
    assert "Neem 3 uitslagen over" in page
    assert f"borden {boards[0]} t/m {boards[-1]}: beiden zeggen hetzelfde" in page
    answer = client.post(address, data=fields_of(page, address))
    assert answer.status_code == 303
    games = browsing.book.state.rounds[-1].games
    assert [games[board - 1].outcome for board in boards] == ["1-0", "1/2-1/2", "0-1"]
    assert "3 uitslagen vastgelegd" in client.get(answer.headers["location"]).text
    assert address not in client.get(f"/{browsing.slug}/round").text


def test_claims_that_agreed_are_taken_but_for_one_that_was_recorded_since(
    browsing: Browsing,
) -> None:
    first, second = agreeing(browsing, ["1-0", "1/2-1/2"])
    client, address = browsing.client(), f"/{browsing.slug}/round/6/take"
    fields = fields_of(client.get(f"/{browsing.slug}/round").text, address)
    other = fields | {"agreed": f"{first}:0-1 {second}:1/2-1/2"}
    answer = client.post(address, data=other)
    assert answer.status_code == 409
    assert f"bord {first}: dit zegt niemand meer" in answer.text
    assert browsing.book.state.rounds[-1].games[second - 1].outcome is None
    assert take(browsing, first, "1-0") == 303
    assert client.post(address, data=fields).status_code == 303
    assert browsing.book.state.rounds[-1].games[second - 1].outcome == "1/2-1/2"
    assert client.post(address, data=fields | {"once": "again"}).status_code == 409


def test_a_player_takes_no_claim(browsing: Browsing) -> None:
    board = claimed(browsing, "1-0")
    client = browsing.client(Role.PLAYER, board=board)
    number = len(browsing.book.state.rounds)
    address = f"/{browsing.slug}/round/{number}/board/{board}/take"
    form = {"csrf": browsing.csrf(client), "once": "1", "result": "1-0"}
    assert client.post(address, data=form).status_code == 403
