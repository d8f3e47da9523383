"""A recorded fact: the fact, and the stamp that it gets when it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, message
from ledger.runtime import Runtime


class Stamp(NamedTuple):
    """The place of a fact: `position` counts 1, 2, 3 ... within the tournament.

    `correlation_id` is shared by the facts of one command; `causation_id` is the id of the fact
    that led to this one, or None.
    """

    tournament: str
    position: int
    event_id: str
    recorded_at: datetime
    actor: str
    correlation_id: str
    causation_id: str | None


class Recorded(NamedTuple):
    """A fact in a ledger, and its place there."""

    fact: AnyFact
    stamp: Stamp


MOST_AHEAD = timedelta(hours=1)
"""The clocks of two machines may differ by this much before a wrong clock is reported."""


def still_to_come(
    stamps: Sequence[Stamp], now: datetime, zone: tzinfo | None
) -> tuple[int, Sentence] | None:
    """Return the first fact with a time later than `now`, and an explanation; None: no such fact.

    It delays the facts after it, since time never goes back in a ledger. Its time is written in
    `zone`, None: that of this machine.
    """
    if not stamps or stamps[-1].recorded_at - now <= MOST_AHEAD:
        return None
    ahead = [stamp for stamp in stamps if stamp.recorded_at - now > MOST_AHEAD]
    until = ahead[0].recorded_at.astimezone(zone)
    return ahead[0].position, message("facts.ahead", until=until, n=len(ahead))


def stamped(
    tournament: str,
    *,
    last: int,
    facts: Sequence[AnyFact],
    previous: datetime | None,
    runtime: Runtime,
    correlation_id: str | None,
) -> tuple[Recorded, ...]:
    """Return facts with the stamps of their recording; those of one call share their time.

    `last` is the position in front of them, `previous` the recording time of the fact there.
    """
    now = runtime.now()
    assert now.tzinfo is not None, "the clock tells its zone"
    recorded_at = now.astimezone(UTC) if previous is None else max(now.astimezone(UTC), previous)
    command = correlation_id or runtime.new_id()
    recorded: list[Recorded] = []
    cause: str | None = None
    for position, fact in enumerate(facts, start=last + 1):
        event_id = runtime.new_id()
        stamp = Stamp(
            tournament=tournament,
            position=position,
            event_id=event_id,
            recorded_at=recorded_at,
            actor=runtime.actor,
            correlation_id=command,
            causation_id=cause,
        )
        recorded.append(Recorded(fact, stamp))
        cause = event_id
    return tuple(recorded)
