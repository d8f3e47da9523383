"""The program itself: the options before the verb, and the list of all verbs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import click

from desk.terminal.answers import OneOf
from desk.terminal.completion import complete_in_either_language
from desk.terminal.groups import Verbs
from desk.terminal.guide import GROUPS, write_groups
from desk.terminal.language import LANGUAGE
from desk.terminal.option_names import in_english, names_of
from desk.terminal.output import say
from desk.terminal.session import Session
from desk.terminal.words import TYPED, words
from desk.version import VERSION
from ledger.characters import first_hidden, normal_form
from ledger.messages import message
from ledger.values import LONGEST_NAME


def _on_one_line(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return a text without hidden characters and not too long, like all texts of commands."""
    value = normal_form("NFC", value)
    if len(value) > LONGEST_NAME:
        too_long = message("values.too-long", length=len(value), most=LONGEST_NAME)
        raise click.BadParameter(words(too_long))
    if hidden := first_hidden(value):
        place, sign = hidden
        raise click.BadParameter(words(message("usage.hidden", sign=sign, place=place)))
    return value


class Program(Verbs):
    """All verbs; the options of the program may stand before or after the verb."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(
            name, contents=dict(chain(*(g.items() for g in GROUPS.values()))), **kwargs
        )
        complete_in_either_language()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options of the program wherever they stand, and leave those of verbs."""
        args = in_english(names_of(self.get_params(ctx)), args)
        ctx.meta[TYPED] = tuple(args)
        return super().parse_args(ctx, self.options_first(ctx, args))

    def options_first(self, ctx: click.Context, args: Sequence[str]) -> list[str]:
        """Return the words with the options of the program, and their values, before the others.

        An option that the verb has too, to be given more than once, goes to the verb wherever it
        stands: `-t` of `copy`.
        """
        own = {name for param in self.params if param.nargs for name in param.opts} - {"--version"}
        rest = list(args)
        options: list[list[str]] = []
        at = 0
        while at < len(rest) and rest[at] != "--":
            name, equals, _ = rest[at].partition("=")
            if name in own:
                words = 1 if equals else 2
                options.append(rest[at : at + words])
                del rest[at : at + words]
            else:
                at += 1
        verb, end = self._verb(ctx, rest)
        several = {name for param in verb.params if _several(param) for name in param.opts}
        of_verb = [option for option in options if option[0].partition("=")[0] in several]
        first = [option for option in options if option not in of_verb]
        return [*chain(*first), *rest[:end], *chain(*of_verb), *rest[end:]]

    def _verb(self, ctx: click.Context, typed: Sequence[str]) -> tuple[click.Command, int]:
        """Return the verb or section that a line begins with, and the number of its words."""
        verb: click.Command = self
        for at, word in enumerate(typed):
            below = verb.get_command(ctx, word) if isinstance(verb, Verbs) else None
            if below is None:
                return verb, at
            verb = below
        return verb, len(typed)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs in groups."""
        write_groups(self, formatter)


def _several(param: click.Parameter) -> bool:
    return isinstance(param, click.Option) and param.multiple


def typed_language(typed: Sequence[str]) -> str | None:
    """Return the language of a command line, before anything else of it is parsed."""
    words = [*typed, ""]
    named = [
        (word.partition("=")[2] or words[at + 1])
        for at, word in enumerate(typed)
        if word.partition("=")[0] in ("--lang", "--taal")
    ]
    return named[-1] if named and named[-1] in ("nl", "en") else None


def _keep_language(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    ctx.meta[LANGUAGE] = value


def _say_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        say(message("help.version", version=VERSION))
        ctx.exit()


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.option("--ledger", envvar="TOERNOOI_LEDGER", metavar="FILE")
@click.option("-t", "--tournament", envvar="TOERNOOI_TOURNAMENT", metavar="NAME")
@click.option("--actor", envvar="TOERNOOI_ACTOR", default="arbiter", callback=_on_one_line)
@click.option(
    "--lang",
    type=OneOf("lang", ["nl", "en"]),
    expose_value=False,
    is_eager=True,
    callback=_keep_language,
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_say_version)
@click.pass_context
def toernooi(ctx: click.Context, ledger: str | None, tournament: str | None, actor: str) -> None:
    """Create the session that a verb works in; without a verb, show what is open."""
    if not isinstance(ctx.obj, Session):
        from ledger.runtime import Runtime  # random numbers, which help does without

        runtime = ctx.obj if isinstance(ctx.obj, Runtime) else Runtime(actor=actor)
        ctx.obj = Session(ledger, tournament, runtime)
    if ctx.invoked_subcommand is None:
        from desk.terminal.where import say_where  # reports, which help does without

        say_where(ctx, ctx.obj)
