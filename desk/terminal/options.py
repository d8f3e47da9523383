"""Options and arguments that verbs share, and how their texts are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from desk.terminal.output import leave

F = TypeVar("F", bound=Callable[..., Any])

RULES = "knsb-wp-2014"


RESULTS = {
    "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "=": "1/2-1/2",
    "1/2": "1/2-1/2", "½": "1/2-1/2", "0-0": "0-0", "1-0R": "1-0R", "0-1R": "0-1R", "0-0R": "0-0R",
}  # fmt: skip


"""How a result may be typed, and what it is recorded as."""


def json_flag() -> click.Option:
    """Return the option --json."""
    return click.Option(["--json", "as_json"], is_flag=True, help="For programs: JSON.")


def csv_flag() -> click.Option:
    """Return the option --csv."""
    return click.Option(["--csv", "as_csv"], is_flag=True, help="Comma-separated values.")


def read_options(function: F) -> F:
    """Give a verb that reads its --json and --csv."""
    function = click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values.")(
        function
    )
    return json_option(function)


def json_option(function: F) -> F:
    """Give a verb its --json."""
    return click.option("--json", "as_json", is_flag=True, help="For programs: JSON.")(function)


class ResultType(click.ParamType[str]):
    """A result as people type it: 1-0, 0-1, 1/2-1/2 (or =, ½), 0-0; with R when by default."""

    name = "result"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the result as it is recorded."""
        typed = str(value).strip().upper().replace(":", "-")
        if typed not in RESULTS:
            from ledger.text_files import quoted

            self.fail(f"{quoted(value)} is no result; use 1-0, 0-1, 1/2-1/2 or 0-0", param, ctx)
        return RESULTS[typed]


def load_rules(rules: str | None, changes: Sequence[str] = ()) -> Any:
    """Load a rulebook by id or file with keys changed, or leave with all that is wrong in it."""
    from ledger.rulebooks.rulebook import Rulebook
    from pairing.systems.registry import load_rulebook

    loaded = load_rulebook(rules or RULES, changed_keys(changes))
    return loaded if isinstance(loaded, Rulebook) else leave(loaded)


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


ROUND, PLAYER = argument("round", type=int), argument("player")


BOARD, RESULT = argument("board"), argument("result", type=ResultType())


AS_OF = option("--as-of", "As known at a position (140), a time, or published:N.", metavar="MOMENT")


CONFIRM = option("--confirm", "Answer to a warning: yes, or the number of the round.")


HTML = option("--html", "Write one page to print, with the QR code of its head.", metavar="FILE")


AFTER = option("--after", "After round N; default all that are done.", type=int, metavar="N")


RULES_OPTIONS = (
    option("--rules", "Rulebook.", default=RULES, show_default=True),
    click.Option(["--set", "changes"], multiple=True, metavar="KEY=VALUE",
                 help="Change a key of the rulebook: bye.points=0.5."),
)  # fmt: skip


def with_changes(given: dict[str, Any]) -> dict[str, Any]:
    """Put the texts of --set into the field of the command."""
    return {"set": changed_keys(given.pop("changes")), **given}


ESTIMATED = "The rating is the arbiter's estimate (A1)."


SEX = click.Choice(["m", "w"])


PERSON = (
    option("--federation", "Three letters."),
    option("--fide-id", "FIDE number."),
    option("--national-id", "Number at the own federation."),
    option("--birth", "Birth date (2001-05-30) or year."),
    option("--club", "Club."),
    option("--sex", "m or w.", type=SEX),
)
