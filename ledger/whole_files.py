"""Files that are written in one piece: whoever opens one reads what was there before, or all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ledger.errors import usage
from ledger.kept_names import check_output_name
from ledger.messages import message
from ledger.private_files import PRIVATE

HALF = ".toernooi-"
"""How the name of a file begins that is being written."""


def write_whole(path: Path, data: bytes, private: bool = False) -> None:
    """Write a file beside and rename it into its place; a device or open stream is written to.

    A file that is replaced keeps its permissions. `private`: a new one is for its owner alone.
    Raises OSError, after which the file is as it was, and StoreError for a name that no output may
    have.
    """
    if _is_device(path):
        path.write_bytes(data)
        return
    check_output_name(path)
    path = _behind(path)
    found = _found(path)
    mode = stat.S_IMODE(found.st_mode) if found else PRIVATE if private else _usual()
    with beside(path) as fresh:
        fresh.write_bytes(data)
        fresh.chmod(mode)
        fresh.replace(path)


def replace_whole(path: Path, data: bytes) -> None:
    """Write a file of the program's own, for its owner alone, by a rename; raise OSError."""
    with beside(path) as fresh:
        fresh.write_bytes(data)
        fresh.chmod(PRIVATE)
        fresh.replace(path)


def check_writable(path: Path) -> None:
    """Raise the error that `write_whole` would raise of a name, folder or permission."""
    if not _is_device(path):
        check_output_name(path)
        with beside(_behind(path)):
            pass


def make_folder(path: Path) -> None:
    """Make a folder for output, with those above it, if it is not there; raise as `write_whole`."""
    check_output_name(path)
    path.mkdir(parents=True, exist_ok=True)


def check_kind(path: Path) -> None:
    """Refuse a named pipe or a socket, which may keep the program waiting for ever.

    An open stream by its name, as `/dev/stdin`, is good, and so are files and folders. Raise
    StoreError.
    """
    found = _found(path)
    waits = found is not None and (stat.S_ISFIFO(found.st_mode) or stat.S_ISSOCK(found.st_mode))
    if not waits or _by_number(path):
        return
    what = message("store.not-a-file", path=str(path))
    raise usage("not-a-file", what, message("store.name-of-file"))


def _by_number(path: Path) -> bool:
    """Tell whether a path names an open stream of this process."""
    if path.is_relative_to("/dev/shm"):  # files in memory
        return False
    return path.is_relative_to("/dev") or path.is_relative_to("/proc")


def _is_device(path: Path) -> bool:
    """Tell whether a path is a device, or an open stream by its name; refuse a named pipe."""
    check_kind(path)
    found = _found(path)
    if found is None or stat.S_ISDIR(found.st_mode):
        return False
    return not stat.S_ISREG(found.st_mode) or _by_number(path)


def _found(path: Path) -> os.stat_result | None:
    """Return what the system says of a path, None where nothing stands."""
    return path.stat() if path.exists() else None


def _behind(path: Path) -> Path:
    """Return the file to which a link leads, and any other path as it is."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def to_disk(path: Path) -> None:
    """Wait until the content of a file is on the disk: before it replaces another.

    Windows does that only for a file that is open for writing.
    """
    with path.open("r+b") as file:
        os.fsync(file.fileno())


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Give a new file in the folder of another, which is gone afterwards unless it was renamed."""
    found = _found(path)
    if found is not None and stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if found is not None and not os.access(path, os.W_OK):
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
