"""A further stage of a refresh, from a floor or room above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from ledger.store.snapshot import Snapshot
from projections.spread.port import Workforce
from projections.sql.duck import duckdb


class Stage(Protocol):
    """Rows that are made after all others, in the same run, in tables of its own."""

    @property
    def tables(self) -> Sequence[str]:
        """Return the names of these tables."""

    def begin(self, ledger: LedgerPlace, files: Sequence[Path], now: Snapshot) -> None:
        """Prepare for a ledger; `files` are its mirror, and that of a stopped run, if there."""

    def is_due(self, database: duckdb.DuckDBPyConnection) -> bool:
        """Tell whether a mirror that is complete otherwise lacks any of them."""

    def make(
        self,
        database: duckdb.DuckDBPyConnection,
        workforce: Workforce | None,
        progress: Callable[[int, int], None],
    ) -> list[tuple[str, Refusal]]:
        """Make the rows that are lacking, in transactions; raise Stopped after Ctrl-C.

        Return the tournaments that are damaged, and are left out of the mirror because of it.
        """
