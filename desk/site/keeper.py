"""The website goes by itself while an evening or a served desk goes on: made and sent after each fact.

It is made in a process of its own, so that nobody at the desk waits for it. What fails is told once,
and tried again at the next fact, and now and then.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Condition, Event, Thread
from typing import TYPE_CHECKING, Final, TypeAlias

from desk.service_log import ERROR, note
from desk.site.kept import WebsiteKept, website_of
from ledger.later import Later
from ledger.messages import Sentence, message
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from projections.spread.pool import ctrl_c_later

if TYPE_CHECKING:
    from desk.site import making
else:
    making = Later("desk.site.making")  # only the process that makes it needs all pages

QUIET_S: Final = 2
"""So long nothing is recorded before the website is made: results come one after the other."""

MOST_WAITS: Final = 10
"""So often it is waited for that, at most."""

AGAIN_S: Final = 120
"""After so long what failed is tried again, also when nothing is recorded."""

BUSY_S: Final = 3
"""How long another that makes the same website is waited for."""

FINISH_S: Final = 60
"""How long who ends an evening waits for its website, at most."""

STOP_S: Final = 5
"""How long a process that was ended has for that."""

Way: TypeAlias = Callable[[LedgerPlace, WebsiteKept, Event], Refusal | None]
"""Makes and sends a website, until the event is set; returns why that failed."""


def in_a_process(place: LedgerPlace, website: WebsiteKept, over: Event) -> Refusal | None:
    """Make and send a website in a process of its own, which is ended when the event is set."""
    context = get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(place, website, sending), daemon=True)
    with receiving:
        try:
            with sending, ctrl_c_later():
                process.start()
            return _outcome(receiving, over)
        except (EOFError, OSError):  # it never began, or its end broke the pipe: so on Windows
            return Refusal("not-sent", message("site-send.killed"), message("site-send.again"))
        finally:
            if process.pid is not None:
                process.terminate()
                process.join(STOP_S)


def _outcome(receiving: Connection, over: Event) -> Refusal | None:
    """Return what the process says in the end; None where the event was set before.

    Raises EOFError or OSError where it ended without a word.
    """
    while not receiving.poll(1):
        if over.is_set():
            return None
    outcome: Refusal | None = receiving.recv()
    return outcome


def _work(place: LedgerPlace, website: WebsiteKept, sending: Connection) -> None:
    """Make and send a website; what is told is the refusal, or None."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which ends the program that sends
    if hasattr(os, "nice"):
        os.nice(5)  # the desk goes first
    sending.send(making.attempted(place, website))


class Keeper:
    """Makes and sends the website of a ledger, if it has one, each time that it is woken.

    Only tournaments with new facts are made. `way` is how it is done.
    """

    def __init__(self, place: LedgerPlace, way: Way = in_a_process) -> None:
        self._place = place
        self._way = way
        self._failed: Refusal | None = None
        self._told: Refusal | None = None
        self._over = Event()
        self._hurry = Event()
        self._woken = Event()
        self._changed = Condition()
        self._works = False
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def failed(self) -> Refusal | None:
        """Return why it could not be made or sent the last time; None: it was, or was not tried."""
        return self._failed

    def wake(self) -> None:
        """Have the website made: something was recorded."""
        with self._changed:
            self._works = True
        self._woken.set()

    def news(self) -> Sentence | None:
        """Return what there is to tell that was not told yet: that it fails, or goes again."""
        told, self._told = self._told, self._failed
        if self._failed is not None:
            same = told is not None and told.what == self._failed.what
            return None if same else message("site-send.goes-on-without", what=self._failed.what)
        return None if told is None else message("site-send.goes-again")

    def finish(self, seconds: int) -> bool:
        """Wait until what was recorded is sent, or failed; tell whether it took no longer."""
        self._hurry.set()
        with self._changed:
            return self._changed.wait_for(lambda: not self._works, seconds)

    def close(self) -> None:
        """Stop, whatever is under way."""
        self._over.set()
        self._hurry.set()
        self._woken.set()
        self._thread.join(STOP_S + 1)

    def _run(self) -> None:
        while True:
            self._woken.wait(AGAIN_S if self._failed is not None else None)
            self._until_quiet()
            if self._over.is_set():
                return
            again = False
            if (website := website_of(self._place)) is not None:
                again = self._make(website)
            with self._changed:
                self._works = again or self._woken.is_set()
                self._changed.notify_all()
            if again and not self._over.wait(BUSY_S):
                self._woken.set()

    def _until_quiet(self) -> None:
        """Wait until nothing is recorded for a while."""
        self._woken.clear()
        for _ in range(MOST_WAITS):
            if self._hurry.wait(QUIET_S) or not self._woken.is_set():
                return
            self._woken.clear()

    def _make(self, website: WebsiteKept) -> bool:
        """Make and send; tell whether it is to be tried again soon, as another is at it."""
        outcome = self._way(self._place, website, self._over)
        if outcome is not None and outcome.code == "website-busy":
            return True
        before, self._failed = self._failed, outcome
        if outcome is not None and (before is None or before.code != outcome.code):
            note("website-not-sent", ERROR, code=outcome.code)
        elif outcome is None and before is not None:
            note("website-sent")
        return False
