"""The facts of disputes: protests, rulings, and commands that were taken back."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, TypeAlias

from ledger.facts.base import Fact, PlayerField, RoundField
from ledger.values import RulingBehalf, RulingVerdict


class ProtestLodged(Fact):
    """A player contested a decision or an event of a round.

    `text` is the protest, in words that name nobody. `facts` are the positions it is about, () for
    none in particular. `deadline` is the last moment at which it could be lodged, None if none was
    set; the stamp shows whether it was in time.
    """

    TOPIC: ClassVar[str] = "protest-lodged"
    number: int
    round: RoundField
    player: PlayerField
    text: str
    facts: tuple[int, ...] = ()
    deadline: datetime | None = None


class RulingRecorded(Fact):
    """A protest was decided. `facts` are the positions of the facts recorded because of it.

    `behalf` says on whose behalf, None where nobody said so.
    """

    TOPIC: ClassVar[str] = "ruling-recorded"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"behalf"}
    number: int
    verdict: RulingVerdict
    text: str
    facts: tuple[int, ...] = ()
    behalf: RulingBehalf | None = None


class CommandUndone(Fact):
    """Facts were taken back: they stay, but have no effect from here on.

    They are those of one command; or, where it `withdraws` the public pairing of a round, all that
    made this pairing. None: no pairing was withdrawn.
    """

    TOPIC: ClassVar[str] = "command-undone"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"withdraws"}
    facts: tuple[int, ...]
    withdraws: RoundField | None = None


AuditFact: TypeAlias = ProtestLodged | RulingRecorded | CommandUndone
"""The facts of this module, as one type."""
