"""Tiers: tests that need a browser, other programs, a server or an hour run when they are named."""

from __future__ import annotations

import gc
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.runner import runtestprotocol

from ledger.garbage import leave_out_for_good
from tests.helpers import elsewhere, family

if TYPE_CHECKING:
    from ledger.place import LedgerPlace
    from tests.helpers.postgres import Cluster

TIERS = {
    "desk": "make test-desk, with Chromium",
    "peers": "make test-peers, with gacrux, py4swiss and Dask",
    "server": "make test-server, with PostgreSQL",
    "elsewhere": "make test-elsewhere, as on Windows",
    "long": "make test-long, for large random families",
}
"""The marks of tests that `make test` leaves out, and how to run them."""

ALSO_ELSEWHERE = (
    "tests/whole/test_a_whole_tournament.py",
    "tests/whole/test_after_the_end.py",
    "tests/ledger/store/test_backup.py",
    "tests/projections/exports/test_replacement.py",
    "tests/projections/lake/test_build.py",
    "tests/projections/lake/test_plan.py",
    "tests/desk/test_copies.py",
    "tests/desk/access",
    "tests/desk/lists",
    "tests/desk/answers",
    "tests/desk/test_own_ledgers.py",
    "tests/desk/web/test_first_page.py",
)
"""Files and folders whose tests are tried as on Windows too, with those of that tier."""

MARKED = {
    "desk": re.compile(r"mark\.desk\b"),
    "elsewhere": re.compile(r"mark\.elsewhere\b"),
    "peers": re.compile(r"mark\.peers\b"),
    "server": re.compile(r"mark\.server\b|\b(?:sample_)?place: |\b(?:cluster|database): "),
}
"""What the text of a file has that may have tests of a tier: only such files are collected for it."""

MISSING = ("Skipped: needs ", "Skipped: could not import ")
"""How the reason of a skip begins when a program is missing, not data."""


IN_MEMORY = Path("/dev/shm")
"""Where tests keep their files if they can: a ledger waits for a disk with every command."""

OF_ALL_TESTS = 2 << 30
"""More bytes than the files of a run ever have together."""

OF_A_RUN = "toernooi-tests-"
"""How the folder is called that holds what tests make once for a run."""

A_COLLECTION = 20_000
"""After how many new objects garbage is looked for: Python's 700 takes a tenth of the tests' time."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Give each worker of a parallel run neighbours: they share what is dear to make.

    Who is through takes tests from the other's end. Told otherwise (`--dist`), that is done.
    """
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.option.markexpr == "elsewhere":
        elsewhere.begin()
    os.environ["TOERNOOI_LISTS"] = str(Path(os.devnull) / "lists")  # nobody's, and never made
    os.environ.pop("COLUMNS", None)  # readline tells it the processes of a parallel run
    for tier, how in TIERS.items():
        config.addinivalue_line("markers", f"{tier}: {how}")
    config.addinivalue_line(
        "markers", "here_only: of what no other system does, not tried elsewhere"
    )
    config.addinivalue_line("markers", "family: by_seed of tests/helpers/family.py")
    if at_length := config.option.markexpr == "long":
        config.option.hypothesis_seed = config.option.hypothesis_seed or f"{date.today():%Y%m%d}"
    family.choose(config.option.hypothesis_seed if at_length else None)
    if is_room_for_tests(IN_MEMORY):
        tempfile.tempdir = str(IN_MEMORY)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # where tmp_path stays
    tempfile.tempdir = tempfile.mkdtemp(prefix=OF_A_RUN)
    Path(tempfile.tempdir).chmod(0o755)  # some tests look whether somebody else may see a file


def is_room_for_tests(place: Path) -> bool:
    """Return whether the files of a run fit in a folder, and programs among them may be started."""
    if sys.platform == "win32" or not os.access(place, os.W_OK):
        return False
    there = os.statvfs(place)
    return there.f_bavail * there.f_frsize > OF_ALL_TESTS and not there.f_flag & os.ST_NOEXEC


def pytest_unconfigure() -> None:
    """Take away what tests made outside their own folders, for the whole run."""
    made = Path(tempfile.gettempdir())
    if made.name.startswith(OF_A_RUN):
        tempfile.tempdir = None
        shutil.rmtree(made, ignore_errors=True)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are found, never again among what that made, and seldom.

    It all stays, and half a million objects would be walked through again and again.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        leave_out_for_good()
        gc.set_threshold(A_COLLECTION)
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files alone that have no test of the tier that runs."""
    marked = MARKED.get(config.option.markexpr)
    if marked is None or collection_path.suffix != ".py" or _is_elsewhere(config, collection_path):
        return None
    return None if marked.search(collection_path.read_text("utf-8")) else True


def _is_elsewhere(config: pytest.Config, path: Path) -> bool:
    """Tell whether the tests of a file are tried as on Windows, and this is such a run."""
    if config.option.markexpr != "elsewhere" or not path.is_relative_to(config.rootpath):
        return False
    own = path.relative_to(config.rootpath)
    return any(own.is_relative_to(each) for each in ALSO_ELSEWHERE)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Put each random family in the tier `long` as well, where it is a large one.

    So are the tests in the tier `elsewhere` that are tried there as well.
    """
    apart = (*TIERS, "here_only")
    if _is_elsewhere(item.config, item.path) and not any(map(item.get_closest_marker, apart)):
        item.add_marker("elsewhere")
    is_property = getattr(getattr(item, "function", None), "is_hypothesis_test", False)
    is_family = is_property or item.get_closest_marker("family")
    if family.day() and is_family and not any(map(item.get_closest_marker, TIERS)):
        item.add_marker("long")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tier = config.option.markexpr
    if not tier:
        apart = {item for item in items if any(map(item.get_closest_marker, TIERS))}
        config.hook.pytest_deselected(items=[*apart])
        items[:] = [item for item in items if item not in apart]
        _see_that_tiers_find(apart)


def _see_that_tiers_find(items: set[pytest.Item]) -> None:
    """Stop where a file has a test of a tier and does not read as one: the tier would miss it."""
    texts = {item.path: item.path.read_text("utf-8") for item in items}
    for item in items:
        for tier, marked in MARKED.items():
            if item.get_closest_marker(tier) and not marked.search(texts[item.path]):
                raise pytest.UsageError(f"{item.nodeid} is of the tier {tier}: MARKED misses it")


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop() -> Generator[None, object, object]:
    """Have the pools that tests start take processes that have the program loaded.

    As a fixture of every test it would cost each of them something.
    """
    from projections.spread import pool
    from tests.helpers.loaded import pool_context

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "get_context", pool_context)
        return (yield)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Give the server of PostgreSQL that the tests share; those that break it start their own."""
    from tests.helpers.postgres import postgresql

    with postgresql() as running:
        yield running


@pytest.fixture
def database(cluster: Cluster) -> Iterator[str]:
    """Give the address of an empty database on the shared server."""
    with cluster.database() as address:
        yield address


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.server)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give where a ledger may be made: a path, and in the tier `server` a database too."""
    if request.param == "server":
        return str(request.getfixturevalue("database"))
    return str(tmp_path / "club.ledger")


@pytest.fixture
def sample_place(place: str) -> LedgerPlace:
    """Give where the ledger of `tests.helpers.tampered.sample` stands: a file, or a server."""
    from ledger.place import place_from
    from tests.helpers.tampered import sample
    from tests.helpers.terminal import Terminal

    Terminal(sample()).run("copy", sample(), place)
    return place_from(place)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """In a worker of a parallel run, tell what the run is told of a test: how its call went.

    That it begins, is made ready, is cleared away and ends is four messages more, which nobody reads
    where all goes well and nobody asks for durations; they took as long as many a test.
    """
    if not hasattr(item.config, "workerinput") or item.config.option.durations is not None:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.user_properties:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


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
    if family.day():
        repeat = f"make test-long DAY={family.day()}"
        terminalreporter.write_line(f"random families of {family.day()}, again: {repeat}")
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, number in sorted(reasons.items()):
        terminalreporter.write_line(f"skipped {number}: {reason}")
