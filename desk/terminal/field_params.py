"""Parameters for the fields of a command: what is typed is what the command has."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import click

from desk.commands.fields import CommandField, can_warn, fields_of
from desk.terminal.answers import (
    CAUSE,
    COLOUR,
    CONFIRMATION,
    FILE,
    NUMBER,
    OWN_RESULT,
    RESULT,
    AnyText,
    ChoiceOrText,
    Day,
    OneOf,
    Time,
)
from desk.terminal.options import argument, changed_keys, option

BY_CHOICE: dict[str, click.ParamType[Any]] = {
    "1-0": RESULT,
    "1": OWN_RESULT,
    "W": COLOUR,
    "late": CAUSE,
    "yes": OneOf("yes-no", ("yes", "no")),
}
"""The reader of a field by the first of its choices, where people have more spellings of them."""

BY_KIND: dict[str, click.ParamType[Any]] = {
    "file": FILE,
    "time": Time(),
    "date": Day(),
    "number": NUMBER,
}

BY_NAME: dict[str, click.ParamType[Any]] = {
    "birth": AnyText("date"),
    "rating": AnyText("n"),
    "confirm": CONFIRMATION,
}

OF_A_PERSON = ("title", "sex")
"""Fields with choices that the command itself judges."""


def params_of(
    command: str, arguments: Collection[str] | None = None, without: Collection[str] = ()
) -> list[click.Parameter]:
    """Return the arguments and options for the fields of a command.

    `arguments` are the fields that are typed without an option, None: the required ones. `without`
    are fields that have no parameter of their own.
    """
    unasked = {*without} if can_warn(command) else {*without, "confirm"}
    fields = [field for field in fields_of(command) if field.name not in unasked]
    bare = {field.name for field in fields if field.required} if arguments is None else arguments
    return [
        *(_argument_of(field) for field in fields if field.name in bare),
        *(_option_of(field) for field in fields if field.name not in bare),
    ]


def _type_of(field: CommandField) -> click.ParamType[Any] | None:
    value = field.value
    if field.name in BY_NAME:
        return BY_NAME[field.name]
    if field.name in OF_A_PERSON:
        return ChoiceOrText(field.name, value.choices)
    if value.choices:
        return BY_CHOICE.get(value.choices[0]) or OneOf(
            value.said or field.name.replace("_", "-"), value.choices
        )
    return BY_KIND.get(value.item)


def _argument_of(field: CommandField) -> click.Argument:
    return argument(field.name, type=_type_of(field), required=field.required)


def _option_of(field: CommandField) -> click.Option:
    name = f"--{field.name.replace('_', '-')}"
    value = field.value
    if value.kind == "keys":
        return click.Option(
            [name, field.name],
            multiple=True,
            metavar="KEY=VALUE",
            callback=lambda ctx, param, texts: changed_keys(texts),
        )
    if value.many:
        return click.Option(
            [name.removesuffix("s"), field.name], multiple=True, type=_type_of(field)
        )
    if value.kind == "flag":
        return option(name, is_flag=True)
    return option(
        name,
        type=_type_of(field),
        required=field.required,
        default=field.default,
        show_default=field.default is not None,
        metavar="PLAYER" if value.kind == "player" else None,
    )
