"""The commands of disputes. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from desk.access.roles import JUDGES
from desk.commands.base import Command, PlayerRef, Reason, RoundNumber
from desk.commands.spec import ALWAYS, Of, Spec
from ledger.values import RulingBehalf, RulingVerdict

Position = Annotated[int, Field(ge=1)]


class LodgeProtest(Command):
    """Record that a player contests something in a round, before a deadline if there is one.

    {"command": "protest", "round": 3, "player": 4, "text": "touched piece not moved", "facts":
    [31]}
    """

    spec = Spec(
        handler="disputes:protest",
        then="disputes",
        roles=JUDGES,
        phases=ALWAYS,
        round=Of.PUBLISHED,
    )

    command: Literal["protest"] = "protest"
    round: RoundNumber
    player: PlayerRef
    text: Reason
    facts: tuple[Position, ...] = ()
    deadline: dt.datetime | None = None


class RecordRuling(Command):
    """Record how a protest was decided, and the facts that follow from it.

    {"command": "ruling", "number": 1, "verdict": "rejected", "text": "two witnesses say
    otherwise"}
    """

    spec = Spec(handler="disputes:ruling", then="disputes", roles=JUDGES, phases=ALWAYS)

    command: Literal["ruling"] = "ruling"
    number: Annotated[int, Field(ge=1)]
    verdict: RulingVerdict
    text: Reason
    facts: tuple[Position, ...] = ()
    behalf: RulingBehalf | None = None
