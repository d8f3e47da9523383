"""What all commands share, and how their fields are written."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
PlayerRef: TypeAlias = int | Text
BoardRef: TypeAlias = int | Text
RoundNumber: TypeAlias = Annotated[int, Field(ge=1, le=999)]
BoardNumber: TypeAlias = Annotated[int, Field(ge=1, le=999)]
Rating: TypeAlias = Annotated[int, Field(ge=1, le=4000)]


class Command(BaseModel):
    """What all commands share. reason is free text; it should not name people.

    confirm answers a warning: "yes", or the number of the round where that is asked for.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    command: str
    reason: Text | None = None
    confirm: Text | None = None
