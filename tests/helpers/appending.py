"""Processes that append to a ledger until they are through or killed, and say what they know of it."""

from __future__ import annotations

import random
import time
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from ledger.errors import Conflict
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import AnyFact, PlayerRegistered, RoundStarted
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord
from tests.helpers.loaded import started

READY = "ready"


def _append(store: Store, runtime: Runtime) -> tuple[Recorded, ...]:
    """Add a command of three facts and one person, as soon as nobody is before it."""
    while True:
        head = store.head("t")
        key = f"{runtime.actor}:{head}"
        person = PersonRecord(key, (("name", key),), runtime.new_seed())
        entry = PlayerRegistered(player=head + 1, person=key, person_hash=person.hash, reason=key)
        facts: list[AnyFact] = [
            entry,
            *(RoundStarted(round=head + 1, reason=key) for _ in range(2)),
        ]
        try:
            return store.append("t", head, facts, [person], runtime=runtime)
        except Conflict:
            time.sleep(random.uniform(0, 0.02))


def _write(place: str, name: str, number: int, said: Connection) -> None:
    """Say that the ledger is open, wait until it is told to go, and say the last id of each command."""
    runtime = Runtime(actor=name)
    with Store(place_from(place), create=True) as store:
        said.send(READY)
        said.recv()
        for _ in range(number) if number else count():
            said.send(_append(store, runtime)[-1].stamp.event_id)


class Appending:
    """A process that appends that many commands to a ledger; 0: it continues until it is killed."""

    def __init__(self, place: str, name: str, number: int = 0) -> None:
        self._said, theirs = Pipe()
        self.process = started(_write, place, name, number, theirs)
        theirs.close()

    def go(self) -> None:
        """Let it append."""
        self._said.send("go")

    def line(self) -> str:
        """Wait for the next thing that it says."""
        said = self._said.recv()
        assert isinstance(said, str)
        return said

    def rest(self) -> list[str]:
        """Wait for its end, and return all that it said until then; what was cut off does not count."""
        lines: list[str] = []
        try:
            while True:
                lines.append(self.line())
        except (EOFError, OSError):
            self.process.join(60)
            self._said.close()
            return lines
