"""The fields that all commands share, and how fields are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)

from ledger.characters import ONE_LINE
from ledger.csv_files.person import HIGHEST_RATING, VALUES
from ledger.messages import message
from ledger.rulebooks.rulebook import points_to_halves
from ledger.text_files import quoted
from ledger.values import time_of_day
from ledger.wrong_values import WrongValue


def of_person(field: str) -> BeforeValidator:
    """Return the check of a value of a person, the one that a list of players has.

    A number in JSON is judged as its digits; anything else that is no text is left to its type.
    """
    how = VALUES[field]

    def read(value: object) -> object:
        number = type(value) is int and field == "rating"
        text = str(value).strip() if number or isinstance(value, str) else ""
        if not text:
            return value
        if (kept := how.read(text)) is None:
            raise WrongValue(message(how.wrong, text=quoted(text)), how.step)
        return kept

    return BeforeValidator(read)


MOST_HALVES: Final = 200
"""Half points that a command can give at most."""


def _halves(points: object) -> int:
    """Return points (1, 0.5, "1/2", "0,5", "½") as half points."""
    if isinstance(points, float):
        points = str(points)
    halves = points_to_halves(points.replace(",", ".") if isinstance(points, str) else points)
    if halves > MOST_HALVES:
        raise WrongValue(message("commands.most-points", most=MOST_HALVES // 2))
    return halves


def _time_zone(text: str) -> str:
    """Return the name of a time zone (Europe/Amsterdam)."""
    from ledger.state.details import zone_named

    if zone_named(text) is None:
        raise WrongValue(message("commands.time-zone", value=quoted(text)))
    return text


def _clock(text: str) -> str:
    """Return a time of day, 20:00, of any usual spelling."""
    time = time_of_day(text)
    if time is None:
        raise WrongValue(message("commands.clock", value=quoted(text)))
    return time


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of thing that a text or number of a command names; see `desk.commands.fields`."""

    name: Literal["player", "board", "file", "points"]


Line: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, pattern=ONE_LINE)]
"""A text on one line, without control characters, maybe empty; all texts of commands are one."""
Text: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, pattern=ONE_LINE)
]
"""A text on one line that is not empty."""
Birth: TypeAlias = Annotated[Text, of_person("birth")]
Federation: TypeAlias = Annotated[
    str,
    StringConstraints(strip_whitespace=True, pattern="^[A-Za-z]{3}$", to_upper=True),
    of_person("federation"),
]
DigitText: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern="^[0-9]{1,11}$")
]
"""A number that is kept as text."""
Clock: TypeAlias = Annotated[Text, AfterValidator(_clock)]
"""A time of day, read in the spellings of `ledger.values.time_of_day`."""
TimeZone: TypeAlias = Annotated[Text, AfterValidator(_time_zone)]
FileName: TypeAlias = Annotated[Text, Kind("file")]
PlayerRef: TypeAlias = Annotated[int | Text, Kind("player")]
BoardRef: TypeAlias = Annotated[int | Text, Kind("board")]
RoundNumber: TypeAlias = Annotated[int, Field(ge=1, le=999)]
BoardNumber: TypeAlias = Annotated[int, Field(ge=1, le=999)]
RulebookName: TypeAlias = Text
RuleKeys: TypeAlias = dict[Text, Line | int | float | bool]
HalfPoints: TypeAlias = Annotated[
    int,
    BeforeValidator(_halves),
    WithJsonSchema(
        {"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^[0-9½][0-9½.,/]{0,7}$"}]}
    ),
    Kind("points"),
]
"""Half points in the program, points as people write them."""
Rating: TypeAlias = Annotated[int, Field(ge=0, le=HIGHEST_RATING), of_person("rating")]
"""A rating; 0 is that of a player without one."""


class Command(BaseModel):
    """The fields of every command. `reason` is free text; it should not name people.

    `confirm` answers a warning: "yes", or what is at stake where that has to be typed, such as the
    number of the round. See `desk.commands.warnings` for who can meet one.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")
    command: str
    reason: Text | None = None
    confirm: Text | None = None
