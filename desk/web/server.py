"""The server of the desk: where it listens, and the addresses by which others reach it."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_network
from threading import Event, Thread
from typing import TYPE_CHECKING

import uvicorn

from desk.own_ledgers import OwnLedgers
from desk.service_log import note
from desk.site.keeper import Keeper
from desk.web.app import application
from desk.web.first_page import FirstPage
from desk.web.office import Office
from desk.web.reasons_ahead import reasons_ahead
from desk.web.rendering import environment
from desk.web.seats import KNOCKING, Seats, protocol_of, raise_file_limit
from ledger.errors import StoreError
from ledger.garbage import leave_out_for_good
from ledger.runtime import Runtime

if TYPE_CHECKING:
    from starlette.types import ASGIApp

LOOK_S = 5
"""How often the server looks at its ledger by itself, in seconds, whether anybody asks or not."""

STOP_S = 2
"""How long a server that stops waits for what works beside it: a ledger may be silent."""

LOOPBACK = str(ip_network("127.0.0.0/8")[1])
EVERYWHERE = str(ip_network("0.0.0.0/0")[0])


SWITCH_US = 500
"""Microseconds until a thread that computes lets another one go on; Python's own 5000 are too long:
an answer needs the interpreter a dozen times."""


GARBAGE = (5_000, 10, 50)
"""After how many new objects Python looks for garbage, and how seldom among the older ones: a page
of a long table has ten thousand objects and leaves hardly any, and others wait meanwhile."""


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """The files of a certificate and its key, for TLS."""

    certificate: str
    key: str


def own_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine in the local network, the one of the usual way first."""
    hosts: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((str(ip_network("192.0.2.0/24")[1]), 9))  # sends nothing
            hosts.append(str(probe.getsockname()[0]))
        except OSError:
            pass
    try:
        names = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        hosts += [str(each[4][0]) for each in names]
    except OSError:
        pass
    return tuple(one for one in dict.fromkeys(hosts) if not one.startswith("127."))


def own_names() -> frozenset[str]:
    """Return the names by which this machine may be asked for, in small letters."""
    own = socket.gethostname().casefold()
    loopback, _ = socket.getnameinfo((LOOPBACK, 0), socket.NI_NUMERICSERV)
    return frozenset({own, f"{own.partition('.')[0]}.local", loopback.casefold()})


def listening(lan: bool, port: int) -> socket.socket:
    """Return the socket on which the server listens; raise OSError where the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, _own_port(), 1)
    try:
        listener.bind((EVERYWHERE if lan else LOOPBACK, port))
        listener.listen(KNOCKING)  # who connects before the server runs waits for it
    except OSError:
        listener.close()
        raise
    return listener


def _own_port() -> int:
    """Return the option of a socket by which a port is free again at once, and has one server.

    On Windows SO_REUSEADDR would let a second program take the same port.
    """
    return getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)


def addresses(lan: bool, port: int, secure: bool) -> tuple[str, ...]:
    """Return the addresses to type: those in the network first, then that of this machine."""
    scheme = "https" if secure else "http"
    others: Sequence[str] = own_addresses() if lan else ()
    return tuple(f"{scheme}://{host}:{port}" for host in (*others, LOOPBACK))


def run(office: Office, listener: socket.socket, tls: TlsFiles | None = None) -> None:
    """Serve until interrupted."""
    _be_quick(office.seats)
    with working(office):
        _Server(settings_of(office, tls)).run([listener])


def _be_quick(seats: Seats) -> None:
    """Prepare Python and the system for many visitors at once."""
    # A page that is being made in a thread must not hold up those that are only to be sent.
    sys.setswitchinterval(SWITCH_US / 1_000_000)
    gc.set_threshold(*GARBAGE)
    seats.of_files(raise_file_limit())


@contextmanager
def working(office: Office) -> Iterator[None]:
    """Do what is to be done beside the pages of an office, and close it afterwards."""
    over = Event()
    office.website = Keeper(office.live.place)
    works = (prepare, _look, reasons_ahead)
    beside = [Thread(target=work, args=(office, over), daemon=True) for work in works]
    for thread in beside:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in beside:
            thread.join(STOP_S)  # a thread that works in C while Python ends can crash it
        office.website.close()
        office.live.close()


@dataclass(slots=True)
class OwnDesk:
    """A desk that is opened by whoever sits at this machine, without a ledger at first."""

    first: FirstPage
    _server: uvicorn.Server
    _kept: ExitStack

    @classmethod
    def on(cls, listener: socket.socket, ledgers: OwnLedgers, runtime: Runtime) -> OwnDesk:
        """Return the desk for a socket of this machine."""
        kept = ExitStack()
        address = f"http://{LOOPBACK}:{listener.getsockname()[1]}"

        def begin(office: Office) -> None:
            kept.close()  # what is done for the ledger that was open before
            kept.enter_context(working(office))

        def stop() -> None:
            server.should_exit = True

        first = FirstPage(
            ledgers, runtime, address=address, hosts=own_names(), begin=begin, stop=stop
        )
        server = _Server(_configured(first, first.seats))
        return cls(first, server, kept)

    def stop(self) -> None:
        """End the program, once open requests are answered."""
        self._server.should_exit = True

    def run(self, listener: socket.socket) -> None:
        """Serve until somebody stops it on a page, or interrupts it."""
        _be_quick(self.first.seats)
        with self._kept:
            self._server.run([listener])


class _Server(uvicorn.Server):
    """A server that says when it stops, before a signal that ends the program does so."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, and let open requests end."""
        await super().shutdown(sockets)
        note("stop")


def _look(office: Office, over: Event) -> None:
    """Look at the ledger now and then, so that its loss and return are in the log in time.

    What was recorded goes to the website; what was so before the server began goes at its first look.
    """
    looked = None
    while not over.wait(LOOK_S):
        office.live.look()
        if office.website is not None and looked != office.live.looked_at:
            looked = office.live.looked_at
            office.website.wake()


def settings_of(office: Office, tls: TlsFiles | None = None) -> uvicorn.Config:
    """Return how the desk is served: by HTTP whose connections are counted and have their time."""
    return _configured(application(office), office.seats, office.proxies, tls)


def _configured(
    app: ASGIApp, seats: Seats, proxies: Sequence[str] = (), tls: TlsFiles | None = None
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=protocol_of(seats),
        backlog=KNOCKING,
        log_level="error",
        access_log=False,
        lifespan="off",
        ws="none",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
        timeout_graceful_shutdown=1,
        ssl_certfile=tls.certificate if tls else None,
        ssl_keyfile=tls.key if tls else None,
    )


def prepare(office: Office, over: Event) -> None:
    """Load every template, and the newest tournament, so that no visitor waits for that.

    All of it stays, so that the search for garbage need not go through it while pages wait.
    """
    templates = environment().list_templates()
    for each in templates:
        if over.is_set():
            return
        environment().get_template(each)
    with suppress(StoreError):  # whoever asks for a page is told
        for tournament, _ in office.live.listed()[0][-1:]:
            office.live.public_book(tournament)
    gc.collect()
    leave_out_for_good()
