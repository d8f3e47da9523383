"""The parts of a mirror made by several processes, each from the ledger itself, in order."""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from threading import Thread
from typing import TypeAlias

from ledger.messages import also, message
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import from_canonical
from ledger.store.snapshot import Snapshot, snapshot
from ledger.store.store import Store
from projections.mirror.blocks import Wanted
from projections.mirror.columns import PackedPart
from projections.mirror.files import MirrorError
from projections.mirror.parts import Decide, made_part
from projections.mirror.rows import Says
from projections.mirror.standings import Under

Made: TypeAlias = tuple[PackedPart, list[tuple[str, Refusal]]]

_A_COLLECTION = 100_000
"""Objects made between two garbage collections."""


def made_parts(
    ledger: LedgerPlace, parts: Sequence[Sequence[Wanted]], versions: Sequence[Under],
    says: Says, decide: Decide | None, jobs: int,
) -> Generator[Made, None, None]:  # fmt: skip
    """Yield the columns of each part, in order; at most a few parts are under way at a time.

    Raise MirrorError when one of the processes was killed, as a system without memory does.
    """
    if jobs == 1 or len(parts) == 1:
        with Store(ledger) as store, snapshot(store) as now, _few_collections():
            yield from (made_part(now, part, versions, says, decide) for part in parts)
        return
    texts = [(version.rules.canonical(), version.hash) for version in versions]
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (ledger, texts, says, decide, stop))
    under_way: deque[Future[Made]] = deque()
    try:
        for part in parts:
            with _ctrl_c_later():
                under_way.append(pool.submit(_make, part))
            if len(under_way) > jobs:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenProcessPool as error:
        step = message("mirror.fewer", option=also(jobs=1))
        raise MirrorError("mirror-stopped", message("mirror.killed"), step) from error
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _few_collections() -> Iterator[None]:
    """Collect garbage less often: facts and standings have no cycles, and looking takes long."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_A_COLLECTION)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Block Ctrl-C while processes start, so that they inherit the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Here:
    """The state of a pool process after its start."""

    now: Snapshot
    versions: list[Under]
    says: Says
    decide: Decide | None
    stop: Event
    open = ExitStack()


def _begin(
    ledger: LedgerPlace,
    texts: Sequence[tuple[str, str]],
    says: Says,
    decide: Decide | None,
    stop: Event,
) -> None:
    """Open the ledger in a pool process, which ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # blocked already: see _ctrl_c_later
    gc.freeze()
    gc.set_threshold(_A_COLLECTION)
    Thread(target=_end_with_parent, daemon=True).start()
    store = _Here.open.enter_context(Store(ledger))
    _Here.now = _Here.open.enter_context(snapshot(store))
    _Here.versions = [Under(from_canonical(text), hash_) for text, hash_ in texts]
    _Here.says, _Here.decide, _Here.stop = says, decide, stop


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _make(part: Sequence[Wanted]) -> Made:
    """Make a part; begin no further tournament once the run is to stop."""
    if _Here.stop.is_set():
        return {}, []
    return made_part(_Here.now, part, _Here.versions, _Here.says, _Here.decide)
