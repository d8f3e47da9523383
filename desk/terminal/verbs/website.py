"""The verb that makes the pages and data of tournaments for the public."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from desk.answers.integrity_view import exit_of
from desk.site.addresses import wrong_address
from desk.site.kept import WebsiteKept, keep_website, website_of
from desk.site.sending import target_of
from desk.site.verifying import verify_site as compared
from desk.terminal.answers import FILE, FOLDER, NEW_FOLDER, OneOf
from desk.terminal.language import language
from desk.terminal.misuse import Misuse
from desk.terminal.options import json_option, read_options
from desk.terminal.output import asked_form, leave, or_leave, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.terminal.several import ledgers_of
from desk.terminal.tables import show
from desk.terminal.verbs.integrity import head_options, known_head
from desk.terminal.website import write_website
from ledger.messages import message
from ledger.place import LedgerPlace

here = Registry()


@here.verb("website")
@click.argument("folder", metavar="[FOLDER]", type=NEW_FOLDER, required=False)
@click.option("--address", metavar="URL")
@click.option("--without-why", is_flag=True)
@click.option("--send", metavar="TARGET")
@click.option("--keep", type=OneOf("yes-no", ("yes", "no")))
@click.option("--changed", is_flag=True)
@click.option("--from", "places", multiple=True, metavar="LEDGER")
@click.option("--dry-run", is_flag=True)
@json_option
@click.pass_obj
def website(
    session: Session,
    *,
    folder: str | None,
    address: str | None,
    without_why: bool,
    send: str | None,
    keep: str | None,
    changed: bool,
    places: tuple[str, ...],
    dry_run: bool,
) -> None:
    """Write the pages and data of all tournaments, or of one, into a folder for a web server."""
    if address is not None and (wrong := wrong_address(address)):
        leave(wrong)
    if places and (keep or session.tournament or folder is None):
        raise Misuse(message("site-send.from-alone"))
    several = ledgers_of(places)
    place = several[0] if several else ledger_place(session.ledger)
    if keep == "no":
        if folder or address or without_why or send or changed or dry_run:
            raise Misuse(message("site-send.keep-no-alone"))
        _keep(place, None)
        return
    if folder is None:
        if address or without_why or send or keep:
            raise Misuse(message("site-send.which-folder"))
        asked = website_of(place)
        if asked is None:
            raise Misuse(message("site-send.none-kept"))
    else:
        asked = WebsiteKept(
            folder=str(Path(folder).absolute()) if keep else folder,
            target=_whole(send or ""),
            address=f"{address.rstrip('/')}/" if address else "",
            why=not without_why,
            tournament=session.tournament or "",
            language=language(),
        )
    target = or_leave(target_of(asked.target)) if asked.target else None
    if dry_run and target is None:
        raise Misuse(message("site-send.nothing-to-try"))
    if keep:
        _keep(place, asked)
    write_website(session, asked, target, tried=dry_run, changed=changed, places=several)


def _whole(target: str) -> str:
    """Return a target that means the same in every folder: a path is whole."""
    return str(Path(target).absolute()) if target and Path(target).is_dir() else target


def _keep(place: LedgerPlace, website: WebsiteKept | None) -> None:
    """Keep a website, or none from now on, and say so."""
    keep_website(place, website)
    if asked_form() != "json":
        say(message("site-send.kept" if website else "site-send.no-longer-kept"))


@here.verb("verify-site")
@click.argument("folder", metavar="FOLDER", type=FOLDER)
@click.option("--bundle", metavar="FILE", type=FILE, required=True)
@head_options
@read_options
def verify_site(folder: str, *, bundle: str, head: str | None, key: str | None) -> None:
    """Compute the data files of a website again from a bundle; exit 4: they differ."""
    verification = or_leave(compared(Path(folder), Path(bundle), known_head(head, key)))
    show(verification.view)
    sys.exit(exit_of(verification.findings))
