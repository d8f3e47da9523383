"""The commands of a club season. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from desk.access.roles import PLAYERS, STAFF
from desk.commands.base import (
    BoardNumber,
    Command,
    FileName,
    Name,
    PeriodName,
    PlayerRef,
    RoundNumber,
    Said,
)
from desk.commands.players import Enter
from desk.commands.spec import ALWAYS, SEASON, Of, Spec, Why
from ledger.values import Colour, ExternalResult, Informed, Outcome

GameDate: TypeAlias = dt.date | None
AnnouncedTo: TypeAlias = Informed | None


class Join(Enter):
    """Enter a new member in a season from a round on (None: the next); they begin last.

    {"command": "join", "name": "Bos, C.", "rating": 1610}
    """

    spec = Spec(handler="season:join", group="season", then="players", formats=SEASON)

    command: Literal["join"] = "join"  # type: ignore[assignment]


class Leave(Command):
    """Let a member leave the season. `value` is the value they keep (None: their current one).

    {"command": "leave", "player": 4, "from_round": 12}
    """

    spec = Spec(handler="season:leave", group="season", then="players", formats=SEASON)

    command: Literal["leave"] = "leave"
    player: PlayerRef
    from_round: RoundNumber | None = None
    value: Annotated[int, Field(ge=0, le=100_000)] | None = None


class Present(Command):
    """Announce that a member will attend a coming round.

    {"command": "present", "player": 4, "round": 3}
    """

    spec = Spec(
        handler="season:present",
        then="players",
        roles=STAFF | PLAYERS,
        records=("presence-announced",),
        formats=SEASON,
    )

    command: Literal["present"] = "present"
    player: PlayerRef
    round: RoundNumber


class TakeInEvening(Command):
    """Record a whole club evening from a CSV file: games, absences, games for teams.

    `content` is read from the file before the command runs. A round that is not published yet is
    paired by hand as in the file.

    {"command": "evening", "round": 3, "file": "evening3.csv"}
    """

    spec = Spec(handler="evening:record_evening", group="season", formats=SEASON)

    command: Literal["evening"] = "evening"
    round: RoundNumber
    file: FileName
    content: Annotated[bytes | None, Field(exclude=True)] = None


class RecordExternal(Command):
    """Record a game that a member played for a team of the club; `result` is the member's own.

    A game on another evening counts when the member asked for it in advance: `announced_to`.

    {"command": "external", "player": 4, "round": 3, "team": "1", "board": 2, "colour": "W",
    "result": "1/2"}
    """

    spec = Spec(handler="season:external", group="season", formats=SEASON, round=Of.PUBLISHED)

    command: Literal["external"] = "external"
    player: PlayerRef
    round: RoundNumber
    team: Name
    board: BoardNumber
    colour: Colour
    result: Annotated[ExternalResult, Said("own-result")]
    club_evening: bool = True
    announced_to: AnnouncedTo = None
    date: GameDate = None


class CorrectExternal(Command):
    """Correct a recorded game for a team: the given fields change; `strike` removes the game.

    {"command": "correct-external", "player": 4, "round": 3, "result": "1", "reason": "the
    captain's slip"}
    """

    spec = Spec(
        handler="season:correct_external",
        group="season",
        formats=SEASON,
        phases=ALWAYS,
        reason=Why.IN_SIGHT,
        round=Of.PUBLISHED,
    )

    command: Literal["correct-external"] = "correct-external"
    player: PlayerRef
    round: RoundNumber
    team: Name | None = None
    board: BoardNumber | None = None
    colour: Colour | None = None
    result: Annotated[ExternalResult | None, Said("own-result")] = None
    club_evening: bool | None = None
    announced_to: AnnouncedTo = None
    date: GameDate = None
    strike: bool = False


class CatchUp(Command):
    """Record a game played later that counts for an earlier round.

    {"command": "catch-up", "round": 2, "white": 3, "black": 8, "result": "1-0"}
    """

    spec = Spec(handler="season:catch_up", group="season", formats=SEASON, round=Of.PUBLISHED)

    command: Literal["catch-up"] = "catch-up"
    round: RoundNumber
    white: PlayerRef
    black: PlayerRef
    result: Outcome
    date: GameDate = None


class Period(Command):
    """Begin a new period with a coming round, or with round 1: give the first its name.

    {"command": "period", "round": 16, "name": "spring"}
    """

    spec = Spec(handler="season:period", group="season", formats=SEASON)

    command: Literal["period"] = "period"
    round: RoundNumber
    name: PeriodName = ""
