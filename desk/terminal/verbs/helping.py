"""The verb that shows how verbs are used."""

from __future__ import annotations

from collections.abc import Sequence

import click

from desk.terminal.groups import Verbs
from desk.terminal.guide import write_groups
from desk.terminal.language import language
from desk.terminal.output import put
from desk.terminal.registry import Registry
from desk.terminal.words import called

here = Registry()


@here.verb("help")
@click.argument("names", metavar="[VERB]...", nargs=-1)
@click.pass_context
def show_help(ctx: click.Context, names: Sequence[str]) -> None:
    """Show all verbs in groups, or how a verb is used."""
    place = ctx.find_root()
    if not names:
        formatter = place.make_formatter()
        assert isinstance(place.command, Verbs)
        write_groups(place.command, formatter)
        put(formatter.getvalue().strip("\n"))
        return
    for name in names:
        group = place.command
        command = group.get_command(place, name) if isinstance(group, click.Group) else None
        if command is None:
            raise click.exceptions.NoSuchCommand(name, ctx=place)
        assert isinstance(group, click.Group)
        title = called(group, str(command.name), language())
        place = click.Context(command, info_name=title, parent=place)
    put(place.command.get_help(place))
