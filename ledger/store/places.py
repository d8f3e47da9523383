"""The two kinds of place of a ledger: opening one, and whether there is a ledger."""

from __future__ import annotations

from pathlib import Path

from ledger.place import LedgerPlace
from ledger.store.file.ledger_file import LedgerFile
from ledger.store.file.open_files import FilePlace, place_of
from ledger.store.tables.port import OpenPlace


def opened(place: LedgerPlace, create: bool, patience_s: float) -> OpenPlace:
    """Open the ledger at a place; with `create`, make it first where there is none."""
    if isinstance(place, Path):
        return LedgerFile(place, create, patience_s)
    raise NotImplementedError


def is_there(place: LedgerPlace) -> bool:
    """Tell whether something stands at a place: a file of any kind, or tables of a ledger.

    Raise StoreError when a server cannot be asked.
    """
    if isinstance(place, Path):
        return place.exists()
    raise NotImplementedError


def file_at(place: LedgerPlace) -> FilePlace | None:
    """Return which file stands at a place now: another may take it. None: no file, or a server."""
    return place_of(place) if isinstance(place, Path) else None
