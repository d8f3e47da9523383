"""Copies of ledgers that are being made, and what is left of one when its program was killed.

A part holds everything that the ledger does, names as well. Its program keeps it locked, so that a
part that nobody has locked is a remainder. On Windows there is no such lock, and no need of one: a
file in use cannot be deleted.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ledger.kept_names import OF_SQLITE
from ledger.store.file.sqlite_file import is_ledger

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_NAME = re.compile(r"(?P<copy>.+)\.[a-z0-9_]{8}\.part")
"""The name of a part: that of the copy, and eight signs of `tempfile`."""


@contextmanager
def new_part(target: Path) -> Iterator[Path]:
    """Give an empty file beside `target`, its own and locked, which is gone afterwards.

    Raise OSError when it cannot be made.
    """
    handle, part = _locked_file(target)
    try:
        yield part
    finally:
        _delete(part)
        if handle is not None:
            os.close(handle)


def _locked_file(target: Path) -> tuple[int | None, Path]:
    """Make the file; return its handle, which holds the lock, None: no lock is needed."""
    while True:
        handle, name = tempfile.mkstemp(".part", target.name + ".", target.parent)
        if fcntl is None:
            os.close(handle)
            return None, Path(name)
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
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
    with suppress(OSError), part.open("rb") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _delete(part)
            return [part.name]
    with suppress(OSError):
        if fcntl is None:
            _delete(part)
            return [part.name]
    return []


def _delete(part: Path) -> None:
    for end in ("", *OF_SQLITE):
        part.with_name(part.name + end).unlink(missing_ok=True)
