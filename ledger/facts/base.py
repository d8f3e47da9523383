"""What every fact has besides its own content: why it was decided."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

PlayerField: TypeAlias = Annotated[int, Field(ge=1)]
RoundField: TypeAlias = Annotated[int, Field(ge=1)]


class Fact(BaseModel):
    """What every fact has besides its own content.

    reason is None where no person decided. Who recorded a fact, where and when is in its stamp:
    see `ledger.facts.stamps`.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    TOPIC: ClassVar[str]
    VERSION: ClassVar[int] = 1
    NONE_IS_LEFT_OUT: ClassVar[frozenset[str]] = frozenset()
    """Fields that came later, and are no part of the bytes where they are None."""

    reason: str | None = None
