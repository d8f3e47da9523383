"""Mirrors as the program makes them: with sentences in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from desk.render.english import english
from ledger.place import LedgerPlace
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from pairing.review.decisions import DECIDING
from projections.mirror import in_memory
from projections.mirror.decision_stage import DecisionStage
from projections.mirror.files import mirror_path
from projections.mirror.progress import Refreshed, row_of
from projections.mirror.refresh import refresh as refresh_with
from projections.mirror.stage import Stage
from projections.sql.connections import looked_at
from projections.sql.duck import duckdb

mirror = partial(in_memory.mirror, says=english, described=False)
"""A function that returns a copy of one tournament in memory, its tables without comments."""


def deciding() -> list[DecisionStage]:
    """Return the stages of a refresh that decides all rounds again."""
    return [DecisionStage(lambda: DECIDING, english, wanted=True)]


def refresh(
    ledger: LedgerPlace, *given: Any, stages: Sequence[Stage] | None = None, **named: Any
) -> Refreshed:
    """Bring the mirror of a ledger up to date; `stages` None: with all decisions."""
    own = deciding() if stages is None else stages
    return refresh_with(ledger, *given, says=english, stages=own, **named)


@contextmanager
def mirror_of(ledger: LedgerPlace) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give the mirror of a ledger, which must be up to date; opened sooner than by `open_current`."""
    with Store(ledger) as store, snapshot(store) as now:
        end = now.end()
    with looked_at(mirror_path(ledger)) as database:
        reached = row_of(database)
        assert reached is not None
        assert (reached.end, reached.complete) == (end, True)
        yield database
