"""Texts in the words of the command line: `absent` of a player is toernooi absent 3 2."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from desk.render.catalogue import Words, room
from desk.terminal.answers import OneOf, PathName
from desk.terminal.language import language
from desk.terminal.option_names import in_english, names_of, spelled
from desk.terminal.shell import shell_line, shell_word
from ledger.messages import Blank
from ledger.place import address_of, is_address

if TYPE_CHECKING:
    from ledger.messages import CommandValue, Do, Value
    from ledger.values import Language


TYPED = "typed"
"""Where a command line keeps its words, to show them again with more."""


def words(text: Value) -> str:
    """Return a text for the terminal, its commands as they are typed."""
    return reader()(text)


def blank(text: str) -> str:
    """Return a text with the names of values to fill in, in capitals, in words."""
    names = room("blanks", language())
    return re.sub("[A-Z][A-Z_.-]+", lambda name: str(names.get(name[0].casefold(), name[0])), text)


def blank_of(param: click.Parameter) -> str:
    """Return the placeholder of a parameter's value: PLAYER, or its choices."""
    if isinstance(param.type, OneOf) and len(param.type.codes) == 1:
        return param.type.listed()
    if param.metavar:
        text = blank(param.metavar)
    elif isinstance(param, click.Argument):
        text = blank(str(param.name).upper())
    elif isinstance(param.type, OneOf):
        text = f"[{param.type.listed()}]"
    else:
        text = blank(str(param.type.name).upper())
    if isinstance(param, click.Option) or text.startswith("["):
        return text
    text = text if param.required else f"[{text}]"
    return text if param.nargs == 1 else f"{text}..."


def reader() -> Words:
    """Return the writer of texts in the reader's language, with commands as they are typed."""
    return Words(language(), _typed)


def _typed(do: Do, words: Words) -> str:
    """Return a command as it is typed, whole: a value that it needs and lacks is a blank."""
    if not do.verb:
        return _given_again(do, words)
    program = click.get_current_context().find_root().command
    assert isinstance(program, click.Group)
    names = _named(program, do.verb, words.language)
    if not do.fields:
        return " ".join(["toernooi", *names])  # its verb is not loaded: tests hold it needs none
    verb = _verb(program, do.verb)
    lacking = {at for at, parameter in enumerate(verb.params) if parameter.required}
    before: list[str] = []
    arguments: list[tuple[int, str]] = []
    options: list[str] = []
    for name, filled in do.fields:
        at, parameter = _parameter(verb.params, name)
        lacking.discard(at if parameter is not None else -1)
        value = _value(filled, words, parameter)
        if isinstance(parameter, click.Option) and parameter.multiple:
            each = filled if isinstance(filled, tuple) else (filled,)
            spelling = spelled(parameter.opts[0])
            options += (_option(spelling, _value(one, words, parameter)) for one in each)
        elif isinstance(parameter, click.Option):
            options.append(_option(spelled(parameter.opts[0]), value))
        elif parameter is not None:
            arguments.append((at, value or ""))
        else:
            _, of_all = _parameter(program.params, name)
            assert of_all is not None, f"{do.verb} has no {name}"
            before.append(_option(spelled(of_all.opts[0]), value))
    for at in sorted(lacking):
        parameter = verb.params[at]
        if isinstance(parameter, click.Option):
            options.append(_option(spelled(parameter.opts[0]), blank_of(parameter)))
        else:
            arguments.append((at, blank_of(parameter)))
    arguments.sort(key=lambda each: each[0])
    return " ".join(["toernooi", *before, *names, *(text for _, text in arguments), *options])


def _given_again(do: Do, words: Words) -> str:
    """Return the typed command, whole, with the options of `do`, where one has a value.

    An option that is given once stands in the place of that one. Options without a value are named
    alone; so is a ledger for a verb with files of its own, of which one may have been meant. What
    the verb has no option for is a field, of a line in a file that it reads.
    """
    ctx = click.get_current_context()
    verb, program = ctx.command, ctx.find_root().command
    known = {
        name: param
        for param in (*program.params, *verb.params)
        if isinstance(param, click.Option)
        for name in param.opts
    }
    added = [(f"--{name.replace('_', '-')}", name, value) for name, value in do.fields]
    given = ctx.meta.get(TYPED, ())
    typed = in_english(names_of(verb.get_params(ctx)), given) if given else []
    valued = [name for name, value in do.fields if value is not True]
    if typed and valued and valued[0] in _OF_A_LINE and f"--{valued[0]}" not in known:
        return ", ".join(f'"{name}": {_in_json(value, words)}' for _, name, value in added)
    whole = typed and valued and all(option in known for option, _, _ in added)
    if not whole or _may_be_another(do, verb):
        return " ".join(_added(name, _value(value, words)) for _, name, value in added)
    options: list[str] = []
    for option, _, value in added:
        param = known[option]
        key, equals, _ = str(value).partition("=")
        typed = _without(param, typed, key + equals if param.multiple else "")
        options.append(_option(spelled(option), _value(value, words, param)))
    return " ".join(["toernooi", *(shell_word(spelled(_public(word))) for word in typed), *options])


def _public(word: str) -> str:
    """Return a typed word without the password that the address of a server in it may hold."""
    option, equals, value = word.partition("=") if word.startswith("-") else ("", "", word)
    address = address_of(value) if is_address(value) else None
    return word if address is None else f"{option}{equals}{address}"


_OF_A_LINE = ("confirm", "reason")
"""Fields that every line of a command file may have."""


def _in_json(value: CommandValue, words: Words) -> str:
    return json.dumps(words(value) if isinstance(value, Blank) else value, ensure_ascii=False)


def _may_be_another(do: Do, verb: click.Command) -> bool:
    """Tell whether another ledger is asked for where a verb has files, or ledgers, of its own."""
    own = (param for param in verb.params if isinstance(param, click.Argument))
    files = any(isinstance(param.type, PathName) or param.name == "places" for param in own)
    return files and [name for name, _ in do.fields] == ["ledger"]


def _without(option: click.Option, typed: Sequence[str], begins: str) -> list[str]:
    """Return typed words without an option and its values; of several, those that begin so."""
    kept: list[str] = []
    at = 0
    while at < len(typed) and typed[at] != "--":
        name, equals, value = typed[at].partition("=")
        words = 1 if equals or option.is_flag else 1 + option.nargs
        if not equals:
            value = " ".join(typed[at + 1 : at + 2])
        if name not in option.opts:
            kept.append(typed[at])
            words = 1
        elif not value.startswith(begins):
            kept += typed[at : at + words]
        at += words
    return [*kept, *typed[at:]]


def _named(program: click.Group, name: str, language: Language) -> list[str]:
    """Return the names of a verb: that of a section comes first, as in correct result."""
    if name in program.commands:
        return [called(program, name, language)]
    group, section, rest = _section(program, name)
    return [called(program, section, language), *_named(group, rest, language)]


def _verb(program: click.Group, name: str) -> click.Command:
    """Return a verb, which is loaded for its parameters."""
    if name in program.commands:
        return program.commands[name]
    group, _, rest = _section(program, name)
    return _verb(group, rest)


def _section(program: click.Group, name: str) -> tuple[click.Group, str, str]:
    """Return the section that a verb of two words is in, its name, and the second word."""
    section, _, rest = name.partition("-")
    group = program.commands.get(section)
    assert isinstance(group, click.Group), f"there is no verb {name}"
    return group, section, rest


def called(group: click.Group, name: str, language: Language) -> str:
    """Return the name of a verb of a group in a language."""
    names: dict[str, str] = getattr(group, "dutch_names", {}) if language == "nl" else {}
    return next((dutch for dutch, english in names.items() if english == name), name)


def _parameter(parameters: list[click.Parameter], name: str) -> tuple[int, click.Parameter | None]:
    """Return a field among the parameters, with its place.

    A field without a parameter of its own is a word of the argument that takes any number.
    """
    option = f"--{name.replace('_', '-')}"
    for at, parameter in enumerate(parameters):
        if parameter.name == name or option in parameter.opts:
            return at, parameter
    return next(((at, p) for at, p in enumerate(parameters) if p.nargs == -1), (0, None))


def _added(name: str, value: str | None) -> str:
    """Return a field as it is added to the verb that was typed: --cancel, or RONDE in its place.

    A field that the verb has not is a column of a file that it reads.
    """
    option = f"--{name.replace('_', '-')}"
    params = click.get_current_context().command.params
    _, param = _parameter(params, name)
    named = param is not None and (param.name == name or option in param.opts)
    if value is None and (not named or isinstance(param, click.Argument)):
        has_word = named or name in room("blanks", language())
        return blank(name.upper()) if has_word else spelled(option)
    return _option(spelled(option), value)


def _option(name: str, value: str | None) -> str:
    return name if value is None else f"{name} {value}"


def _value(
    value: CommandValue, words: Words, parameter: click.Parameter | None = None
) -> str | None:
    """Return a value as it is typed; None for an option without a value.

    A fixed value of a parameter is typed in the reader's spelling, any other text as it is.
    """
    if value is True:
        return None
    values = value if isinstance(value, tuple) else (value,)
    texts = [each if type(each) is str else words(each) for each in values]
    kind = parameter.type if parameter is not None else None
    if isinstance(kind, OneOf):
        texts = [kind.shown(text) if text in kind.codes else text for text in texts]
    return shell_line(texts)
