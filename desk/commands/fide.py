"""The commands that only systems of FIDE know; see `desk.commands.tournament` for players."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from desk.commands.base import Command, HalfPoints, PlayerRef, RoundNumber


class Prohibit(Command):
    """Let nobody of these players meet another of them, from a round on (None: the next).

    `to_round` is the last of those rounds (None: until the end). `cancel` takes the prohibition of
    exactly these players back, for the rounds to come.
    """

    command: Literal["prohibit"] = "prohibit"
    players: tuple[PlayerRef, ...] = Field(min_length=1)
    from_round: RoundNumber | None = None
    to_round: RoundNumber | None = None
    cancel: bool = False


class BarBye(Command):
    """Give a player no bye on request from now on; `cancel` takes that back.

    That is a bye of half a point or a whole one: a round can always be missed for 0 points. The
    reason is required, unless it is taken back.
    """

    command: Literal["no-bye"] = "no-bye"
    player: PlayerRef
    cancel: bool = False


class Accelerate(Command):
    """Give players virtual points, which count for pairing alone, in rounds to come.

    They are `from_round` (None: the next) to `to_round` (None: that round alone).
    """

    command: Literal["accelerate"] = "accelerate"
    players: tuple[PlayerRef, ...] = Field(min_length=1)
    points: HalfPoints
    from_round: RoundNumber | None = None
    to_round: RoundNumber | None = None


class LeaveFideMode(Command):
    """Leave FIDE mode for good; the reason is required."""

    command: Literal["fide-mode-leave"] = "fide-mode-leave"


class BeginByHand(Command):
    """Begin to pair a round by hand: the next one (None), or the last one published once more.

    In FIDE mode boards by hand are taken between this and `by-hand-end` alone.
    """

    command: Literal["by-hand-begin"] = "by-hand-begin"
    round: RoundNumber | None = None


class EndByHand(Command):
    """End the pairing by hand that was begun; without boards by hand it is given up."""

    command: Literal["by-hand-end"] = "by-hand-end"
