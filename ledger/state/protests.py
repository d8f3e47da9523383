"""The state of protests and their rulings."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import assert_never

from ledger.facts.disputes import AuditFact, CommandUndone, ProtestLodged, RulingRecorded
from ledger.values import RulingBehalf, RulingVerdict


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision on a protest; `facts` are those recorded because of it.

    `reason` says why the protest was ruled on again, None for a first ruling without a reason;
    `behalf` on whose behalf it was decided, None where nobody said so.
    """

    verdict: RulingVerdict
    text: str
    facts: tuple[int, ...]
    position: int
    reason: str | None
    behalf: RulingBehalf | None = None


@dataclass(slots=True)
class Protest:
    """A player's protest, and its rulings, several after an appeal."""

    number: int
    round: int
    player: int
    text: str
    facts: tuple[int, ...]
    deadline: dt.datetime | None
    position: int
    rulings: list[Ruling] = field(default_factory=list)

    def in_time(self, lodged: dt.datetime) -> bool | None:
        """Tell whether it was lodged before its deadline, None where there is none."""
        return None if self.deadline is None else lodged <= self.deadline


def take_dispute(protests: dict[int, Protest], fact: AuditFact, at: int) -> None:
    """Add a fact, recorded at position `at`, to the protests by number."""
    match fact:
        case ProtestLodged():
            protests[fact.number] = Protest(
                number=fact.number,
                round=fact.round,
                player=fact.player,
                text=fact.text,
                facts=fact.facts,
                deadline=fact.deadline,
                position=at,
            )
        case RulingRecorded():
            ruling = Ruling(
                verdict=fact.verdict,
                text=fact.text,
                facts=fact.facts,
                position=at,
                reason=fact.reason,
                behalf=fact.behalf,
            )
            protests[fact.number].rulings.append(ruling)
        case CommandUndone():
            # `replay` leaves out the facts it takes back: a fold cannot forget.
            pass
        case _:
            assert_never(fact)
