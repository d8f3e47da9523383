"""The verb that compares the players with the rating lists of this machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from desk.lists.refresh import (
    Difference,
    commands_for,
    compared,
    difference_row,
    refresh_view,
)
from desk.lists.shelf import Shelf
from desk.terminal.answers import CONFIRMATION, OneOf
from desk.terminal.listed import named_list, no_lists
from desk.terminal.options import read_options
from desk.terminal.output import asked_form, leave, or_leave, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show
from desk.terminal.writing import ask, typed_command, write
from ledger.messages import message
from ledger.state.book import Book

here = Registry()
section = here.of_section("players")

_TAKE = OneOf("take", ("yes", "no", "all", "stop"))


@section.verb("refresh")
@click.option("--list", "only", metavar="LIST")
@click.option("--all", "whole", is_flag=True)
@click.option("--player", "wanted", multiple=True, metavar="PLAYER")
@click.option("--reason", default=None)
@click.option("--confirm", type=CONFIRMATION)
@read_options
@click.pass_obj
def refresh(
    session: Session,
    *,
    only: str | None,
    whole: bool,
    wanted: tuple[str, ...],
    reason: str | None,
    confirm: str | None,
) -> None:
    """Compare the players with the rating lists, and take what differs one by one, or all."""
    shelf = Shelf()
    if not shelf.issues():
        leave(no_lists())
    book = session.book()
    result = compared(book, shelf, named_list(shelf, only))
    players = {or_leave(book.find_player(one)).player for one in wanted}
    taken = [one for one in result.differences if whole or one.player in players]
    if not (whole or wanted):
        show(refresh_view(book, result))
        if asked_form() != "table" or not sys.stdin.isatty():
            return
        taken = _chosen(book, result.differences)
    commands = commands_for(book, result, taken, reason)
    if not commands:
        say(message("lists.nothing-taken"))
        return
    write(session, [typed_command(**one, confirm=confirm) for one in commands])


def _chosen(book: Book, differences: Sequence[Difference]) -> list[Difference]:
    """Ask at a terminal of each difference whether it is taken."""
    taken: list[Difference] = []
    for at, one in enumerate(differences):
        row = difference_row(book, one)
        question = message(
            "lists.take-one",
            player=book.called(one.player),
            what=message(f"cells.listed-field.{row.what.replace('_', '-')}"),
            now=one.now or "-",
            then=one.then,
        )
        answer = ask(question, _TAKE)
        if answer == "all":
            return [*taken, *differences[at:]]
        if answer == "stop":
            break
        if answer == "yes":
            taken.append(one)
    return taken
