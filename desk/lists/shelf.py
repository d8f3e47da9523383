"""The lists that are kept on this machine: loaded, shown, dropped, opened.

They stand in a folder of the user's own, each in its file, and never in a ledger, a backup, a
bundle or an export.
"""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from desk.lists.files import read_through
from desk.lists.issue_file import KeptIssue, Told, write_issue
from desk.lists.person import ALL_LISTS, Issue, ListName
from desk.lists.reading import recognised
from desk.lists.rows import BadRow
from ledger import system
from ledger.errors import StoreError, usage
from ledger.messages import do, message
from ledger.values import Tempo

FOLDER = "TOERNOOI_LISTS"
"""The variable that names another folder for the lists."""

_ENDING = ".toernooi-list"


class Shelf:
    """The folder of the lists. It is made when the first one is loaded."""

    def __init__(self, folder: Path | None = None) -> None:
        named = os.environ.get(FOLDER)
        self.folder = folder or (
            Path(named) if named else system.data_folder("toernooiboek") / "lists"
        )

    def _path(self, name: ListName) -> Path:
        return self.folder / f"{name.key}{_ENDING}"

    def has(self, name: ListName) -> bool:
        """Tell whether a list is kept."""
        return self._path(name).is_file()

    def load(
        self,
        path: Path,
        now: dt.datetime,
        *,
        tempo: Tempo | None = None,
        month: dt.date | None = None,
        told: Told = lambda done: None,
    ) -> tuple[Issue, Issue | None, tuple[BadRow, ...]]:
        """Load a file in the place of the list of its name; return the issue, and that before it.

        `month` is the month it holds from, None: as the file says, or else that of its date. Also
        the rows that were passed over, the first of them. Raise StoreError, and change nothing,
        for a file that is no list or not whole.
        """
        file = read_through(path, lambda done, total: told(10 * done // max(total, 1)))
        found = recognised(file, tempo)
        if month is not None:
            found.holds_from = month.replace(day=1)
        before = self._readable(found.name)
        if before and (before.sha256, before.holds_from) == (file.sha256, found.holds_from):
            return before, before, ()
        self.folder.mkdir(parents=True, exist_ok=True)
        issue, rows = write_issue(self._path(found.name), found, now, told)
        told(100)
        return issue, before, tuple(rows.bad)

    def issue(self, name: ListName) -> Issue | None:
        """Return the issue of a list that is kept, None for none."""
        with ExitStack() as stack:
            kept = self._opened(name, stack)
            return None if kept is None else kept.issue

    def _readable(self, name: ListName) -> Issue | None:
        """Return the issue of a list, None also for a file of another version of the program."""
        with suppress(StoreError):
            return self.issue(name)
        return None

    def issues(self) -> list[Issue]:
        """Return the issues that are kept, in the order of `ALL_LISTS`."""
        found = (self.issue(name) for name in ALL_LISTS)
        return [issue for issue in found if issue is not None]

    def drop(self, name: ListName) -> None:
        """Delete a list, if it is there."""
        self._path(name).unlink(missing_ok=True)

    def _opened(self, name: ListName, stack: ExitStack) -> KeptIssue | None:
        path = self._path(name)
        if not path.is_file():
            return None
        try:
            kept = KeptIssue(path)
        except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
            what = message("lists.unreadable", list=name.key, file=str(path))
            raise usage("list-unreadable", what, do("lists-drop", lists=name.key)) from error
        stack.callback(kept.close)
        return kept

    @contextmanager
    def opened(self) -> Iterator[list[KeptIssue]]:
        """Give the lists that are kept, open to be searched."""
        with ExitStack() as stack:
            kept = (self._opened(name, stack) for name in ALL_LISTS)
            yield [one for one in kept if one is not None]
