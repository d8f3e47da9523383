"""What only the recording of a fact knows: its place, its time, its id, and what led to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from ledger.facts.tournament import AnyFact
from ledger.runtime import Runtime


def stamped(
    tournament: str,
    expected: int,
    facts: Sequence[AnyFact],
    previous: datetime,
    runtime: Runtime,
    correlation_id: str | None,
) -> tuple[AnyFact, ...]:
    """Give facts what only their recording knows; those of one call share their time."""
    now = runtime.now()
    assert now.tzinfo is not None, "the clock tells its zone"
    shared = {
        "tournament": tournament,
        "recorded_at": max(now.astimezone(UTC), previous),
        "actor": runtime.actor,
        "correlation_id": correlation_id or runtime.new_id(),
    }
    made: list[AnyFact] = []
    cause: str | None = None
    for position, fact in enumerate(facts, start=expected + 1):
        assert fact.position == 0, f"{fact.TOPIC} was recorded before"
        event_id = runtime.new_id()
        own = {"position": position, "event_id": event_id, "causation_id": cause}
        made.append(fact.model_copy(update=shared | own))
        cause = event_id
    return tuple(made)
