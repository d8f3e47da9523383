"""Every command that a next step names is whole, with a blank for each value it lacks: it parses."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Iterator, Sequence
from functools import cache

import click
import pytest

from cli import toernooi
from desk.render.catalogue import room
from desk.terminal.groups import VerbWithSection
from desk.terminal.language import LANGUAGE
from desk.terminal.option_names import in_english, names_of
from desk.terminal.words import reader
from ledger.messages import Blank, CommandValue, Do
from ledger.values import Language
from tests.helpers.parsed import nodes_of
from tests.helpers.places import PROGRAM


@cache
def steps() -> tuple[Do, ...]:
    """Return each command that the program names, with a blank for every value it gives."""
    return tuple(sorted({*_steps()}, key=repr))


def _steps() -> Iterator[Do]:
    for path in PROGRAM:
        for node in nodes_of(path):
            match node:
                case ast.Call(func=ast.Name(id="do"), args=[ast.Constant(value=str(verb))]) if verb:
                    given = [(one.arg, _value(one.value)) for one in node.keywords if one.arg]
                    yield Do(verb, tuple(given))


def _value(given: ast.expr) -> CommandValue:
    return True if isinstance(given, ast.Constant) and given.value is True else Blank("N")


def test_many_commands_are_named() -> None:
    assert len(steps()) > 120
    assert Do("rules-list", ()) in steps()


def test_every_blank_has_a_word_in_each_language() -> None:
    names = {
        str(node.args[0].value)
        for path in PROGRAM
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Blank"
        and isinstance(node.args[0], ast.Constant)
    }
    assert "PLAYER" in names
    assert {name for name in names if name.isalpha()} <= {*map(str.upper, room("blanks", "nl"))}


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_command_that_a_next_step_names_can_be_typed(language: Language) -> None:
    with click.Context(toernooi) as ctx:
        ctx.meta[LANGUAGE] = language
        typed = {step: reader()(step) for step in steps()}
    wrong = {line: why for line in typed.values() if (why := _lacking(line))}
    assert wrong == {}


def _parsed(
    verb: click.Command, words: Sequence[str]
) -> tuple[dict[str, object], list[str], object]:
    """Return the values of a verb, what is left of the words, and the order."""
    ctx = click.Context(verb)
    typed = in_english(names_of(verb.get_params(ctx)), words)
    return verb.make_parser(ctx).parse_args(typed)


def _lacking(line: str) -> str:
    """Return what keeps a line from being a whole command, "" for nothing."""
    program, *words = shlex.split(line)
    assert program == "toernooi"
    verb: click.Command = toernooi
    before = click.Context(verb)
    while isinstance(verb, click.Group):
        _, rest, _ = _parsed(verb, words)
        named = verb.get_command(before, rest[0]) if rest else None
        if named is None:
            assert isinstance(verb, VerbWithSection), line
            verb = verb.alone
            break
        words = words[words.index(rest[0]) + 1 :]
        verb, before = named, click.Context(named)
    try:
        values, rest, _ = _parsed(verb, words)
    except click.UsageError as error:
        return error.format_message()
    lacking = [one.name for one in verb.params if one.required and not values.get(str(one.name))]
    return ", ".join(map(str, [*lacking, *rest]))
