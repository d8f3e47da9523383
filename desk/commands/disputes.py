"""The commands of disputes; see `desk.commands.tournament` for how players and boards are named."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from desk.commands.base import Command, PlayerRef, RoundNumber, Text
from ledger.values import RulingVerdict

Position = Annotated[int, Field(ge=1)]


class LodgeProtest(Command):
    """Record that a player contests something of a round, before a deadline if there is one."""

    command: Literal["protest"] = "protest"
    round: RoundNumber
    player: PlayerRef
    text: Text = Field(description="What, in words that name nobody.")
    facts: tuple[Position, ...] = Field((), description="Positions of the facts it is about.")
    deadline: dt.datetime | None = Field(
        None, description="Until when it could be lodged (2026-11-20 22:30)."
    )


class RecordRuling(Command):
    """Record how a protest was decided, and the facts that follow from it."""

    command: Literal["ruling"] = "ruling"
    number: Annotated[int, Field(ge=1)] = Field(description="Number of the protest.")
    verdict: RulingVerdict = Field(description="How it was decided.")
    text: Text = Field(description="Why, in words that name nobody.")
    facts: tuple[Position, ...] = Field((), description="Positions of what was done because of it.")


class Undo(Command):
    """Take the last command back, where nothing has come of it yet."""

    WARNS: ClassVar[bool] = True
    command: Literal["undo"] = "undo"


class Amend(Command):
    """Pair a published round again, because it breaks B1 or B2, or by F7."""

    WARNS: ClassVar[bool] = True
    command: Literal["amend"] = "amend"
    round: RoundNumber
