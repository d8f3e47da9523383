"""The commands about a round and its pairing. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from desk.access.roles import STAFF
from desk.commands import base
from desk.commands.base import Command, PlayerRef, Reason, RoundNumber
from desk.commands.spec import ALWAYS, Of, Phase, Spec, Why

Position = Annotated[int, Field(ge=1)]


class Schedule(Command):
    """Give a round its date, and the time of day at which it begins; the last command counts.

    `check_in_until` is the time of day at which its check-in closes.

    {"command": "schedule", "round": 2, "date": "2026-11-27", "time": "20:00"}
    """

    spec = Spec(handler="rounds:schedule", group="round", then="more")

    command: Literal["schedule"] = "schedule"
    round: RoundNumber
    date: dt.date
    time: base.Clock | None = None
    check_in_until: base.Clock | None = None


class Publish(Command):
    """Pair the next round and publish it. `basis` is the position to compute from (None: now).

    {"command": "publish", "round": 2}
    """

    spec = Spec(handler="rounds:publish", then="round")

    command: Literal["publish"] = "publish"
    round: RoundNumber | None = None
    basis: Annotated[int, Field(ge=1)] | None = None


class BeginByHand(Command):
    """Begin to pair a round by hand: the next one (None), or the last one published once more.

    In FIDE mode boards by hand are taken between this and `by-hand-end` alone.

    {"command": "by-hand-begin", "round": 2, "reason": "power cut", "confirm": "yes"}
    """

    spec = Spec(
        handler="manual.session:begin",
        group="round",
        phases=frozenset({Phase.BEFORE, Phase.PLAYING}),
        in_mode=True,
        reason=Why.IN_SIGHT,
    )

    command: Literal["by-hand-begin"] = "by-hand-begin"
    round: RoundNumber | None = None


class PairingByHand(Command):
    """Publish the next round with boards made by hand: white and black of each, and the bye.

    In a Swiss the reason is required. Norms that the boards break are reported, not refused.

    {"command": "pairing-by-hand", "round": 2, "boards": [[5, 9], [2, 7]], "bye": 4, "reason":
    "power cut"}
    """

    spec = Spec(handler="by_hand:pair_by_hand", group="round", reason=Why.IN_SIGHT)

    command: Literal["pairing-by-hand"] = "pairing-by-hand"
    round: RoundNumber
    reason: Reason | None = None
    boards: tuple[tuple[PlayerRef, PlayerRef], ...] = Field(min_length=1)
    bye: PlayerRef | None = None


class BoardAdd(Command):
    """Add a game by hand to a published round, for latecomers.

    {"command": "board-add", "round": 1, "white": 7, "black": 8, "reason": "came late"}
    """

    spec = Spec(
        handler="changes:add_board",
        group="round",
        reason=Why.REQUIRED,
        round=Of.PUBLISHED,
    )

    command: Literal["board-add"] = "board-add"
    round: RoundNumber
    white: PlayerRef
    black: PlayerRef


class BoardSwap(Command):
    """Let two players of a published round change places; the same board swaps colours.

    {"command": "board-swap", "round": 2, "first": 3, "second": 4, "reason": "had met already"}
    """

    spec = Spec(handler="changes:swap", group="round", reason=Why.REQUIRED, round=Of.PUBLISHED)

    command: Literal["board-swap"] = "board-swap"
    round: RoundNumber
    first: PlayerRef
    second: PlayerRef


class EndByHand(Command):
    """End the pairing by hand that was begun; without boards by hand it is given up.

    {"command": "by-hand-end"}
    """

    spec = Spec(
        handler="manual.session:end",
        group="round",
        phases=frozenset({Phase.BY_HAND}),
        in_mode=True,
        reason=Why.IN_SIGHT,
    )

    command: Literal["by-hand-end"] = "by-hand-end"


class Amend(Command):
    """Pair a published round again, because it breaks B1 or B2, or by F7.

    {"command": "amend", "round": 3, "reason": "a result of round 1 was wrong", "confirm": "3"}
    """

    spec = Spec(handler="changes:amend", group="round", reason=Why.REQUIRED, round=Of.PUBLISHED)

    command: Literal["amend"] = "amend"
    round: RoundNumber


class Unpublish(Command):
    """Withdraw the pairing of the last round, published by mistake; nothing of it was played.

    {"command": "un-publish", "round": 3, "reason": "a result of round 2 was missing", "confirm": "3"}
    """

    spec = Spec(
        handler="withdrawing:unpublish",
        group="round",
        phases=frozenset({Phase.PLAYING}),
        reason=Why.REQUIRED,
        round=Of.PUBLISHED,
    )

    command: Literal["un-publish"] = "un-publish"
    round: RoundNumber


class Start(Command):
    """Record that the games of a round began.

    {"command": "start", "round": 1}
    """

    spec = Spec(handler="rounds:start", then="round", round=Of.PUBLISHED)

    command: Literal["start"] = "start"
    round: RoundNumber


class Close(Command):
    """Close a round without open games.

    {"command": "close", "round": 1}
    """

    spec = Spec(handler="rounds:close", group="round")

    command: Literal["close"] = "close"
    round: RoundNumber | None = None


class Undo(Command):
    """Take the last command back, if nothing has followed from it yet.

    `fact` is the position of a fact of the command that is meant; None: whatever was last. Where
    something was built on it since, that is refused; results of other games are not built on it.

    {"command": "undo"}
    """

    spec = Spec(handler="disputes:undo", group="round", roles=STAFF, phases=ALWAYS)

    command: Literal["undo"] = "undo"
    fact: Position | None = None
