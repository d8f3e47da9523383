"""The verb that pairs the next round, and records nothing."""

from __future__ import annotations

import click

from desk.answers.draft import draft_view
from desk.terminal.answers import NUMBER
from desk.terminal.options import (
    read_options,
)
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show
from pairing.systems.draft import Draft, draft

here = Registry()


@here.verb("pair")
@click.option("--basis", type=NUMBER)
@read_options
@click.pass_obj
def pair(session: Session, basis: int | None) -> None:
    """Pair the next round and print it; nothing is recorded."""
    book = session.book()
    outcome = draft(book, basis)
    show(draft_view(book, outcome) if isinstance(outcome, Draft) else outcome)
