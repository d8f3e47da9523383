"""Who is not in a tournament any more: the mark of those who withdrew, and of those expelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from ledger.messages import Sentence, message, run_on
from ledger.state.tournament import Tournament

GoneMark: TypeAlias = Literal["withdrawn", "expelled"]
"""Why a player is not in the tournament any more."""


def gone(state: Tournament, after: int) -> dict[int, GoneMark]:
    """Return the players, by number, who were out after a number of rounds, and why."""
    return {
        entrant.player: "expelled" if entrant.expelled else "withdrawn"
        for entrant in state.in_number_order()
        if entrant.withdrawn_in(after + 1)
    }


def gone_notes(state: Tournament, after: int, called: Callable[[int], str]) -> Iterator[Sentence]:
    """Yield a note for each of the two marks that somebody has."""
    marks = gone(state, after)
    for mark in ("withdrawn", "expelled"):
        who = [called(player) for player, its in marks.items() if its == mark]
        if who:
            yield message(f"expelled.gone-{mark}", who=run_on(*who, between=", "))
