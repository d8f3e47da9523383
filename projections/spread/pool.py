"""A pool of processes on this machine, and Ctrl-C while they start."""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.synchronize import Event
from threading import Thread
from typing import Any

from ledger.garbage import A_COLLECTION, leave_out_for_good
from ledger.messages import also, message
from ledger.refusals import Exit, Refusal
from projections.spread.port import Excuse, P, R, SpreadError, Work, attempt, done


def each(jobs: int, work: Work[P, R], parts: Sequence[P]) -> Generator[R, None, None]:
    """Yield the result of each part, in order, by so many processes; see Workforce."""
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (work, stop))
    under_way: deque[Future[R | Excuse | None]] = deque()
    try:
        for part in parts:
            with ctrl_c_later():
                under_way.append(pool.submit(_do, part))
            if len(under_way) > jobs:
                yield _result(under_way.popleft())
        while under_way:
            yield _result(under_way.popleft())
    except BrokenProcessPool as error:
        raise SpreadError(_killed()) from error
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _result(future: Future[R | Excuse | None]) -> R:
    result = future.result()
    assert result is not None, "a part is left out only after the stop"
    return done(result)


def _killed() -> Refusal:
    step = message("spread.fewer", option=also(jobs=1))
    return Refusal("process-killed", message("spread.killed"), step, exit=Exit.USAGE)


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Block Ctrl-C while processes start, so that they inherit the block.

    On Windows nothing can be blocked: a process that Ctrl-C reaches at its start ends by it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # a helper of multiprocessing, whose start ends the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Here:
    """The state of a pool process after its start."""

    work: Work[Any, Any]
    stop: Event
    do: Callable[[Any], Any] | None = None
    open = ExitStack()


def _begin(work: Work[Any, Any], stop: Event) -> None:
    """Prepare a pool process, which ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # blocked already: see ctrl_c_later
    leave_out_for_good()
    gc.set_threshold(A_COLLECTION)
    Thread(target=_end_with_parent, daemon=True).start()
    _Here.work = work
    _Here.stop = stop


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(part: Any) -> Any:
    """Do a part; begin none once the run is to stop."""
    return None if _Here.stop.is_set() else attempt(_first_opened, part)


def _first_opened(part: Any) -> Any:
    if _Here.do is None:
        _Here.do = _Here.open.enter_context(_Here.work())
    return _Here.do(part)
