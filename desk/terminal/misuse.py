"""The errors of an unreadable command line, in the words of the catalogue."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import click

from desk.render.catalogue import room
from desk.terminal.words import words
from ledger.messages import message

if TYPE_CHECKING:
    from ledger.messages import Sentence


class Misuse(click.UsageError):
    """An unreadable command line; `what` tells why."""

    def __init__(self, what: Sentence, ctx: click.Context | None = None) -> None:
        super().__init__(words(what), ctx)


class NoFile(click.FileError):
    """A file that cannot be read or written, with the system's message."""

    def __init__(self, name: str, error: OSError) -> None:
        super().__init__(name, hint=words(said_by_system(error)))


def said_by_system(error: OSError) -> Sentence:
    """Return the operating system's message, in our words for the usual causes."""
    key = f"system.{errno.errorcode.get(error.errno or 0, '')}"
    usual = key in room("usage", "en") and error.strerror == os.strerror(error.errno or 0)
    return message(f"usage.{key}") if usual else error.strerror or str(error)


def bad_value(option: str, what: Sentence) -> click.BadParameter:
    """Return the error of an option with a meaningless value."""
    return click.BadParameter(words(what), param_hint=option)
