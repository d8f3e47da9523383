"""Every command that writes, as one JSON object: `apply` reads them and each verb makes one.

A player is named by their number (lot number; order of entry before numbers are assigned) or by a
part of their name that nobody else has. A board is named by its number, by "5-9" (the numbers of
white and black) or by a player's name.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter, ValidationError

from desk.commands import (
    disputes,
    games,
    hall,
    opening,
    players,
    prizes,
    rounds,
    season,
    tournament,
)
from desk.commands.base import Command, Reason
from desk.commands.errors import problems
from desk.commands.spec import Spec
from ledger.messages import do, message
from ledger.refusals import Enough, Exit, FirstFindings, Refusal, Refusals, not_read_on
from ledger.text_files import split_lines

_NOUNS = (opening, tournament, prizes, players, season, rounds, games, hall, disputes)

COMMANDS: dict[str, type[Command]] = {
    kind.model_fields["command"].default: kind
    for noun in _NOUNS
    for kind in vars(noun).values()
    if isinstance(kind, type) and issubclass(kind, Command)
    if kind.__module__ == noun.__name__ and "spec" in vars(kind)
}
"""The class of each command, by name, in the order of the page of forms."""

SPECS: dict[str, Spec] = {name: kind.spec for name, kind in COMMANDS.items()}
"""What is known of each command before its fields are read, by name."""


@cache
def _adapter() -> TypeAdapter[Command]:
    """Return the reader of any command, built when the first file is read."""
    every: Any = Union[*COMMANDS.values()]
    return TypeAdapter(Annotated[every, Field(discriminator="command")])


def read_ndjson(text: str) -> list[tuple[int, Command]] | Refusals:
    """Return the commands of a text, one JSON object per line, numbered, or all errors at once.

    After `MOST` errors no more lines are read, and the last error says so. Blank lines and lines that
    begin with # are skipped.
    """
    commands: list[tuple[int, Command]] = []
    refusals = FirstFindings[Refusal]()
    for number, line in enumerate(split_lines(text), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            commands.append((number, _adapter().validate_json(line)))
        except ValidationError as error:
            try:
                refusals.extend(problems(number, error.errors()))
            except Enough:
                refusals.close(not_read_on(number))
                break
    if not commands and not refusals:
        what = message("commands.no-commands")
        step = message("commands.see", command=do("apply"))
        refusals.append(Refusal("no-commands", what, step, exit=Exit.USAGE))
    return tuple(refusals) if refusals else commands


def command_of(data: dict[str, Any]) -> Command | Refusals:
    """Return one command made from plain values, as verbs give them, or all errors at once."""
    name = data.get("command")
    kind = COMMANDS.get(name) if isinstance(name, str) else None
    try:
        return kind.model_validate(data) if kind else _adapter().validate_python(data)
    except ValidationError as error:
        before = (name,) if kind else ()
        errors = [{**e, "loc": (*before, *e["loc"])} for e in error.errors()]
        return tuple(problems(None, errors))


def with_reason(command: Command, reason: str) -> Command | Refusals:
    """Return a command with a reason that was given after it, or all errors in the reason."""
    try:
        checked = TypeAdapter(Reason).validate_python(reason)
    except ValidationError as error:
        at = (command.command, "reason")
        return tuple(problems(None, [{**e, "loc": at} for e in error.errors()]))
    return command.model_copy(update={"reason": checked})


def schema() -> dict[str, Any]:
    """Return the JSON schema of a line of an `apply` file."""
    return _adapter().json_schema()
