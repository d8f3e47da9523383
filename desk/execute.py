"""The loop that gets a decision into a ledger that others write to as well."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace

from desk.commands.decision import Decision
from ledger.errors import Conflict
from ledger.facts.tournament import AnyFact
from ledger.refusals import Exit, Refusal, Refusals
from ledger.runtime import Runtime
from ledger.store.store import Store

TRIES = 50
"""With four writers at once a command loses this often in a row about once in a million."""


def execute(
    store: Store,
    tournament: str,
    decide: Callable[[tuple[AnyFact, ...]], Decision | Refusals],
    runtime: Runtime,
    *,
    tries: int = TRIES,
    correlation_id: str | None = None,
) -> Decision | Refusals:
    """Decide on all facts of a tournament and append what was decided.

    When somebody else adds facts in between, decide is called again, on all there are then; so it
    only reads. A correlation_id that facts have already is the same command delivered again: those
    facts are returned, and nothing is added. Returns the decision with its facts as they are
    stored (with warnings as it came, and not stored), or the refusals; the refusal is ledger-busy
    when others came first every time.
    """
    facts: tuple[AnyFact, ...] = ()
    for attempt in range(tries):
        facts += store.facts(tournament, after=len(facts))
        done = tuple(fact for fact in facts if fact.correlation_id == correlation_id)
        if done:
            return Decision(done, notes=("this was recorded before",))
        decision = decide(facts)
        if not isinstance(decision, Decision) or decision.warnings:
            return decision
        try:
            stamped = store.append(
                tournament,
                len(facts),
                decision.facts,
                decision.people,
                runtime=runtime,
                correlation_id=correlation_id,
                forget=decision.forgotten,
            )
        except Conflict:
            # Writers that collide wait for unequal times, or they would collide again.
            time.sleep(random.uniform(0, min(0.002 * (attempt + 1), 0.02)))
        else:
            return replace(decision, facts=stamped)
    return (
        Refusal(
            "ledger-busy",
            f"others added facts to tournament {tournament} each of {tries} times",
            "give the command again",
            exit=Exit.USAGE,
        ),
    )
