"""The log of a served desk: a line for each thing that its operator asks about afterwards.

A line has the time in UTC, its weight, what happened, and values by their keys:

    2026-11-27T19:03:12+00:00 info log-in account=chief-1

It goes by the logging of Python, to the logger `toernooi.desk`. People stand in it by the keys of
their accounts, tournaments by their ids; there are no names, secrets or addresses of browsers.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import WatchedFileHandler
from typing import Final

LOG: Final = logging.getLogger("toernooi.desk")
LOG.addHandler(logging.NullHandler())

INFO = logging.INFO
WARNING = logging.WARNING
ERROR = logging.ERROR

_PLAIN = re.compile(r"[^\s\"'=\x00-\x20\x7f]+", re.ASCII)
"""A value that needs no quotes."""


def note(event: str, weight: int = INFO, /, **values: object) -> None:
    """Write a line: what happened, by a name that stays the same, and its values.

    A value that is None or "" is left out; one with spaces or quotes is written as JSON does.
    """
    pairs = (f"{key}={_written(value)}" for key, value in values.items() if value not in (None, ""))
    LOG.log(weight, "%s", " ".join((event, *pairs)))


def _written(value: object) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) and text.isascii() else json.dumps(text)


class _Line(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        at = dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="seconds")
        return f"{at} {record.levelname.casefold()} {record.getMessage()}"


class _ToFile(WatchedFileHandler):
    """A file, opened anew where another program moved it away."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Do without the line: a full disk must not stop the desk."""


class _ToScreen(logging.StreamHandler):  # type: ignore[type-arg]
    """The stream of errors."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Do without the line: the terminal may be gone."""


@contextmanager
def logged(file: str | None) -> Iterator[None]:
    """Write the log while the desk is served, behind what a file has; None: to standard error.

    Raise OSError for a file that cannot be opened.
    """
    handler = _ToFile(file, encoding="utf-8") if file else _ToScreen(sys.stderr)
    handler.setFormatter(_Line())
    level = LOG.level
    LOG.addHandler(handler)
    LOG.setLevel(INFO)
    try:
        yield
    finally:
        LOG.removeHandler(handler)
        LOG.setLevel(level)
        handler.close()
