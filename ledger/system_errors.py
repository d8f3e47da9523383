"""What the operating system says of a file that cannot be read or written, as a message."""

from __future__ import annotations

import errno
import os
from typing import Final

from ledger.messages import Sentence, message

USUAL: Final = frozenset(
    {
        errno.EACCES,
        errno.EADDRINUSE,
        errno.EBADF,
        errno.EBUSY,
        errno.ECONNREFUSED,
        errno.ECONNRESET,
        errno.EEXIST,
        errno.EFBIG,
        errno.EINVAL,
        errno.EIO,
        errno.EISDIR,
        errno.ELOOP,
        errno.EMFILE,
        errno.ENAMETOOLONG,
        errno.ENOENT,
        errno.ENOMEM,
        errno.ENOSPC,
        errno.ENOTDIR,
        errno.ENOTEMPTY,
        errno.ENXIO,
        errno.EPERM,
        errno.EPIPE,
        errno.EROFS,
        errno.ETIMEDOUT,
        errno.EXDEV,
    }
)
"""The errors for which the catalogue has words, under their names."""


def said_by_system(error: Exception) -> Sentence:
    """Return the cause of an error: in words of the program where it is a usual one of the system.

    Any other error of the system is quoted as such, and so is a usual one that was raised with
    another text. An error of another program is told in its own words.
    """
    if not isinstance(error, OSError):
        return str(error)
    code = error.errno or 0
    if code in USUAL and error.strerror == os.strerror(code):
        return message(f"system.{errno.errorcode[code]}")
    return message("system.says", text=error.strerror or str(error))


def cannot_be_written(path: object, error: Exception) -> Sentence:
    """Return that a file or folder cannot be written, and why."""
    return message("system.cannot-be-written", path=str(path), error=said_by_system(error))


def cannot_be_read(path: object, error: Exception) -> Sentence:
    """Return that a file cannot be read, and why; the step is `CHECK_PERMISSIONS`."""
    return message("system.cannot-be-read", path=str(path), error=said_by_system(error))


CHECK_PERMISSIONS: Final = message("system.check-permissions")
"""What to do about a file that is there and cannot be read."""
