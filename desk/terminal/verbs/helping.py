"""The verb that shows how verbs are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from desk.terminal.groups import Verbs
from desk.terminal.guide import write_guide
from desk.terminal.language import language
from desk.terminal.output import put
from desk.terminal.registry import Registry
from desk.terminal.words import called, words
from ledger.later import Later
from ledger.messages import Blank, do, message

if TYPE_CHECKING:
    from desk.terminal import topics
else:
    topics = Later("desk.terminal.topics")  # the rulebooks, where a clause is asked for

here = Registry()


@here.verb("help")
@click.argument("names", metavar="[VERB]...", nargs=-1)
@click.pass_context
def show_help(ctx: click.Context, names: Sequence[str]) -> None:
    """Lead a beginner, show how a verb is used, or find the verbs for what somebody says."""
    place = ctx.find_root()
    program = place.command
    assert isinstance(program, Verbs)
    formatter = place.make_formatter()
    if not names:
        write_guide(program, formatter)
        put(formatter.getvalue().strip("\n"))
        return
    if program.get_command(place, names[0]) is None and (text := topics.manual(names)) is not None:
        put(text)
        return
    if program.get_command(place, names[0]) is None and _find(program, names, formatter):
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


def _find(program: Verbs, names: Sequence[str], formatter: click.HelpFormatter) -> bool:
    """List the clauses, else the verbs, that words are about; tell whether there are any."""
    typed = " ".join(names)
    if clauses := topics.clauses(names):
        with formatter.section(words(message("help.clauses", clause=names[-1]))):
            formatter.write_dl(clauses, col_max=34)
        step = do("rules-show", rulebook=clauses[0][0].split()[0], clause=clauses[0][0].split()[1])
        formatter.write_paragraph()
        formatter.write_text(words(message("help.clause", command=step)))
        return True
    understood, verbs = topics.found(program, typed)
    parts = topics.parts(typed) or topics.parts(understood)
    if verbs:
        with formatter.section(words(message("help.found", words=understood))):
            formatter.write_dl(verbs[:_FOUND], col_max=34)
    if parts:
        with formatter.section(words(message("help.manual"))):
            formatter.write_dl(parts[:_PARTS], col_max=34)
    if not verbs and not parts:
        return False
    formatter.write_paragraph()
    formatter.write_text(words(message("help.each", command=do("help", names=Blank("VERB")))))
    return True


_FOUND, _PARTS = 12, 6
"""Verbs, and parts of the manual, that are shown at most."""
