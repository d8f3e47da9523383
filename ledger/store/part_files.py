"""Copies of ledgers that are being made, and what is left of one when its program was killed.

A part holds everything that the ledger does, names as well. Its program keeps it open and locked,
so that a part that nobody has locked is a remainder.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ledger.kept_names import OF_SQLITE
from ledger.locks import lock
from ledger.store.file.sqlite_file import is_ledger

_NAME = re.compile(r"(?P<copy>.+)\.[a-z0-9_]{8}\.part")
"""The name of a part: that of the copy, and eight signs of `tempfile`."""


@dataclass(slots=True)
class Part:
    """A copy that is being made, and the open file that holds its lock, None: freed."""

    path: Path
    _handle: int | None

    def free(self) -> None:
        """Close the file, and so unlock it: Windows gives an open one no other name."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


@contextmanager
def new_part(target: Path) -> Iterator[Part]:
    """Give an empty file beside `target`, its own and locked, which is gone afterwards.

    Raise OSError when it cannot be made.
    """
    part = _locked_file(target)
    try:
        yield part
    finally:
        with suppress(PermissionError):  # of Windows: it is open
            _delete(part.path)
        part.free()
        _delete(part.path)


def _locked_file(target: Path) -> Part:
    while True:
        handle, name = tempfile.mkstemp(".part", target.name + ".", target.parent)
        with suppress(OSError):  # a file system without locks
            lock(handle, wait=True)
        if os.fstat(handle).st_nlink:
            return Part(Path(name), handle)
        os.close(handle)  # another copy took it for a remainder before it was locked


def delete_remainders(folder: Path, target: str | None = None) -> list[str]:
    """Delete what killed copies left in a folder; return the names of the files.

    `target` is the name of a copy to be made: a part of that name is always ours. Another one must
    be a ledger, or have the journal that SQLite keeps beside one that is being written. What cannot
    be deleted stays.
    """
    deleted: list[str] = []
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            named = _NAME.fullmatch(path.name)
            if named is None or path.is_symlink() or not path.is_file():
                continue
            if named["copy"] == target or _is_copy(path):
                deleted += _deleted(path)
    return deleted


def _is_copy(path: Path) -> bool:
    return is_ledger(path) or path.with_name(path.name + "-journal").is_file()


def _deleted(part: Path) -> list[str]:
    """Delete a part that nobody has locked; return its name, or nothing when it is in use."""
    try:
        with part.open("rb") as file:
            lock(file.fileno())
            with suppress(PermissionError):  # of Windows: it is open, by this program
                _delete(part)
        _delete(part)
    except OSError:
        return []
    return [part.name]


def _delete(part: Path) -> None:
    for end in ("", *OF_SQLITE):
        part.with_name(part.name + end).unlink(missing_ok=True)
