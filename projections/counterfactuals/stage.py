"""The rounds of all tournaments paired again in a mirror, after its other rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from ledger.place import LedgerPlace, seen_from_anywhere
from ledger.refusals import Refusal
from ledger.store.snapshot import Snapshot
from projections.counterfactuals.part import Engines, PairedPart, Rounds, Seating, pairer
from projections.counterfactuals.versions import (
    IN_FORCE,
    PairingVersion,
    together,
    versions_in,
    versions_of,
    write_versions,
)
from projections.mirror.in_memory import load
from projections.mirror.refresh import stopped_at
from projections.mirror.rows import Says
from projections.mirror.tables import OF_PAIRINGS
from projections.spread.port import Workforce, of_weight
from projections.spread.processes import Processes
from projections.sql.duck import duckdb

A_PART = 1_000
"""Facts whose rounds a process pairs at once."""

A_TRANSACTION = 10_000
"""Facts a transaction; a stopped run keeps the pairings of the committed ones."""


_DELETE_REPLAYS = "DELETE FROM {} WHERE (tournament, rules) IN (SELECT unnest(?), unnest(?))"
_DELETE_ROWS = (
    "DELETE FROM {} WHERE (tournament, CASE WHEN in_force THEN 'in force' ELSE rules END) IN"
    " (SELECT unnest(?), unnest(?))"
)
"""The rows of tournaments and versions; those of the rules in force have their own ids."""


class PairingStage:
    """Pairs all rounds again by some rules, besides those that the mirror has already.

    `engines` gives what pairs, and is called where there is something to pair. A tournament without
    new facts is not paired again under the same version and engines. After a
    run `counts` has, by version, how many tournaments were paired now, and before; `refused` are
    those whose facts make no sense together.
    """

    tables = OF_PAIRINGS

    def __init__(
        self,
        engines: Callable[[], Engines],
        says: Says,
        versions: Sequence[PairingVersion] = (),
    ) -> None:
        self._engines = engines
        self._says = says
        self._asked = list(versions)
        self.counts: dict[str, tuple[int, int]] = {}
        self.refused: list[tuple[str, Refusal]] = []

    def begin(self, ledger: LedgerPlace, files: Sequence[Path], now: Snapshot) -> None:
        """Take over the versions of earlier mirrors of the ledger, the oldest first."""
        self._ledger = seen_from_anywhere(ledger)
        self._now = now
        earlier = [version for file in files for version in versions_of(file, now)]
        self.versions = together([*earlier, *self._asked])

    def is_due(self, database: duckdb.DuckDBPyConnection) -> bool:
        """Tell whether a complete mirror lacks a pairing; count those it has."""
        if together(versions_in(database)) != self.versions:
            return True
        due = self._due(database)
        self._count(database, due)
        return bool(due)

    def make(
        self,
        database: duckdb.DuckDBPyConnection,
        workforce: Workforce | None,
        progress: Callable[[int, int], None],
    ) -> list[tuple[str, Refusal]]:
        """Pair what the mirror lacks, several parts a transaction.

        `workforce` are the processes, None: one for each processor, if there is much to do.
        `progress` is called with the number of facts done and the total. Raise Stopped after
        Ctrl-C. No tournament is left out of the mirror, whatever is in `refused`.
        """
        database.execute("BEGIN")
        write_versions(database, self.versions)
        for table in OF_PAIRINGS:
            database.execute(
                f"DELETE FROM {table} WHERE tournament NOT IN (SELECT tournament FROM tournaments)"
            )
        database.execute("COMMIT")
        due = self._due(database)
        self._count(database, due)
        if due:
            self._pair(database, due, workforce, progress)
        return []

    def _pair(
        self,
        database: duckdb.DuckDBPyConnection,
        due: Sequence[Rounds],
        workforce: Workforce | None,
        progress: Callable[[int, int], None],
    ) -> None:
        facts = sum(each.position for each in due)
        hands = workforce or Processes((os.cpu_count() or 1) if facts > 2 * A_PART else 1)
        texts = [
            (None if one.rules is None else one.rules.canonical(), one.known)
            for one in self.versions
        ]
        work = partial(
            pairer,
            self._ledger,
            end=self._now.end(),
            texts=texts,
            says=self._says,
            engines=self._engines(),
        )
        parts = [*of_weight(due, lambda each: each.position, A_PART)]
        done = kept = 0
        with stopped_at(lambda: (kept, facts)), closing(hands.each(work, parts)) as pairing:
            database.execute("BEGIN")
            for part, paired in zip(parts, pairing, strict=True):
                self._write(database, part, paired)
                done += sum(each.position for each in part)
                if done - kept >= A_TRANSACTION:
                    database.execute("COMMIT")
                    kept = done
                    database.execute("BEGIN")
                progress(done, facts)
            database.execute("COMMIT")

    def _write(
        self, database: duckdb.DuckDBPyConnection, part: Sequence[Rounds], paired: PairedPart
    ) -> None:
        """Replace the rows of the tournaments and versions of a part."""
        columns, refused = paired
        self.refused += refused
        lost = {tournament for tournament, _ in refused}
        wanted = [
            (each.tournament, self.versions[at], each.position)
            for each in part
            for at in each.versions
        ]
        names = [[each for each, _, _ in wanted], [one.name for _, one, _ in wanted]]
        for table in OF_PAIRINGS:
            delete = _DELETE_REPLAYS if table == "pairing_replays" else _DELETE_ROWS
            database.execute(delete.format(table), names)
        load(database, columns)
        engines = self._engines().names()
        for tournament, version, position in wanted:
            if tournament not in lost:
                row = [tournament, version.name, version.made_with(engines), position]
                database.execute("INSERT INTO pairing_replays VALUES (?, ?, ?, ?)", row)

    def _due(self, database: duckdb.DuckDBPyConnection) -> list[Rounds]:
        """Return the tournaments that lack a version, in order of opening."""
        if not self.versions:
            return []
        engines = self._engines().names()
        wanted = [(one.name, one.made_with(engines)) for one in self.versions]
        question = "SELECT tournament, rules, made_with, position FROM pairing_replays"
        there = {
            (t, rules): (hash_, at) for t, rules, hash_, at in database.execute(question).fetchall()
        }
        whole = dict(database.execute("SELECT tournament, position FROM tournaments").fetchall())
        due = []
        for tournament, position in self._now.tournaments():
            if whole.get(tournament) != position:
                continue
            versions = tuple(
                at
                for at, (name, hash_) in enumerate(wanted)
                if there.get((tournament, name)) != (hash_, position)
            )
            if versions:
                changed = any((tournament, name) in there for name, _ in wanted)
                pairings = _known(database, tournament) if changed else {}
                due.append(Rounds(tournament, position, versions, pairings))
        return due

    def _count(self, database: duckdb.DuckDBPyConnection, due: Sequence[Rounds]) -> None:
        (total,) = database.execute("SELECT count(*) FROM tournaments").fetchall()
        for at, version in enumerate(self.versions):
            now = sum(at in each.versions for each in due)
            self.counts[version.name] = now, total[0] - now


def verdicts(database: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    """Return by version and knowledge the number of rounds, and of those with each verdict.

    The verdicts are same, colours, different, and no pairing or engine.
    """
    return database.execute(f"""
        SELECT CASE WHEN in_force THEN '{IN_FORCE}' ELSE rules END AS version, known, count(*),
            count(*) FILTER (verdict = 'same'), count(*) FILTER (verdict = 'colours'),
            count(*) FILTER (verdict = 'different'), count(*) FILTER (verdict LIKE 'no %')
        FROM replayed_rounds GROUP BY version, known
        ORDER BY version = '{IN_FORCE}' DESC, version, known DESC
    """).fetchall()


def _known(database: duckdb.DuckDBPyConnection, tournament: str) -> Mapping[str, Seating]:
    """Return the pairings that the mirror has of a tournament, by their input."""
    question = """
        SELECT r.input, b.white, b.black FROM replayed_rounds r
        JOIN replayed_pairings b USING (tournament, rules, in_force, round, known)
        WHERE r.tournament = ? AND b.found_in <> 'published'
        ORDER BY r.rules, r.in_force, r.round, r.known, b.by_rules = 0, b.by_rules
    """
    boards: dict[str, dict[tuple[int, int | None], None]] = {}
    for input_, white, black in database.execute(question, [tournament]).fetchall():
        boards.setdefault(input_, {})[white, black] = None
    return {input_: tuple(ordered) for input_, ordered in boards.items()}
