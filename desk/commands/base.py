"""The fields that all commands share, and how fields are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)

from desk.commands.spec import Spec
from ledger.characters import ONE_LINE, first_hidden, normal_form
from ledger.csv_files.person import HIGHEST_RATING, VALUES, is_name_of_list
from ledger.kept_names import is_name_of_ledger
from ledger.messages import message
from ledger.rulebooks.scores import points_to_halves
from ledger.text_files import quoted
from ledger.values import LONGEST_NAME, time_of_day
from ledger.wrong_values import WrongValue
from ledger.zones import zone_named


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


def _not_a_file(name: str) -> str:
    """Return the name of a tournament, if it is not that of a list or a ledger."""
    if is_name_of_list(name) or is_name_of_ledger(name):
        what = message("csv.name-of-a-file", text=quoted(name))
        raise WrongValue(what, message("commands.name-of-tournament"))
    return name


def _time_zone(text: str) -> str:
    """Return the name of a time zone (Europe/Amsterdam)."""
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


@dataclass(frozen=True, slots=True)
class Said:
    """The family of words for the choices of a field, where it has another name than the field."""

    family: str


def _line(most: int, least: int = 1) -> StringConstraints:
    """Return that a text is one line of at most so many letters; blanks around it are left out."""
    return StringConstraints(
        strip_whitespace=True, min_length=least or None, max_length=most, pattern=ONE_LINE
    )


def _composed(value: object) -> object:
    return normal_form("NFC", value) if isinstance(value, str) else value


def _without_hidden(text: str) -> str:
    """Return a text, if no sign in it is hidden where it stands; the pattern knows no places."""
    if hidden := first_hidden(text):
        raise WrongValue(
            message("commands.hidden", value=quoted(text), sign=hidden[1], place=hidden[0])
        )
    return text


_COMPOSED = BeforeValidator(_composed)
_SHOWN = AfterValidator(_without_hidden)
Name: TypeAlias = Annotated[str, _line(LONGEST_NAME), _COMPOSED, _SHOWN]
"""A name or a title, a club or a place; or the text by which one of these is found.

It is one line without hidden characters, its letters in the form NFC, in which they are counted;
so are all texts of commands.
"""
PersonName: TypeAlias = Annotated[Name, of_person("name")]
TournamentName: TypeAlias = Annotated[Name, AfterValidator(_not_a_file)]
PeriodName: TypeAlias = Annotated[str, _line(LONGEST_NAME, least=0), _COMPOSED, _SHOWN]
"""A name, or nothing."""
Reason: TypeAlias = Annotated[str, _line(2_000), _COMPOSED, _SHOWN]
"""Why something was done, contested or decided."""
Note: TypeAlias = Annotated[str, _line(500), _COMPOSED, _SHOWN]
"""A description in some words."""
Word: TypeAlias = Annotated[str, _line(100), _COMPOSED, _SHOWN]
"""A text with a form of its own, such as a time, or an answer."""
Birth: TypeAlias = Annotated[Word, of_person("birth")]
Federation: TypeAlias = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=3, pattern="^[A-Za-z]{3}$", to_upper=True),
    of_person("federation"),
]
DigitText: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=11, pattern="^[0-9]{1,11}$")
]
"""A number that is kept as text."""
Clock: TypeAlias = Annotated[Word, AfterValidator(_clock)]
"""A time of day, read in the spellings of `ledger.values.time_of_day`."""
TimeZone: TypeAlias = Annotated[Word, AfterValidator(_time_zone)]
_Path: TypeAlias = Annotated[str, _line(4_000), _SHOWN]
"""The name of a file, whose letters stay in the form that the disk has."""
YesNo: TypeAlias = Annotated[Literal["yes", "no"], Said("yes-no")]
WebAddress: TypeAlias = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=500, pattern=r"^(https?://[^\s\"<>?#]+)?$"),
    _SHOWN,
]
"""An address on the web, or nothing."""
FileName: TypeAlias = Annotated[_Path, Kind("file")]
PlayerRef: TypeAlias = Annotated[int | Name, Kind("player")]
BoardRef: TypeAlias = Annotated[int | Name, Kind("board")]
RoundNumber: TypeAlias = Annotated[int, Field(ge=1, le=999)]
BoardNumber: TypeAlias = Annotated[int, Field(ge=1, le=999)]
RulebookName: TypeAlias = _Path
EditionName: TypeAlias = _Path
RuleValue: TypeAlias = Annotated[str, _line(500, least=0), _COMPOSED, _SHOWN]
RuleKeys: TypeAlias = dict[Word, RuleValue | int | float | bool]
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
    spec: ClassVar[Spec]
    command: str
    reason: Reason | None = None
    confirm: Word | None = None
