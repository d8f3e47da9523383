"""Where a ledger is: a file, or a database on a server. The address is read where it is given.

An address may hold a password. `uri` alone has it; what is shown, written or logged is `str`.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ledger import system
from ledger.errors import StoreError, a_folder, usage
from ledger.messages import message
from ledger.system_errors import said_by_system

_ADDRESS = re.compile(
    r"postgres(?:ql)?://"
    r"(?:(?P<user>[^@/?#:\s]*)(?::(?P<password>[^@/?#\s]*))?@)?"
    r"(?P<hosts>(?:\[[^\]\s]*\]|[^@/?#:,\s\[\]]*)(?::\d*)?(?:,(?:\[[^\]\s]*\]|[^@/?#:,\s\[\]]*)(?::\d*)?)*)"
    r"(?:/(?P<database>[^@/?#\s]*))?"
    r"(?:\?(?P<options>[^=&#\s]+=[^&#\s]*(?:&[^=&#\s]+=[^&#\s]*)*))?"
)
"""The form of an address, as libpq reads it: nothing else is passed on, or shown."""

_SECRET = frozenset({"password", "sslpassword", "oauth_client_secret"})


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address of a ledger on a PostgreSQL server.

    `uri` is the whole address, as it was typed; `shown` is without passwords. `database` is "" for
    the one of the user's name.
    """

    uri: str = field(repr=False)
    shown: str
    hosts: str
    database: str

    def __str__(self) -> str:
        return self.shown

    @property
    def name(self) -> str:
        """Return the database at its server, for a heading."""
        return f"{self.stem}@{self.hosts}" if self.hosts else self.stem

    @property
    def stem(self) -> str:
        """Return the name of the database, for the name of a file made from it."""
        return self.database or "toernooi"


LedgerPlace: TypeAlias = Path | ServerAddress
"""Where a ledger is."""


def is_address(text: str) -> bool:
    """Tell whether a text is meant as the address of a server."""
    return bool(re.match(r"\s*(postgres(ql)?:|[a-z][a-z0-9+.-]*://)", text, re.IGNORECASE))


def place_from(text: str) -> LedgerPlace:
    """Return the place that a text names: the address of a server, or else a file.

    Raise StoreError for an address that cannot be read; it is not shown, as it may hold a password.
    """
    if not is_address(text):
        return Path(text)
    address = address_of(text)
    if address is None:
        step = message("server.write-address")
        raise usage("wrong-address", message("server.wrong-address"), step)
    return address


def address_of(text: str) -> ServerAddress | None:
    """Return the address that a text is, None where it is none."""
    read = _ADDRESS.fullmatch(text.strip())
    if read is None:
        return None
    user, hosts, database = (read[group] or "" for group in ("user", "hosts", "database"))
    pairs = [pair.partition("=") for pair in (read["options"] or "").split("&") if pair]
    kept = "&".join(f"{key}={value}" for key, _, value in pairs if key.lower() not in _SECRET)
    options = {key: value for key, _, value in pairs}
    shown = f"postgresql://{user}@{hosts}" if user else f"postgresql://{hosts}"
    shown += f"/{database}" if database else ""
    shown += f"?{kept}" if kept else ""
    database = database or options.get("dbname", "")
    return ServerAddress(text.strip(), shown, hosts, database)


def seen_from_anywhere(place: LedgerPlace) -> LedgerPlace:
    """Return the same place as a process in another folder calls it."""
    return place.absolute() if isinstance(place, Path) else place


def beside(place: LedgerPlace) -> Path:
    """Return the path beside which other files of a ledger stand, such as its mirror.

    For a file it is the file itself. For a server it is a name in the user's own folder for data:
    one for each server and database, whoever logs in, so that it is found again from anywhere. Only
    its owner can read that folder. Raise StoreError for a folder, which is no ledger, and for a
    folder for data that cannot be made.
    """
    if isinstance(place, Path):
        if place.is_dir():
            raise a_folder(place)
        return place
    data = os.environ.get("XDG_DATA_HOME", "")
    usual = system.data_folder() if system.on_windows() else Path.home() / ".local" / "share"
    home = Path(data) if os.path.isabs(data) else usual
    folder = home / "toernooi"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(folder, error) from error
    return folder / f"{re.sub('[^A-Za-z0-9._-]', '-', place.stem)}-{_mark(place)}.ledger"


def _no_folder(folder: Path, error: OSError) -> StoreError:
    what = message("server.no-folder", path=str(folder), error=said_by_system(error))
    return usage("folder-missing", what, message("server.set-data-home"))


def one_place(place: LedgerPlace) -> Path | str:
    """Return what two names of one ledger share: for a server its hosts and database, no user."""
    if isinstance(place, Path):
        return Path(os.path.realpath(place))
    options = place.shown.partition("?")[2].split("&")
    hosts = sorted(one for one in options if one.startswith(("host", "port")))
    database = place.database or place.shown.partition("@")[0]  # that of the user's name
    return "\n".join([place.hosts, database, *hosts])


def _mark(place: ServerAddress) -> str:
    """Return eight signs that tell servers and their databases apart."""
    return hashlib.sha256(str(one_place(place)).encode()).hexdigest()[:8]
