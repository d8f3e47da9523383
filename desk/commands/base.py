"""What all commands share, and how their fields are written."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from ledger.text_files import quoted


def _birth(text: str) -> str:
    """Return a birth date (2001-05-30) or a year."""
    year = text.isdecimal() and len(text) == 4
    try:
        dt.date.fromisoformat(f"{text}-01-01" if year else text)
    except ValueError:
        raise ValueError(
            f"{quoted(text)} is no birth date: write 2001-05-30, or the year"
        ) from None
    return text


Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Birth: TypeAlias = Annotated[Text, AfterValidator(_birth)]
Federation: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern="^[A-Za-z]{3}$", to_upper=True)
]
PlayerRef: TypeAlias = int | Text
BoardRef: TypeAlias = int | Text
RoundNumber: TypeAlias = Annotated[int, Field(ge=1, le=999)]
BoardNumber: TypeAlias = Annotated[int, Field(ge=1, le=999)]
Rating: TypeAlias = Annotated[int, Field(ge=1, le=4000)]


class Command(BaseModel):
    """What all commands share. reason is free text; it should not name people.

    confirm answers a warning: "yes", or the number of the round where that is asked for.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    command: str
    reason: Text | None = None
    confirm: Text | None = None
