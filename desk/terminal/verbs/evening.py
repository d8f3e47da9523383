"""The verb of a club evening: step by step, or all of it from a file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from desk.answers.tonight import tonight_view
from desk.copies import copy
from desk.terminal.answers import CONFIRMATION, FILE, NUMBER
from desk.terminal.evening.evening import Evening
from desk.terminal.evening.walk import walk
from desk.terminal.misuse import Misuse
from desk.terminal.options import json_option
from desk.terminal.output import asked_form, or_leave
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.terminal.tables import show
from desk.terminal.writing import typed_command, write
from ledger.messages import message
from ledger.place import LedgerPlace
from ledger.state.book import Book

here = Registry()


@here.verb("evening")
@click.argument("round_number", metavar="[ROUND]", type=NUMBER, required=False)
@click.argument("file", metavar="[FILE]", type=FILE, required=False)
@click.option("--settings", is_flag=True)
@click.option("--show-commands", is_flag=True)
@click.option("--dry-run", is_flag=True)
@click.option("--reason")
@click.option("--confirm", type=CONFIRMATION)
@json_option
@click.pass_obj
def evening(
    session: Session,
    /,
    *,
    round_number: int | None,
    file: str | None,
    settings: bool,
    show_commands: bool,
    dry_run: bool,
    reason: str | None,
    confirm: str | None,
) -> None:
    """Lead through a club evening from where it stands, or take all of it over from a CSV FILE."""
    if round_number is not None:
        if file is None:
            raise Misuse(message("tonight.file-lacks"))
        if settings or show_commands or dry_run:
            raise Misuse(message("tonight.file-alone"))
        command = typed_command(
            command="evening", round=round_number, file=file, reason=reason, confirm=confirm
        )
        write(session, [command])
        return
    if reason is not None or confirm is not None:
        raise Misuse(message("tonight.whole-file"))
    book = or_leave(session.desk().read(session.tournament))
    if asked_form() == "json":
        show(tonight_view(book))
        return
    place = ledger_place(session.ledger)
    if not dry_run:
        walk(Evening(session, place, shows_commands=show_commands), settings)
        return
    with _rehearsal(place, book, session) as copied:
        walk(Evening(copied, place, shows_commands=True, rehearses=True), settings)


@contextmanager
def _rehearsal(place: LedgerPlace, book: Book, session: Session) -> Iterator[Session]:
    """Give a session on a copy of the tournament, which is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / f"{place.stem}.ledger"
        or_leave(copy(place, target, (book.id,), session.runtime))
        yield Session(str(target), book.id, session.runtime)
