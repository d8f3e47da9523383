"""Every tournament of a ledger under rule versions, into one DuckDB file, by several processes.

A tournament is read, replayed and written on its own, so that memory does not grow with their
number. What is in the file under the same rulebook, at the same position, is passed over.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from ledger.book import Book
from ledger.refusals import Exit, Refusal
from ledger.rulebook import Rulebook, from_canonical
from ledger.state import replay
from ledger.store import Store
from ledger.store_errors import StoreError
from projections.mirror import QueryError
from projections.replay_file import Done, ReplayFile
from projections.replayed import Replayed, replayed
from projections.views import Column, Row, View

A_TASK = 10
"""Tournaments that a process is given at once."""

A_PART = 100
"""Tournaments that are written at once."""


A_COLLECTION = 100_000
"""Objects made before a process looks for cycles among them: facts and standings have none."""


class Wanted(NamedTuple):
    """A tournament up to a position, and the versions it is still to be replayed under."""

    id: str
    position: int
    versions: tuple[int, ...]


class Told(NamedTuple):
    """What came of one tournament: left_out is a season, refusal what makes it unreadable."""

    id: str
    made: tuple[Replayed, ...] = ()
    left_out: bool = False
    refusal: Refusal | None = None


COLUMNS = (
    Column("rules", "under"),
    Column("replayed", "replayed", "right"),
    Column("done_before", "done before", "right"),
)


def cannot_replay_many(versions: Sequence[Rulebook]) -> list[Refusal]:
    """Return what is against replaying a whole ledger under these versions."""
    found = [
        Refusal(
            "season-not-in-bulk",
            f"{rules.id} is for a club season, which has no table of this kind",
            "toernooi replay NAME --rules ..., without --jobs",
            exit=Exit.USAGE,
        )
        for rules in versions
        if rules.keizer is not None
    ]
    twice = [name for name, times in Counter(rules.id for rules in versions).items() if times > 1]
    what = "two of the versions are called {}, and the file keeps them apart by name"
    found += [
        Refusal("same-name-twice", what.format(name), "give one an id of its own", exit=Exit.USAGE)
        for name in twice
    ]
    return found


def replay_many(
    ledger: Path,
    versions: Sequence[Rulebook],
    output: Path,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> View | Refusal:
    """Replay every tournament of a ledger into a file, and count what was done.

    The rows of the file are in the order of the tournaments in the ledger, by version, round and
    rank, whatever the number of jobs. progress is told how many tournaments are done, and of how
    many.
    """
    try:
        with ReplayFile(output) as file:
            known = file.done()
            wanted = wanted_of(ledger, versions, known)
            told: list[Told] = []
            part: list[Replayed] = []
            for number, each in enumerate(_made(ledger, versions, wanted, jobs), 1):
                part += each.made
                told.append(each._replace(made=()))
                if number % A_PART == 0 or number == len(wanted):
                    file.add(part, known)
                    part = []
                progress(number, len(wanted))
    except QueryError as error:
        what = f"{output} cannot be written as a file of replays: {error}"
        return Refusal("no-replay-file", what, "name another file", exit=Exit.USAGE)
    except BrokenProcessPool:
        what = "one of the processes was ended from outside"
        return Refusal("process-ended", what, "run it again: it goes on where it was")
    return _view(versions, wanted, told, known)


def wanted_of(ledger: Path, versions: Sequence[Rulebook], known: Done) -> list[Wanted]:
    """Return the tournaments that are not in the file as they are now, in order of opening."""
    found = []
    with Store(ledger) as store:
        for id_, _ in store.tournaments():
            position = store.head(id_)
            open_ = tuple(
                at
                for at, rules in enumerate(versions)
                if known.get((id_, rules.id)) != (rules.hash, position)
            )
            if open_:
                found.append(Wanted(id_, position, open_))
    return found


def replay_one(store: Store, versions: Sequence[Rulebook], wanted: Wanted) -> Told:
    """Replay one tournament under the versions it is wanted under."""
    try:
        state = replay(store.facts(wanted.id, upto=wanted.position))
    except StoreError as error:
        return Told(wanted.id, refusal=error.refusal)
    if Book(state).rules.keizer is not None:
        return Told(wanted.id, left_out=True)
    return Told(wanted.id, tuple(replayed(state, versions[at]) for at in wanted.versions))


def _made(
    ledger: Path, versions: Sequence[Rulebook], wanted: Sequence[Wanted], jobs: int
) -> Iterator[Told]:
    """Yield what came of each tournament, in order; at most a few tasks are under way at a time."""
    if jobs == 1:
        with Store(ledger) as store:
            yield from (replay_one(store, versions, each) for each in wanted)
        return
    texts = [rules.canonical() for rules in versions]
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (ledger, texts, stop))
    under_way: deque[Future[list[Told]]] = deque()
    try:
        for start in range(0, len(wanted), A_TASK):
            under_way.append(pool.submit(_task, wanted[start : start + A_TASK]))
            if len(under_way) > 2 * jobs:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


_here: list[tuple[Store, list[Rulebook], Event]] = []
"""What a process of the pool works with, once it has begun."""


def _begin(ledger: Path, texts: Sequence[str], stop: Event) -> None:
    """Open the ledger in a process of the pool. It ends when the one that began it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(A_COLLECTION)
    Thread(target=_end_with_parent, daemon=True).start()
    _here.append((Store(ledger), [from_canonical(text) for text in texts], stop))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _task(wanted: Sequence[Wanted]) -> list[Told]:
    """Replay some tournaments; none any more once the run is to stop."""
    ((store, versions, stop),) = _here
    return [replay_one(store, versions, each) for each in wanted if not stop.is_set()]


def _view(
    versions: Sequence[Rulebook], wanted: Sequence[Wanted], told: Sequence[Told], known: Done
) -> View:
    unreadable = {each.id: each.refusal for each in told if each.refusal is not None}
    left_out = {each.id for each in told if each.left_out}
    rows: list[Row] = []
    for at, rules in enumerate(versions):
        now = {each.id for each in wanted if at in each.versions}
        there = {id_ for id_, name in known if name == rules.id}
        made = now - left_out - set(unreadable)
        rows.append({"rules": rules.id, "replayed": len(made), "done_before": len(there - now)})
    notes = [f"{len(left_out)} seasons are left out"] if left_out else []
    refused = [{"id": id_, **refusal.record()} for id_, refusal in unreadable.items()]
    notes += [f"{item['id']}: {item['what']} ({item['code']})" for item in refused]
    head = {"left_out": len(left_out), "refused": refused}
    return View("", COLUMNS, tuple(rows), head, tuple(notes))
