"""Which tests are dear: processor seconds of each, its children's included (`make test-times`).

A fixture that tests share is counted with the first of them. Seconds of processor time are about the
same on a busy machine; seconds of the clock are not.
"""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

SECONDS = pytest.StashKey[float]()
"""What the phase of a test took, until its report is made."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--dearest", type=int, default=30, help="how many tests are printed")


def _seconds() -> float:
    """Give the processor seconds that this process and its children that ended have taken."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _measured(item))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _measured(item))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _measured(item))


def _measured(item: pytest.Item) -> Generator[None, object, object]:
    begun = _seconds()
    try:
        return (yield)
    finally:
        item.stash[SECONDS] = _seconds() - begun


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    # A worker of a parallel run sends a report with its properties to the process that prints.
    report.user_properties = [("cpu", item.stash.get(SECONDS, 0.0))]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    spent: dict[str, float] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds = dict(report.user_properties).get("cpu", 0.0)
                spent[report.nodeid] = spent.get(report.nodeid, 0.0) + float(str(seconds))
    shown = terminalreporter.config.getoption("dearest")
    dearest = sorted(spent.items(), key=lambda test: -test[1])[:shown]
    terminalreporter.write_sep("=", f"{len(dearest)} dearest of {len(spent)} tests")
    for test, seconds in dearest:
        terminalreporter.write_line(f"{seconds:7.2f} s  {test}")
    terminalreporter.write_line(f"{sum(spent.values()):7.0f} s  in all, without collection")
