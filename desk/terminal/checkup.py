"""A check-up of this machine: what may keep an evening from going well, each with what to do.

Nothing is asked of the internet. Whether a firewall lets a phone through is known only by one that
comes: see `phone_comes`.
"""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from desk.render.qr import qr_text
from desk.web.server import LOOPBACK, listening, own_addresses
from ledger import locks, system
from ledger.errors import StoreError
from ledger.messages import Blank, Sentence, also, do, message
from ledger.place import LedgerPlace
from ledger.records import Record
from ledger.refusals import Exit
from ledger.store.file.sqlite_file import keeps_log
from ledger.store.places import is_there
from ledger.store.store import Store
from ledger.system_errors import said_by_system
from ledger.zones import zone_named
from projections.views.columns import Kind, columns_of
from projections.views.view import View

State: TypeAlias = Literal["good", "lack", "untried"]


class CheckRow(Record):
    """A thing that was looked at."""

    check: Annotated[
        str, "What was looked at, a stable name: folder, locks, space.", Kind(words="check-up")
    ]
    state: Annotated[State, "How it is.", Kind(words="check-state")]
    what: Annotated[Sentence, "What was seen."]
    next: Annotated[Sentence, 'What to do about a lack, "" for nothing.']
    exit: Annotated[int, "The exit code of it: 0, 1 a lack, 2 a ledger not to be had, 4 damage."]


class CheckUpHead(Record):
    """The check-up as a whole."""

    lacks: Annotated[int, "Number of lacks."]
    version: Annotated[str, "Version of the program."]
    ledger: Annotated[str, "The ledger that was looked at, or its folder."]


_COLUMNS = columns_of(
    CheckRow,
    *("check", "state", "what", "next"),
    headings={
        "check": message("columns.looked-at"),
        "state": message("columns.state"),
        "what": message("columns.seen"),
        "next": message("columns.to-do"),
    },
)


def check_view(
    place: LedgerPlace,
    port: int,
    now: dt.datetime,
    version: str,
    phone: Callable[[], CheckRow] | None = None,
) -> View:
    """Look at everything, for a ledger that may be there or not, and a desk on a port.

    `phone` waits for one; None: only the address that it could open is looked at.
    """
    folder = place.absolute().parent if isinstance(place, Path) else Path.cwd()
    can_write = writable(folder)
    looks: tuple[Callable[[], CheckRow], ...] = (
        versions,
        lambda: can_write,
        lambda: locked(folder) if can_write.state == "good" else locks_not_tried(),
        lambda: local(folder),
        lambda: space(folder),
        lambda: clock(now),
        time_zone,
        browser,
        lambda: free_port(port),
        phone or (lambda: network(port)),
        lambda: ledger(place, now),
    )
    rows = [look() for look in looks]
    lacks = sum(row.state == "lack" for row in rows)
    head = CheckUpHead(lacks=lacks, version=version, ledger=str(place))
    return View(message("machine.check-up", n=lacks), _COLUMNS, rows, head)


def exit_of(view: View) -> int:
    """Return the exit code of a check-up: that of its worst lack."""
    return max(row.exit for row in view.rows if isinstance(row, CheckRow))


def good(check: str, what: Sentence) -> CheckRow:
    """Return a thing that is as it should be."""
    return CheckRow(check=check, state="good", what=what, next="", exit=Exit.DONE)


def lack(check: str, what: Sentence, step: Sentence, code: Exit = Exit.FINDINGS) -> CheckRow:
    """Return a thing that is not as it should be, and what to do."""
    return CheckRow(check=check, state="lack", what=what, next=step, exit=code)


def untried(check: str, what: Sentence, step: Sentence) -> CheckRow:
    """Return a thing of which nobody knows yet, and how to try it."""
    return CheckRow(check=check, state="untried", what=what, next=step, exit=Exit.DONE)


# --- the program ----------------------------------------------------------------------------------

_OLDEST_SQLITE = (3, 35, 0)
"""RETURNING and the triggers of a ledger need it."""


def versions() -> CheckRow:
    """Look at what runs the program."""
    seen = message(
        "machine.versions",
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        duckdb=metadata.version("duckdb"),
        runs_on=platform.platform(terse=True),
    )
    if sys.version_info < (3, 11) or sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        return lack("versions", seen, message("machine.newer-python"))
    return good("versions", seen)


# --- the disk -------------------------------------------------------------------------------------


def writable(folder: Path) -> CheckRow:
    """Look whether a file can be made and replaced in the folder."""
    step = message("machine.another-folder", option=also(ledger=Blank("FILE")))
    try:
        with tempfile.TemporaryDirectory(prefix=".toernooi-", dir=folder) as made:
            first, second = Path(made) / "first", Path(made) / "second"
            first.write_bytes(b"1")
            second.write_bytes(b"2")
            second.replace(first)
    except OSError as error:
        what = message("machine.not-writable", folder=str(folder), error=said_by_system(error))
        return lack("folder", what, step)
    return good("folder", message("machine.writable", folder=str(folder)))


def locked(folder: Path) -> CheckRow:
    """Look whether the file system has locks, and SQLite its log beside a ledger."""
    step = message("machine.own-disk")
    try:
        with tempfile.TemporaryDirectory(prefix=".toernooi-", dir=folder) as made:
            with locks.alone(Path(made) / "lock"):
                pass
            has_log = keeps_log(Path(made) / "ledger")
    except (OSError, sqlite3.Error) as error:
        return lack("locks", message("machine.no-locks", error=said_by_system(error)), step)
    if not has_log:
        return lack("locks", message("machine.no-log"), step)
    return good("locks", message("machine.locks"))


def locks_not_tried() -> CheckRow:
    """Return that locks are not looked at, where no file can be made to lock."""
    return untried("locks", message("machine.locks-not-tried"), "")


_COPIED_AWAY = ("onedrive", "dropbox", "googledrive", "icloud", "nextcloud")
"""What the names of folders have that a program copies elsewhere, while the files are in use."""


def local(folder: Path) -> CheckRow:
    """Look whether another program copies the folder elsewhere, a ledger in use with it."""
    names = [part.casefold().replace(" ", "") for part in folder.parts]
    found = next((n for n in names if any(each in n for each in _COPIED_AWAY)), None)
    if found is None and not folder.as_posix().startswith("//"):
        return good("copied-away", message("machine.local"))
    backup = do("backup", file=Blank("FILE"))
    what = message("machine.copied-away", folder=str(folder))
    return lack("copied-away", what, message("machine.not-copied-away", command=backup))


_ENOUGH_MB = 200
"""Room for a year of a club, its mirror, and a backup."""


def space(folder: Path) -> CheckRow:
    """Look how much room the disk has."""
    try:
        free = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        return lack("space", said_by_system(error), message("machine.own-disk"))
    what = message("machine.space", free=free)
    if free < _ENOUGH_MB:
        return lack("space", what, message("machine.make-room", least=_ENOUGH_MB))
    return good("space", what)


# --- the time -------------------------------------------------------------------------------------


def clock(now: dt.datetime) -> CheckRow:
    """Look whether the clock is behind the day on which the program was put on this machine."""
    installed = dt.datetime.fromtimestamp(Path(__file__).stat().st_mtime, dt.UTC)
    what = message("machine.clock", now=now.astimezone().strftime("%Y-%m-%d %H:%M"))
    if now < installed - dt.timedelta(days=1):
        return lack("clock", what, message("machine.set-clock"))
    return good("clock", what)


_SOME_ZONE = "Europe/Amsterdam"

_IANA = re.compile(r"[A-Za-z_]+(/[A-Za-z0-9_+-]+)+")
"""What the name of a zone looks like; a value of TZ may also give the hours themselves."""


def time_zone() -> CheckRow:
    """Look whether this machine has a time zone, and the zones that tournaments name."""
    what = message("machine.zone", zone=time.strftime("%Z %z"))
    if zone_named(_SOME_ZONE) is None:
        return lack("time-zone", message("machine.no-zones"), message("machine.install-zones"))
    named = os.environ.get("TZ", "")
    if _IANA.fullmatch(named) and zone_named(named) is None:
        no_such = message("terminal.no-time-zone", zone=named)
        return lack("time-zone", no_such, message("machine.name-a-zone"))
    if "TZ" not in os.environ and time.timezone == 0 and not time.daylight:
        return untried("time-zone", what, message("machine.is-this-here"))
    return good("time-zone", what)


# --- the desk -------------------------------------------------------------------------------------


def browser() -> CheckRow:
    """Look whether a browser can be opened."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return lack("browser", message("machine.no-browser"), message("machine.by-hand"))
    return good("browser", message("machine.browser"))


def free_port(port: int) -> CheckRow:
    """Look whether the port of the desk is free."""
    try:
        listening(lan=False, port=port).close()
    except OSError:
        what = message("machine.port-taken", port=port)
        return lack("port", what, message("machine.next-port", command=do("serve", port=port + 1)))
    return good("port", message("machine.port", port=port))


def network(port: int) -> CheckRow:
    """Look whether others can have an address of this machine; a phone must try it."""
    addresses = own_addresses()
    if not addresses:
        return lack("network", message("machine.no-network"), message("machine.join-network"))
    what = message("machine.address", address=f"http://{addresses[0]}:{port}/")
    return untried("network", what, message("machine.try-phone", command=do("doctor", phone=True)))


def ledger(place: LedgerPlace, now: dt.datetime) -> CheckRow:
    """Look whether the ledger can be opened: a file, or a database of PostgreSQL."""
    check = "ledger" if isinstance(place, Path) else "server"
    if isinstance(place, Path) and not is_there(place):
        step = do("init", ledger=str(place), name=Blank("NAME"))
        return untried(check, message("machine.no-ledger", file=place.name), step)
    try:
        with Store(place) as store:
            names = store.tournaments()
    except StoreError as error:
        refusal = error.refusal
        return lack(check, refusal.what, refusal.next, refusal.exit)
    return good(check, message("machine.ledger", name=place.name, n=len(names)))


# --- the firewall ---------------------------------------------------------------------------------

WAIT_S = 120
"""How long a phone is waited for."""

_ANSWER_S = 5
"""How long a visitor has to send a request."""


def phone_comes(
    port: int,
    tell: Callable[[str, str], None],
    page: Callable[[], str],
    *,
    wait_s: float = WAIT_S,
    own: Callable[[], tuple[str, ...]] = own_addresses,
) -> CheckRow:
    """Wait for a phone to open an address of this machine, and say whether one came.

    `tell` is given the address and its QR code; `page` is what the phone is shown, as HTML. Ctrl-C
    ends it as the time does. Visitors from this machine itself are answered, and not counted.
    """
    addresses = own()
    if not addresses:
        return network(port)
    try:
        listener = listening(lan=True, port=port)
    except OSError:
        return free_port(port)
    with listener:
        address = f"http://{addresses[0]}:{listener.getsockname()[1]}/"
        listener.listen()
        tell(address, qr_text(address))
        until = time.monotonic() + wait_s
        with suppress(KeyboardInterrupt):
            for visitor in _visitors(listener, until, page):
                if visitor not in addresses and not visitor.startswith(LOOPBACK[:4]):
                    return good("phone", message("machine.phone-came", visitor=visitor))
    what = message("machine.no-phone", address=address)
    return lack("phone", what, message(f"machine.firewall-{_firewall()}", port=port))


def _visitors(listener: socket.socket, until: float, page: Callable[[], str]) -> Iterator[str]:
    """Answer everybody who comes until a moment, and yield from which address."""
    while (left := until - time.monotonic()) > 0:
        listener.settimeout(left)
        try:
            connection, (visitor, _) = listener.accept()
        except TimeoutError:
            return
        with connection, suppress(OSError):
            connection.settimeout(_ANSWER_S)
            connection.recv(4096)
            body = page().encode()
            head = (
                "HTTP/1.0 200 OK\r\nContent-Type:text/html;charset=utf-8\r\n"
                f"Content-Length:{len(body)}\r\nConnection:close\r\n\r\n"
            )
            connection.sendall(head.encode() + body)
        yield str(visitor)


def _firewall() -> Literal["windows", "macos", "linux"]:
    """Return whose firewall it is."""
    if system.on_windows():
        return "windows"
    return "macos" if sys.platform == "darwin" else "linux"
