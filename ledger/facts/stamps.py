"""A fact as it is recorded: the fact, and the stamp that only its recording gives it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, message
from ledger.runtime import Runtime


class Stamp(NamedTuple):
    """Where a fact stands: position counts 1, 2, 3 ... within the tournament.

    correlation_id is shared by the facts of one command; causation_id is the id of the fact that
    led to this one, or None.
    """

    tournament: str
    position: int
    event_id: str
    recorded_at: datetime
    actor: str
    correlation_id: str
    causation_id: str | None


class Recorded(NamedTuple):
    """A fact that is in a ledger, and where it stands there."""

    fact: AnyFact
    stamp: Stamp


MOST_AHEAD = timedelta(hours=1)
"""As much may the clocks of two machines differ before a wrong one is named."""


def still_to_come(
    stamps: Sequence[Stamp], now: datetime, zone: tzinfo | None
) -> tuple[int, Sentence] | None:
    """Return the first fact with a time later than now, and what that means; None: there is none.

    Those after it are held up by it, since time never goes back in a ledger. zone is that in which
    its time is written, None: that of this machine.
    """
    if not stamps or stamps[-1].recorded_at - now <= MOST_AHEAD:
        return None
    ahead = [stamp for stamp in stamps if stamp.recorded_at - now > MOST_AHEAD]
    until = ahead[0].recorded_at.astimezone(zone)
    return ahead[0].position, message("facts.ahead", until=until, n=len(ahead))


def stamped(
    tournament: str,
    last: int,
    facts: Sequence[AnyFact],
    previous: datetime | None,
    runtime: Runtime,
    correlation_id: str | None,
) -> tuple[Recorded, ...]:
    """Return facts with the stamps of their recording; those of one call share their time.

    last is the position in front of them, previous when the fact there was recorded.
    """
    now = runtime.now()
    assert now.tzinfo is not None, "the clock tells its zone"
    recorded_at = now.astimezone(UTC) if previous is None else max(now.astimezone(UTC), previous)
    command = correlation_id or runtime.new_id()
    recorded: list[Recorded] = []
    cause: str | None = None
    for position, fact in enumerate(facts, start=last + 1):
        event_id = runtime.new_id()
        stamp = Stamp(tournament, position, event_id, recorded_at, runtime.actor, command, cause)
        recorded.append(Recorded(fact, stamp))
        cause = event_id
    return tuple(recorded)
