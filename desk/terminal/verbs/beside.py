"""The verbs that put moments beside each other, and a standing beside others."""

from __future__ import annotations

import click

from desk.answers.standing_beside import beside_view, moment_beside
from desk.terminal.misuse import Misuse
from desk.terminal.options import (
    after,
    read_options,
)
from desk.terminal.output import or_leave
from desk.terminal.registry import Registry
from desk.terminal.rulebooks import load_rules
from desk.terminal.session import Session
from desk.terminal.tables import show
from ledger.messages import also, message
from projections.formats.diff import diff_view

here = Registry()


@here.verb("diff")
@click.option("--as-of", "moments", multiple=True, required=True, metavar="MOMENT")
@after
@read_options
@click.pass_obj
def diff(session: Session, moments: tuple[str, ...], after: int | None) -> None:
    """Show what differs between two moments: standings, colours, pairings and results."""
    if len(moments) > 2:
        raise Misuse(message("terminal.two-moments"))
    show(diff_view(session.book(), moments, after))


@here.verb("beside")
@click.option("--as-of", "moments", multiple=True, metavar="MOMENT")
@click.option("--rules", multiple=True, metavar="RULEBOOK")
@click.option("--final", is_flag=True)
@after
@read_options
@click.pass_obj
def beside(
    session: Session,
    *,
    moments: tuple[str, ...],
    rules: tuple[str, ...],
    final: bool,
    after: int | None,
) -> None:
    """Show the standing beside others: who moves, and why."""
    if not moments and not rules:
        options = {"moment": also(as_of=True), "rules": also(rules=True)}
        raise Misuse(message("terminal.beside-what", **options))
    book = session.book()
    others = [or_leave(moment_beside(book, moment)) for moment in moments]
    others += [load_rules(name) for name in rules]
    show(beside_view(book, others, after, final))
