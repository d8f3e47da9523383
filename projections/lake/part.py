"""One part of a lake: the rows of some tournaments as Parquet files, one for each table."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ledger.messages import message
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import from_canonical
from ledger.store.snapshot import Snapshot, snapshot
from ledger.store.store import Store
from ledger.whole_files import to_disk
from projections.counterfactuals.part import Engines, Rounds, paired_part
from projections.counterfactuals.versions import PairingVersion
from projections.lake.errors import lake_error
from projections.lake.files import (
    OF_LEDGER,
    WRITING,
    DonePart,
    done_part,
    file_of_part,
    unwritable,
    write_done,
)
from projections.lake.plan import LakeLedger, LakePart, LakePlan, LedgerShare, unchanged
from projections.mirror.blocks import Wanted
from projections.mirror.columns import PackedPart
from projections.mirror.decisions import Deciding, ToDecide, decided_part
from projections.mirror.in_memory import Loading
from projections.mirror.parts import made_part
from projections.mirror.rows import Says
from projections.mirror.schema.relation import Relation
from projections.mirror.standings import Under
from projections.mirror.tables import STORED, stored_tables
from projections.sql.connections import connected, file_of, interrupts_raised
from projections.sql.duck import duckdb
from projections.sql.questions import quoted

A_BLOCK = 20_000
"""Facts whose rows are made at once: it bounds the memory, not the rows."""

_SOURCE = "tournaments"
"""The table whose files also say which ledger of the part a tournament stands in."""

_MEMORY = "512MB"
"""Memory that DuckDB may use before it writes to the disk."""


class LakeWords(NamedTuple):
    """What a part needs from the floors above: the words of sentences, decisions, and engines."""

    says: Says
    deciding: Deciding
    engines: Engines


class _Recipe(NamedTuple):
    """How the rows of a part are made; `made_with` are hashes of `pairings` with the engines."""

    words: LakeWords
    versions: Sequence[Under]
    pairings: Sequence[PairingVersion]
    made_with: Sequence[str]
    decisions: bool

    @classmethod
    def of(cls, plan: LakePlan, words: LakeWords) -> _Recipe:
        """Return that of a plan."""
        under = [Under(from_canonical(each.keys), each.hash) for each in plan.versions]
        again = [
            PairingVersion(None if each.keys is None else from_canonical(each.keys), each.known)
            for each in plan.pairings
        ]
        return cls(words, under, again, [each.made_with for each in plan.pairings], plan.decisions)


@contextmanager
def part_maker(
    folder: Path, plan: LakePlan, words: LakeWords
) -> Iterator[Callable[[LakePart], DonePart]]:
    """Give the function that makes a part in a folder, unless it is there already.

    It raises LakeError when a ledger is not the one of the plan, or the folder cannot be written.
    Whoever makes the same part at the same time writes the same files.
    """
    recipe = _Recipe.of(plan, words)

    def make(part: LakePart) -> DonePart:
        if (done := done_part(folder, part.name)) is not None:
            return done
        try:
            with interrupts_raised():
                return _made(folder, plan.ledgers, part, recipe)
        except _disk_errors() as error:
            if (done := done_part(folder, part.name)) is not None:
                return done  # by another worker, after which these files were swept
            raise unwritable(folder, error) from error

    yield make


def _disk_errors() -> tuple[type[Exception], ...]:
    return OSError, duckdb.IOException, duckdb.OutOfMemoryException


def _made(folder: Path, ledgers: Sequence[LakeLedger], part: LakePart, recipe: _Recipe) -> DonePart:
    """Write the files of a part aside, then rename them into place, then record it as done."""
    beside = Path(tempfile.mkdtemp(prefix=WRITING, dir=folder))
    try:
        with connected() as database:
            database.execute(f"SET memory_limit = '{_MEMORY}'")
            # A single thread keeps the order of rows.
            database.execute(f"SET threads = 1; SET temp_directory = {quoted(file_of(beside))}")
            for statement in stored_tables():
                database.execute(statement)
            damaged = _loaded(database, ledgers, part, recipe)
            rows = {table.name: _written(database, table, beside) for table in STORED}
        rows = {table: count for table, count in rows.items() if count}
        sizes = {table: (beside / f"{table}.parquet").stat().st_size for table in rows}
        for table in rows:
            (folder / table).mkdir(exist_ok=True)
            to_disk(beside / f"{table}.parquet")
            os.replace(beside / f"{table}.parquet", file_of_part(folder, table, part.name))
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    done = DonePart(part.name, rows, sizes, damaged)
    write_done(folder, done)
    return done


def _loaded(
    database: duckdb.DuckDBPyConnection,
    ledgers: Sequence[LakeLedger],
    part: LakePart,
    recipe: _Recipe,
) -> tuple[tuple[str, str, str], ...]:
    """Put the rows of a part into tables, ledger by ledger; return the damaged tournaments.

    Raise LakeError for a ledger that is not the one of the plan.
    """
    database.execute(f"CREATE TABLE shares (tournament VARCHAR, {OF_LEDGER} INTEGER)")
    damaged: list[tuple[str, str, str]] = []
    loading = Loading(database)
    for share in part.shares:
        place = ledgers[share.ledger].place
        with Store(place) as store, snapshot(store) as now:
            if not unchanged(now, share):
                what = message("lake.other-ledger", path=str(place), number=part.number)
                raise lake_error("other-ledger", what, message("lake.plan-again"))
            damaged += _load_share(database, loading, now, share, recipe)
    loading.flush()
    numbers = [at for at, share in enumerate(part.shares, 1) for _ in share.tournaments]
    tournaments = [each.tournament for each in part.tournaments]
    database.execute("INSERT INTO shares SELECT unnest(?), unnest(?)", (tournaments, numbers))
    return tuple(damaged)


def _load_share(
    database: duckdb.DuckDBPyConnection,
    loading: Loading,
    now: Snapshot,
    share: LedgerShare,
    recipe: _Recipe,
) -> list[tuple[str, str, str]]:
    """Put the rows of a ledger's tournaments into tables; return the damaged ones.

    Raise LakeError when a tournament only seems damaged: a person was forgotten since the plan.
    """
    later = dict(now.tournaments())
    damaged: list[tuple[str, str, str]] = []
    for block in _blocks(share, len(recipe.versions)):
        refused = _load_block(database, loading, now, block, recipe)
        for tournament, refusal in refused:
            if any(w.tournament == tournament and w.position < later[tournament] for w in block):
                what = message("lake.grown", tournament=tournament)
                raise lake_error("plan-outdated", what, message("lake.plan-again"))
            row = (tournament, refusal.code, recipe.words.says(refusal.what))
            database.execute("INSERT INTO damaged VALUES (?, ?, ?)", row)
            damaged.append(row)
    return damaged


def _load_block(
    database: duckdb.DuckDBPyConnection,
    loading: Loading,
    now: Snapshot,
    block: Sequence[Wanted],
    recipe: _Recipe,
) -> list[tuple[str, Refusal]]:
    """Put the rows of some tournaments into tables; return those that are left out."""
    columns, refused = made_part(now, block, recipe.versions, recipe.words.says)
    left = _without(block, refused)
    more, senseless = _paired_and_decided(now, left, recipe)
    if senseless:
        left = _without(left, senseless)
        refused = [*refused, *senseless]
        columns, _ = made_part(now, left, recipe.versions, recipe.words.says)
    for some in (columns, *more):
        loading.add(some)
    replays = [
        (one.tournament, version.name, made_with, one.position)
        for one in left
        for version, made_with in zip(recipe.pairings, recipe.made_with, strict=True)
    ]
    if replays:
        database.executemany("INSERT INTO pairing_replays VALUES (?, ?, ?, ?)", replays)
    return refused


def _paired_and_decided(
    now: Snapshot, block: Sequence[Wanted], recipe: _Recipe
) -> tuple[list[PackedPart], list[tuple[str, Refusal]]]:
    """Return the columns of rounds paired and decided again, and the tournaments without sense.

    The columns have no row of these. Rounds are decided first: only where a tournament can be
    decided and not paired are the others decided once more.
    """
    senseless: list[tuple[str, Refusal]] = []
    decided: PackedPart = {}
    if recipe.decisions:
        decided, senseless = _decided(now, block, recipe)
    if not recipe.pairings:
        return [decided], senseless
    every = tuple(range(len(recipe.pairings)))
    left = _without(block, senseless)
    rounds = [Rounds(one.tournament, one.position, every) for one in left]
    words = recipe.words
    paired, refused = paired_part(now, rounds, recipe.pairings, words.says, words.engines)
    if refused and recipe.decisions:
        decided, _ = _decided(now, _without(left, refused), recipe)
    return [paired, decided], [*senseless, *refused]


def _decided(
    now: Snapshot, block: Sequence[Wanted], recipe: _Recipe
) -> tuple[PackedPart, list[tuple[str, Refusal]]]:
    to_decide = [ToDecide(one.tournament, one.position, rounds=1) for one in block]
    return decided_part(now, to_decide, recipe.words.deciding)


def _without(block: Sequence[Wanted], refused: Sequence[tuple[str, Refusal]]) -> list[Wanted]:
    out = {tournament for tournament, _ in refused}
    return [one for one in block if one.tournament not in out]


def _blocks(share: LedgerShare, versions: int) -> Iterator[list[Wanted]]:
    """Yield the tournaments in blocks of bounded size; a large one is a block by itself."""
    block: list[Wanted] = []
    facts = 0
    for tournament, position, _ in share.tournaments:
        if block and facts + position > A_BLOCK:
            yield block
            block = []
            facts = 0
        block.append(Wanted(tournament, position, True, tuple(range(versions))))
        facts += position
    yield block


def _written(database: duckdb.DuckDBPyConnection, table: Relation, folder: Path) -> int:
    """Write the rows of a table in the order of its key; return their number.

    No file is written for none.
    """
    if database.execute(f"FROM {table.name} LIMIT 1").fetchone() is None:
        return 0
    keys = ", ".join(column.name for column in table.columns if column.key) or "ALL"
    file = quoted(file_of(folder / f"{table.name}.parquet"))
    rows = f"{table.name} JOIN shares USING (tournament)" if table.name == _SOURCE else table.name
    question = f"COPY (FROM {rows} ORDER BY {keys}) TO {file} (FORMAT parquet, CODEC zstd)"
    row = database.execute(question).fetchone()
    return int(row[0]) if row else 0
