"""The rounds of all tournaments decided again in a mirror, after its other rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from ledger.facts.tournament import PairingPublished
from ledger.place import LedgerPlace, seen_from_anywhere
from ledger.refusals import Refusal
from ledger.store.snapshot import Snapshot
from projections.mirror.decisions import (
    UNDER_WAY,
    Deciding,
    ToDecide,
    decider,
    forget_decisions,
    publish_decisions,
)
from projections.mirror.in_memory import Loading
from projections.mirror.progress import has_decisions, has_table, row_of
from projections.mirror.refresh import set_damaged, stopped_at
from projections.mirror.rows import Says
from projections.mirror.tables import (
    DECIDED,
    DECISIONS,
    OF_A_TOURNAMENT,
    OF_DECISIONS,
    of_relation,
    table_named,
)
from projections.spread.port import Workforce, of_weight
from projections.spread.processes import Processes
from projections.sql.connections import file_of, is_duckdb, looked_at
from projections.sql.duck import duckdb
from projections.sql.questions import quoted

A_PART = 2_000
"""Facts whose rounds a process decides at once."""

A_TRANSACTION = 20_000
"""Facts a transaction; a stopped run keeps the decisions of the committed ones."""


class DecisionStage:
    """Decides all rounds again, besides those that a mirror has already.

    `deciding` gives what decides, and is called where there is something to decide. `wanted` None: where the mirror has decisions, they are kept up. `anew`: none are taken from
    that mirror. `tell` is called with the number of rounds before they are decided, if there are
    any. Decisions of a publication never change, so only later publications are decided; all of
    them when the engines are of other versions.
    """

    tables = OF_DECISIONS

    def __init__(
        self,
        deciding: Callable[[], Deciding],
        says: Says,
        *,
        wanted: bool | None = None,
        anew: bool = False,
        tell: Callable[[int], None] = lambda rounds: None,
    ) -> None:
        self._deciding = deciding
        self._says = says
        self._asked = wanted
        self._anew = anew
        self._tell = tell

    def begin(self, ledger: LedgerPlace, files: Sequence[Path], now: Snapshot) -> None:
        """Look whether the mirror of the ledger has decisions."""
        self._ledger = seen_from_anywhere(ledger)
        self._now = now
        self._earlier = files[0] if _has_decisions_of(files[0], now) else None
        self._wanted = self._asked if self._asked is not None else self._earlier is not None

    def is_due(self, database: duckdb.DuckDBPyConnection) -> bool:
        """Tell whether a complete mirror lacks decisions, or has them in vain."""
        there = has_decisions(database)
        return bool(self._due(database)) if self._wanted and there else self._wanted != there

    def make(
        self,
        database: duckdb.DuckDBPyConnection,
        workforce: Workforce | None,
        progress: Callable[[int, int], None],
    ) -> list[tuple[str, Refusal]]:
        """Decide the rounds that the mirror lacks, several parts a transaction.

        `workforce` are the processes, None: one for each processor, if there is much to do.
        `progress` is called with the number of facts done and the total. Raise Stopped after
        Ctrl-C. Return the tournaments with a round that cannot be decided, which are left out.
        """
        if not self._wanted:
            _in_transaction(database, lambda: forget_decisions(database))
            return []
        name = self._begun(database)
        refused: list[tuple[str, Refusal]] = []
        if due := self._due(database):
            refused = self._decide(database, due, name, workforce, progress)
        if name != DECISIONS:
            _in_transaction(database, lambda: publish_decisions(database, name))
        return refused

    def _begun(self, database: duckdb.DuckDBPyConnection) -> str:
        """Return the name of the table to be filled, with the rows that can be kept."""
        if has_decisions(database):
            name = DECISIONS
        else:
            name = UNDER_WAY
            if not has_table(database, name):
                self._begin_table(database, name)
        database.execute("BEGIN")
        gone = f"""
            tournament NOT IN (SELECT tournament FROM tournaments) OR tournament NOT IN
            (SELECT tournament FROM {DECIDED} WHERE made_with = ?)
        """
        made_with = [self._deciding().made_with]
        for table in (name, DECIDED):
            database.execute(f"DELETE FROM {table} WHERE {gone}", made_with)
        database.execute("COMMIT")
        return name

    def _begin_table(self, database: duckdb.DuckDBPyConnection, name: str) -> None:
        """Make the table, with the rows of the mirror before."""
        kept = None if self._anew else self._earlier
        if kept:
            database.execute(f"ATTACH {quoted(file_of(kept))} AS earlier (READ_ONLY)")
        database.execute("BEGIN")
        create, *_ = of_relation(table_named(DECISIONS)._replace(name=name))
        database.execute(create)
        database.execute(f"DELETE FROM {DECIDED}")
        if kept:
            for table, to in ((DECISIONS, name), (DECIDED, DECIDED)):
                database.execute(f"INSERT INTO {to} FROM earlier.{table}")
        database.execute("COMMIT")
        if kept:
            database.execute("DETACH earlier")

    def _decide(
        self,
        database: duckdb.DuckDBPyConnection,
        due: Sequence[ToDecide],
        name: str,
        workforce: Workforce | None,
        progress: Callable[[int, int], None],
    ) -> list[tuple[str, Refusal]]:
        if rounds := sum(each.rounds for each in due):
            self._tell(rounds)
        facts = sum(each.position for each in due if each.rounds)
        hands = workforce or Processes((os.cpu_count() or 1) if facts > 2 * A_PART else 1)
        work = partial(decider, self._ledger, end=self._now.end(), deciding=self._deciding())
        parts = [*of_weight(due, lambda each: each.position if each.rounds else 0, A_PART)]
        refused: list[tuple[str, Refusal]] = []
        done = kept = 0
        with stopped_at(lambda: (kept, facts)), closing(hands.each(work, parts)) as making:
            database.execute("BEGIN")
            loading = Loading(database, {DECISIONS: name})
            for part, (columns, damaged) in zip(parts, making, strict=True):
                if again := [each.tournament for each in part if each.decided]:
                    database.execute(
                        f"DELETE FROM {DECIDED} WHERE tournament IN (SELECT unnest(?))", [again]
                    )
                loading.add(columns)
                for tournament, refusal in damaged:
                    for table in (*OF_A_TOURNAMENT, name, DECIDED):
                        database.execute(f"DELETE FROM {table} WHERE tournament = ?", [tournament])
                    set_damaged(database, tournament, refusal, self._says)
                refused += damaged
                done += sum(each.position for each in part if each.rounds)
                if done - kept >= A_TRANSACTION:
                    loading.flush()
                    database.execute("COMMIT")
                    kept = done
                    database.execute("BEGIN")
                if facts:
                    progress(done, facts)
            loading.flush()
            if again := [each.tournament for each in due if each.decided]:
                database.execute(_TAKEN_BACK.format(name), [again])
            database.execute("COMMIT")
        return refused

    def _due(self, database: duckdb.DuckDBPyConnection) -> list[ToDecide]:
        """Return the tournaments that have new facts since their decisions, in order of opening."""
        rows = database.execute(
            f"""
            SELECT t.tournament, t.position, coalesce(d.position, 0) AS decided,
                count(e.position)
            FROM tournaments t
            LEFT JOIN {DECIDED} d ON d.tournament = t.tournament AND d.made_with = ?
            LEFT JOIN events e ON e.tournament = t.tournament AND e.fact = ?
                AND e.position > coalesce(d.position, 0)
            WHERE d.position IS DISTINCT FROM t.position
            GROUP BY ALL
            """,
            [self._deciding().made_with, PairingPublished.TOPIC],
        ).fetchall()
        by_name = {row[0]: ToDecide(*row) for row in rows}
        order = (tournament for tournament, _ in self._now.tournaments())
        return [by_name[tournament] for tournament in order if tournament in by_name]


_TAKEN_BACK = """
UPDATE {} d SET taken_back_by = e.taken_back_by FROM events e
WHERE d.tournament IN (SELECT unnest(?)) AND (e.tournament, e.position) = (d.tournament, d.position)
    AND d.taken_back_by IS NULL AND e.taken_back_by IS NOT NULL
"""
"""Decisions never change; a later undo only adds to them."""


def _in_transaction(database: duckdb.DuckDBPyConnection, work: Callable[[], None]) -> None:
    database.execute("BEGIN")
    work()
    database.execute("COMMIT")


def _has_decisions_of(path: Path, now: Snapshot) -> bool:
    """Tell whether a file is a mirror of the ledger with these tables, and has decisions."""
    if not path.is_file() or not is_duckdb(path):
        return False
    with suppress(duckdb.Error), looked_at(path) as database:
        progress = row_of(database)
        if progress is None or not progress.complete:
            return False
        return now.end(progress.end.sequence) == progress.end and has_decisions(database)
    return False
