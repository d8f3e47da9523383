"""Options and arguments that verbs share; their descriptions stand in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

from desk.terminal.answers import (
    CAUSE,
    COLOUR,
    CONFIRMATION,
    FILE,
    FILE_OR_STDIN,
    NEW_FILE,
    NUMBER,
    OWN_RESULT,
    RESULT,
    AnyText,
    ChoiceOrText,
    Day,
    MomentName,
    OneOf,
    Time,
)
from desk.terminal.misuse import bad_value
from desk.terminal.output import or_leave

if TYPE_CHECKING:
    from desk.commands.fields import CommandField

F = TypeVar("F", bound=Callable[..., Any])

RULES = "knsb-wp-2014"


def json_flag() -> click.Option:
    """Return the option --json."""
    return click.Option(["--json", "as_json"], is_flag=True)


def csv_flag() -> click.Option:
    """Return the option --csv."""
    return click.Option(["--csv", "as_csv"], is_flag=True)


class SpreadsheetOption(click.Option):
    """The option that tells for whom CSV is; `output.for_spreadsheet` has the answer."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(
            ["--spreadsheet/--no-spreadsheet"], default=None, expose_value=False, callback=_keep
        )


class WideOption(click.Option):
    """The option for whole tables; `output.line_width` has the answer."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(["--wide"], is_flag=True, expose_value=False, callback=_keep)


def _keep(ctx: click.Context, param: click.Parameter, value: bool | None) -> None:
    """Keep an option under its name, where `desk.terminal.output` looks for it."""
    ctx.meta[str(param.name)] = value


def together(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Return the decorator that gives a verb these options, which help shows in this order."""

    def add(function: F) -> F:
        return reduce(lambda verb, option: option(verb), reversed(options), function)

    return add


json_option = click.option("--json", "as_json", is_flag=True)
wide_option = click.option(cls=WideOption)
read_options = together(
    json_option,
    click.option("--csv", "as_csv", is_flag=True),
    click.option(cls=SpreadsheetOption),
    wide_option,
)
rules_option = click.option("--rules", default=RULES, show_default=True, metavar="RULEBOOK")
set_option = click.option("--set", "changes", multiple=True, metavar="KEY=VALUE")
output_option = click.option("-o", "--output", type=NEW_FILE)
profile_option = click.option("--profile", type=OneOf("profile", ("trf26", "trf16", "bbp")))
as_of = click.option("--as-of", type=MomentName())
publication = click.option("--publication", type=NUMBER, metavar="N")
after = click.option("--after", type=NUMBER)


def as_of_option() -> click.Option:
    """Return the option --as-of."""
    return click.Option(["--as-of"], type=MomentName())


def load_rules(rules: str | None, changes: Sequence[str] = ()) -> Any:
    """Return a rulebook by id or file with changed keys, or exit with all errors in it."""
    from pairing.systems.registry import load_rulebook

    return or_leave(load_rulebook(rules or RULES, changed_keys(changes)))


def load_variant(text: str, changes: Sequence[str] = ()) -> Any:
    """Load "knsb-wp-2014+bye.points=0.5", as the id of a changed rulebook reads."""
    name, *own = text.split("+") if "=" in text else [text]
    return load_rules(name, [*changes, *own])


def changed_keys(texts: Sequence[str]) -> dict[str, str]:
    """Return the keys of KEY=VALUE texts of --set."""
    pairs = [text.partition("=") for text in texts]
    for key, sign, _ in pairs:
        if not sign or not key:
            from ledger.messages import message
            from ledger.text_files import quoted

            raise bad_value("--set", message("usage.no-key", text=quoted(key)))
    return {key.strip(): value.strip() for key, _, value in pairs}


def argument(name: str, **kwargs: Any) -> click.Argument:
    """Return an argument; it is shown in capitals."""
    return click.Argument([name], **kwargs)


def option(name: str, **kwargs: Any) -> click.Option:
    """Return an option."""
    return click.Option([name], **kwargs)


PLAYER = argument("player")
HTML = option("--html", metavar="FILE")
AFTER = option("--after", type=NUMBER)
ROUND = argument("round_number", metavar="[ROUND]", type=NUMBER, required=False)

BY_CHOICE: dict[str, click.ParamType[Any]] = {
    "1-0": RESULT,
    "1": OWN_RESULT,
    "W": COLOUR,
    "late": CAUSE,
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
    from desk.commands.fields import can_warn, fields_of

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
        return BY_CHOICE.get(value.choices[0]) or OneOf(field.name.replace("_", "-"), value.choices)
    return BY_KIND.get(value.item)


def _argument_of(field: CommandField) -> click.Argument:
    return argument(field.name, type=_type_of(field), required=field.required)


def _option_of(field: CommandField) -> click.Option:
    name, value = f"--{field.name.replace('_', '-')}", field.value
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


__all__ = [
    "AFTER",
    "FILE",
    "FILE_OR_STDIN",
    "HTML",
    "NEW_FILE",
    "NUMBER",
    "PLAYER",
    "ROUND",
    "RULES",
    "F",
    "SpreadsheetOption",
    "WideOption",
    "after",
    "argument",
    "as_of",
    "as_of_option",
    "changed_keys",
    "csv_flag",
    "json_flag",
    "json_option",
    "load_rules",
    "option",
    "output_option",
    "params_of",
    "profile_option",
    "publication",
    "read_options",
    "rules_option",
    "set_option",
    "together",
    "wide_option",
]
