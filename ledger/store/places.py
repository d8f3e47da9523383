"""The two kinds of place of a ledger: opening one, and whether there is a ledger."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.errors import usage
from ledger.hash_tree import Head
from ledger.later import Later
from ledger.messages import message
from ledger.place import LedgerPlace, ServerAddress
from ledger.store.file import head_beside
from ledger.store.file.ledger_file import LedgerFile
from ledger.store.file.open_files import FilePlace, place_of
from ledger.store.file.sqlite_file import check_header
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.last_head import LastHead
from ledger.store.tables.port import OpenPlace, Progress

if TYPE_CHECKING:
    from ledger.store.server import ledger_server, link, making
else:  # psycopg is an extra
    ledger_server = Later("ledger.store.server.ledger_server")
    link = Later("ledger.store.server.link")
    making = Later("ledger.store.server.making")

_PATIENCE_S = 5


def opened(place: LedgerPlace, create: bool, patience_s: float) -> OpenPlace:
    """Open the ledger at a place; with `create`, make it first where there is none."""
    if isinstance(place, Path):
        return LedgerFile(place, create, patience_s)
    with _library():
        return ledger_server.LedgerServer(place, create, patience_s)


def check_kind_of_file(place: LedgerPlace) -> None:
    """Raise StoreError when a file, or a folder, that is no ledger stands at a place."""
    if isinstance(place, Path) and place.exists():
        check_header(place)


def is_there(place: LedgerPlace) -> bool:
    """Tell whether something stands at a place: a file of any kind, or tables of a ledger.

    Raise StoreError when a server cannot be asked.
    """
    if isinstance(place, Path):
        return place.exists()
    with _library():
        return making.there_is_one(link.Link(place, _PATIENCE_S))


def take_in(place: ServerAddress, source: Cursor, head: Head, progress: Progress) -> bool:
    """Write all of another ledger into one on a server, which is made if it is missing.

    See `LedgerServer.take_in`.
    """
    with _library():
        server = ledger_server.LedgerServer(place, True, _PATIENCE_S)
    with closing(server):
        return server.take_in(source, head, progress)


def file_at(place: LedgerPlace) -> FilePlace | None:
    """Return which file stands at a place now: another may take it. None: no file, or a server."""
    return place_of(place) if isinstance(place, Path) else None


def known_head(place: LedgerPlace) -> LastHead | None:
    """Return the head remembered beside a ledger, there or gone; None: none, or a server."""
    return head_beside.known_head(place) if isinstance(place, Path) else None


@contextmanager
def _library() -> Iterator[None]:
    """Refuse a server when the library for it is not installed."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in (
            "psycopg",
            "psycopg_binary",
            "psycopg_pool",
        ):
            raise
        what = message("server.psycopg-missing")
        raise usage(
            "psycopg-missing", what, message("server.install", python=sys.executable)
        ) from error
