"""Work for the processes of a pool or a cluster, in tests."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.refusals import Refusal
from projections.spread.port import SpreadError


@contextmanager
def squares() -> Iterator[Callable[[int], int]]:
    """Give the square of a number."""
    yield lambda number: number * number


@contextmanager
def refused_at(wrong: int) -> Iterator[Callable[[int], int]]:
    """Refuse one number."""

    def do(number: int) -> int:
        if number == wrong:
            raise SpreadError(Refusal("no-number", f"{number} is refused", "leave it out"))
        return number

    yield do


@contextmanager
def killed_once(folder: Path, at: int) -> Iterator[Callable[[int], int]]:
    """Kill the process at a number, the first time; note every number that is done."""

    def do(number: int) -> int:
        mark = folder / "killed"
        if number == at and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    yield do


@contextmanager
def slow(folder: Path) -> Iterator[Callable[[int], int]]:
    """Take a while for each number, and leave a mark when it is begun."""

    def do(number: int) -> int:
        (folder / str(number)).touch()
        time.sleep(0.3)
        return number

    yield do
