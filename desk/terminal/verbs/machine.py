"""The verb about this machine: a check-up."""

from __future__ import annotations

import sys
from html import escape

import click

from desk.terminal.answers import Whole
from desk.terminal.checkup import WAIT_S, check_view, exit_of, phone_comes
from desk.terminal.options import read_options
from desk.terminal.output import put, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.terminal.tables import show
from desk.terminal.verbs.serving import PORT
from desk.terminal.words import words
from desk.version import VERSION
from ledger.messages import message

here = Registry()


@here.verb("doctor")
@click.option("--port", type=Whole(1, 65535), default=PORT)
@click.option("--phone", is_flag=True)
@read_options
@click.pass_obj
def doctor(session: Session, *, port: int, phone: bool) -> None:
    """Look at this machine: what may keep an evening from going well, each with what to do."""
    place = ledger_place(session.ledger)
    comes = (lambda: phone_comes(port, _tell, _page)) if phone else None
    view = check_view(place, port, session.runtime.now(), VERSION, comes)
    show(view)
    sys.exit(exit_of(view))


def _tell(address: str, code: str) -> None:
    """Ask for a phone, beside the answer."""
    say(message("machine.open-on-phone", address=address, seconds=WAIT_S), err=True)
    put(code, err=True)


def _page() -> str:
    said = escape(words(message("machine.phone-reads")))
    return f'<!doctype html><meta name="viewport" content="width=device-width"><p>{said}</p>'
