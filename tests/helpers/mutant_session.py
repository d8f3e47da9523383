"""A plugin of pytest for a changed program: the chosen tests alone, and none runs for ever.

`MUTANTS_TESTS` names a file with the tests, node ids or whole files, and the seconds that each took
on the unchanged program; they run in its order. `MUTANTS_REPORT` names the file that gets the one
that failed.
"""

from __future__ import annotations

import json
import os
import resource
import signal
from collections.abc import Generator
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import Phase, settings

REPORT = Path(os.environ["MUTANTS_REPORT"])
SECONDS: dict[str, float | None] = json.loads(Path(os.environ["MUTANTS_TESTS"]).read_text("utf-8"))

TIMES_AS_LONG, SECONDS_BESIDE, SECONDS_OF_A_NEW_TEST = 5, 3.0, 20.0
"""How long a test may compute before it fails, in processor time, busy machine or not."""

MOST_MEMORY = 6 << 30

_ORDER = {test: number for number, test in enumerate(SECONDS)}
_running = ""


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Limit what a changed program may take; a property that fails need not be made smaller."""
    quick = settings(phases=(Phase.explicit, Phase.generate))
    settings.register_profile("mutants", quick)
    settings.load_profile("mutants")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    signal.signal(signal.SIGVTALRM, _stop)


def _place(item: pytest.Item) -> int | None:
    """Return the place of a test in the order: its own, or its file's; None if it is not to run."""
    return _ORDER.get(item.nodeid, _ORDER.get(item.nodeid.partition("::")[0]))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the quick tests first; most changes fail in one of them."""
    places = {item: place for item in items if (place := _place(item)) is not None}
    items[:] = sorted(places, key=lambda item: places[item])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    global _running
    _running = item.nodeid
    usual = SECONDS.get(item.nodeid)
    limit = SECONDS_OF_A_NEW_TEST if usual is None else usual * TIMES_AS_LONG + SECONDS_BESIDE
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    outcome = yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return outcome


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        REPORT.write_text(report.nodeid, "utf-8")


def _stop(number: int, frame: FrameType | None) -> None:
    REPORT.write_text(_running, "utf-8")
    os._exit(3)
