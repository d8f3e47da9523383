"""The mirror of a ledger in a file: made from zero, continued, and swapped with the old one.

The mirror is made from the ledger alone and can be deleted at any time. The new file is built next
to the old one in batches; each batch commits together with its progress marker. A rename then
replaces the old file, so open readers are undisturbed and an interrupted run resumes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ledger.messages import message
from ledger.place import LedgerPlace
from ledger.private_files import give_access_of, make_private
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook, from_canonical
from ledger.store.snapshot import End, Snapshot, snapshot
from ledger.store.store import Store
from ledger.whole_files import to_disk
from projections.mirror.blank import make_blank
from projections.mirror.blocks import Wanted
from projections.mirror.decisions import forget_decisions
from projections.mirror.files import MirrorError, clear, mirror_path, unwritable, writing
from projections.mirror.in_memory import Loading, load
from projections.mirror.progress import (
    MirrorMade,
    Reached,
    Refreshed,
    Stopped,
    how_far,
    is_other,
    row_of,
    set_row,
)
from projections.mirror.rows import Says
from projections.mirror.stage import Stage
from projections.mirror.standings import Under
from projections.mirror.tables import (
    DECISIONS,
    OF_A_TOURNAMENT,
    OF_A_VERSION,
    OF_PAIRINGS,
)
from projections.mirror.workers import Made, made_parts
from projections.spread.port import Workforce, of_weight
from projections.spread.processes import Processes
from projections.sql.connections import bulk_loading, interrupts_raised, looked_at
from projections.sql.duck import duckdb

_MEMORY = "128MB"
"""Memory that DuckDB may use before it writes to the disk."""

A_PART = 8_000
"""Facts whose rows are made and written at once."""

_MANY = 40_000
"""Facts above which several processes are worth their start."""

A_TRANSACTION = 100_000
"""Facts a transaction; a stopped run keeps the committed ones.

DuckDB takes a while to commit, and some 1.2 MB of memory for 1,000 facts until then.
"""

A_TRANSACTION_NS = 10_000_000_000
"""Time after which a transaction with fewer facts is committed too: seasons take long to count."""


class Todo(NamedTuple):
    """The work for a mirror; `present` are the tournaments and versions it has rows of."""

    wanted: list[Wanted]
    versions: list[Under]
    present: frozenset[tuple[str, str | None]]


def refresh(
    ledger: LedgerPlace,
    ticks_ns: Callable[[], int] = lambda: 0,
    *,
    says: Says,
    from_zero: bool = False,
    file: Path | None = None,
    versions: Sequence[Rulebook] = (),
    stages: Sequence[Stage] = (),
    jobs: int | None = None,
    workforce: Workforce | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Refreshed:
    """Bring the mirror of a ledger up to date, or make it from zero.

    `says` turns the sentences stored in it into words, always in one language. `file` is the
    mirror, None: the one beside the ledger. `versions` are rule versions to replay all tournaments
    under, besides those in the mirror. `stages` make further rows, in this order. `jobs` is the
    number of processes, None: one for each processor, if there is much to do; `workforce` are other
    processes instead. `progress` is called with the number of facts done and the total. `ticks_ns` is a clock for the times, and for the moments at which what is
    done is kept.

    The mirror is also made from zero when it belongs to another ledger or has other tables, and
    when somebody's record was corrected or deleted, so that no byte of the old one remains. The
    versions in the old one, or in a stopped run, are then replayed again. A stopped run is resumed.
    A damaged tournament is left out and reported. Raise MirrorError, also for a full disk,
    StoreError, SpreadError, and KeyboardInterrupt: Stopped if part of the run is saved.
    """
    path = file or mirror_path(ledger)
    if (file and file.exists() and how_far(file) is None) or is_other(path):
        what = message("mirror.other-file", path=str(path))
        raise MirrorError("no-mirror", what, message("mirror.move"))
    with Store(ledger) as store, writing(path) as fresh, snapshot(store) as now, named_errors(path):
        started = ticks_ns()
        end = now.end()
        earlier = [*_versions(path, now), *_versions(fresh, now)]
        for stage in stages:
            stage.begin(ledger, [path, fresh], now)
        origin = _begin(path, fresh, now, from_zero=from_zero)
        if origin == "from zero":
            versions = [*earlier, *versions]
        if origin == "continued" and not fresh.exists():
            current = _current(path, now, end, versions, stages)
            if current is not None:
                return current
            make_private(fresh)
            shutil.copyfile(path, fresh)
        copied = ticks_ns()
        hands = workforce or (Processes(jobs) if jobs else None)
        done = _make(
            ledger,
            mirror=path,
            fresh=fresh,
            now=now,
            origin=origin,
            versions=versions,
            says=says,
            stages=stages,
            workforce=hands,
            progress=progress,
            ticks_ns=ticks_ns,
        )
        loaded = ticks_ns()
        to_disk(fresh)
        os.replace(fresh, path)
        published = ticks_ns() - loaded + copied - started
    load_ms = (loaded - copied) // 1_000_000
    publish_ms = published // 1_000_000
    return replace(done, path=path, load_ms=load_ms, publish_ms=publish_ms)


@contextmanager
def named_errors(path: Path) -> Iterator[None]:
    """Turn errors of the disk into a MirrorError."""
    try:
        with interrupts_raised():
            yield
    except (
        OSError,
        duckdb.IOException,
        duckdb.TransactionException,
        duckdb.FatalException,
        duckdb.OutOfMemoryException,
    ) as error:
        raise unwritable(path, error) from error


def _begin(path: Path, fresh: Path, now: Snapshot, *, from_zero: bool) -> MirrorMade:
    """Return the origin of the next mirror; keep `fresh` if a stopped run can be resumed."""
    left = _usable(fresh, now)
    if left and (left.origin == "from zero" or not from_zero):
        return left.origin
    clear(path)
    earlier = None if from_zero else _usable(path, now)
    return "continued" if earlier and earlier.complete else "from zero"


def _versions(path: Path, now: Snapshot) -> list[Rulebook]:
    """Return the versions in an older mirror of the ledger, which the next one keeps.

    Its other tables may come from an older program.
    """
    if not path.is_file():
        return []
    with suppress(duckdb.Error), looked_at(path) as database:
        ends = database.execute("SELECT sequence, leaf FROM mirror").fetchall()
        if ends and all(now.end(sequence) == (sequence, leaf) for sequence, leaf in ends):
            rows = database.execute("SELECT keys FROM versions ORDER BY rules").fetchall()
            return [from_canonical(keys) for (keys,) in rows]
    return []


def _usable(path: Path, now: Snapshot) -> Reached | None:
    """Return the progress of a file, None when it cannot be continued."""
    progress = _of_this_ledger(path, now)
    return None if progress is None or now.records_changed(progress.end.sequence) else progress


def _of_this_ledger(path: Path, now: Snapshot) -> Reached | None:
    """Return the progress of a file, None when it is not a mirror of this ledger."""
    progress = how_far(path)
    return None if progress is None or now.end(progress.end.sequence) != progress.end else progress


def _current(
    path: Path, now: Snapshot, end: End, versions: Sequence[Rulebook], stages: Sequence[Stage]
) -> Refreshed | None:
    """Return the result for a mirror that needs no changes, None if it needs some."""
    with looked_at(path) as database:
        progress = row_of(database)
        todo = _todo(database, now, versions)
        if progress is None or progress.end != end or todo.wanted:
            return None
        if any(stage.is_due(database) for stage in stages):
            return None
        seasons = _seasons(database)
        replayed = _replayed(todo, seasons)
        return Refreshed(path, "current", end.sequence, replayed=replayed, seasons=len(seasons))


def _seasons(database: duckdb.DuckDBPyConnection) -> frozenset[str]:
    """Return the seasons, which cannot be counted under another version."""
    question = "SELECT tournament FROM tournaments WHERE system = 'keizer'"
    return frozenset(tournament for (tournament,) in database.execute(question).fetchall())


def _todo(database: duckdb.DuckDBPyConnection, now: Snapshot, versions: Sequence[Rulebook]) -> Todo:
    """Return the work that a file needs, in order of opening."""
    recorded = database.execute("SELECT rules, rulebook_hash, keys FROM versions").fetchall()
    under = {rules: Under(from_canonical(keys), hash_) for rules, hash_, keys in recorded}
    under |= {rules.id: Under(rules, rules.hash) for rules in versions}
    places = list(under.values())
    question = "SELECT tournament, position FROM tournaments"
    question += " UNION ALL SELECT tournament, 0 FROM damaged"
    there = dict(database.execute(question).fetchall())
    question = "SELECT tournament, rules, rulebook_hash, position FROM replays"
    replayed = {(t, rules): (h, at) for t, rules, h, at in database.execute(question).fetchall()}
    wanted = []
    for tournament, position in now.tournaments():
        whole = there.get(tournament) != position
        open_ = tuple(
            at
            for at, (rules, hash_) in enumerate(places)
            if whole or replayed.get((tournament, rules.id)) != (hash_, position)
        )
        if whole or open_:
            wanted.append(Wanted(tournament, position, whole, open_))
    present = frozenset({(t, None) for t in there} | set(replayed))
    return Todo(wanted, places, present)


def _make(
    ledger: LedgerPlace,
    *,
    mirror: Path,
    fresh: Path,
    now: Snapshot,
    origin: MirrorMade,
    versions: Sequence[Rulebook],
    says: Says,
    stages: Sequence[Stage],
    workforce: Workforce | None,
    progress: Callable[[int, int], None],
    ticks_ns: Callable[[], int],
) -> Refreshed:
    """Write the new rows, several parts a transaction; return the result."""
    end = now.end()
    if not fresh.exists():
        make_blank(fresh, Reached(end, False, origin))
    with bulk_loading(fresh, _MEMORY) as database:
        give_access_of(fresh, mirror)
        todo = _todo(database, now, versions)
        of_stages = {table for stage in stages for table in stage.tables}
        database.execute("BEGIN")
        set_row(database, Reached(end, False, origin))
        if DECISIONS not in of_stages and any(each.whole for each in todo.wanted):
            forget_decisions(database)
        database.execute("DELETE FROM versions")
        for rules, hash_ in todo.versions:
            row = [rules.id, hash_, rules.canonical()]
            database.execute("INSERT INTO versions VALUES (?, ?, ?)", row)
        database.execute("COMMIT")
        parts = [*of_weight(todo.wanted, lambda each: each.position, A_PART)]
        facts = sum(each.position for each in todo.wanted)
        hands = workforce or Processes(_jobs(facts))
        making = made_parts(
            ledger,
            end=end,
            parts=parts,
            versions=todo.versions,
            says=says,
            workforce=hands,
        )
        with closing(making):
            by_part = zip(parts, making, strict=True)
            rows, refused = _load_parts(
                database,
                todo=todo,
                making=by_part,
                says=says,
                progress=progress,
                drop_pairings=not of_stages >= {*OF_PAIRINGS},
                ticks_ns=ticks_ns,
            )
        set_row(database, Reached(end, True, origin))
        database.execute("COMMIT")
        for stage in stages:
            refused += stage.make(database, workforce, progress)
        seasons = _seasons(database)
        # Closing the database also writes, but it hides the error of a full disk.
        database.execute("CHECKPOINT")
    whole = [each for each in todo.wanted if each.whole]
    return Refreshed(
        path=fresh,
        origin=origin,
        sequence=end.sequence,
        events=sum(each.position for each in whole),
        tournaments=len(whole),
        rows=rows,
        replayed=_replayed(todo, seasons | {tournament for tournament, _ in refused}),
        refused=tuple(refused),
        seasons=len(seasons),
    )


def _load_parts(
    database: duckdb.DuckDBPyConnection,
    *,
    todo: Todo,
    making: Iterable[tuple[Sequence[Wanted], Made]],
    says: Says,
    progress: Callable[[int, int], None],
    drop_pairings: bool,
    ticks_ns: Callable[[], int],
) -> tuple[int, list[tuple[str, Refusal]]]:
    """Load the parts, leaving the last transaction open; return the row count and the damage."""
    facts = sum(each.position for each in todo.wanted)
    refused: list[tuple[str, Refusal]] = []
    rows = done = kept = 0
    with stopped_at(lambda: (kept, facts)):
        database.execute("BEGIN")
        begun = ticks_ns()
        later = Loading(database)
        _drop(database, todo, drop_pairings)
        for part, (columns, damaged) in making:
            refused += damaged
            rows += load(database, columns, later)
            for tournament, refusal in damaged:
                set_damaged(database, tournament, refusal, says)
            done += sum(each.position for each in part)
            if done - kept >= A_TRANSACTION or ticks_ns() - begun >= A_TRANSACTION_NS:
                later.flush()
                database.execute("COMMIT")
                kept = done
                begun = ticks_ns()
                database.execute("BEGIN")
            progress(done, facts)
        later.flush()
    return rows, refused


def set_damaged(
    database: duckdb.DuckDBPyConnection, tournament: str, refusal: Refusal, says: Says
) -> None:
    """List a tournament as damaged, in a transaction of the caller."""
    row = [tournament, refusal.code, says(refusal.what)]
    database.execute("INSERT INTO damaged VALUES (?, ?, ?)", row)


@contextmanager
def stopped_at(kept_of_facts: Callable[[], tuple[int, int]]) -> Iterator[None]:
    """Add the number of saved facts to a Ctrl-C."""
    try:
        with interrupts_raised():
            yield
    except KeyboardInterrupt as error:
        raise Stopped(*kept_of_facts()) from error


def _jobs(facts: int) -> int:
    """Return the number of processes that is worthwhile for `facts` facts."""
    return (os.cpu_count() or 1) if facts > _MANY else 1


_FEW = 100
"""Tournaments that are named one by one where their rows are deleted: planning takes half."""


def _drop(database: duckdb.DuckDBPyConnection, todo: Todo, drop_pairings: bool) -> None:
    """Delete the rows of the tournaments, and of the versions, that are made anew.

    `drop_pairings`: nothing pairs their rounds again in this run.
    """
    again = [each for each in todo.wanted if (each.tournament, None) in todo.present]
    whole = [each.tournament for each in again if each.whole]
    if whole:
        few = len(whole) <= _FEW
        these = ", ".join("?" * len(whole)) if few else "SELECT unnest(?)"
        for table in (*OF_A_TOURNAMENT, *(OF_PAIRINGS if drop_pairings else ())):
            question = f"DELETE FROM {table} WHERE tournament IN ({these})"
            database.execute(question, whole if few else [whole])
    replayed = [
        (each.tournament, rules)
        for each in again
        if not each.whole
        for at in each.versions
        if (each.tournament, rules := todo.versions[at].rules.id) in todo.present
    ]
    if replayed:
        names = [list(column) for column in zip(*replayed, strict=True)]
        for table in OF_A_VERSION:
            own = "true" if table == "replays" else "in_force = false"
            database.execute(
                f"DELETE FROM {table} WHERE (tournament, rules) IN"
                f" (SELECT unnest(?), unnest(?)) AND {own}",
                names,
            )


def _replayed(todo: Todo, left_out: frozenset[str]) -> dict[str, tuple[int, int]]:
    """Return, by version, how many tournaments were replayed now, and before."""
    counts = {}
    for at, under in enumerate(todo.versions):
        now = {each.tournament for each in todo.wanted if at in each.versions}
        before = {t for t, rules in todo.present if rules == under.rules.id} - now
        counts[under.rules.id] = len(now - left_out), len(before - left_out)
    return counts
