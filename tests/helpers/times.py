"""Which tests are dear: processor seconds of each, its children's included (`make test-times`).

One of `LONG_S` seconds says in its docstring why it may; one that does not is marked. A fixture
that tests share is counted with the first of them. Seconds of processor time are about the same on
a busy machine; seconds of the clock are not.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest

from tests.helpers import loaded

LONG_S = 2.0

SECONDS = pytest.StashKey[float]()
"""What the phase of a test took, until its report is made."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--dearest", type=int, default=30, help="how many tests are printed")


def _seconds() -> float:
    """Give the processor seconds that this process and its children that ended have taken."""
    spent = os.times()
    own = spent.user + spent.system + spent.children_user + spent.children_system
    return own + loaded.seconds()


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
    says_why = bool(getattr(getattr(item, "function", None), "__doc__", ""))
    report.user_properties = [("cpu", item.stash.get(SECONDS, 0.0)), ("says why", says_why)]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    spent, says_why = defaultdict[str, float](float), dict[str, bool]()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                told: dict[str, Any] = dict(report.user_properties)
                spent[report.nodeid] += told.get("cpu", 0.0)
                says_why[report.nodeid] = told.get("says why", True)
    shown = terminalreporter.config.getoption("dearest")
    dearest = sorted(spent, key=lambda test: -spent[test])[:shown]
    terminalreporter.write_sep("=", f"{len(dearest)} dearest of {len(spent)} tests")
    for test in dearest:
        unsaid = "" if says_why[test] or spent[test] < LONG_S else "  (does not say why)"
        terminalreporter.write_line(f"{spent[test]:7.2f} s  {test}{unsaid}")
    terminalreporter.write_line(f"{sum(spent.values()):7.0f} s  in all, without collection")
