"""Locks on files: who holds one is alone, and the system frees it when its program ends or is killed.

Unix locks a file as a whole (flock), Windows a byte of it (LockFile): one in the page that SQLite
leaves free for such locks, so that a ledger that is being copied can be locked and written at once.
A library of locks would take the first byte, which SQLite then could not read.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

try:
    import msvcrt
except ImportError:  # everywhere else
    msvcrt = None  # type: ignore[assignment]

BYTE: Final = 0x4000_0800
"""The byte that is locked on Windows: behind those that SQLite itself locks, before the next page."""

_PAUSE_MS = 50
"""How often Windows is asked again for a lock that is waited for; Unix waits by itself."""


def lock(handle: int, *, wait: bool = False) -> None:
    """Lock an open file until it is closed; raise BlockingIOError when another program holds it.

    `wait`: until it is free. Raise OSError on a file system without locks; on a system without
    them, neither Unix nor Windows, nothing is locked.
    """
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    elif msvcrt is not None:
        while not _took_byte(handle):
            if not wait:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            time.sleep(_PAUSE_MS / 1000)


def _took_byte(handle: int) -> bool:
    """Lock the byte, where it is free; the place at which the file is read stays the same."""
    at = os.lseek(handle, 0, os.SEEK_CUR)
    os.lseek(handle, BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EDEADLK):
            return False
        raise
    finally:
        os.lseek(handle, at, os.SEEK_SET)
    return True


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a file that is made for its lock only, and is gone afterwards.

    Raise BlockingIOError when another program holds it, OSError where it cannot be made or locked.
    """
    deleted = True
    try:
        with path.open("wb") as file:
            lock(file.fileno())
            if not _has_name(file.fileno(), path):  # its last holder has just deleted it
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            try:
                yield
            finally:
                deleted = _deleted(path)
    finally:
        if not deleted:
            _deleted(path)


def _has_name(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _deleted(path: Path) -> bool:
    """Delete a file, and tell whether that was done: Windows keeps one that anybody has open."""
    with suppress(OSError):
        path.unlink()
        return True
    return False
