"""What players claim, taken by the arbiter: the claim becomes the result of the board."""

from __future__ import annotations

from desk.hall.board_list import BoardInPlay, boards_view
from desk.web.answers import Answer
from desk.web.routes import route
from desk.web.visit import Visit
from ledger.messages import message
from ledger.refusals import Refusal, Refusals
from projections.views.view import View


def take(visit: Visit) -> Answer:
    """Record the result that a player claims, while they still claim it."""
    number = visit.path["n"]
    board = visit.path["b"]
    result = visit.form.get("result", "")
    then = visit.link("round-n", n=number)
    if refusals := _claimed_no_more(visit, number, board, result):
        return visit.after(refusals, then, _round)
    outcome = visit.carry_out(
        {"command": "result", "round": number, "board": board, "result": result}
    )
    return visit.after(outcome, then, _round)


def _round(visit: Visit) -> Answer:
    return route("round-n").handler()(visit)


def _claimed_no_more(visit: Visit, number: int, board: int, result: str) -> Refusals:
    """Return the refusal of a claim that was taken back or changed since the page was made."""
    view = boards_view(visit.book, number)
    if not isinstance(view, View):
        return (view,)
    rows = (row for row in view.rows if isinstance(row, BoardInPlay) and row.board == board)
    row = next(rows, None)
    if row is not None and row.state in ("result", "default"):
        return ()  # the command says what is wrong
    said = () if row is None else (row.white_claim, row.black_claim)
    claimed = {one.result for one in said if one is not None}
    if result in claimed:
        return ()
    what = message("web-phone.claimed-no-more", board=board)
    return (Refusal("claim-changed", what, message("web-phone.look-again")),)
