"""Execution of commands: read the book, judge, append, and judge again after a conflict."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from desk.commands.decision import Decision, Numbered, WarnLevel
from desk.handlers.dispatch import handle_all
from desk.outcomes import Warned, Written
from ledger.errors import Conflict
from ledger.facts.stamps import Recorded
from ledger.messages import message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.runtime import Runtime
from ledger.state.book import Book, book_of
from ledger.store.store import Store

TRIES = 50
"""With four writers at once a command loses this often in a row about once in a million times."""


class Source(Protocol):
    """Where commands are judged and recorded: one tournament of a ledger."""

    def book(self) -> Book:
        """Return a book with all facts recorded by now; the caller may change it."""
        ...

    def add(self, book: Book, decision: Decision) -> tuple[Recorded, ...]:
        """Record the facts decided on a book, and mark them there as recorded.

        Raise Conflict when others recorded facts since the book was made.
        """
        ...


class FromFile:
    """A source that reads every fact from the file."""

    def __init__(
        self, store: Store, tournament: str, runtime: Runtime, correlation_id: str | None
    ) -> None:
        self._store = store
        self._tournament = tournament
        self._runtime = runtime
        self._correlation_id = correlation_id
        self._recorded: tuple[Recorded, ...] = ()

    def book(self) -> Book:
        """Return a fresh book; only the facts since the last one are read.

        The first time the hashes are compared with the facts, as for whoever reads: nothing is
        added to a tournament whose hashes are damaged.
        """
        after = len(self._recorded)
        if not after:
            self._store.heads(self._tournament)
        self._recorded += self._store.facts(self._tournament, after=after)
        people = self._store.records(self._tournament, self._recorded)
        return book_of(self._recorded, people, self._runtime.new_seed)

    def add(self, book: Book, decision: Decision) -> tuple[Recorded, ...]:
        """Append the facts to the file; see `Source`."""
        added = self._store.append(
            self._tournament,
            len(book.recorded),
            decision.facts,
            decision.people,
            runtime=self._runtime,
            correlation_id=self._correlation_id,
            forget=decision.forgotten,
        )
        book.record(added)
        return added


def execute(
    store: Store,
    tournament: str,
    commands: Sequence[Numbered],
    runtime: Runtime,
    progress: Callable[[int], None] = lambda done: None,
    *,
    tries: int = TRIES,
    correlation_id: str | None = None,
) -> Written | Warned | Refusals:
    """Carry commands out on all facts of a tournament, as the file has them; see `judge`."""
    source = FromFile(store, tournament, runtime, correlation_id)
    return judge(source, tournament, commands, progress, tries=tries, correlation_id=correlation_id)


def judge(
    source: Source,
    tournament: str,
    commands: Sequence[Numbered],
    progress: Callable[[int], None] = lambda done: None,
    *,
    tries: int = TRIES,
    correlation_id: str | None = None,
    asks: WarnLevel = WarnLevel.CONFIRM,
) -> Written | Warned | Refusals:
    """Judge commands on the book of a source, and add the facts they decide.

    When another writer adds facts in between, the commands are judged again, on all facts by then.
    If facts already have the `correlation_id`, the same command was delivered again: those facts
    are returned, and nothing is added. Unanswered warnings are returned as such, and nothing is
    added; those of a level below `asks` become notes. The refusal is ledger-busy when other writers
    came first every time.
    """
    for attempt in range(tries):
        book = source.book()
        before = tuple(one for one in book.recorded if one.stamp.correlation_id == correlation_id)
        if before:
            return Written(tournament, before, book, (message("desk.recorded-before"),))
        decision = handle_all(book, commands, progress, asks)
        if not isinstance(decision, Decision):
            return decision
        if decision.warnings:
            return Warned(decision.warnings)
        try:
            added = source.add(book, decision)
        except Conflict:
            # Writers that collide wait for unequal times, or they would collide again.
            time.sleep(random.uniform(0, min(0.002 * (attempt + 1), 0.02)))
        else:
            return Written(tournament, added, book, decision.notes)
    what = message("desk.busy", tournament=tournament, tries=tries)
    return (Refusal("ledger-busy", what, message("store.again"), exit=Exit.USAGE),)
