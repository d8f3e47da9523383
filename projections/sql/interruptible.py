"""DuckDB work that Ctrl-C can stop."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Generic, TypeVar

from projections.sql.connections import interrupts_raised
from projections.sql.duck import duckdb

T = TypeVar("T")
_A_MOMENT_S = 0.1


class TimeUp(Exception):
    """Work that was stopped because it exceeded its time limit."""


def stoppable(
    database: duckdb.DuckDBPyConnection, work: Callable[[], T], seconds: int | None = None
) -> T:
    """Do DuckDB work in another thread, so that Ctrl-C can stop it; wait until it has ended.

    Raise TimeUp when it takes longer than `seconds`; None: no limit. The thread has ended, not the
    work alone: what it still holds of DuckDB could outlive the program's end and crash it.
    """
    beside = _Beside(work)
    thread = Thread(target=beside.run)
    try:
        thread.start()
        if not beside.done.wait(seconds):
            raise TimeUp
        thread.join()
    except (KeyboardInterrupt, TimeUp):
        # Ctrl-C may come at any moment: before the thread exists, and a second time here.
        beside.wanted = False
        while thread.ident is not None and not beside.done.is_set():
            with suppress(KeyboardInterrupt):
                database.interrupt()
                beside.done.wait(_A_MOMENT_S)
        if beside.done.is_set():
            thread.join()
        raise
    if beside.failed is not None:
        with interrupts_raised():
            raise beside.failed
    (result,) = beside.results
    return result


class _Beside(Generic[T]):
    """Work in another thread, and its result."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.wanted = True
        self.done = Event()
        self.results: list[T] = []
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Do the work, unless it has been cancelled."""
        try:
            if self.wanted:
                self.results.append(self.work())
        except BaseException as error:
            self.failed = error
        finally:
            self.done.set()
