"""Records: the output of verbs for programs, as frozen dataclasses whose fields are JSON keys.

    rank: Annotated[int | None, "Place, null for one who left."]

The text beside a type is the meaning of the key; the JSON schemas are generated from it. An
underscore after a name that Python reserves is not part of the key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, dataclass_transform, get_type_hints

T = TypeVar("T")
R = TypeVar("R", bound="Record")


class RecordMark(Enum):
    """How a field of a record differs from one key with one value."""

    SPREAD = "its own keys stand among those of the record; None: they are left out"
    OPTIONAL = "the key is left out where the value is None"


Spread = Annotated[T, RecordMark.SPREAD]
LeftOut = Annotated[T, RecordMark.OPTIONAL]


class Extra(NamedTuple):
    """The parts of a JSON schema for a key beside its type and meaning.

    `pattern` and `values` apply to a text, `keys` is the pattern of the keys of a mapping.
    """

    pattern: str = ""
    keys: str = ""
    values: tuple[str, ...] = ()


@dataclass_transform(frozen_default=True)
class Record:
    """Base of everything that `--json` prints: each subclass is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def as_dict(self) -> dict[str, object]:
        """Return the keys and values in order, with the records inside as mappings too."""
        values: dict[str, object] = {}
        for name, key, mark in _fields(type(self)):  # type: ignore[arg-type]  # a class is hashable
            value = getattr(self, name)
            if mark is None or (mark is RecordMark.OPTIONAL and value is not None):
                values[key] = value if type(value) in _PLAIN else plain(value)
            elif isinstance(value, Record | Mapping):
                values.update(value.as_dict() if isinstance(value, Record) else value)
        return values


def part_of(record: Record, kind: type[R]) -> R | None:
    """Return a record, or the part of it that is of a kind, whose keys are among its own."""
    if isinstance(record, kind):
        return record
    marks = _fields(type(record))  # type: ignore[arg-type]  # a class is hashable
    parts = (getattr(record, name) for name, _, mark in marks if mark is RecordMark.SPREAD)
    found = (part_of(part, kind) for part in parts if isinstance(part, Record))
    return next((part for part in found if part is not None), None)


@cache
def _fields(record: Any) -> tuple[tuple[str, str, RecordMark | None], ...]:
    return tuple(
        (name, name.rstrip("_"), next((m for m in metadata if isinstance(m, RecordMark)), None))
        for name, hint in get_type_hints(record, include_extras=True).items()
        for metadata in [getattr(hint, "__metadata__", ())]
    )


NOTHING = Record()
"""A record without keys."""


_PLAIN = frozenset((str, int, float, bool, type(None)))
"""The types of most values, which are in JSON form already."""


def plain(value: object) -> object:
    """Return a value in JSON form: a record as a mapping, a tuple as a list."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Record):
        return value.as_dict()
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value
