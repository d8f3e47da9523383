"""What players claim, taken by the arbiter: claims become the results of their boards."""

from __future__ import annotations

from collections.abc import Sequence

from desk.access.roles import STAFF
from desk.answers.board_list import BoardInPlay, boards_view
from desk.web.answers import Answer
from desk.web.pages.round import show as show_round
from desk.web.request import Request
from desk.web.routes import BOARD, ROUND, post
from desk.web.services import Services
from ledger.messages import message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book, GameOfRound
from ledger.values import whole_number
from projections.views.view import View


@post("take", f"{BOARD}/take", STAFF)
def take(request: Request, services: Services) -> Answer:
    """Record the result that a player claims, while they still claim it."""
    number = request.path["n"]
    board = request.path["b"]
    result = request.form.get("result", "")
    then = request.link("round-n", n=number)
    if refusals := _claimed_no_more(services.book, number, [(board, result)]):
        return services.after(refusals, then, show_round)
    outcome = services.carry_out(
        {"command": "result", "round": number, "board": board, "result": result}
    )
    return services.after(outcome, then, show_round)


@post("take-agreed", f"{ROUND}/take", STAFF)
def take_agreed(request: Request, services: Services) -> Answer:
    """Record the results on which both players agree, of all the boards that the page showed.

    The field `agreed` has the boards and their results: 4:1-0 7:1/2-1/2. A board that somebody gave
    that very result since is passed over.
    """
    number = request.path["n"]
    then = request.link("round-n", n=number)
    shown = [item.partition(":") for item in request.form.get("agreed", "").split()]
    claimed = ((whole_number(board) or 0, result) for board, _, result in shown)
    boards = [one for one in claimed if not _is_recorded(services.book, number, *one)]
    refusals = _claimed_no_more(services.book, number, boards) if boards else (_nobody_agrees(),)
    if refusals:
        return services.after(refusals, then, show_round)
    outcome = services.carry_out(
        *(
            {"command": "result", "round": number, "board": board, "result": result}
            for board, result in boards
        )
    )
    return services.after(outcome, then, show_round)


def _is_recorded(book: Book, number: int, board: int, result: str) -> bool:
    place = book.find_game(number, board)
    return isinstance(place, GameOfRound) and place.game.outcome == result


def _nobody_agrees() -> Refusal:
    what = message("web-phone.nobody-agrees")
    return Refusal("claim-changed", what, message("web-phone.look-again"))


def _claimed_no_more(book: Book, number: int, claimed: Sequence[tuple[int, str]]) -> Refusals:
    """Return the refusals of claims, by board, that changed or went since the page was made."""
    view = boards_view(book, number)
    if not isinstance(view, View):
        return (view,)
    rows = {row.board: row for row in view.rows if isinstance(row, BoardInPlay)}
    return tuple(
        Refusal(
            "claim-changed",
            message("web-phone.claimed-no-more", board=board),
            message("web-phone.look-again"),
        )
        for board, result in claimed
        if not _is_claimed(rows.get(board), result)
    )


def _is_claimed(row: BoardInPlay | None, result: str) -> bool:
    """Tell whether somebody claims a result, or the command itself says what is wrong with it."""
    if row is None:
        return False
    said = (row.white_claim, row.black_claim)
    is_over = row.state in ("result", "default")
    return is_over or result in {one.result for one in said if one is not None}
