"""The commands of disputes; see `desk.commands.tournament` for how players and boards are named."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from desk.commands.base import Command, PlayerRef, Reason, RoundNumber
from ledger.values import RulingBehalf, RulingVerdict

Position = Annotated[int, Field(ge=1)]


class LodgeProtest(Command):
    """Record that a player contests something in a round, before a deadline if there is one."""

    command: Literal["protest"] = "protest"
    round: RoundNumber
    player: PlayerRef
    text: Reason
    facts: tuple[Position, ...] = ()
    deadline: dt.datetime | None = None


class RecordRuling(Command):
    """Record how a protest was decided, and the facts that follow from it."""

    command: Literal["ruling"] = "ruling"
    number: Annotated[int, Field(ge=1)]
    verdict: RulingVerdict
    text: Reason
    facts: tuple[Position, ...] = ()
    behalf: RulingBehalf | None = None


class Undo(Command):
    """Take the last command back, if nothing has followed from it yet.

    `fact` is the position of a fact of the command that is meant; None: whatever was last. Where
    something was built on it since, that is refused; results of other games are not built on it.
    """

    command: Literal["undo"] = "undo"
    fact: Position | None = None


class Amend(Command):
    """Pair a published round again, because it breaks B1 or B2, or by F7."""

    command: Literal["amend"] = "amend"
    round: RoundNumber
