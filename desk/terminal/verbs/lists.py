"""The verbs of the rating lists on this machine, which are no part of any ledger."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import get_args

import click

from desk.lists.search import search
from desk.lists.shelf import Shelf
from desk.lists.views import found_view, lists_view, loaded_view
from desk.terminal.answers import FILE, Day, OneOf
from desk.terminal.listed import kept_list
from desk.terminal.options import read_options
from desk.terminal.output import progress_of, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show
from ledger.messages import message
from ledger.values import Tempo

here = Registry()
section = here.of_section("lists")


def _today(session: Session) -> dt.date:
    return session.runtime.now().astimezone().date()


@here.verb("lists")
@read_options
@click.pass_obj
def lists(session: Session) -> None:
    """Show the rating lists that are kept on this machine, and how old they are."""
    show(lists_view(Shelf().issues(), _today(session)))


@section.verb("load")
@click.argument("file", type=FILE)
@click.option("--tempo", type=OneOf("tempo", get_args(Tempo)))
@click.option("--month", type=Day(), metavar="DATE")
@read_options
@click.pass_obj
def load(
    session: Session,
    *,
    file: str,
    tempo: Tempo | None,
    month: str | None,
) -> None:
    """Load a rating list of FIDE or a federation, as it was downloaded, in the place of an older."""
    issue, before, bad = Shelf().load(
        Path(file),
        session.runtime.now().astimezone().replace(tzinfo=None, microsecond=0),
        tempo=tempo,
        month=None if month is None else dt.date.fromisoformat(month),
        told=lambda done: progress_of(done, 100),
    )
    passed_over = [
        message("lists.passed-over-line", line=row.line, what=row.what()) for row in bad[:5]
    ]
    show(loaded_view(issue, before, passed_over, _today(session)))


@section.verb("find")
@click.argument("text")
@click.option("--federation", metavar="KEY", default="")
@read_options
@click.pass_obj
def find(session: Session, text: str, federation: str) -> None:
    """Find people in the lists, by a name or a part of it, or by a number."""
    show(found_view(text, search(Shelf(), text, federation=federation)))


@section.verb("drop")
@click.argument("lists", metavar="LIST", nargs=-1, required=True)
@click.pass_obj
def drop(session: Session, lists: tuple[str, ...]) -> None:
    """Delete lists from this machine; what tournaments took from them stays."""
    shelf = Shelf()
    names = [kept_list(shelf, typed) for typed in lists]
    for name in names:
        shelf.drop(name)
        say(message("lists.dropped", list=name.key))
