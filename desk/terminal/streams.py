"""Output streams that are closed, full, or of an encoding that lacks a letter."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from contextlib import suppress
from typing import NoReturn

import click

from desk.terminal.words import words
from ledger import system
from ledger.messages import do, message
from ledger.refusals import Exit, Refusal
from ledger.system_errors import said_by_system

_ESCAPED = "toernooi-escaped"


def make_ready() -> None:
    """Replace each closed stream, and escape letters that an encoding lacks; lines end as in a file.

    A newly opened file would otherwise take the number of the closed stream, and be overwritten by
    whatever prints.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        with suppress(OSError):
            _take(number)
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w" if number else "r"))  # noqa: SIM115
    codecs.register_error(_ESCAPED, _as_escape)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPED, newline="\n", encoding=_encoding(stream))


def _encoding(stream: io.TextIOWrapper) -> str:
    """Return the letters of a stream: on Windows UTF-8 in a file or a pipe, where nobody chose.

    What a program reads, JSON or CSV, must not depend on the country that a machine was sold in.
    """
    chosen = not system.on_windows() or stream.isatty() or os.environ.get("PYTHONIOENCODING")
    return stream.encoding if chosen else "utf-8"


def _take(number: int) -> None:
    """Occupy the number of a closed stream."""
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDWR)


def _as_escape(error: UnicodeError) -> tuple[str, int]:
    """Write a character that cannot be encoded as JSON does: Ö as \\u00d6."""
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def print_line(text: str, *, err: bool = False, end: bool = True) -> None:
    """Print a line, or the beginning of one; exit with 2 where the answer cannot be written.

    A reader that stops early, as `head` does, is not an error. What cannot be written to stderr is
    lost: the exit code remains.
    """
    try:
        click.echo(text, nl=end, err=err)
    except OSError as error:
        _lost(error, err)


def print_bytes(data: bytes) -> None:
    """Print the content of a file."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        _lost(error, err=False)


def _lost(error: OSError, err: bool) -> None:
    stream = sys.stderr if err else sys.stdout
    with suppress(OSError):  # the rest in it would be tried again at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    if not err:
        _leave(error)


def _leave(error: OSError) -> NoReturn:
    if isinstance(error, BrokenPipeError):
        sys.exit(0)
    what = message("usage.not-written", what=said_by_system(error))
    step = message("usage.log-shows", command=do("log"))
    for line in Refusal("answer-unwritable", what, step, exit=Exit.USAGE).lines():
        print_line(words(line), err=True)
    sys.exit(2)
