"""A desk is told by the server of its ledger when somebody recorded facts; it does not keep asking."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Event, Lock, Thread
from typing import Final, Protocol

from ledger.errors import StoreError

PAUSE_S: Final = 1
"""How long to wait before a server that went away is asked to tell again, in seconds."""

BEGUN_S: Final = 1
"""The time in which the library begins to listen: until then it may miss a fact."""


class Told(Protocol):
    """New facts as they are recorded, until it is stopped."""

    def __next__(self) -> object:
        """Wait for the next fact."""
        ...

    def __iter__(self) -> Told: ...

    def stop(self) -> None:
        """End it, from any thread."""
        ...


class Follower:
    """A thread that has the desk look at its ledger when the server tells of new facts.

    `follow` opens the ledger and gives new facts; `look` catches up with them. When the server goes
    away, or does not tell, as a standby does not, the desk looks by itself meanwhile.
    """

    def __init__(
        self, follow: Callable[[], AbstractContextManager[Told]], look: Callable[[], None]
    ) -> None:
        self._follow = follow
        self._look = look
        self._told: Told | None = None
        self._since_s: float | None = None
        self._over = Event()
        self._lock = Lock()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def hears(self) -> bool:
        """Tell whether every new fact is told, so that nobody has to look for it."""
        since_s = self._since_s
        return since_s is not None and time.monotonic() - since_s > BEGUN_S

    def close(self) -> None:
        """Stop, and wait until the thread has ended."""
        with self._lock:
            self._over.set()
            told = self._told
        if told is not None:
            told.stop()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                with self._follow() as told:
                    self._hear(told)
            except StoreError:
                pass  # whoever looks is told why
            finally:
                self._since_s = None
            self._over.wait(PAUSE_S)

    def _hear(self, told: Told) -> None:
        with self._lock:
            if self._over.is_set():
                return
            self._told = told
        self._since_s = time.monotonic()
        for _ in told:
            self._look()
