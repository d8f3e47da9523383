"""The workers of a Dask cluster: the one module that imports Dask.

Each part is a task that opens what it needs and closes it again, so that nothing stays open on a
worker. Dask gives the parts of a killed worker to another one.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import math
import os
import sys
import time
import warnings
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from ledger.garbage import A_COLLECTION, leave_out_for_good
from ledger.later import Later
from ledger.messages import also, message
from ledger.refusals import Exit, Refusal
from projections.spread.address import ClusterAddress
from projections.spread.fingerprint import fingerprint
from projections.spread.pool import ctrl_c_later
from projections.spread.port import Excuse, P, R, SpreadError, Work, attempt, done

if TYPE_CHECKING:
    import dask
    import distributed
    from distributed import Client, Future, comm
else:
    dask = Later("dask")
    distributed = Later("distributed")
    comm = Later("distributed.comm")

CONNECT_S, WORKERS_S, RETURN_S = 10, 30, 60
"""Seconds to wait for a scheduler, for its first worker, and for a scheduler that was lost."""

AHEAD = 2
"""Parts under way for each thread of a worker: one at work, and one that waits beside it."""

_TALKERS = ("distributed", "tornado.application", "asyncio")
"""The loggers of Dask and of what it runs on."""

_LOOKS_A_SECOND = 10

_MOST_NAMED = 5


@contextmanager
def employed(address: ClusterAddress, program: str) -> Iterator[DaskWorkers]:
    """Give the workers at an address, started here for `local`; see `choice.hired`."""
    try:
        import_module("distributed")
    except ImportError as error:
        what = message("spread.no-dask")
        raise _error("no-dask", what, message("spread.install", python=sys.executable)) from error
    with ExitStack() as stack:
        stack.enter_context(_silent())
        place: Any = address.scheduler
        if address.local:
            with ctrl_c_later():
                place = stack.enter_context(_started_here(address.local))
        workers = DaskWorkers(place, program)
        stack.callback(workers.close)
        try:
            with ctrl_c_later():
                workers.connect(CONNECT_S)
        except (OSError, ValueError, MemoryError) as error:
            what = message("spread.no-scheduler", address=address.scheduler)
            raise _error("no-scheduler", what, message("spread.start-scheduler")) from error
        yield workers


@contextmanager
def _silent() -> Iterator[None]:
    """Keep what Dask and its libraries log from the screen: what matters is said as a refusal.

    Some of its loggers have a level of their own, such as `distributed.client`, which prints an
    exception when a scheduler is gone.
    """
    there = [name for name in logging.root.manager.loggerDict if name.startswith("distributed.")]
    levels = {name: logging.getLogger(name).level for name in (*_TALKERS, *there)}
    for name in levels:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def _started_here(number: int) -> Iterator[Any]:
    """Give a cluster of processes on this machine."""
    quiet = {
        "distributed.worker.profile.enabled": False,
        "distributed.admin.system-monitor.gil.enabled": False,
        "distributed.scheduler.http.routes": [],
        "distributed.admin.tick.interval": "500ms",
        "distributed.worker.memory.monitor-interval": "500ms",
    }
    with dask.config.set(quiet):
        with warnings.catch_warnings(action="ignore"):  # of a dashboard's port, which nobody uses
            cluster = distributed.LocalCluster(
                n_workers=number,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        try:
            yield cluster
        finally:
            cluster.close(timeout=CONNECT_S)


class DaskWorkers:
    """The workers of a scheduler; `place` is its address, its file, or a cluster started here."""

    def __init__(self, place: Any, program: str) -> None:
        self.place = place
        self.program = program
        self._client: Client | None = None

    @property
    def client(self) -> Client:
        """Return the connection."""
        assert self._client is not None
        return self._client

    def connect(self, seconds: int) -> None:
        """Connect, and check that the workers have this program; raise OSError and SpreadError."""
        self.close()
        place = self.place
        if isinstance(place, str):
            place = _address_in(Path(place), seconds) if place.endswith(".json") else place
            asyncio.run(_greet(place, seconds))
        self._client = distributed.Client(place, timeout=seconds, set_as_default=False)
        try:
            self.client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError as error:
            what = message("spread.no-workers", seconds=WORKERS_S)
            raise _error("no-workers", what, message("spread.start-workers")) from error
        self._compare(self.client.run(_program, on_error="return"))

    def _compare(self, programs: dict[str, str | Exception]) -> None:
        """Refuse workers with another program; that of one without it is an exception."""
        others = {worker: has for worker, has in programs.items() if has != self.program}
        if others:
            raise SpreadError(_other_program(self.program, others))

    def close(self) -> None:
        """End the connection; twice does no harm."""
        if self._client is not None:
            with suppress(Exception):
                self._client.close(timeout=CONNECT_S)
            self._client = None

    def reach(self, paths: Sequence[Path]) -> None:
        """Raise SpreadError when a worker cannot read one of these files or folders."""
        texts = [str(path.absolute()) for path in paths]
        for worker, lacks in self.client.run(_lacking, texts).items():
            if lacks:
                what = message("spread.unseen", worker=worker, path=lacks[0], n=len(lacks))
                raise _error("worker-without-file", what, message("spread.share"))

    def each(self, work: Work[P, R], parts: Sequence[P]) -> Generator[R, None, None]:
        """Yield the result of each part, in order; see Workforce."""
        waiting = deque(parts)
        under_way: deque[tuple[P, Future]] = deque()
        lost_with = -1
        try:
            while waiting or under_way:
                try:
                    self._send(work, waiting, under_way)
                    result = under_way[0][1].result()
                except (CancelledError, OSError) as error:
                    if lost_with == len(waiting):
                        raise _lost() from error
                    lost_with = len(waiting) + len(under_way)
                    self._wait_for_scheduler(error)
                    waiting.extendleft(part for part, _ in reversed(under_way))
                    under_way.clear()
                    continue
                under_way.popleft()
                yield done(result)
        except Exception as error:
            raise _named(error) from error
        finally:
            if under_way:
                with suppress(Exception):
                    self.client.cancel([future for _, future in under_way], force=True)

    def _send(
        self, work: Work[P, R], waiting: deque[P], under_way: deque[tuple[P, Future]]
    ) -> None:
        """Send waiting parts, as many as keep every worker busy."""
        most = AHEAD * max(1, sum(self.client.nthreads().values()))
        while waiting and len(under_way) < most:
            future = self.client.submit(_do, work, waiting[0], self.program, pure=False)
            under_way.append((waiting.popleft(), future))

    def _wait_for_scheduler(self, error: BaseException) -> None:
        """Connect again to a scheduler that was lost, once it is there again.

        One that has just begun to listen may still drop a connection, so that one try is not enough.
        """
        if not isinstance(self.place, str):
            raise _lost() from error
        last_s = time.monotonic() + RETURN_S
        while True:
            try:
                self.connect(max(1, math.ceil(last_s - time.monotonic())))
            except OSError as gone:
                if time.monotonic() > last_s:
                    raise _lost() from gone
                time.sleep(1 / _LOOKS_A_SECOND)
            else:
                return


def _address_in(file: Path, seconds: int) -> str:
    """Return the address in the file of a scheduler, once it is there; raise OSError otherwise."""
    for _ in range(seconds * _LOOKS_A_SECOND):
        with suppress(OSError, ValueError, LookupError, TypeError):
            return str(json.loads(file.read_text("utf-8"))["address"])
        time.sleep(1 / _LOOKS_A_SECOND)
    raise FileNotFoundError(str(file))


async def _greet(address: str, seconds: int) -> None:
    """Raise OSError, ValueError or MemoryError when no scheduler answers at an address.

    A client takes the first bytes of another program, such as a web server, for a length; it would
    then wait for its own end.
    """
    arguments = distributed.Security().get_connection_args("client")
    (await comm.connect(address, timeout=seconds, **arguments)).abort()


_ONE_AT_A_TIME = Lock()
"""A worker with several threads gains nothing from them: the work is Python's."""


def _do(work: Work[P, R], part: P, program: str) -> R | Excuse:
    """Do a part in a process of a worker."""
    mine = fingerprint()
    if mine != program:
        return Excuse(_other_program(program, {"": mine}))
    if gc.get_threshold()[0] != A_COLLECTION:
        leave_out_for_good()
        gc.set_threshold(A_COLLECTION)

    def opened(part: P) -> R:
        with work() as do:
            return do(part)

    with _ONE_AT_A_TIME:
        return attempt(opened, part)


def _program() -> str:
    """Return the version of the program in this process."""
    return fingerprint()


def _lacking(paths: Sequence[str]) -> list[str]:
    """Return the paths that this process cannot read."""
    return [path for path in paths if not os.access(path, os.R_OK)]


def _other_program(program: str, others: dict[str, str | Exception]) -> Refusal:
    shown = [
        f"{worker} ({has if isinstance(has, str) else type(has).__name__})"
        for worker, has in list(others.items())[:_MOST_NAMED]
    ]
    what = message("spread.other-program", n=len(others), workers=tuple(shown), program=program)
    return Refusal("other-program", what, message("spread.same-program"), exit=Exit.USAGE)


def _named(error: Exception) -> Exception:
    """Return the refusal of a part that killed its workers one after another; else the error."""
    if isinstance(error, distributed.KilledWorker):
        step = message("spread.more-memory", option=also(jobs=1))
        return _error("worker-killed", message("spread.worker-killed"), step)
    return error


def _lost() -> SpreadError:
    return _error("scheduler-lost", message("spread.lost"), message("spread.again"))


def _error(code: str, what: Any, step: Any) -> SpreadError:
    return SpreadError(Refusal(code, what, step, exit=Exit.USAGE))
