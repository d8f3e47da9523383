"""The small file beside a ledger that remembers its last head: cup.ledger.last-head.

It is written in place, after each transaction, and is not waited for: it outlives every program,
and after a power cut it may be some seconds old, which only notices less. It holds no names.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ledger.kept_names import LAST_HEAD
from ledger.locks import lock
from ledger.private_files import give_access_of, make_private
from ledger.store.tables.last_head import FORMAT, LastHead, remembered

_LONGEST = 1024
"""Bytes of a file that are looked at; a remembered head has fewer."""

_READ_AGAIN = 3
"""How often a line is read that another program may be writing."""

_TRIES, _PAUSE_MS = 50, 1
"""How long another program's writing is waited for; it takes some microseconds."""


def path_beside(ledger: Path) -> Path:
    """Return where the head of a ledger is remembered; a link has the one of its ledger."""
    own = os.path.realpath(ledger) if os.path.islink(ledger) else ledger
    return Path(f"{own}{LAST_HEAD}")


def known_head(ledger: Path) -> LastHead | None:
    """Return the head that is remembered of a ledger, None where none is, or none can be read."""
    path = path_beside(ledger)
    with suppress(OSError):
        for _ in range(_READ_AGAIN if path.is_file() else 0):
            if (known := remembered(_text(path))) is not None:
                return known
    return None


def remember(ledger: Path, head: LastHead, *, anyway: bool = False) -> None:
    """Remember a head, unless a newer one of this ledger is; `anyway`: instead of any other.

    Programs that write at once take turns, so that a slow one cannot put an older head over a newer
    one. Where that is impossible - on file systems without locks - an older head may stay, which only
    notices less. A file that is not of this kind is left alone. Raise OSError when nothing can be
    written.
    """
    with _opened(ledger) as handle:
        text = os.read(handle, _LONGEST).decode("ascii", "replace")
        if text and not _is_ours(text):
            return
        if anyway or head.is_newer_than(remembered(text)):
            os.lseek(handle, 0, os.SEEK_SET)
            written = os.write(handle, head.written().encode())
            os.ftruncate(handle, written)


def forget(ledger: Path) -> None:
    """Remember nothing any more, where that can be done: another ledger takes the name."""
    path = path_beside(ledger)
    with suppress(OSError):
        if path.is_file() and _is_ours(_text(path)):
            path.unlink()


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_LONGEST).decode("ascii", "replace")


def _is_ours(text: str) -> bool:
    return text.startswith(FORMAT)


@contextmanager
def _opened(ledger: Path) -> Iterator[int]:
    """Give the file, open and locked; it is made with the permissions of its ledger."""
    path = path_beside(ledger)
    flags = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    flags |= getattr(os, "O_NONBLOCK", 0)  # a named pipe must not be waited for
    try:
        handle = os.open(path, flags)
    except FileNotFoundError:
        make_private(path)
        give_access_of(path, ledger)
        handle = os.open(path, flags)
    try:
        _lock(handle)
        yield handle
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    """Lock a file until it is closed; raise BlockingIOError when another program keeps it."""
    for last in (*(False,) * _TRIES, True):
        try:
            return lock(handle)
        except BlockingIOError:
            if last:
                raise
            time.sleep(_PAUSE_MS / 1000)
        except OSError:  # a file system without locks
            return None
    return None
