"""The verbs that copy a ledger, or tournaments of one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from desk.answers import backup as backups
from desk.copies import copy as carried
from desk.terminal.answers import (
    FILE,
    FILE_OR_SERVER,
    NEW_FILE_OR_FOLDER,
    NEW_FILE_OR_SERVER,
)
from desk.terminal.options import json_option, wide_option
from desk.terminal.output import asked_form, or_leave, progress_of, say_refusals
from desk.terminal.registry import Registry
from desk.terminal.session import Session, place_of_typed
from desk.terminal.tables import show

here = Registry()


@here.verb("backup")
@click.argument("file", type=NEW_FILE_OR_FOLDER)
@json_option
@wide_option
@click.pass_obj
def backup(session: Session, file: str) -> None:
    """Copy the ledger, in use or not, into one new FILE (or a FOLDER), and verify the copy."""
    show(backups.backup(session.desk(), Path(file), progress_of))


@here.verb("restore")
@click.argument("file", type=FILE)
@json_option
@wide_option
@click.pass_obj
def restore(session: Session, file: str) -> None:
    """Restore the backup FILE in the place of a ledger; an existing ledger is not overwritten."""
    show(backups.restore(session.desk(), Path(file), progress_of))


@here.verb("copy")
@click.argument("source", type=FILE_OR_SERVER)
@click.argument("target", type=NEW_FILE_OR_SERVER)
@click.option("-t", "--tournament", "names", multiple=True, metavar="NAME")
@json_option
@wide_option
@click.pass_obj
def copy(session: Session, source: str, target: str, names: tuple[str, ...]) -> None:
    """Copy tournaments from one ledger to another, byte for byte; exit 3 when some were refused."""
    wanted = names or tuple(filter(None, [session.tournament]))
    places = place_of_typed(source), place_of_typed(target)
    copies = or_leave(carried(*places, wanted, session.runtime, progress_of))
    show(copies.view())
    if asked_form() != "json":
        say_refusals(copies.refusals)
    sys.exit(copies.exit)
