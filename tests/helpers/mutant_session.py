"""A plugin of pytest for a changed program: no test runs for ever, and the failed one is kept.

`MUTANTS_REPORT` names the file for the outcome, `MUTANTS_TIMES` that of the unchanged program.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import time
from collections.abc import Generator
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import Phase, settings

REPORT = Path(os.environ["MUTANTS_REPORT"])
TIMES: dict[str, float] = (
    json.loads(Path(os.environ["MUTANTS_TIMES"]).read_text("utf-8"))
    if "MUTANTS_TIMES" in os.environ
    else {}
)

TIMES_AS_LONG, SECONDS_BESIDE, SECONDS_OF_A_NEW_TEST = 5, 3.0, 20.0
"""How long a test may compute before it fails, in processor time, busy machine or not."""

MOST_MEMORY = 6 << 30

settings.register_profile(
    "mutants",
    database=None,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("mutants")

_taken: dict[str, float] = {}
_running = ""


def pytest_configure() -> None:
    if TIMES:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.signal(signal.SIGVTALRM, _stop)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the quick tests first; most changes fail in one of them."""
    items.sort(key=lambda item: TIMES.get(item.nodeid, 0.0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    global _running
    _running, before = item.nodeid, time.process_time()
    if TIMES:
        usual = TIMES.get(item.nodeid)
        limit = SECONDS_OF_A_NEW_TEST if usual is None else usual * TIMES_AS_LONG + SECONDS_BESIDE
        signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    outcome = yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    _taken[item.nodeid] = time.process_time() - before
    return outcome


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        REPORT.write_text(report.nodeid, "utf-8")


def pytest_sessionfinish() -> None:
    if not TIMES:
        REPORT.write_text(json.dumps(_taken), "utf-8")


def _stop(number: int, frame: FrameType | None) -> None:
    REPORT.write_text(_running, "utf-8")
    os._exit(3)
