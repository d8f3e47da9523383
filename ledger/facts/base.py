"""The content that every fact shares: the reason for the decision."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

PlayerField: TypeAlias = Annotated[int, Field(ge=1)]
RoundField: TypeAlias = Annotated[int, Field(ge=1)]
TimeField: TypeAlias = Annotated[str, Field(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
"""A time of day: hours and minutes, 20:00."""


class Fact(BaseModel):
    """The content that every fact shares.

    `reason` is None if no person made the decision. `answered` are, in FIDE mode, the codes of the
    warnings that a person answered to have it recorded, None: there were none. The stamp says who
    recorded a fact, where and when: see `ledger.facts.stamps`.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    TOPIC: ClassVar[str]
    VERSION: ClassVar[int] = 1
    NONE_IS_LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"answered"})
    """Later fields, which are left out of the bytes where they are None."""

    reason: str | None = None
    answered: tuple[str, ...] | None = None
