"""What a tournament needs before its first round, one step after the other: players, numbers, pairing."""

from __future__ import annotations

from desk.web.request import Request
from ledger.state.book import Book
from ledger.state.numbers import numbers_missing


def first_steps(request: Request, book: Book) -> list[tuple[str, str]]:
    """Return the step to do now as words and address, the best way first.

    None once the first round is published, and none for who may not do it.
    """
    if book.state.rounds or book.state.closed or not request.may("enter"):
        return []
    publish = (request.say("web-round.do.publish", round=1), request.link("draft"))
    return missing_steps(request, book) or [publish]


def missing_steps(request: Request, book: Book) -> list[tuple[str, str]]:
    """Return the step without which the first round is not paired: players, then their numbers.

    Empty once both are there.
    """
    state = book.state
    if len(state.players) < 2:
        enter = request.link("enter")
        return [
            (request.say("web-players.read-list"), f"{enter}#list"),
            (request.say("command.enter.button"), enter),
        ]
    if numbers_missing(state.players):
        return [(request.say("command.lots.button"), request.link("do", command="lots"))]
    return []
