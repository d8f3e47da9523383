"""The verb that makes the pages and data of tournaments for the public."""

from __future__ import annotations

from pathlib import Path

import click

from desk.render import text as render
from desk.site.site import Wanted, make_site
from desk.terminal.answers import NEW_FOLDER
from desk.terminal.language import language
from desk.terminal.misuse import NoFile
from desk.terminal.options import json_option
from desk.terminal.output import asked_form, or_leave, progress_of, put, say, say_notes
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from ledger.messages import message

here = Registry()


@here.verb("website")
@click.argument("folder", metavar="FOLDER", type=NEW_FOLDER)
@json_option
@click.pass_obj
def website(session: Session, *, folder: str) -> None:
    """Write the pages and data of all tournaments, or of one, into a folder for a web server."""
    wanted = Wanted(session.tournament, language())
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
