"""The verb that makes the pages and data of tournaments for the public."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from desk.answers.integrity_view import exit_of
from desk.render import text as render
from desk.site.addresses import wrong_address
from desk.site.folder import SiteSent
from desk.site.sending import send as send_site
from desk.site.sending import target_of
from desk.site.site import Wanted, make_site
from desk.site.verifying import verify_site as compared
from desk.terminal.answers import FILE, FOLDER, NEW_FOLDER
from desk.terminal.language import language
from desk.terminal.misuse import Misuse, NoFile
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
@click.option("--send", metavar="TARGET")
@click.option("--dry-run", is_flag=True)
@json_option
@click.pass_obj
def website(
    session: Session,
    *,
    folder: str,
    address: str | None,
    without_why: bool,
    send: str | None,
    dry_run: bool,
) -> None:
    """Write the pages and data of all tournaments, or of one, into a folder for a web server."""
    if dry_run and send is None:
        raise Misuse(message("site-send.nothing-to-try"))
    target = None if send is None else or_leave(target_of(send))
    if address is not None and (wrong := wrong_address(address)):
        leave(wrong)
    on_web = f"{address.rstrip('/')}/" if address else ""
    wanted = Wanted(session.tournament, language(), VERSION, on_web, not without_why)
    try:
        site = or_leave(make_site(session.desk(), Path(folder), wanted, progress_of))
    except OSError as error:
        raise NoFile(folder, error) from error
    sent = None if target is None else send_site(Path(folder), target, tried=dry_run)
    if asked_form() == "json":
        whole = replace(site.written, sent=or_leave(sent) if sent is not None else None)
        put(render.as_json(whole.as_dict()))
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
    if sent is not None:
        _tell_sent(or_leave(sent))


def _tell_sent(sent: SiteSent) -> None:
    """Say what was sent, or list what would be."""
    key = "site-send.would" if sent.tried else "site-send.sent"
    say(message(key, target=sent.target, n=len(sent.sent), removed=len(sent.removed)))
    if sent.tried:
        say(*(message("site-send.goes", path=path) for path in sent.sent))
        say(*(message("site-send.goes-away", path=path) for path in sent.removed))


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
