"""What every fact carries besides its own content."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

NEVER = datetime(1, 1, 1, tzinfo=UTC)

PlayerField: TypeAlias = Annotated[int, Field(ge=1)]
RoundField: TypeAlias = Annotated[int, Field(ge=1)]


class Fact(BaseModel):
    """What every fact carries besides its own content.

    A command makes facts without position, id or time; the store stamps them when it appends
    them. position counts 1, 2, 3 ... within the tournament. reason is None where no person decided.
    correlation_id is shared by the facts of one command; causation_id is the id of the fact that
    led to this one, or None.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    TOPIC: ClassVar[str]
    VERSION: ClassVar[int] = 1

    tournament: str = ""
    position: int = 0
    event_id: str = ""
    recorded_at: datetime = NEVER
    actor: str = ""
    reason: str | None = None
    correlation_id: str = ""
    causation_id: str | None = None

    @property
    def originator_id(self) -> str:
        """The aggregate, in the words of the event store: the tournament's id."""
        return self.tournament

    @property
    def originator_version(self) -> int:
        """The aggregate's version, in the words of the event store: the position."""
        return self.position
