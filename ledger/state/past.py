"""States of a tournament as they were, kept while somebody looks back at them.

Facts are only added, so that the first of them always add up to the same state.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Final

from ledger.facts.tournament import AnyFact
from ledger.state.tournament import Tournament, replay

MOST_KEPT: Final = 4
"""Positions whose states are kept, those that were asked for last."""


class PastStates:
    """The kept states of a tournament, by position; all books of its facts share them.

    A state that was given out never changes: take further facts into a copy (`Book.trial`).
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Tournament] = OrderedDict()
        self._lock = Lock()

    def __deepcopy__(self, memo: object) -> PastStates:
        """Return an empty one: what is kept is made anew where it is asked for."""
        return PastStates()

    def state(self, position: int, facts: Iterable[AnyFact]) -> Tournament:
        """Return the state after a recorded fact; `facts` are those up to its position."""
        with self._lock:
            if position in self._kept:
                self._kept.move_to_end(position)
                return self._kept[position]
        state = replay(facts)
        with self._lock:
            self._kept[position] = state
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return state
