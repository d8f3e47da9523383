"""The facts of prizes: their rules, who was given which, what was changed, and what was handed out.

A prize has the name of its category, "" for the main prizes, and its place there. Amounts are in
cents.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from ledger.facts.base import Fact, PlayerField
from ledger.values import PrizeHandedOut

PlaceField: TypeAlias = Annotated[int, Field(ge=1)]
CentsField: TypeAlias = Annotated[int, Field(ge=0)]


class PrizesAnnounced(Fact):
    """The rules of the prizes were announced, kept here as canonical text.

    They replace what was announced before. Players in them are keys.
    """

    TOPIC: ClassVar[str] = "prizes-announced"
    rules_text: str
    rules_hash: str


class PrizesAwarded(Fact):
    """The prizes were awarded by the final standing as of position `basis`.

    `players[i]` gets the prize of `categories[i]`, `places[i]`: so many cents, and goods ("": none).
    """

    TOPIC: ClassVar[str] = "prizes-awarded"
    players: tuple[PlayerField, ...]
    categories: tuple[str, ...]
    places: tuple[PlaceField, ...]
    cents: tuple[CentsField, ...]
    goods: tuple[str, ...]
    basis: int


class PrizeChanged(Fact):
    """The arbiter changed an awarded prize: who gets it (None: nobody), and how much it is."""

    TOPIC: ClassVar[str] = "prize-changed"
    category: str
    place: PlaceField
    before: PlayerField | None
    player: PlayerField | None
    cents: CentsField
    goods: str


class PrizePaid(Fact):
    """A player's prizes were handed out: in cash, by bank, or they were not collected."""

    TOPIC: ClassVar[str] = "prize-paid"
    player: PlayerField
    how: PrizeHandedOut


PrizeFact: TypeAlias = PrizesAnnounced | PrizesAwarded | PrizeChanged | PrizePaid
