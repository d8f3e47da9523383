"""Processes on this machine, started for one job; with one process the work is done here."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.garbage import A_COLLECTION, only_what_comes
from ledger.later import Later
from projections.spread.port import P, R, Work

if TYPE_CHECKING:
    from projections.spread import pool
else:
    pool = Later("projections.spread.pool")


@dataclass(frozen=True, slots=True)
class Processes:
    """A number of processes on this machine."""

    jobs: int = 1

    def reach(self, paths: Sequence[Path]) -> None:
        """Do nothing: they see what this process sees."""

    def each(self, work: Work[P, R], parts: Sequence[P]) -> Generator[R, None, None]:
        """Yield the result of each part, in order; see Workforce."""
        if self.jobs > 1 and len(parts) > 1:
            yield from pool.each(min(self.jobs, len(parts)), work, parts)
            return
        with _few_collections(), work() as do:
            yield from map(do, parts)


@contextmanager
def _few_collections() -> Iterator[None]:
    """Look for garbage as rarely as in a pool process: it takes a fifth of a build's time."""
    before = gc.get_threshold()
    gc.set_threshold(A_COLLECTION)
    try:
        with only_what_comes():
            yield
    finally:
        gc.set_threshold(*before)
