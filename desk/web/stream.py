"""Server-sent events: a page learns at once that it is out of date, and asks for itself again.

A page connects to the address of the route `stream` with its topics (see `changes.Change`) and the
position it shows: ?topics=published,standing&seen=91. An event is named by its topic, and has the
position as its id; a page that was away, or whose server was, gets what it missed. Events that a
slow reader did not take yet are one event per topic. A stream has the topics of the role that
opened it; when the role or its session is gone the stream ends, and the page asks for another one.
A stream without news beats, so that the script of the page notices a dead one, and knows whether
the ledger can be read.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from desk.access.roles import Role
from desk.live.changes import ALL, Change, change_of
from desk.live.live import Live
from desk.web.routes import may_hear
from desk.web.seats import is_this_machine
from ledger.errors import StoreError
from ledger.state.book import Book

HEARTBEAT_S: Final = 10
"""A stream without news beats this often, in seconds; `QUIET` in desk.js is three times as long."""

RETRY_MS: Final = (500, 1500)
"""A reader connects again after a time between these, so that not all of a hall come at once."""

MOST_STREAMS: Final = 2000
MOST_OF_ADDRESS: Final = 250
"""Streams from one address; a page without one is not renewed by itself, and asks again."""

KEPT_STREAMS: Final = 100
"""Streams beyond the others that are left for the desk's own people."""

_BESIDE: Final = frozenset({"check-in"})
_OF_CHECK_IN: Final = frozenset({"check-in", "players", "published", ALL})
"""What readers hear of another tournament whose check-in they show, and what may change it."""


@dataclass(slots=True, eq=False)
class _Reader:
    """An open stream; `unseen` are the topics of the next events, `position` their id.

    `beside` are the other tournaments whose check-in the page shows too.
    """

    tournament: str
    topics: frozenset[str]
    beside: frozenset[str] = frozenset()
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    unseen: set[str] = field(default_factory=set)
    position: int = 0

    def tell(self, change: Change) -> None:
        """Take in a change, if this page shows it."""
        if change.tournament == self.tournament:
            news = self.topics if ALL in change.topics else self.topics & change.topics
            self.position = change.position if news else self.position
        else:
            news = _BESIDE if change.topics & _OF_CHECK_IN else frozenset()
        if news:
            self.unseen |= news
            self.woken.set()

    def leave_what_is_of_a_role(self) -> None:
        """Keep of the news that which everybody may hear."""
        self.unseen = {one for one in self.unseen if may_hear(Role.PUBLIC, one)}

    def take(self) -> bytes:
        """Return the events for what is unseen."""
        topics = sorted(self.unseen)
        self.unseen = set()
        self.woken.clear()
        at = self.position
        return "".join(f"event: {one}\nid: {at}\ndata: {at}\n\n" for one in topics).encode()


class Streams:
    """All open streams of a server: one listener, which tells the readers on the event loop."""

    def __init__(self) -> None:
        self._readers: dict[str, set[_Reader]] = {}
        self._senders: Counter[str] = Counter()
        self._pump: asyncio.Task[None] | None = None
        self._over = False

    def end(self) -> None:
        """Have every stream end with its next beat: its ledger is served no more."""
        self._over = True

    @property
    def open(self) -> int:
        """Return the number of open streams."""
        return len(set().union(*self._readers.values()))

    @property
    def open_elsewhere(self) -> int:
        """Return the number of streams to other machines."""
        senders = self._senders.items()
        return sum(n for sender, n in senders if not is_this_machine(sender))

    def have_room(self, sender: str, *, of_desk: bool) -> bool:
        """Tell whether one more stream may go to an address; `of_desk`: to one of its people."""
        if of_desk:
            return self.open < MOST_STREAMS + KEPT_STREAMS
        few = is_this_machine(sender) or self._senders[sender] < MOST_OF_ADDRESS
        return few and self.open < MOST_STREAMS

    async def events(
        self,
        live: Live,
        tournament: str,
        topics: frozenset[str],
        seen: int | None,
        beside: frozenset[str] = frozenset(),
        sender: str = "",
        is_open: Callable[[], bool] | None = None,
    ) -> AsyncIterator[bytes]:
        """Yield the events of a stream until its reader is gone, or may not hear them any more.

        `seen` is the position that the reader shows, None where they did not say; `beside` are the
        other tournaments that the page shows; `sender` is the address that the stream goes to.
        `is_open` tells whether the reader still has the role by which they may hear the topics, or
        raises StoreError where nobody knows; it is called in a thread. None: everybody may.
        """
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._listen(live))
        reader = _Reader(tournament, topics, beside)
        self._senders[sender] += 1
        for one in (tournament, *beside):
            self._readers.setdefault(one, set()).add(reader)
        try:
            yield f"retry: {random.randint(*RETRY_MS)}\n\n".encode() + _beat(live)
            for one in beside:
                with suppress(StoreError):  # the page says what is wrong with it
                    await asyncio.to_thread(live.book, one)
            try:
                book = await asyncio.to_thread(live.book, tournament)
            except StoreError:
                return  # the page says what is wrong, and its stream comes again
            reader.position = book.state.position
            if seen is not None and (missed := _missed(book, seen)):
                reader.tell(missed)
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(HEARTBEAT_S):
                        await reader.woken.wait()
                if self._over:
                    return
                if is_open is not None and not await asyncio.to_thread(is_open):
                    reader.leave_what_is_of_a_role()
                    if reader.unseen:
                        yield reader.take()
                    return
                yield reader.take() or _beat(live)
        finally:
            self._senders[sender] -= 1
            if not self._senders[sender]:
                del self._senders[sender]
            for one in (tournament, *beside):
                self._readers[one].discard(reader)
            if self._over and not self.open and self._pump is not None:
                self._pump.cancel()

    async def _listen(self, live: Live) -> None:
        watch = live.watch()
        try:
            while True:
                for change in await watch.next():
                    for reader in tuple(self._readers.get(change.tournament, ())):
                        reader.tell(change)
        finally:
            watch.close()


def _beat(live: Live) -> bytes:
    """Return the event of a stream without news: whether the ledger can be read now."""
    return b"event: beat\ndata: " + (b"away" if live.away else b"here") + b"\n\n"


def _missed(book: Book, seen: int) -> Change | None:
    """Return what a page of a position does not show; all, where the ledger is shorter now."""
    position = book.state.position
    if seen > position:
        return Change(book.id, position, frozenset((ALL,)))
    return change_of(book, book.recorded[seen:]) if seen < position else None
