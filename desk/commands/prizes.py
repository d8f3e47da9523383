"""The commands about prizes. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from desk.commands.base import Command, Name, PlayerRef, RuleValue
from desk.commands.spec import ALWAYS, Phase, Spec, Why
from ledger.values import PrizeHandedOut

AmountInCents = Annotated[int, Field(ge=0, le=10**12)]
_AFTER = frozenset({Phase.ENDED})


class AnnouncePrizes(Command):
    """Announce the prizes of rank 1, 2, 3 ... in whole cents; the last announcement counts.

    {"command": "prizes-declare", "cents": [50000, 30000, 20000]}
    """

    spec = Spec(handler="prizes:declare", group="tournament", then="prizes", phases=ALWAYS)

    command: Literal["prizes-declare"] = "prizes-declare"
    cents: list[AmountInCents] = Field(min_length=1)


class AnnouncePrizeRules(Command):
    """Announce the rules of the prizes: the lines of a TOML file; the last announcement counts.

    After round 1 is published the reason is required.

    {"command": "prizes-announce", "rules": ["main = [300, 200, 100]", "method = \\"shared\\""]}
    """

    spec = Spec(handler="prizes:announce", group="tournament", then="prizes", phases=ALWAYS)

    command: Literal["prizes-announce"] = "prizes-announce"
    rules: list[RuleValue] = Field(min_length=1)


class AwardPrizes(Command):
    """Award the prizes by the final standing; the reason is required for a second time.

    {"command": "prizes-award"}
    """

    spec = Spec(handler="prizes:award", group="tournament", then="prizes", phases=_AFTER)

    command: Literal["prizes-award"] = "prizes-award"


class ChangePrize(Command):
    """Give an awarded prize to another player, or to nobody (without `player`); with a reason.

    `category` is the name of one, None: a main prize. `cents` is the amount, None: as it is; without
    `player` whoever has the prize keeps it, with that amount.

    {"command": "prizes-change", "place": 1, "category": "U1800", "player": 7, "reason": "appeal"}
    """

    spec = Spec(
        handler="prizes:change",
        group="tournament",
        then="prizes",
        phases=_AFTER,
        reason=Why.REQUIRED,
    )

    command: Literal["prizes-change"] = "prizes-change"
    place: Annotated[int, Field(ge=1, le=999)]
    player: PlayerRef | None = None
    category: Name | None = None
    cents: AmountInCents | None = None


class HandOutPrizes(Command):
    """Record that a player's prizes were handed out, or not collected.

    {"command": "prizes-pay", "player": 7, "how": "cash"}
    """

    spec = Spec(handler="prizes:pay", group="tournament", then="prizes", phases=_AFTER)

    command: Literal["prizes-pay"] = "prizes-pay"
    player: PlayerRef
    how: PrizeHandedOut
