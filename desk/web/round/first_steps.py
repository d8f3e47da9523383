"""What a tournament needs before its first round, one step after the other: players, numbers, pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.state.numbers import numbers_missing

if TYPE_CHECKING:
    from desk.web.visit import Visit


def first_steps(visit: Visit) -> list[tuple[str, str]]:
    """Return the step to do now as words and address, the best way first.

    None once the first round is published, and none for who may not do it.
    """
    state = visit.book.state
    if state.rounds or state.closed or not visit.may("enter"):
        return []
    if len(state.players) < 2:
        enter = visit.link("enter")
        return [
            (visit.say("web-players.read-list"), f"{enter}#list"),
            (visit.say("command.enter.button"), enter),
        ]
    if numbers_missing(state.players):
        return [(visit.say("command.lots.button"), visit.link("do", command="lots"))]
    return [(visit.say("web-round.do.publish", round=1), visit.link("draft"))]
