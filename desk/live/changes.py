"""What changed in a tournament, by topic, and the listeners who wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import Final, get_args

from ledger.facts.hall import CheckInWithdrawn, ClaimWithdrawn, PlayerCheckedIn, ResultClaimed
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import FinalLotsDrawn, RoundClosed, RoundStarted
from ledger.state.book import Book
from ledger.state.tournament import GamesFact, PlayersFact
from ledger.store.tables.kept_hashes import PUBLICATIONS

POLL_S: Final = 0.2
"""How often a listener looks for facts that another program recorded, in seconds."""

ALL: Final = "all"
"""The topic of a change that may concern every page."""

_OF_GAMES = get_args(GamesFact)
_OF_PLAYERS = get_args(PlayersFact)


@dataclass(frozen=True, slots=True)
class Change:
    """What changed in a tournament since a listener last looked.

    `position` is that of the last fact. `topics` are "published" (a pairing, or the start or the
    end of a round), "results", "claims", "standing", "players", "check-in", "board-4" (a result or
    a claim on that board of the last round) and "all": anything may have changed.
    """

    tournament: str
    position: int
    topics: frozenset[str]


def change_of(book: Book, facts: Iterable[Recorded]) -> Change:
    """Return the change that facts made; `book` is the one after them."""
    topics: set[str] = set()
    for fact, _ in facts:
        if fact.TOPIC in PUBLICATIONS or isinstance(fact, RoundStarted):
            topics.add("published")
        elif isinstance(fact, RoundClosed):
            topics |= {"published", "standing"}
        elif isinstance(fact, _OF_GAMES):
            topics |= {"results", "standing", *_board(book, fact.round, fact.white)}
        elif isinstance(fact, ResultClaimed | ClaimWithdrawn):
            topics |= {"claims", *_board(book, fact.round, fact.white)}
        elif isinstance(fact, PlayerCheckedIn | CheckInWithdrawn):
            topics.add("check-in")
        elif isinstance(fact, _OF_PLAYERS):
            topics |= {"players", "standing"}
        elif isinstance(fact, FinalLotsDrawn):
            topics.add("standing")
        else:
            topics.add(ALL)
    return Change(book.id, book.state.position, frozenset(topics))


def _board(book: Book, number: int, player: int) -> tuple[str, ...]:
    """Return the topic of a player's board in the last round, none for another round."""
    last = book.state.rounds[-1:]
    board = last[0].board_of(player) if last and last[0].number == number else None
    return () if board is None else (f"board-{board}",)


class Watch:
    """A listener on an event loop: it never misses a change, and never holds anybody up.

    Changes that it did not look at yet are one change per tournament. `look` catches up with the
    ledger; it is called in a thread while the listener waits, unless it `hears` of new facts.
    """

    def __init__(
        self,
        look: Callable[[], None],
        gone: Callable[[Watch], None],
        hears: Callable[[], bool] = lambda: False,
    ) -> None:
        self._look = look
        self._gone = gone
        self._hears = hears
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._lock = Lock()
        self._unseen: dict[str, Change] = {}

    async def next(self) -> tuple[Change, ...]:
        """Wait for changes, and return them, one for each tournament concerned."""
        while not self._unseen:
            if not self._hears():
                await asyncio.to_thread(self._look)
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_S):
                    await self._woken.wait()
        self._woken.clear()
        with self._lock:
            unseen = self._unseen
            self._unseen = {}
        return tuple(unseen.values())

    def tell(self, change: Change) -> None:
        """Take in a change; any thread may call this."""
        with self._lock:
            first = not self._unseen
            before = self._unseen.get(change.tournament)
            topics = change.topics | before.topics if before else change.topics
            self._unseen[change.tournament] = Change(change.tournament, change.position, topics)
        if first:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._woken.set)

    def close(self) -> None:
        """Stop listening."""
        self._gone(self)
