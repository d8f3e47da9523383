"""Options and arguments that verbs share; their descriptions stand in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce, wraps
from typing import Any, TypeVar

import click

from desk.terminal.answers import (
    NEW_FILE,
    NUMBER,
    MomentName,
    OneOf,
)
from desk.terminal.misuse import bad_value
from ledger.messages import message
from ledger.text_files import quoted

F = TypeVar("F", bound=Callable[..., Any])

RULES = "knsb-wp-2014"


def keep(ctx: click.Context, param: click.Parameter, value: bool | None) -> bool | None:
    """Keep an option under its name, where `desk.terminal.output` looks for it."""
    ctx.meta[str(param.name)] = value
    return value


_FORM: dict[str, Any] = {"is_flag": True, "expose_value": False, "callback": keep}
"""How the form of an answer is asked for: `output.asked_form` has it."""


def json_flag() -> click.Option:
    """Return the option --json."""
    return click.Option(["--json", "as_json"], **_FORM)


def csv_flag() -> click.Option:
    """Return the option --csv."""
    return click.Option(["--csv", "as_csv"], **_FORM)


class SpreadsheetOption(click.Option):
    """The option that tells for whom CSV is; `output.for_spreadsheet` has the answer."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(
            ["--spreadsheet/--no-spreadsheet"], default=None, expose_value=False, callback=keep
        )


class WideOption(click.Option):
    """The option for whole tables; `output.line_width` has the answer."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(["--wide"], is_flag=True, expose_value=False, callback=keep)


def together(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Return the decorator that gives a verb these options, which help shows in this order."""

    def add(function: F) -> F:
        return reduce(lambda verb, option: option(verb), reversed(options), function)

    return add


def asked_as(
    kind: Callable[..., Any], *options: Callable[[Any], Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the decorator that gives a verb these options as one value, its first argument.

    `kind` is a NamedTuple with a field of the name of each.
    """

    def add(verb: Callable[..., None]) -> Callable[..., None]:
        @wraps(verb)
        def with_value(**typed: Any) -> None:
            own = {name: typed.pop(name) for name in kind._fields}  # type: ignore[attr-defined]  # a NamedTuple
            verb(kind(**own), **typed)

        return together(*options)(with_value)

    return add


json_option = click.option("--json", "as_json", **_FORM)
wide_option = click.option(cls=WideOption)
read_options = together(
    json_option,
    click.option("--csv", "as_csv", **_FORM),
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


def changed_keys(texts: Sequence[str]) -> dict[str, str]:
    """Return the keys of KEY=VALUE texts of --set."""
    pairs = [text.partition("=") for text in texts]
    for key, sign, _ in pairs:
        if not sign or not key:
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
