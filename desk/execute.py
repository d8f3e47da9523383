"""Execution of commands: read the book, judge, append, and judge again after a conflict."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from desk.commands.decision import Decision, Numbered
from desk.desk import Warned, Written
from desk.handlers.dispatch import handle_all
from ledger.errors import Conflict
from ledger.facts.stamps import Recorded
from ledger.messages import message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.runtime import Runtime
from ledger.state.book import book_of
from ledger.store.store import Store

TRIES = 50
"""With four writers at once a command loses this often in a row about once in a million times."""


def execute(
    store: Store, tournament: str, commands: Sequence[Numbered], runtime: Runtime,
    progress: Callable[[int], None] = lambda done: None, *, tries: int = TRIES,
    correlation_id: str | None = None,
) -> Written | Warned | Refusals:  # fmt: skip
    """Carry commands out on all facts of a tournament, and append the facts they decide.

    When another writer adds facts in between, the commands are judged again, on all facts by then.
    If facts already have the `correlation_id`, the same command was delivered again: those facts
    are returned, and nothing is added. Unanswered warnings are returned as such, and nothing is
    added. The refusal is ledger-busy when other writers came first every time.
    """
    recorded: tuple[Recorded, ...] = ()
    for attempt in range(tries):
        recorded += store.facts(tournament, after=len(recorded))
        people = store.records(tournament, recorded)
        book = book_of(recorded, people, runtime.new_seed)
        before = tuple(one for one in recorded if one.stamp.correlation_id == correlation_id)
        if before:
            return Written(tournament, before, book, (message("desk.recorded-before"),))
        decision = handle_all(book, commands, progress)
        if not isinstance(decision, Decision):
            return decision
        if decision.warnings:
            return Warned(decision.warnings)
        try:
            added = store.append(
                tournament, len(recorded), decision.facts, decision.people, runtime=runtime,
                correlation_id=correlation_id, forget=decision.forgotten,
            )  # fmt: skip
        except Conflict:
            # Writers that collide wait for unequal times, or they would collide again.
            time.sleep(random.uniform(0, min(0.002 * (attempt + 1), 0.02)))
        else:
            book.record(added)
            return Written(tournament, added, book, decision.notes)
    what = message("desk.busy", tournament=tournament, tries=tries)
    return (Refusal("ledger-busy", what, message("desk.give-again"), exit=Exit.USAGE),)
