"""A plugin of pytest for a changed program: it collects tests once, and tries them again and again.

Each time a child, which has everything loaded, puts the change in and runs the tests that it is
told.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import Phase, settings

from tests.helpers.mutant_code import forget_answers, put_in
from tests.helpers.mutant_tries import CONNECTION, DO_NOT_COMPILE, Answer, Request, file_of
from tests.helpers.places import ROOT

TIMES_AS_LONG, SECONDS_BESIDE, SECONDS_OF_A_NEW_TEST = 5, 15.0, 4.0
"""How long a test may compute before it fails, in processor time, busy machine or not.

Beside its own time it may have to make what another test has made for it before.
"""

WAITING_TIMES_AS_LONG, WAITING_SECONDS_BESIDE = 20, 60.0
"""The same by the clock, as one may wait for what never comes."""

MOST_MEMORY = 6 << 30


class _Child:
    """The process that tries one change."""

    def __init__(self, session: pytest.Session, request: Request, parent: Connection) -> None:
        self.request, self.parent = request, parent
        order = {test: number for number, test in enumerate(request.tests)}
        files = dict[str, int]()
        for test, number in order.items():
            files.setdefault(file_of(test), number)

        def place(item: pytest.Item) -> tuple[int, int] | None:
            """Return the place in the order; a file's tests follow each other, as they share much."""
            file = file_of(item.nodeid)
            own = order.get(item.nodeid, order.get(file))
            return None if own is None else (files[file], own)

        places = {item: at for item in session.items if (at := place(item)) is not None}
        self.items = sorted(places, key=lambda item: places[item])
        self.running = ""
        self.has_failed = False

    def answer(self) -> Answer:
        request = self.request
        gc.unfreeze()  # what is frozen is not found either
        if request.path and not put_in(request.path, request.before, request.after):
            return Answer(is_tried=False, failed=None)
        forget_answers(str(ROOT))
        gc.freeze()
        signal.signal(signal.SIGVTALRM, self._stop)
        for item, following in zip(self.items, [*self.items[1:], None], strict=True):
            self.running = item.nodeid
            self.parent.send(self.running)
            usual = request.tests.get(item.nodeid)
            limit = (
                SECONDS_OF_A_NEW_TEST if usual is None else usual * TIMES_AS_LONG + SECONDS_BESIDE
            )
            signal.setitimer(signal.ITIMER_VIRTUAL, limit)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if self.has_failed:
                # What tests have started ends now: a server is not of the group that is killed.
                item.config.hook.pytest_sessionfinish(session=item.session, exitstatus=1)
                return Answer(is_tried=True, failed=self.running)
        return Answer(is_tried=True, failed=None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed |= report.failed

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.parent.send(Answer(is_tried=True, failed=self.running))
        os._exit(3)


def _usual(request: Request, test: str) -> float:
    seconds = request.tests.get(test)
    return SECONDS_OF_A_NEW_TEST if seconds is None else seconds


def _try(session: pytest.Session, request: Request, parent: Connection, folder: str) -> None:
    os.setsid()  # what the tests leave running ends with the group
    tempfile.tempdir = os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
    os.environ[DO_NOT_COMPILE] = "1"  # compiled files are those of the unchanged program
    sys.dont_write_bytecode = True
    child = _Child(session, request, parent)
    session.config.pluginmanager.register(child)
    parent.send(child.answer())
    os._exit(0)


def _answer(session: pytest.Session, request: Request) -> Answer:
    """Have a child try it; a child that takes too long, or ends without a word, has failed."""
    ours, theirs = get_context("fork").Pipe(duplex=False)
    folder = tempfile.mkdtemp()
    Path(folder).chmod(0o755)  # some tests look whether somebody else may see a file
    child = get_context("fork").Process(target=_try, args=(session, request, theirs, folder))
    child.start()
    theirs.close()
    last: str | Answer = next(iter(request.tests))
    with contextlib.suppress(EOFError):
        while not isinstance(last, Answer) and ours.poll(
            WAITING_TIMES_AS_LONG * _usual(request, last) + WAITING_SECONDS_BESIDE
        ):
            last = ours.recv()
    assert child.pid is not None
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.join()
    shutil.rmtree(folder, ignore_errors=True)
    return last if isinstance(last, Answer) else Answer(is_tried=True, failed=last)


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Limit what a changed program may take; a property that fails need not be made smaller."""
    quick = settings(phases=(Phase.explicit, Phase.generate))
    settings.register_profile("mutants", quick)
    settings.load_profile("mutants")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    asked = Connection(int(os.environ[CONNECTION]))
    asked.send("collected")
    with contextlib.suppress(EOFError):
        while True:
            asked.send(_answer(session, asked.recv()))
    return True
