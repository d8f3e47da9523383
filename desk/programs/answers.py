"""The answers of a ledger to a program, as frozen rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Literal


@dataclass(frozen=True, slots=True)
class TournamentName:
    """A tournament of a ledger: its id, and the name it was opened with."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class RoundOfPlayer:
    """A round in a crosstable: what it was, against whom (a number), with which colour."""

    kind: str
    opponent: int | None
    colour: Literal["W", "B"] | None
    points: Fraction


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A line of a standing or crosstable.

    `rank` is None for a member who has left a season. Points and tie-breaks are exact. `value` is
    that of a member of a Keizer season. `decided_by` names the key that separates the line from the
    one above it. `rounds` is empty in a standing.
    """

    rank: int | None
    number: int
    name: str
    points: Fraction
    tie_breaks: Mapping[str, Fraction | None] = field(default_factory=dict)
    value: int | None = None
    decided_by: str | None = None
    rounds: tuple[RoundOfPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedFact:
    """A fact: its position in the tournament, when, by whom, its topic, its sentence and reason.

    `taken_back_by` is the position of the undo that took it back, None for a fact in force.
    """

    position: int
    recorded_at: datetime
    actor: str
    topic: str
    what: str
    reason: str | None
    event_id: str
    taken_back_by: int | None


@dataclass(frozen=True, slots=True)
class ExplainedClaim:
    """One claim of an explanation: the clause it depends on, if any, and the players by number."""

    kind: str
    clause: str | None
    players: tuple[int, ...]
    others: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a board is as it is: the text for people, and its claims."""

    text: str
    claims: tuple[ExplainedClaim, ...]

    def __str__(self) -> str:
        """Return the text."""
        return self.text
