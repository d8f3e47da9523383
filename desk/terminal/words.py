"""What helps, in the words of the command line: `absent` of a player is toernooi absent 3 2."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ledger.advice import Do, Sentence, Value
    from ledger.values import Language
    from projections.views.view import View


def words(text: Sentence) -> str:
    """Return a text as it is read at a terminal, its commands as they are typed."""
    from ledger.advice import parts_of

    return "".join(part if isinstance(part, str) else _typed(part) for part in parts_of(text))


def worded(value: object) -> object:
    """Return a value with every text in it, however deep, in words."""
    from ledger.advice import Advice

    match value:
        case Advice():
            return words(value)
        case dict():
            return {key: worded(each) for key, each in value.items()}
        case list():
            return [worded(each) for each in value]
        case tuple():
            return tuple(worded(each) for each in value)
        case _:
            return value


def view_in_words(view: View) -> View:
    """Return a view with its cells and notes in words."""
    rows = tuple({key: worded(cell) for key, cell in row.items()} for row in view.cells)
    return replace(view, rows=rows, notes=tuple(map(words, view.notes)))


def _typed(do: Do) -> str:
    if not do.verb:
        return " ".join(_option(f"--{name.replace('_', '-')}", value) for name, value in do.fields)
    program = click.get_current_context().find_root().command
    assert isinstance(program, click.Group)
    names, verb = _named(program, do.verb, do.language)
    before: list[str] = []
    arguments: list[tuple[int, str]] = []
    options: list[str] = []
    for name, value in do.fields:
        at, parameter = _parameter(verb.params, name)
        if isinstance(parameter, click.Option):
            options.append(_option(parameter.opts[0], value))
        elif parameter is not None:
            arguments.append((at, _value(value)))
        else:
            _, of_all = _parameter(program.params, name)
            assert of_all is not None, f"{do.verb} has no {name}"
            before.append(_option(of_all.opts[0], value))
    arguments.sort(key=lambda each: each[0])
    return " ".join(["toernooi", *before, *names, *(text for _, text in arguments), *options])


def _named(program: click.Group, name: str, language: Language) -> tuple[list[str], click.Command]:
    """Return a verb with its names: that of a section comes first, as in correct result."""
    ctx = click.Context(program)
    verb = program.get_command(ctx, name)
    if verb is not None:
        return [_called(program, name, language)], verb
    section, _, rest = name.partition("-")
    group = program.get_command(ctx, section)
    assert isinstance(group, click.Group), f"there is no verb {name}"
    names, verb = _named(group, rest, language)
    return [_called(program, section, language), *names], verb


def _called(group: click.Group, name: str, language: Language) -> str:
    names: dict[str, str] = getattr(group, "dutch", {}) if language == "nl" else {}
    return next((dutch for dutch, english in names.items() if english == name), name)


def _parameter(parameters: list[click.Parameter], name: str) -> tuple[int, click.Parameter | None]:
    """Find a field among the parameters, with its place.

    A field without a parameter of its own is a word of the argument that takes any number.
    """
    spelled = f"--{name.replace('_', '-')}"
    for at, parameter in enumerate(parameters):
        if parameter.name == name or spelled in parameter.opts:
            return at, parameter
    return next(((at, p) for at, p in enumerate(parameters) if p.nargs == -1), (0, None))


def _option(name: str, value: Value) -> str:
    return name if value is True else f"{name} {_value(value)}"


def _value(value: Value) -> str:
    return " ".join(map(_quoted, value if isinstance(value, tuple) else (value,)))


def _quoted(value: str | int) -> str:
    """Return a value as a shell takes it; in double quotes where they will do."""
    text = str(value)
    safe = shlex.quote(text)
    return safe if safe == text or set(text) & set('"$`\\!') else f'"{text}"'
