"""The commands of a game. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

from typing import Annotated, Literal

from desk.access.roles import STAFF
from desk.commands.base import BoardRef, Command, RoundNumber, Said
from desk.commands.spec import ALWAYS, Of, Spec, Why
from ledger.values import AbsenceCause, BoardOutcome, Outcome


class Result(Command):
    """Record a result over the board; `rated` is False where it is not sent for rating.

    {"command": "result", "round": 1, "board": "5-9", "result": "1/2-1/2"}
    """

    spec = Spec(
        handler="games:result",
        then="round",
        roles=STAFF,
        records=("result-recorded",),
        round=Of.PUBLISHED,
    )

    command: Literal["result"] = "result"
    round: RoundNumber
    board: BoardRef
    result: BoardOutcome
    rated: bool = True


class CorrectResult(Command):
    """Replace a wrong result by the right one; "1-0R" and so on are results by default.

    `rating_only`: it counts for the rating report alone, and pairings and standings keep the old
    one. In FIDE mode a result of a round before the last closed one can be corrected only so.

    {"command": "correct-result", "round": 1, "board": 1, "result": "0-1", "reason": "score sheet
    misread"}
    """

    spec = Spec(
        handler="games:correct_result",
        group="results",
        roles=STAFF,
        records=("result-corrected", "rated-result-corrected"),
        phases=ALWAYS,
        reason=Why.IN_SIGHT,
        round=Of.PUBLISHED,
    )

    command: Literal["correct-result"] = "correct-result"
    round: RoundNumber
    board: BoardRef
    result: Outcome
    rating_only: bool = False


class CorrectColours(Command):
    """Record that a game was played with reversed colours; points stay with the players.

    {"command": "correct-colours", "round": 1, "board": 1, "reason": "seats exchanged"}
    """

    spec = Spec(
        handler="games:correct_colours",
        group="results",
        phases=ALWAYS,
        reason=Why.IN_SIGHT,
        round=Of.PUBLISHED,
    )

    command: Literal["correct-colours"] = "correct-colours"
    round: RoundNumber
    board: BoardRef


class Forfeit(Command):
    """Decide a game by default. Give a cause for each player who was absent.

    {"command": "forfeit", "round": 1, "board": 2, "black": "no word"}
    """

    spec = Spec(
        handler="games:forfeit",
        group="results",
        roles=STAFF,
        records=("game-forfeited",),
        round=Of.PUBLISHED,
    )

    command: Literal["forfeit"] = "forfeit"
    round: RoundNumber
    board: BoardRef
    white: Annotated[AbsenceCause | None, Said("cause")] = None
    black: Annotated[AbsenceCause | None, Said("cause")] = None


class Adjourn(Command):
    """Record that a game was adjourned (F11).

    {"command": "adjourn", "round": 1, "board": 3}
    """

    spec = Spec(
        handler="games:adjourn",
        group="results",
        roles=STAFF,
        records=("game-adjourned",),
        round=Of.PUBLISHED,
    )

    command: Literal["adjourn"] = "adjourn"
    round: RoundNumber
    board: BoardRef
