"""What players claim, taken by the arbiter: claims become the results of their boards."""

from __future__ import annotations

from collections.abc import Sequence

from desk.hall.board_list import BoardInPlay, boards_view
from desk.web.answers import Answer
from desk.web.routes import route
from desk.web.visit import Visit
from ledger.messages import message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import GameOfRound
from ledger.values import whole_number
from projections.views.view import View


def take(visit: Visit) -> Answer:
    """Record the result that a player claims, while they still claim it."""
    number = visit.path["n"]
    board = visit.path["b"]
    result = visit.form.get("result", "")
    then = visit.link("round-n", n=number)
    if refusals := _claimed_no_more(visit, number, [(board, result)]):
        return visit.after(refusals, then, _round)
    outcome = visit.carry_out(
        {"command": "result", "round": number, "board": board, "result": result}
    )
    return visit.after(outcome, then, _round)


def take_agreed(visit: Visit) -> Answer:
    """Record the results on which both players agree, of all the boards that the page showed.

    The field `agreed` has the boards and their results: 4:1-0 7:1/2-1/2. A board that somebody gave
    that very result since is passed over.
    """
    number = visit.path["n"]
    then = visit.link("round-n", n=number)
    shown = [item.partition(":") for item in visit.form.get("agreed", "").split()]
    claimed = ((whole_number(board) or 0, result) for board, _, result in shown)
    boards = [one for one in claimed if not _is_recorded(visit, number, *one)]
    refusals = _claimed_no_more(visit, number, boards) if boards else (_nobody_agrees(),)
    if refusals:
        return visit.after(refusals, then, _round)
    outcome = visit.carry_out(
        *(
            {"command": "result", "round": number, "board": board, "result": result}
            for board, result in boards
        )
    )
    return visit.after(outcome, then, _round)


def _is_recorded(visit: Visit, number: int, board: int, result: str) -> bool:
    place = visit.book.find_game(number, board)
    return isinstance(place, GameOfRound) and place.game.outcome == result


def _nobody_agrees() -> Refusal:
    what = message("web-phone.nobody-agrees")
    return Refusal("claim-changed", what, message("web-phone.look-again"))


def _round(visit: Visit) -> Answer:
    return route("round-n").handler()(visit)


def _claimed_no_more(visit: Visit, number: int, claimed: Sequence[tuple[int, str]]) -> Refusals:
    """Return the refusals of claims, by board, that changed or went since the page was made."""
    view = boards_view(visit.book, number)
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
