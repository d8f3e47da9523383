"""What the operating system says of a file that cannot be read or written, as a message."""

from __future__ import annotations

import errno
import os
from typing import Final

from ledger.messages import Sentence, message

USUAL: Final = frozenset(
    {
        errno.EACCES,
        errno.EBADF,
        errno.EEXIST,
        errno.EIO,
        errno.EISDIR,
        errno.ENAMETOOLONG,
        errno.ENOENT,
        errno.ENOSPC,
        errno.ENOTDIR,
        errno.EPERM,
        errno.EROFS,
    }
)
"""The errors that the catalogue has words for, by their names."""


def said_by_system(error: Exception) -> Sentence:
    """Return what was wrong: in our words for the usual errors, else in those of the system.

    An error of another program, or one with a text of its own, is said in its own words.
    """
    if not isinstance(error, OSError):
        return str(error)
    code = error.errno or 0
    if code in USUAL and error.strerror == os.strerror(code):
        return message(f"system.{errno.errorcode[code]}")
    return error.strerror or str(error)


def cannot_be_written(path: object, error: Exception) -> Sentence:
    """Return that a file or folder cannot be written, and why."""
    return message("system.cannot-be-written", path=str(path), error=said_by_system(error))
