"""Files that are read and written by verbs; - is the standard input or output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desk.terminal.misuse import Misuse
from desk.terminal.output import leave, or_leave, put_bytes, say
from ledger import text_files
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.system_errors import cannot_be_written
from ledger.whole_files import check_kind, check_writable, write_whole


def bytes_of(path: str) -> bytes:
    """Return the bytes of a file; - is the standard input. Raise OSError."""
    if path != "-":
        check_kind(Path(path))
    return Path(path).read_bytes() if path != "-" else sys.stdin.buffer.read()


def text_of(path: str) -> str:
    """Return the text of a file, or exit when it is not text."""
    return or_leave(text_files.text_of(bytes_of(path)))


_LEDGER = b"SQLite format 3"
"""The first bytes of a ledger file."""


def _is_ledger(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_LEDGER)) == _LEDGER


def save(data: bytes, output: str | None, private: bool = False, aside: bool = False) -> None:
    """Write a file to its destination, in one piece; None is the screen.

    `private`: it holds personal data, so that a new file is readable by its owner only. `aside`:
    report the file beside the verb's output.
    """
    if output is None:
        put_bytes(data)
        return
    with writing(output) as path:
        write_whole(path, data, private)
    say(message("terminal.written", file=output), err=aside)


def check_output(output: str) -> None:
    """Leave where a file could not be written by `save`, before what it is to show is recorded."""
    with writing(output) as path:
        check_writable(path)


@contextmanager
def writing(output: str) -> Iterator[Path]:
    """Give the path of a file or folder to be written, which is no ledger; leave where it cannot be."""
    path = Path(output)
    try:
        if _is_ledger(path):
            raise Misuse(message("terminal.is-ledger", file=output))
        yield path
    except OSError as error:
        what = cannot_be_written(output, error)
        leave(Refusal("answer-unwritable", what, message("system.elsewhere"), exit=Exit.USAGE))
