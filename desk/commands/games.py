"""The commands of a game; see `desk.commands.tournament` for how players and boards are named."""

from __future__ import annotations

from typing import Literal

from desk.commands.base import BoardRef, Command, RoundNumber
from ledger.values import AbsenceCause, BoardOutcome, Outcome


class Result(Command):
    """Record a result over the board; `rated` is False where it is not sent for rating."""

    command: Literal["result"] = "result"
    round: RoundNumber
    board: BoardRef
    result: BoardOutcome
    rated: bool = True


class Forfeit(Command):
    """Decide a game by default. Give a cause for each player who was absent."""

    command: Literal["forfeit"] = "forfeit"
    round: RoundNumber
    board: BoardRef
    white: AbsenceCause | None = None
    black: AbsenceCause | None = None


class Adjourn(Command):
    """Record that a game was adjourned (F11)."""

    command: Literal["adjourn"] = "adjourn"
    round: RoundNumber
    board: BoardRef


class CorrectResult(Command):
    """Replace a wrong result by the right one; "1-0R" and so on are results by default.

    `rating_only`: it counts for the rating report alone, and pairings and standings keep the old
    one. In FIDE mode a result of a round before the last closed one can be corrected only so.
    """

    command: Literal["correct-result"] = "correct-result"
    round: RoundNumber
    board: BoardRef
    result: Outcome
    rating_only: bool = False


class CorrectColours(Command):
    """Record that a game was played with reversed colours; points stay with the players."""

    command: Literal["correct-colours"] = "correct-colours"
    round: RoundNumber
    board: BoardRef
