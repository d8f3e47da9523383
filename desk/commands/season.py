"""The commands of a club season; see `desk.commands.tournament` for how players are named."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from desk.commands.base import BoardNumber, Command, Line, PlayerRef, RoundNumber, Text
from ledger.values import Colour, ExternalResult, Informed, Outcome

TEAM = "Name or number of the team, as the rulebook names it."
ELSEWHERE = "false: played elsewhere, so it counts only when announced."
GameDate: TypeAlias = Annotated[
    dt.date | None, Field(description="Day of the game (2026-11-28), if not that of the round.")
]
AnnouncedTo: TypeAlias = Annotated[
    Informed | None, Field(description="Elsewhere: whom they told in advance.")
]


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
    team: Text = Field(description=TEAM)
    board: BoardNumber = Field(description="Board of the team, from 1.")
    colour: Colour = Field(description="W (wit) or B (zwart).")
    result: ExternalResult = Field(description="Their own: 1, 1/2, 0, 1R, 0R.")
    club_evening: bool = Field(True, description=ELSEWHERE)
    announced_to: AnnouncedTo = None
    date: GameDate = None


class CorrectExternal(Command):
    """Correct a recorded game for a team: what is given changes; strike takes it away."""

    command: Literal["correct-external"] = "correct-external"
    player: PlayerRef
    round: RoundNumber
    team: Text | None = Field(None, description=TEAM)
    board: BoardNumber | None = Field(None, description="Board of the team, from 1.")
    colour: Colour | None = Field(None, description="W (wit) or B (zwart).")
    result: ExternalResult | None = Field(None, description="Their own: 1, 1/2, 0, 1R, 0R.")
    club_evening: bool | None = Field(None, description=ELSEWHERE)
    announced_to: AnnouncedTo = None
    date: GameDate = None
    strike: bool = Field(False, description="There was no such game.")


class Period(Command):
    """Begin a new period with a round to come, or with round 1: give the first its name."""

    command: Literal["period"] = "period"
    round: RoundNumber
    name: Line = Field("", description="Name of the period.")


class Leave(Command):
    """Let a member leave the season. value is what he stays worth (None: what he is worth now)."""

    command: Literal["leave"] = "leave"
    player: PlayerRef
    from_round: RoundNumber | None = Field(
        None, description="First round without them; default the next."
    )
    value: Annotated[int, Field(ge=0, le=100_000)] | None = Field(
        None, description="What they stay worth; default what they are worth now."
    )


class CatchUp(Command):
    """Record a game played later that counts for an earlier round."""

    command: Literal["catch-up"] = "catch-up"
    round: RoundNumber
    white: PlayerRef = Field(description="Player with white.")
    black: PlayerRef = Field(description="Player with black.")
    result: Outcome = Field(description="Result; with R it is one by default.")
    date: GameDate = None
