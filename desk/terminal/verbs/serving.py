"""The verb that serves the desk in a browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from desk.access.accounts import EVERYWHERE, GIVEN, accounts
from desk.access.invitations import invite, invite_chief
from desk.access.roles import Role
from desk.access.tickets import TicketHolder, last_published, ticket
from desk.answers.sheets import wrong_address
from desk.making.demo_hall import demo_hall
from desk.own_ledgers import OwnLedgers
from desk.render.qr import qr_text
from desk.service_log import logged, note
from desk.terminal.answers import FILE, NEW_FILE, OneOf, Whole
from desk.terminal.demo import fresh_name
from desk.terminal.files import check_output
from desk.terminal.misuse import Misuse
from desk.terminal.output import leave, put, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.version import VERSION
from desk.web import server
from desk.web.office import Office
from desk.web.server import listening
from ledger.messages import Blank, also, do, message
from ledger.refusals import Exit, Refusal
from ledger.store.places import check_kind_of_file

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

here = Registry()

PORT = 8000
"""The port on which the desk listens, unless another is chosen; where it is taken, one after it."""


@here.verb("serve")
@click.option("--lan", is_flag=True)
@click.option("--port", type=Whole(1, 65535))
@click.option("--demo", is_flag=True)
@click.option("--open", "opens", is_flag=True)
@click.option("--invite", type=OneOf("invite", ("chief",)))
@click.option("--address", metavar="URL")
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS")
@click.option("--name", "names", multiple=True, metavar="NAME")
@click.option("--certificate", type=FILE, metavar="FILE")
@click.option("--key", type=FILE, metavar="FILE")
@click.option("--log", type=NEW_FILE, metavar="FILE")
@click.pass_obj
def serve(
    session: Session,
    *,
    lan: bool,
    port: int | None,
    demo: bool,
    opens: bool,
    invite: str | None,
    address: str | None,
    proxies: tuple[str, ...],
    names: tuple[str, ...],
    certificate: str | None,
    key: str | None,
    log: str | None,
) -> None:
    """Serve the desk in a browser, until interrupted.

    Whoever types this is at the laptop itself, so they get the first log-in of the chief arbiter.
    """
    if address is not None and (wrong := wrong_address(address)):
        raise Misuse(wrong)
    for proxy in proxies:
        if not _is_ip(proxy):
            raise Misuse(message("terminal.no-proxy", proxy=proxy))
    if (certificate is None) != (key is None):
        raise Misuse(message("terminal.certificate-and-key"))
    place = _demo(session) if demo else ledger_place(session.ledger)
    check_kind_of_file(place)
    if log is not None:
        check_output(log)
    listener = _listener(lan, port)
    tls = server.TlsFiles(certificate, key) if certificate and key else None
    office = Office.of(place, session.runtime)
    addresses = server.addresses(lan, listener.getsockname()[1], tls is not None)
    office.address = address.rstrip("/") if address else addresses[0]
    office.hosts = server.own_names() | {name.casefold() for name in names}
    office.proxies = proxies
    if address:
        office.hosts |= {str(urlsplit(address).hostname)}
    say(message("terminal.serving", file=place.name))
    for one in dict.fromkeys((office.address, *addresses)):
        say(f"  {one}/")
    if office.hall_address:
        put(qr_text(f"{office.hall_address}/"))
        if office.hall_address.startswith("http://"):
            say(
                message(
                    "terminal.serving-plain",
                    command=do("serve", lan=True, certificate=Blank("FILE"), key=Blank("FILE")),
                )
            )
    else:
        say(message("terminal.serving-here", command=do("serve", lan=True)))
    chiefs_own = f"{office.address}/"
    for about, link in invited(office, chief=demo or invite is not None, everybody=demo):
        say(message(about))
        say(f"  {link}")
        if about == "terminal.serving-chief":
            chiefs_own = link
    if opens and not opened(chiefs_own):
        say(message("tonight.no-browser"))
    say(message("terminal.serving-until"))
    with logged(log):
        note("start", version=VERSION, ledger=place, address=office.address)
        server.run(office, listener, tls)


def opened(address: str) -> bool:
    """Open an address in the browser of this machine; False where there is none with a window.

    The socket listens already, so that the browser waits for the page until the desk has begun.
    """
    windows = sys.platform in ("win32", "darwin", "cygwin")
    if not windows and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False


def invited(office: Office, chief: bool, everybody: bool) -> Iterator[tuple[str, str]]:
    """Yield the links that are printed once, each with the message for it.

    `chief`: for a new passphrase, also where the file has a chief arbiter already. `everybody`: for
    each role, and the code of a player.
    """
    file = office.doors.file
    chiefs = (one.ready and one.roles.get(EVERYWHERE) is Role.CHIEF for one in accounts(file))
    if chief or not any(chiefs):
        yield "terminal.serving-chief", f"{office.address}/invite/{invite_chief(file)}"
    if everybody:
        for role in GIVEN[1:]:
            yield f"terminal.serving-{role}", f"{office.address}/invite/{invite(file, role)}"
        for tournament, _ in office.slugs().values():
            book = office.live.book(tournament)
            published = last_published(book)
            games = [game for _, game in book.state.rounds[-1].open_games] if published else []
            if published is not None and games:
                code = ticket(file, published, TicketHolder("P", games[0].white))
                yield "terminal.serving-player", f"{office.address}/q/{code}"


@here.verb("desk")
@click.option("--port", type=Whole(1, 65535))
@click.option("--no-browser", is_flag=True)
@click.pass_obj
def own_desk(session: Session, *, port: int | None, no_browser: bool) -> None:
    """Open the desk in a browser of this machine, on a ledger that is chosen there.

    It ends when somebody stops it on its page.
    """
    listener = _listener(False, port)
    ledgers = OwnLedgers.usual()
    desk = server.OwnDesk.on(listener, ledgers, session.runtime)
    begins = desk.first.path
    if session.ledger:
        place = ledger_place(session.ledger)
        if not isinstance(place, Path):
            raise Misuse(message("terminal.desk-on-file", command=do("serve", ledger=str(place))))
        begins = desk.first.open(place)
    address = f"{desk.first.address}{begins}"
    say(message("terminal.desk-at"))
    say(f"  {address}")
    say(message("terminal.desk-until"))
    if not no_browser and not opened(address):
        say(message("tonight.no-browser"))
    desk.run(listener)


def _is_ip(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def _demo(session: Session) -> Path:
    """Return a new ledger with a tournament in the middle of a round."""
    path = fresh_name()
    demo_hall(path, session.runtime)
    return path


def _listener(lan: bool, port: int | None) -> socket.socket:
    """Return the socket of the chosen port, or else of the first free one, or exit."""
    last = PORT + 20
    for tried in (port,) if port else range(PORT, last):
        try:
            return listening(lan, tried)
        except OSError:
            continue
    what = message("terminal.port-taken", port=port or PORT)
    return leave(Refusal("port-taken", what, also(port=last), exit=Exit.USAGE))
