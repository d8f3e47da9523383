"""Growing delay for those who guess, and a bound on how often anybody may claim.

All of it is in memory. An address is kept only as a keyed hash, whose key dies with the server.
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

MOST_KEPT = 10_000
"""Entries in memory; the one that was used longest ago makes room."""

FORGET_S = 3600
"""After an hour without a failure the count begins again."""


@dataclass(frozen=True, slots=True)
class _Patience:
    """How many failures are free, and the longest delay; after each further one it doubles."""

    free: int
    longest_s: int

    def delay_s(self, failures: int) -> int:
        if failures < self.free:
            return 0
        return min(self.longest_s, 1 << min(failures - self.free, 12))


_PAIR, _ADDRESS, _ACCOUNT = _Patience(3, 900), _Patience(10, 900), _Patience(20, 60)
"""For one account from one address; for an address; for an account from wherever.

The last is short, so that nobody in the hall can shut the chief arbiter out.
"""


class Attempts:
    """Failed attempts by account and address, with the delay until the next."""

    def __init__(self, now: Callable[[], datetime], secret: str) -> None:
        self._now = now
        self._secret = secret.encode()
        self._failures: OrderedDict[bytes, tuple[int, int]] = OrderedDict()
        self._lock = Lock()

    def attempt(self, address: str, account: str | None = None) -> int:
        """Count an attempt as failed until `passed`; return the seconds to wait instead, if any.

        It is counted before it is tried, so that many at once are no way round the delay. An
        attempt that has to wait is not counted.
        """
        now = int(self._now().timestamp())
        with self._lock:
            places = self._places(address, account)
            wait = max(self._wait_s(key, patience, now) for key, patience in places)
            if not wait:
                for key, patience in places:
                    count = self._count(key, patience, now) + 1
                    self._failures[key] = count, now + patience.delay_s(count)
                    self._failures.move_to_end(key)
                while len(self._failures) > MOST_KEPT:
                    self._failures.popitem(last=False)
            return wait

    def passed(self, address: str, account: str | None = None) -> None:
        """Take the last attempt back: it was no guess."""
        with self._lock:
            for key, patience in self._places(address, account):
                count, until = self._failures.pop(key, (0, 0))
                if patience is _ADDRESS and count > 1:
                    self._failures[key] = count - 1, until - patience.delay_s(count)

    def _places(self, address: str, account: str | None) -> list[tuple[bytes, _Patience]]:
        places = [(self._key("address", address), _ADDRESS)]
        if account is not None:
            places.append((self._key("account", account), _ACCOUNT))
            places.append((self._key("pair", address, account), _PAIR))
        return places

    def _key(self, *parts: str) -> bytes:
        written = "\0".join(parts).encode("utf-8", "surrogatepass")
        return hmac.digest(self._secret, written, "sha256")[:16]

    def _count(self, key: bytes, patience: _Patience, now: int) -> int:
        count, until = self._failures.get(key, (0, 0))
        return count if abs(now - until) <= FORGET_S + patience.longest_s else 0

    def _wait_s(self, key: bytes, patience: _Patience, now: int) -> int:
        """Return the seconds to wait; a clock that was set back makes it no longer."""
        _, until = self._failures.get(key, (0, 0))
        return min(max(0, until - now), patience.longest_s)


class Pace:
    """How often one sender may send: `burst` at once, and then one every `every_s` seconds."""

    def __init__(self, now: Callable[[], datetime], burst: int, every_s: int) -> None:
        self._now = now
        self.burst = burst
        self.every_s = every_s
        self._free_at: OrderedDict[str, int] = OrderedDict()
        self._lock = Lock()

    def wait_s(self, sender: str) -> int:
        """Count one of a sender; return the seconds to wait instead if it is one too many.

        `sender` names what they came by, such as a ticket: nothing that a sender can have anew, like
        a cookie or a session, and never an address.
        """
        now = int(self._now().timestamp())
        room = self.burst * self.every_s
        with self._lock:
            free_at = max(now, min(self._free_at.get(sender, now), now + room))
            wait = free_at + self.every_s - (now + room)
            if wait > 0:
                return wait
            self._free_at[sender] = free_at + self.every_s
            self._free_at.move_to_end(sender)
            while len(self._free_at) > MOST_KEPT:
                self._free_at.popitem(last=False)
        return 0
