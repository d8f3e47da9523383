"""The verbs that open a tournament: a new one, or one from a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from desk.commands.opening import Import
from desk.handlers.opening import pair_ahead
from desk.terminal.file_names import not_a_tournament
from desk.terminal.output import asked_form, leave, progress_of
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.terminal.writing import Data, confirmed, typed_command, writes
from ledger.messages import Blank, also, do, message
from ledger.refusals import Refusal
from ledger.store.places import is_there

here = Registry()


def _beside_others(fields: Data) -> Data:
    """Ask at a terminal whether a tournament is to stand beside those that the ledger has.

    Exit where its name is that of a file.
    """
    not_a_tournament(fields["name"])
    ctx = click.get_current_context()
    session = ctx.ensure_object(Session)
    place = ledger_place(session.ledger)
    if asked_form() == "json" or not sys.stdin.isatty() or not is_there(place):
        return fields
    gone = session.desk().taken_back()
    names = [name for id_, name in session.desk().listed()[0] if id_ not in gone]
    if not names or fields["name"] in names:
        return fields
    option = do("status", tournament=fields["name"])
    what = message(
        "terminal.beside-others",
        n=len(names),
        names=tuple(names[:MOST]),
        option=option,
        undo=do("undo"),
    )
    if not confirmed(what):
        step = message(
            "terminal.own-ledger", option=also(ledger=Blank("FILE")), status=do("status")
        )
        leave(Refusal("not-confirmed", message("handlers.not-confirmed"), step))
    return fields


MOST = 3
"""Tournaments of a ledger that are named before another is opened."""


writes(here, "init", prepare=_beside_others)


def _pair_ahead(fields: Data) -> Data:
    """Pair the rounds of a file again with progress on a terminal, before it is imported."""
    if sys.stderr.isatty():
        _, command = typed_command(command="import", **fields)
        assert isinstance(command, Import)
        if (path := Path(command.file)).is_file():
            pair_ahead(command.model_copy(update={"content": path.read_bytes()}), progress_of)
    return fields


writes(here, "import", prepare=_pair_ahead)
