"""The fields of a command as plain data: the source of options, forms and the reference."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from desk.commands.base import Kind, Said
from desk.commands.commands import COMMANDS
from desk.commands.warnings import WARNINGS

_NAMES = {
    int: "number",
    float: "number",
    str: "text",
    bool: "flag",
    dt.date: "date",
    dt.datetime: "time",
}


@dataclass(frozen=True, slots=True)
class FieldValue:
    """How a value is written.

    `kind` is number, text, flag, date or time; player, board, file or points for the thing that a
    text or number names; keys for keys of a rulebook with their values; "list of" one of these, or
    "a and b" for two together. `choices` are all possible values, () for no such list. `low` and
    `high` are the bounds of a number, None for none; `most` is the greatest length of a text. `said` is the
    family of words for the choices, "" for that of the field's name.
    """

    kind: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    most: int | None = None
    said: str = ""

    @property
    def many(self) -> bool:
        """Return whether it is a list."""
        return self.kind.startswith("list of ")

    @property
    def item(self) -> str:
        """Return the kind of a list's elements, or the kind itself."""
        return self.kind.removeprefix("list of ")


@dataclass(frozen=True, slots=True)
class CommandField:
    """A field of a command. `default` is None where the field is required, or has no default."""

    name: str
    value: FieldValue
    required: bool
    default: object


def fields_of(command: str) -> tuple[CommandField, ...]:
    """Return the fields of a command: its own, then those that it shares with others.

    The command's name is not a field, and neither is the content of a file.
    """
    model = COMMANDS[command]
    order = dict.fromkeys(name for kind in model.__mro__ for name in get_annotations(kind))
    return tuple(
        _field(name, model.model_fields[name])
        for name in order
        if name in model.model_fields and name != "command" and not model.model_fields[name].exclude
    )


def can_warn(command: str) -> bool:
    """Return whether a command can meet a warning, which `confirm` answers."""
    return any(command in rule.commands for rule in WARNINGS.values())


def _field(name: str, info: FieldInfo) -> CommandField:
    required = info.is_required()
    default = None if required else info.get_default(call_default_factory=True)
    value = _value(Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation)
    empty = default in ("", (), {})
    return CommandField(name, value, required, None if empty else default)


def _value(annotation: Any) -> FieldValue:
    origin = get_origin(annotation)
    parts = get_args(annotation)
    if origin is Annotated:
        return _marked(_value(parts[0]), parts[1:])
    if origin in (Union, UnionType):
        either = [_value(part) for part in parts if part is not NoneType]
        listed = all(one.choices for one in either)
        choices = tuple(choice for one in either if listed for choice in one.choices)
        return replace(either[0], choices=choices or either[0].choices, most=_longest(*either))
    if origin is Literal:
        return FieldValue("text", tuple(choice for choice in parts if choice))
    if origin is dict:
        return FieldValue("keys", most=_value(parts[1]).most)
    if origin is list or parts[1:] == (...,):
        return replace(_value(parts[0]), kind=f"list of {_value(parts[0]).kind}")
    if origin is tuple:
        both = [_value(part) for part in parts]
        return FieldValue(" and ".join(one.kind for one in both), most=_longest(*both))
    return FieldValue(_NAMES[annotation])


def _longest(*several: FieldValue) -> int | None:
    return max((one.most for one in several if one.most is not None), default=None)


def _marked(value: FieldValue, marks: tuple[Any, ...]) -> FieldValue:
    """Return a value with the properties its annotation adds: what it names, and its bounds."""
    for mark in marks:
        if isinstance(mark, FieldInfo):
            value = _marked(value, tuple(mark.metadata))
        elif isinstance(mark, Kind):
            value = replace(value, kind=mark.name)
        elif isinstance(mark, Said):
            value = replace(value, said=mark.family)
        low = getattr(mark, "ge", value.low)
        high = getattr(mark, "le", value.high)
        most = None if value.many else getattr(mark, "max_length", None)  # of a list: how many
        value = replace(value, low=low, high=high, most=value.most if most is None else most)
    return value
