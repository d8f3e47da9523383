"""Tiers: tests that need a browser, other programs, a server or an hour run when they are named."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

TIERS = {
    "desk": "make test-desk, with Chromium",
    "peers": "make test-peers, with gacrux and py4swiss",
    "server": "make test-server, with PostgreSQL",
    "long": "make test-long, for large random families",
}
"""The marks of tests that `make test` leaves out, and how to run them."""

MISSING = ("Skipped: needs ", "Skipped: could not import ")
"""How the reason of a skip begins when a program is missing, not data."""


def pytest_configure(config: pytest.Config) -> None:
    os.environ.pop("COLUMNS", None)  # readline tells it the processes of a parallel run
    for tier, how in TIERS.items():
        config.addinivalue_line("markers", f"{tier}: {how}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tier = config.option.markexpr
    if tier == "server" and items and os.geteuid() == 0:
        raise pytest.UsageError("PostgreSQL does not run as root: run these tests as another user")
    if not tier:
        apart = [item for item in items if any(map(item.get_closest_marker, TIERS))]
        config.hook.pytest_deselected(items=apart)
        items[:] = [item for item in items if item not in apart]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """On a build server (CI) a test whose program is missing fails."""
    report = yield
    if report.skipped and os.environ.get("CI") and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2]
        if reason.startswith(MISSING):
            report.outcome, report.longrepr = "failed", f"{item.nodeid}: {reason}"
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    tier = session.config.option.markexpr
    if tier in TIERS and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    tier = terminalreporter.config.option.markexpr
    if not tier:
        terminalreporter.write_line(f"not run: {'; '.join(TIERS.values())}")
    elif tier in TIERS and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        terminalreporter.write_line(f"there are no tests of the tier {tier} yet")
