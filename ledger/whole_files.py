"""Files that are written in one piece: whoever opens one reads what was there before, or all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ledger.private_files import PRIVATE

HALF = ".toernooi-"
"""How the name of a file begins that is being written."""


def write_whole(path: Path, data: bytes, private: bool = False) -> None:
    """Write a file beside and rename it into its place; what is no file, as a pipe, is written to.

    A file that is replaced keeps its permissions. `private`: a new one is for its owner alone.
    Raises OSError, after which the file is as it was.
    """
    if _is_device(path):
        path.write_bytes(data)
        return
    path = path.resolve()
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else PRIVATE if private else _usual()
    with _beside(path) as fresh:
        fresh.write_bytes(data)
        fresh.chmod(mode)
        fresh.replace(path)


def check_writable(path: Path) -> None:
    """Raise the OSError that `write_whole` would raise of a name, folder or permission."""
    if not _is_device(path):
        with _beside(path.resolve()):
            pass


def _is_device(path: Path) -> bool:
    """Tell whether a path is a pipe or a device, or the standard output by its name."""
    return (
        path.exists() and not path.is_dir() and (not path.is_file() or path.is_relative_to("/dev"))
    )


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Give a new file in the folder of another, which is gone afterwards unless it was renamed."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    handle, name = tempfile.mkstemp(prefix=HALF, dir=path.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def _usual() -> int:
    """Return the permissions that the system gives a new file."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
