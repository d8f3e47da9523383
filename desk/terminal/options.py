"""Options and arguments that verbs share, and how their texts are read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

from desk.terminal.output import SPREADSHEET, or_leave

if TYPE_CHECKING:
    from desk.commands.fields import CommandField, FieldValue

F = TypeVar("F", bound=Callable[..., Any])

RULES = "knsb-wp-2014"


def json_flag() -> click.Option:
    """Return the option --json."""
    return click.Option(["--json", "as_json"], is_flag=True, help="For programs: JSON.")


def csv_flag() -> click.Option:
    """Return the option --csv."""
    return click.Option(["--csv", "as_csv"], is_flag=True, help="Comma-separated values.")


class SpreadsheetOption(click.Option):
    """The option that says for whom CSV is; `output.for_spreadsheet` has the answer."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(
            ["--spreadsheet/--no-spreadsheet"], default=None, expose_value=False, callback=_keep,
            help="CSV without formulas: ' before = + - @. Default at a terminal and with -o.",
        )  # fmt: skip


def _keep(ctx: click.Context, param: click.Parameter, value: bool | None) -> None:
    ctx.meta[SPREADSHEET] = value


def together(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Return the decorator that gives a verb these options, which help shows in this order."""

    def add(function: F) -> F:
        return reduce(lambda verb, option: option(verb), reversed(options), function)

    return add


json_option = click.option("--json", "as_json", is_flag=True, help="For programs: JSON.")
read_options = together(
    json_option,
    click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values."),
    click.option(cls=SpreadsheetOption),
)
rules_option = click.option("--rules", default=RULES, show_default=True, help="Rulebook.")
set_option = click.option("--set", "changes", multiple=True, metavar="KEY=VALUE",
                          help="Change a key of the rulebook: bye.points=0.5.")  # fmt: skip
output_option = click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="File; default the screen."
)


class Spelling(click.ParamType[str]):
    """A value that people write in more than one way; ways are in capitals."""

    def __init__(self, name: str, ways: Mapping[str, str], others: str) -> None:
        self.name, self.ways, self.others = name, ways, others

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the value as it is recorded."""
        written = self.ways.get(str(value).strip().upper().replace(":", "-"))
        if written is None:
            from ledger.text_files import quoted

            self.fail(f"{quoted(value)} is no {self.others}", param, ctx)
        return written


RESULT = Spelling("result", {
    "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "=": "1/2-1/2",
    "1/2": "1/2-1/2", "½": "1/2-1/2", "0-0": "0-0", "1-0R": "1-0R", "0-1R": "0-1R", "0-0R": "0-0R",
}, "result; use 1-0, 0-1, 1/2-1/2 or 0-0")  # fmt: skip
OWN_RESULT = Spelling("result", {
    "1": "1", "½": "1/2", "1/2": "1/2", "=": "1/2", "0.5": "1/2", "0,5": "1/2", "0": "0",
    "1R": "1R", "0R": "0R",
}, "result of one player; use 1, 1/2, 0, 1R or 0R")  # fmt: skip
COLOUR = Spelling("colour", {
    "W": "W", "WHITE": "W", "WIT": "W", "B": "B", "BLACK": "B", "Z": "B", "ZWART": "B",
}, "colour; use W (wit) or B (zwart)")  # fmt: skip


class MomentType(click.ParamType[dt.datetime]):
    """A moment, local unless it names another time zone."""

    name = "moment"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dt.datetime:
        """Return the moment with its time zone."""
        try:
            return dt.datetime.fromisoformat(str(value)).astimezone()
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is no time; write 2026-11-20 22:30", param, ctx)


def load_rules(rules: str | None, changes: Sequence[str] = ()) -> Any:
    """Load a rulebook by id or file with keys changed, or leave with all that is wrong in it."""
    from pairing.systems.registry import load_rulebook

    return or_leave(load_rulebook(rules or RULES, changed_keys(changes)))


def changed_keys(texts: Sequence[str]) -> dict[str, str]:
    """Read KEY=VALUE texts of --set."""
    pairs = [text.partition("=") for text in texts]
    for key, sign, _ in pairs:
        if not sign or not key:
            raise click.BadParameter(f"write KEY=VALUE, not {key!r}", param_hint="--set")
    return {key.strip(): value.strip() for key, _, value in pairs}


def argument(name: str, **kwargs: Any) -> click.Argument:
    """Return an argument; it is shown in capitals."""
    return click.Argument([name], metavar=kwargs.pop("metavar", name.upper()), **kwargs)


def option(name: str, help: str, **kwargs: Any) -> click.Option:
    """Return an option with its help."""
    return click.Option([name], help=help, **kwargs)


PLAYER = argument("player")
FILE = click.Path(exists=True, dir_okay=False)
FILE_OR_STDIN = click.Path(exists=True, dir_okay=False, allow_dash=True)
AS_OF = option("--as-of", "As known at a position (140), a time, or published:N.", metavar="MOMENT")
HTML = option("--html", "Write one page to print, with the QR code of its head.", metavar="FILE")
AFTER = option("--after", "After round N; default all that are done.", type=int, metavar="N")

READERS: dict[str, click.ParamType[Any]] = {
    "1-0": RESULT, "1": OWN_RESULT, "W": COLOUR,
    "file": FILE, "time": MomentType(), "number": click.INT,
}  # fmt: skip
"""How a field is read: by the first of its choices where people write those in more than one way,
or by its kind."""


def params_of(
    command: str, arguments: Collection[str] | None = None, without: Collection[str] = ()
) -> list[click.Parameter]:
    """Return the arguments and options for the fields of a command.

    arguments are the fields that are typed without an option, None: those that are required.
    without are fields that have no parameter of their own.
    """
    from desk.commands.fields import can_warn, fields_of

    unasked = {*without} if can_warn(command) else {*without, "confirm"}
    fields = [field for field in fields_of(command) if field.name not in unasked]
    bare = {field.name for field in fields if field.required} if arguments is None else arguments
    return [
        *(_argument_of(field) for field in fields if field.name in bare),
        *(_option_of(field) for field in fields if field.name not in bare),
    ]


def _type_of(value: FieldValue) -> click.ParamType[Any] | None:
    if value.choices:
        return READERS.get(value.choices[0]) or click.Choice(value.choices)
    return READERS.get(value.kind.removeprefix("list of "))


def _argument_of(field: CommandField) -> click.Argument:
    shown = field.name.upper() if field.required else f"[{field.name.upper()}]"
    return argument(field.name, type=_type_of(field.value), required=field.required, metavar=shown)


def _option_of(field: CommandField) -> click.Option:
    name, value = f"--{field.name.replace('_', '-')}", field.value
    if value.kind == "keys":
        return click.Option([name, field.name], multiple=True, metavar="KEY=VALUE", help=field.help,
                            callback=lambda ctx, param, texts: changed_keys(texts))  # fmt: skip
    if value.kind.startswith("list of "):
        return click.Option([name.removesuffix("s"), field.name], multiple=True,
                            metavar="N" if value.kind == "list of number" else None,
                            type=_type_of(value), help=field.help)  # fmt: skip
    if value.kind == "flag":
        return option(name, field.help, is_flag=True)
    return option(
        name, field.help, type=_type_of(value), required=field.required, default=field.default,
        show_default=field.default is not None,
    )  # fmt: skip
