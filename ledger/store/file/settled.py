"""What a ledger file has by itself, without the log beside it, to notice that it is another file.

SQLite reads a file together with its log, and keeps pages in memory: a file that is written over
while it is in use may go on to look as before for hours, and what is recorded then is lost.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from eventsourcing.persistence import Notification

from ledger.errors import StoreError, damaged
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.store.file.cursor import FileCursor
from ledger.store.file.open_files import FilePlace, place_of, sqlite_uri
from ledger.store.file.sqlite_file import APPLICATION_ID

_NOT_A_DATABASE = 26
"""SQLite's code of a file without its header (https://www.sqlite.org/rescode.html)."""


class _Status(NamedTuple):
    """A file as the system knows it; it differs whenever something was written into the file."""

    place: FilePlace
    size: int
    modified_ns: int


class SettledFile:
    """The last fact that a file had by itself; facts move there from the log, and none ever leaves.

    The file is read by SQLite alone, as by other means its locks would be lost; see `open_files`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._place = place_of(path)
        self._seen: _Status | None = None
        self._last: Notification | None = None
        self._fault: StoreError | None = None
        self._looking = Lock()
        """Held while the file is looked at: every request of a desk may do so."""
        self.fault()

    def fault(self) -> StoreError | None:
        """Return what is wrong with the file of this name, None where it is as it was, or gone.

        A file that took the place of this one is no fault where the log is gone too; the log of the
        one before would hide what is in it.
        """
        with self._looking:
            return self._looked_at()

    def _looked_at(self) -> StoreError | None:
        status = self._status()
        if status is None:
            return None
        if status != self._seen:
            fault = self._compared()
            if status != self._status():
                return self._fault  # it was written to meanwhile: looked at the next time
            self._seen = status
            self._fault = fault
        if status.place == self._place:
            return self._fault
        return (self._fault or self._replaced()) if self._has_log() else None

    def _status(self) -> _Status | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return _Status((status.st_dev, status.st_ino), status.st_size, status.st_mtime_ns)

    def _has_log(self) -> bool:
        with suppress(OSError):
            return self._path.with_name(f"{self._path.name}-wal").stat().st_size > 0
        return False

    def _compared(self) -> StoreError | None:
        """Return the fault of the file as it is now; remember its last fact where it has none."""
        try:
            with closing(
                sqlite3.connect(
                    f"{sqlite_uri(self._path.resolve())}?mode=ro&immutable=1",
                    uri=True,
                    isolation_level=None,
                )
            ) as alone:
                (program,) = alone.execute("PRAGMA application_id").fetchone()
                if program != APPLICATION_ID:
                    # A new file has its header in the log at first.
                    return self._no_ledger() if self._last is not None else None
                facts = FileCursor(alone).recorder
                for known in () if self._last is None else (self._last,):
                    if [*facts.select_notifications(known.id, 1, stop=known.id)] != [known]:
                        return self._replaced()
                last = facts.max_notification_id()
                for one in () if last is None else facts.select_notifications(last, 1):
                    self._last = one
        except sqlite3.Error as error:
            # While facts are moved, the file alone may make no sense; with the log it does.
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            return self._no_ledger() if code == _NOT_A_DATABASE else None
        return None

    def _no_ledger(self) -> StoreError:
        return damaged(message("store.not-a-ledger", path=str(self._path)))

    def _replaced(self) -> StoreError:
        what = message("store.replaced", path=str(self._path))
        step = message("store.replaced-step", log=f"{self._path.name}-wal")
        return StoreError(Refusal("ledger-replaced", what, step, exit=Exit.DAMAGED))
