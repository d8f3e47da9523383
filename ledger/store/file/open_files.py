"""The ledger files that this process has open.

The locks of SQLite belong to the process, and the system drops all of them when the process closes
the file, were it only once and by other means. Another program would then take the log of a ledger
away while it is in use here, with the facts in it. So a file that is open here is opened by nothing
but SQLite; `sqlite_file.check_header` asks first.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePath
from threading import RLock
from typing import TypeAlias

FilePlace: TypeAlias = tuple[int, int]
"""A file by its device and its number there, whatever its name."""

OPENING = RLock()
"""Held while a file is checked and opened, so that no check comes between."""

_OPEN: Counter[FilePlace] = Counter()


def place_of(path: Path) -> FilePlace | None:
    """Return which file stands under a name, None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def sqlite_uri(path: PurePath) -> str:
    """Return the address of an absolute path for SQLite: of a file on another machine too.

    SQLite takes no machine in an address; that of \\\\server\\share is a part of the path.
    """
    address = path.as_uri()
    return address if address.startswith("file:///") else f"file:////{address[len('file://') :]}"


def is_open(path: Path) -> bool:
    """Tell whether this process has a file open as a ledger."""
    place = place_of(path)
    return place is not None and _OPEN[place] > 0


def hold(path: Path) -> FilePlace | None:
    """Take note that a file is open; give the place to `release`."""
    place = place_of(path)
    if place is not None:
        _OPEN[place] += 1
    return place


def release(place: FilePlace | None) -> None:
    """Take note that a file was closed."""
    if place is not None:
        with OPENING:
            _OPEN[place] -= 1
