"""The commands of a club season; see `desk.commands.tournament` for how players are named."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from desk.commands.base import BoardNumber, Command, Name, PeriodName, PlayerRef, RoundNumber
from ledger.values import Colour, ExternalResult, Informed, Outcome

GameDate: TypeAlias = dt.date | None
AnnouncedTo: TypeAlias = Informed | None


class Present(Command):
    """Announce that a member will attend a coming round."""

    command: Literal["present"] = "present"
    player: PlayerRef
    round: RoundNumber


class RecordExternal(Command):
    """Record a game that a member played for a team of the club; `result` is the member's own.

    A game on another evening counts when the member asked for it in advance: `announced_to`.
    """

    command: Literal["external"] = "external"
    player: PlayerRef
    round: RoundNumber
    team: Name
    board: BoardNumber
    colour: Colour
    result: ExternalResult
    club_evening: bool = True
    announced_to: AnnouncedTo = None
    date: GameDate = None


class CorrectExternal(Command):
    """Correct a recorded game for a team: the given fields change; `strike` removes the game."""

    command: Literal["correct-external"] = "correct-external"
    player: PlayerRef
    round: RoundNumber
    team: Name | None = None
    board: BoardNumber | None = None
    colour: Colour | None = None
    result: ExternalResult | None = None
    club_evening: bool | None = None
    announced_to: AnnouncedTo = None
    date: GameDate = None
    strike: bool = False


class Period(Command):
    """Begin a new period with a coming round, or with round 1: give the first its name."""

    command: Literal["period"] = "period"
    round: RoundNumber
    name: PeriodName = ""


class Leave(Command):
    """Let a member leave the season. `value` is the value they keep (None: their current one)."""

    command: Literal["leave"] = "leave"
    player: PlayerRef
    from_round: RoundNumber | None = None
    value: Annotated[int, Field(ge=0, le=100_000)] | None = None


class CatchUp(Command):
    """Record a game played later that counts for an earlier round."""

    command: Literal["catch-up"] = "catch-up"
    round: RoundNumber
    white: PlayerRef
    black: PlayerRef
    result: Outcome
    date: GameDate = None
