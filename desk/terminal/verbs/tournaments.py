"""The verb that lists tournaments."""

from __future__ import annotations

import sys

import click

from desk.terminal.options import read_options
from desk.terminal.output import asked_form, leave
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show
from projections.views.status import tournaments_view

here = Registry()


@here.verb("tournaments")
@read_options
@click.pass_obj
def tournaments(session: Session) -> None:
    """List the tournaments of a ledger file; exit 4: one is damaged, and left out."""
    desk = session.desk()
    named, refused = desk.listed()
    right = desk.names_put_right()
    called = [(id_, right.get(id_, name)) for id_, name in named]
    show(tournaments_view(called, refused, desk.taken_back()))
    if refused and asked_form() == "json":
        sys.exit(4)
    if refused:
        leave(tuple(refusal for _, refusal in refused))
