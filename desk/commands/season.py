"""The commands of a club season; see `desk.commands.tournament` for how players are named."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from desk.commands.base import BoardNumber, Command, Line, PlayerRef, RoundNumber, Text
from ledger.values import Colour, ExternalResult, Informed, Outcome

GameDate: TypeAlias = dt.date | None
AnnouncedTo: TypeAlias = Informed | None


class Present(Command):
    """Announce that a member will be there in a round to come."""

    command: Literal["present"] = "present"
    player: PlayerRef
    round: RoundNumber


class RecordExternal(Command):
    """Record a game that a member played for a team of the club; result is his own.

    A game that was not on the club evening counts when he asked for it in advance: announced_to.
    """

    command: Literal["external"] = "external"
    player: PlayerRef
    round: RoundNumber
    team: Text
    board: BoardNumber
    colour: Colour
    result: ExternalResult
    club_evening: bool = True
    announced_to: AnnouncedTo = None
    date: GameDate = None


class CorrectExternal(Command):
    """Correct a recorded game for a team: what is given changes; strike takes it away."""

    command: Literal["correct-external"] = "correct-external"
    player: PlayerRef
    round: RoundNumber
    team: Text | None = None
    board: BoardNumber | None = None
    colour: Colour | None = None
    result: ExternalResult | None = None
    club_evening: bool | None = None
    announced_to: AnnouncedTo = None
    date: GameDate = None
    strike: bool = False


class Period(Command):
    """Begin a new period with a round to come, or with round 1: give the first its name."""

    command: Literal["period"] = "period"
    round: RoundNumber
    name: Line = ""


class Leave(Command):
    """Let a member leave the season. value is what he stays worth (None: what he is worth now)."""

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
