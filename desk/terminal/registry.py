"""Verbs, and the registry that a module of verbs fills."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from desk.terminal.help import WithHelp
from desk.terminal.misuse import Misuse
from ledger.messages import message

F = TypeVar("F", bound=Callable[..., Any])


class Verb(WithHelp):
    """A verb; a superfluous word is reported in the reader's language."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.context_settings = {**self.context_settings, "allow_extra_args": True}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words typed after the verb."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise Misuse(message("usage.extra", n=len(rest), words=" ".join(rest)), ctx)
        return rest


class Registry:
    """The verbs of a module, under their names; those of a section stand in a registry of its own."""

    def __init__(self, section: str | None = None) -> None:
        self.section = section
        self.verbs: dict[str, click.Command] = {}
        self.sections: dict[str, Registry] = {}

    def take(self, verb: WithHelp) -> None:
        """Register a verb under its name."""
        verb.key = key_of(self.section, str(verb.name))
        self.verbs[str(verb.name)] = verb

    def verb(self, name: str, kind: type[WithHelp] = Verb) -> Callable[[F], WithHelp]:
        """Register a function as a verb under its name."""

        def add(function: F) -> WithHelp:
            verb = click.command(name, cls=kind)(function)
            self.take(verb)
            return verb

        return add

    def of_section(self, name: str) -> Registry:
        """Return the registry of the verbs that the module adds to a section."""
        return self.sections.setdefault(name, Registry(name))


def key_of(section: str | None, name: str) -> str:
    """Return the key of a verb in the catalogue: that of a section begins with its name."""
    return f"{section}-{name}" if section else name
