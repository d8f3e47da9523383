"""Records: the output of verbs for programs, as frozen dataclasses whose fields are JSON keys.

    rank: Annotated[int | None, "Place, null for one who left."]

The text beside a type is the meaning of the key; the JSON schemas are generated from it. An
underscore after a name that Python reserves is not part of the key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

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
        straight = _straight(type(self))  # type: ignore[arg-type]  # a class is hashable
        if straight is not None:
            values = dict(zip(straight.keys, straight.values_of(self), strict=True))
            for key in straight.deep:
                if type(value := values[key]) not in _PLAIN:
                    values[key] = plain(value)
            return values
        values = {}
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


class _Straight(NamedTuple):
    """How a record becomes a mapping of which each field is a key: a table has thousands of a kind.

    `deep` are the keys whose values may not be in JSON form.
    """

    keys: tuple[str, ...]
    values_of: Callable[[Record], Iterable[object]]
    deep: tuple[str, ...]


@cache
def _straight(record: Any) -> _Straight | None:
    """Return how a record becomes a mapping, None for one with marks or fewer than two fields."""
    fields = _fields(record)
    if len(fields) < 2 or any(mark is not None for _, _, mark in fields):
        return None
    hints = get_type_hints(record)
    return _Straight(
        keys=tuple(key for _, key, _ in fields),
        values_of=attrgetter(*(name for name, _, _ in fields)),
        deep=tuple(key for name, key, _ in fields if not _is_plain(hints[name])),
    )


def _is_plain(hint: Any) -> bool:
    """Tell whether every value of a type is in JSON form."""
    if get_origin(hint) in (Union, UnionType):
        return all(map(_is_plain, get_args(hint)))
    return hint in _PLAIN


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
