"""Work of DuckDB that Ctrl-C can stop."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from projections.sql.connections import interrupts_raised

if TYPE_CHECKING:
    import duckdb

T = TypeVar("T")
_A_MOMENT_S = 0.1


class TimeUp(Exception):
    """Work that took longer than it may, and was stopped."""


def stoppable(
    database: duckdb.DuckDBPyConnection, work: Callable[[], T], seconds: int | None = None
) -> T:
    """Do work of DuckDB beside, so that Ctrl-C can stop it; it is at rest when this returns.

    Raises TimeUp when it takes longer than so many seconds; None: it may.
    """
    beside = _Beside(work)
    thread = Thread(target=beside.run, daemon=True)
    try:
        thread.start()
        if not beside.done.wait(seconds):
            raise TimeUp
    except (KeyboardInterrupt, TimeUp):
        # It may come at any moment: before the thread is there, and a second time here.
        beside.wanted = False
        while thread.ident is not None and not beside.done.is_set():
            with suppress(KeyboardInterrupt):
                database.interrupt()
                beside.done.wait(_A_MOMENT_S)
        raise
    if beside.failed is not None:
        with interrupts_raised():
            raise beside.failed
    (result,) = beside.results
    return result


class _Beside(Generic[T]):
    """Work that another thread does, and what came of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.wanted = True
        self.done = Event()
        self.results: list[T] = []
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Do it, unless it is not wanted any more."""
        try:
            if self.wanted:
                self.results.append(self.work())
        except BaseException as error:
            self.failed = error
        finally:
            self.done.set()
