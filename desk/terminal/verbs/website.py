"""The verb that makes the pages and data of tournaments for the public."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from desk.render import text as render
from desk.reports.integrity_view import exit_of
from desk.site.addresses import wrong_address
from desk.site.site import Wanted, make_site
from desk.site.verifying import verify_site as compared
from desk.terminal.answers import FILE, FOLDER, NEW_FOLDER
from desk.terminal.language import language
from desk.terminal.misuse import NoFile
from desk.terminal.options import json_option, read_options
from desk.terminal.output import asked_form, leave, or_leave, progress_of, put, say, say_notes
from desk.terminal.registry import Registry
from desk.terminal.session import VERSION, Session
from desk.terminal.tables import show
from desk.terminal.verbs.integrity import head_options, known_head
from ledger.messages import message

here = Registry()


@here.verb("website")
@click.argument("folder", metavar="FOLDER", type=NEW_FOLDER)
@click.option("--address", metavar="URL")
@click.option("--without-why", is_flag=True)
@json_option
@click.pass_obj
def website(session: Session, *, folder: str, address: str | None, without_why: bool) -> None:
    """Write the pages and data of all tournaments, or of one, into a folder for a web server."""
    if address is not None and (wrong := wrong_address(address)):
        leave(wrong)
    on_web = f"{address.rstrip('/')}/" if address else ""
    wanted = Wanted(session.tournament, language(), VERSION, on_web, not without_why)
    try:
        site = or_leave(make_site(session.desk(), Path(folder), wanted, progress_of))
    except OSError as error:
        raise NoFile(folder, error) from error
    if asked_form() == "json":
        put(render.as_json(site.written.as_dict()))
        return
    say_notes(site.notes)
    written = site.written
    say(
        message(
            "site.written",
            n=len(written.written),
            files=written.files,
            removed=len(written.removed),
            folder=folder,
        )
    )


@here.verb("verify-site")
@click.argument("folder", metavar="FOLDER", type=FOLDER)
@click.option("--bundle", metavar="FILE", type=FILE, required=True)
@head_options
@read_options
def verify_site(folder: str, *, bundle: str, head: str | None, key: str | None) -> None:
    """Compute the data files of a website again from a bundle; exit 4: they differ."""
    try:
        verification = or_leave(compared(Path(folder), Path(bundle), known_head(head, key)))
    except OSError as error:
        raise NoFile(folder, error) from error
    show(verification.view)
    sys.exit(exit_of(verification.findings))
