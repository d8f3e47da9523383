"""Connections: how many there may be, from one address and in all, and how long they may take.

One phone can hold a server up by opening what it never uses: requests that are sent by halves, or
more streams than files may be open. So the server counts connections before it reads them, ends
those that dawdle, and keeps room for the desk's own people. Addresses are counted while they are
connected; those of the people of the desk are remembered as a keyed hash, as in `attempts`.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import Counter, OrderedDict
from contextlib import suppress
from ipaddress import ip_address
from secrets import token_bytes
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S, BODY_S = 10, 60
"""Seconds in which the head of a request has to come, and its body: 8 MB in a slow network."""

MOST_FILES: Final = 8192
"""Files that the server asks the system to let it have open."""

OWN_FILES: Final = 192
"""Files that are none of a connection with a seat: ledger, logs, and those who knock."""

KNOCKING: Final = 100
"""Connections that the system may give at once; each has a file before it is sent away."""

KEPT_SEATS: Final = 100
"""Connections that are left for the desk's own people when all others are taken."""

MOST_OF_ADDRESS: Final = 600
"""Connections from one address; behind a router a whole hall may have one."""

MOST_PEOPLE: Final = 500
"""Addresses of people of the desk that are remembered, the last ones used."""


def raise_file_limit() -> int:
    """Ask for more open files, where a system has such a limit; return how many there may be."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


class Seats:
    """The connections of a server, by address. `most` is their number in all."""

    def __init__(self, most: int = MOST_FILES - OWN_FILES) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()
        self._people: OrderedDict[bytes, None] = OrderedDict()
        self._secret = token_bytes(16)

    @property
    def taken(self) -> int:
        """Return the number of connections."""
        return self._taken.total()

    def of_files(self, files: int) -> None:
        """Have as many connections as so many open files allow."""
        self.most = max(files - OWN_FILES, files // 2)

    def take(self, address: str) -> bool:
        """Count a connection of an address; return False where there is no room for it."""
        kept = min(KEPT_SEATS, self.most // 4)
        if not self._is_favoured(address):
            public = self.most - kept
            if self._taken[address] >= min(MOST_OF_ADDRESS, public // 4) or self.taken >= public:
                return False
        elif self.taken >= self.most:
            return False
        self._taken[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Take note that a connection ended."""
        self._taken[address] -= 1
        if self._taken[address] <= 0:
            del self._taken[address]

    def know(self, address: str) -> None:
        """Remember that one of the desk's people comes from an address."""
        key = self._key(address)
        self._people[key] = None
        self._people.move_to_end(key)
        while len(self._people) > MOST_PEOPLE:
            self._people.popitem(last=False)

    def _is_favoured(self, address: str) -> bool:
        return is_this_machine(address) or self._key(address) in self._people

    def _key(self, address: str) -> bytes:
        return hmac.digest(self._secret, address.encode("utf-8", "replace"), "sha256")[:16]


def is_this_machine(address: str) -> bool:
    """Tell whether an address is of this machine: the arbiter's browser, or a proxy for others."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


class SeatedProtocol(H11Protocol):
    """HTTP on a connection that has a seat, and whose requests come within their time."""

    seats: Seats
    _address: str | None = None
    _awaited: str | None = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, or end at once where there is no room."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.seats.take(address):
            transport.abort()
            return
        self._address = address
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the seat back."""
        if self._address is not None:
            self.seats.leave(self._address)
            self._address = None
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and see what is awaited now."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """Set the time for what is awaited, when that is something else than before.

        A byte now and then makes it no longer.
        """
        awaited = {h11.IDLE: "head", h11.SEND_BODY: "body"}.get(self.conn.their_state)
        if awaited == self._awaited or self.transport.is_closing():
            return
        self._stop()
        self._awaited = awaited
        if awaited is not None:
            seconds = HEAD_S if awaited == "head" else BODY_S
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self._awaited = None


def protocol_of(seats: Seats) -> type[Any]:
    """Return the protocol of a server whose connections have these seats."""
    return type("SeatedProtocol", (SeatedProtocol,), {"seats": seats})
