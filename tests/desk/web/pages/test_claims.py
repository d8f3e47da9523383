"""A claim that the arbiter takes becomes the result; one that is gone does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.roles import Role
from ledger.facts.tournament import ResultRecorded
from tests.helpers.browsing import Browsing, demo

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


def test_a_player_takes_no_claim(browsing: Browsing) -> None:
    board = claimed(browsing, "1-0")
    client = browsing.client(Role.PLAYER, board=board)
    number = len(browsing.book.state.rounds)
    address = f"/{browsing.slug}/round/{number}/board/{board}/take"
    form = {"csrf": browsing.csrf(client), "once": "1", "result": "1-0"}
    assert client.post(address, data=form).status_code == 403
