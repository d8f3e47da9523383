"""The commands of the playing hall. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import StringConstraints

from desk.access.roles import ARBITERS, PLAYERS, STAFF
from desk.commands.base import BoardNumber, Command, PlayerRef, RoundNumber
from desk.commands.spec import Spec
from ledger.values import ClaimedOutcome, ClaimSource

DeviceKey: TypeAlias = Annotated[str, StringConstraints(max_length=64, pattern="^[0-9a-z]{16,64}$")]
"""A random key of a device, small letters and digits, so that it names nobody."""


class CheckIn(Command):
    """Confirm that a player is here for a coming round (None: the next).

    An announced absence is withdrawn; `cancel` takes the check-in back. `later`: they are not here
    yet, and come later. Where members announce their presence, that is recorded.

    {"command": "check-in", "player": 4}
    """

    spec = Spec(
        handler="hall.check_in:check_in",
        then="check-in",
        roles=STAFF,
        records=("player-checked-in", "check-in-withdrawn"),
    )

    command: Literal["check-in"] = "check-in"
    player: PlayerRef
    round: RoundNumber | None = None
    cancel: bool = False
    later: bool = False


class ClaimResult(Command):
    """Claim the result of a player's own game in the current round, white first.

    `round` and `board` (None: where they play now) are refused when they are others. `source` is
    the QR code it came by; `device` the key of the device, None for a device of its own.

    {"command": "claim", "player": 4, "result": "1/2-1/2", "source": "player", "device":
    "9f86d081884c7d65"}
    """

    spec = Spec(handler="hall.claims:claim", roles=ARBITERS | PLAYERS)

    command: Literal["claim"] = "claim"
    player: PlayerRef
    result: ClaimedOutcome
    round: RoundNumber | None = None
    board: BoardNumber | None = None
    source: ClaimSource = "player"
    device: DeviceKey | None = None


class WithdrawClaim(Command):
    """Take a player's claim in the current round back.

    {"command": "claim-withdraw", "player": 4}
    """

    spec = Spec(handler="hall.claims:withdraw", roles=ARBITERS | PLAYERS)

    command: Literal["claim-withdraw"] = "claim-withdraw"
    player: PlayerRef
    round: RoundNumber | None = None
