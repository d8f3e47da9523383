"""Verbs and groups of verbs; a verb is loaded, with its module, when it is asked for."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import click
from click.shell_completion import CompletionItem

from desk.render.catalogue import room
from desk.terminal.help import WithHelp, short_help, two_names
from desk.terminal.language import language
from desk.terminal.misuse import Misuse
from desk.terminal.output import say
from desk.terminal.registry import Registry, key_of
from desk.terminal.words import called, words
from ledger.messages import do, message

Contents: TypeAlias = Mapping[str, "str | Contents"]
"""Names of verbs in their order, each with its module in `desk.terminal.verbs`; sections with
contents of their own.
"""

ALONE = "alone"
"""In a section: what is typed by the section's name alone, a verb of the section or else a module
with a verb of that name.
"""

FIELDS = ""
"""In place of a module: the verb is typed by the fields of its command, and nothing more."""


class Loaded(MutableMapping[str, click.Command]):
    """The verbs of the program, or of a section of it: names without modules, commands with."""

    def __init__(self, contents: Contents, section: str | None = None) -> None:
        self.contents = contents
        self.section = section
        self._verbs: dict[str, click.Command] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self.contents)

    def __len__(self) -> int:
        return len(self.contents)

    def __contains__(self, name: object) -> bool:
        return name in self.contents

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._verbs:
            self._verbs[name] = self._loaded(name, self.contents[name])
        return self._verbs[name]

    def __setitem__(self, name: str, verb: click.Command) -> None:
        self._verbs[name] = verb

    def __delitem__(self, name: str) -> None:
        del self._verbs[name]

    def _loaded(self, name: str, module: str | Contents) -> click.Command:
        """Return a verb: the one place that imports modules of verbs."""
        if isinstance(module, Mapping) and ALONE in module:
            below = {verb: where for verb, where in module.items() if verb != ALONE}
            alone = module[ALONE]
            if alone in below:
                return VerbWithSection(name, alone=Loaded(below, name)[str(alone)], contents=below)
            return VerbWithSection(name, alone=self._loaded(name, alone), contents=below)
        if isinstance(module, Mapping):
            return Section(name, contents=module)
        if module == FIELDS:
            from desk.terminal.writing import writes  # the commands, and pydantic with them

            registry = Registry(self.section)
            writes(registry, name)
        else:
            registry = import_module(f"desk.terminal.verbs.{module}").here
            registry = registry if self.section is None else registry.sections[self.section]
        return registry.verbs[name]


class Verbs(WithHelp, click.Group):
    """A group that knows its verbs by their names in both languages, before they are loaded."""

    section: str | None = None
    """The name that its verbs follow; None for the program itself."""

    def __init__(self, name: str | None = None, *, contents: Contents, **kwargs: Any) -> None:
        super().__init__(name, **kwargs)
        self.contents = contents
        self.key = str(name)
        self.commands = Loaded(contents, self.section)

    @cached_property
    def dutch_names(self) -> dict[str, str]:
        """Return the verbs by their Dutch names; that of a command stands with its words."""
        of_commands = room("command", "nl")
        others = room("verbs", "nl")
        names: dict[str, str] = {}
        for name in self.contents:
            key = key_of(self.section, name)
            if dutch := of_commands.get(f"{key}.name") or others.get(f"name.{key}"):
                names[str(dutch)] = name
        return names

    def section_called(self, name: str) -> Verbs | None:
        """Return the section of a name, None where it is that of a verb."""
        section = self.commands[name] if isinstance(self.contents[name], Mapping) else None
        return section if isinstance(section, Verbs) else None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a verb by either name."""
        command = super().get_command(ctx, cmd_name)
        if command is None and (name := self.dutch_names.get(cmd_name)):
            command = self.commands[name]
        if command is None and not cmd_name.isascii():
            return self.get_command(ctx, _without_marks(cmd_name))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name in the reader's language, whichever was typed.

        Who sits at a terminal may type the beginning of a name that no other name has.
        """
        if sys.stdin.isatty() and self.get_command(ctx, args[0]) is None:
            args = [self._begun(args[0]), *args[1:]]
        _, command, rest = super().resolve_command(ctx, args)
        name = called(self, str(command.name), language()) if command else None
        return name, command, rest

    def _begun(self, typed: str) -> str:
        """Return the only name in the reader's language with a beginning, and show it.

        None of those that cannot be taken back. What is no such beginning stays as it is; a few
        names with one beginning are listed.
        """
        own = {called(self, name, language()): name for name in self.contents}
        begun = [name for name in own if name.startswith(typed.casefold())]
        if len(typed) < _BEGINNING:
            return typed
        if 1 < len(begun) <= _MANY:
            names = ", ".join(sorted(begun))
            raise Misuse(message("usage.begun-by-several", typed=typed, names=names))
        if len(begun) != 1 or own[begun[0]] in FINAL:
            return typed
        say(message("usage.begun", typed=typed, name=begun[0]), err=True)
        return begun[0]

    def rows(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Return verbs by both names, with a description of each."""
        return [
            (two_names(name, called(self, name, "nl")), short_help(key_of(self.section, name)))
            for name in names
        ]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the verbs, in the reader's language, and the options that begin so."""
        with ctx.scope(cleanup=False):
            own = {called(self, name, language()): name for name in self.contents}
            verbs = [
                CompletionItem(spoken, help=short_help(key_of(self.section, name)))
                for spoken, name in own.items()
                if spoken.startswith(incomplete)
            ]
        return [*verbs, *WithHelp.shell_complete(self, ctx, incomplete)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options, and then the verbs."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs with both names."""
        with formatter.section(words(message("help.verbs"))):
            formatter.write_dl(self.rows(self.list_commands(ctx)))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of a tournament, not of the alphabet."""
        return list(self.contents)


class NamedVerb(NamedTuple):
    """A verb by its key, and by all its words in each language."""

    key: str
    english: str
    dutch: str

    @property
    def shown(self) -> str:
        """Return it by both its names, first that in the reader's language."""
        return two_names(self.english, self.dutch)


def verbs_below(group: Verbs, english: str = "", dutch: str = "") -> Iterator[NamedVerb]:
    """Yield each verb below a group, whose own words with a space behind them come first."""
    for name in group.contents:
        verb = NamedVerb(
            key_of(group.section, name), f"{english}{name}", f"{dutch}{called(group, name, 'nl')}"
        )
        yield verb
        if (section := group.section_called(name)) is not None:
            yield from verbs_below(section, f"{verb.english} ", f"{verb.dutch} ")


class Section(Verbs):
    """Verbs with a word before them: `board add`."""

    def __init__(self, name: str, *, contents: Contents, **kwargs: Any) -> None:
        self.section = name
        kwargs = {"callback": _want_verb, "no_args_is_help": True} | kwargs
        super().__init__(name, contents=contents, invoke_without_command=True, **kwargs)


class VerbWithSection(Section):
    """A verb that is also the first word of others: `lists`, and `lists load`.

    It may be one of those others: `prizes` is `prizes show`.
    """

    def __init__(self, name: str, *, alone: click.Command, contents: Contents) -> None:
        super().__init__(
            name,
            contents=contents,
            callback=self._alone_only,
            params=[*alone.params],
            no_args_is_help=False,
        )
        self.alone = alone

    def _alone_only(self, **typed: Any) -> None:
        ctx = click.get_current_context()
        if ctx.invoked_subcommand is None and self.alone.callback is not None:
            ctx.invoke(self.alone.callback, **typed)


FINAL = frozenset({"forget", "fide-mode-leave"})
"""Verbs that cannot be taken back: neither a slip of the hand nor a beginning is to lead to one."""

_BEGINNING = 2
"""Letters that stand for a verb at least."""

_MANY = 8
"""Names with one beginning that are listed at most."""


def _without_marks(name: str) -> str:
    """Return the plain letters of a name: beeindigen for beëindigen."""
    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()


@click.pass_context
def _want_verb(ctx: click.Context) -> None:
    """Refuse a section without a verb."""
    if ctx.invoked_subcommand is None:
        raise Misuse(message("usage.missing-verb", help=do("help")), ctx)
