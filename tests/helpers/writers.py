"""Programs that write to one ledger at once, each on several connections, and what they were told.

A writer adds commands of three facts, one of them with a person, to a tournament of all and to one
of its own in turn. It reports what was acknowledged and what was refused, until it is stopped.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ledger.facts.stamps import Stamp
from ledger.facts.tournament import TournamentOpened
from ledger.integrity.verify import verify
from ledger.integrity.whole_file import evidence_of
from ledger.place import place_from
from ledger.rulebooks.rulebook import Rulebook
from ledger.runtime import Runtime
from ledger.store.store import Store
from pairing.systems.registry import load_rulebook
from tests.helpers.file_order import facts_in_file_order
from tests.helpers.places import ROOT
from tests.helpers.postgres import until

ALL = "all"

PROGRAM = """
import sys
import threading
import time
from itertools import count
from ledger.errors import Conflict, StoreError
from ledger.facts.tournament import PlayerRegistered, RoundsPlanned
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord
from tests.helpers.writers import ALL, opening

place, name, connections = sys.argv[1:]
go, end, shout = threading.Event(), threading.Event(), threading.Lock()

def say(*words):
    with shout:
        print(*words, flush=True)

def command(store, tournament, runtime):
    head = store.head(tournament)
    if not head:
        return store.append(tournament, 0, [opening(tournament)], runtime=runtime)
    key = f"{runtime.actor}:{head}"
    record = PersonRecord(key, (("name", key),), runtime.new_seed())
    player = PlayerRegistered(player=head, person=key, person_hash=record.hash)
    facts = [player, RoundsPlanned(rounds=1 + head % 9), RoundsPlanned(rounds=1 + head % 7)]
    return store.append(tournament, head, facts, [record], runtime=runtime)

def write(connection):
    runtime = Runtime(actor=f"{name}.{connection}")
    store = Store(place_from(place), patience_s=5)
    say("ready")
    go.wait()
    for number in count():
        if end.is_set():
            store.close()
            return
        tournament = (ALL, runtime.actor)[number % 2]
        try:
            for _, stamp in command(store, tournament, runtime):
                say("recorded", tournament, stamp.event_id)
        except Conflict:
            pass
        except StoreError as error:
            say("refused", error.refusal.code)
            time.sleep(0.1)

threads = [threading.Thread(target=write, args=(one,)) for one in range(int(connections))]
for thread in threads:
    thread.start()
sys.stdin.readline()
go.set()
sys.stdin.readline()
end.set()
for thread in threads:
    thread.join()
"""


def opening(name: str) -> TournamentOpened:
    """Return the opening of a tournament that can be verified."""
    rules = load_rulebook("knsb-wp-2014")
    assert isinstance(rules, Rulebook)
    return TournamentOpened(
        name=name, rulebook=rules.id, rulebook_text=rules.canonical(), rulebook_hash=rules.hash
    )


@dataclass
class Writer:
    """A program that writes; `lines` is its report so far."""

    process: subprocess.Popen[str]
    lines: list[list[str]] = field(default_factory=list)

    def listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):
                self.lines.append(line.split())

    def tell(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def of(self, kind: str) -> list[str]:
        """Return the last words of the lines of a kind: ids of facts, or codes of refusals."""
        return [line[-1] for line in list(self.lines) if line[0] == kind]


@dataclass
class Writers:
    """Several programs on one ledger."""

    place: str
    programs: list[Writer]

    @property
    def recorded(self) -> list[str]:
        return [one for writer in self.programs for one in writer.of("recorded")]

    @property
    def refused(self) -> set[str]:
        return {one for writer in self.programs for one in writer.of("refused")}

    def until_more(self, facts: int) -> None:
        """Wait until that many more facts were acknowledged to each program that still runs."""
        running = [one for one in self.programs if one.process.poll() is None]
        wanted = [(one, len(one.of("recorded")) + facts) for one in running]
        until(
            lambda: all(len(one.of("recorded")) >= number for one, number in wanted),
            f"{facts} more facts each; refused: {self.refused}",
        )


@contextmanager
def writing(place: str, programs: int, connections: int) -> Iterator[Writers]:
    """Let programs write to a ledger, which is made if it is missing, until the block ends."""
    with Store(place_from(place), create=True) as store:
        store.append(ALL, 0, [opening(ALL)], runtime=Runtime())
    writers = Writers(place, [])
    threads: list[threading.Thread] = []
    try:
        for number in range(programs):
            process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, place, f"w{number}", str(connections)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
            writers.programs.append(writer := Writer(process))
            threads.append(threading.Thread(target=writer.listen, daemon=True))
            threads[-1].start()
        ready = programs * connections
        until(lambda: sum(map(len, (one.lines for one in writers.programs))) == ready, "all ready")
        for writer in writers.programs:
            writer.tell("go")
        yield writers
        for writer in writers.programs:
            if writer.process.poll() is None:
                writer.tell("end")
        for writer in writers.programs:
            writer.process.wait(60)
    finally:
        for writer in writers.programs:
            if writer.process.poll() is None:
                writer.kill()
        for thread in threads:
            thread.join(10)


def check_whole(place: str, recorded: list[str]) -> int:
    """Check a ledger after all this; return the number of its facts.

    Everything acknowledged is there, and each command is complete; see `check_in_order`.
    """
    facts = check_in_order(place)
    assert set(recorded) <= {stamp.event_id for stamp in facts}
    commands = Counter(stamp.correlation_id for stamp in facts if stamp.position > 1)
    assert set(commands.values()) == {3}
    return len(facts)


def check_in_order(place: str) -> list[Stamp]:
    """Check a ledger after a fault; return the stamps of its facts.

    Nothing is there twice, positions and sequences have no gaps, and verification finds nothing.
    """
    stamps: list[Stamp] = []
    with Store(place_from(place)) as store:
        for tournament, _ in store.tournaments():
            facts = store.facts(tournament)
            assert [stamp.position for _, stamp in facts] == list(range(1, len(facts) + 1))
            store.records(tournament, facts)
            stamps += [stamp for _, stamp in facts]
        sequences = [sequence for sequence, _ in facts_in_file_order(store)]
        with evidence_of(store) as evidence:
            findings = [finding for kept in evidence.kept() for finding in verify(kept).findings]
        assert [*evidence.findings, *findings] == []
    assert len({stamp.event_id for stamp in stamps}) == len(stamps)
    assert sequences == list(range(1, len(stamps) + 1))
    return stamps
