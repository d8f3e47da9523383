"""`toernooi` alone: what is open, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence

import click

from desk.terminal.output import say
from desk.terminal.session import Session, ledger_place
from ledger.messages import Blank, Value, do, message
from ledger.store.places import is_there


def say_where(ctx: click.Context, session: Session) -> None:
    """Show where the tournament stands and its next step, which are open, or how to begin."""
    place = ledger_place(session.ledger)
    if not is_there(place):
        say(message("help.no-ledger", file=place.name))
        for begin in (do("demo"), do("init", name=Blank("NAME")), do("import", file=Blank("FILE"))):
            say(message("help.begin", command=begin))
    elif len(names := session.desk().listed()[0]) != 1 and not session.tournament:
        _say_names(place.name, [name for _, name in names])
    else:
        _say_status(ctx)
    say(message("help.more", help=do("help")))


def _say_status(ctx: click.Context) -> None:
    """Show what the verb `status` shows."""
    assert isinstance(ctx.command, click.Group)
    verb = ctx.command.commands["status"]
    with verb.make_context("status", [], parent=ctx) as of_verb:
        verb.invoke(of_verb)
    say("")


_SHOWN = 6
"""The number of tournament names that are shown."""


def _say_names(file: str, names: Sequence[str]) -> None:
    if not names:
        say(message("help.none-open", file=file))
        say(message("help.begin", command=do("init", name=Blank("NAME"))))
        return
    listed: list[Value] = [*names[:_SHOWN]]
    if len(names) > _SHOWN:
        listed.append(message("help.several-more", n=len(names) - _SHOWN))
    say(message("help.several-open", n=len(names), file=file, names=tuple(listed)))
    say(message("terminal.choose-ledger", option=do("status", tournament=Blank("NAME"))))
