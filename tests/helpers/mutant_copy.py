"""A copy of the repository, in which one file at a time is changed and tests run."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.helpers.mutations import Mutation
from tests.helpers.places import ROOT

NOT_COPIED = (".git", ".venv", ".mutants", ".hypothesis", "__pycache__", ".*_cache")


class Copy:
    """A folder with the copy, for one change after the other.

    `shared` beside the repository is not seen: a test must be strong without it.
    """

    def __init__(self, folder: Path) -> None:
        self.tree, self.report, self.times = folder / "tree", folder / "report", folder / "times"
        shutil.copytree(ROOT, self.tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
        self.seconds, self.most_seconds = dict[str, float](), 0.0
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, tests: set[str]) -> None:
        """Run more tests on the unchanged program; they must pass, and give their times."""
        if not tests:
            return
        before = time.monotonic()
        if self._pytest(sorted(tests), most_seconds=1800, unchanged=True) != 0:
            raise SystemExit(f"a test fails on the program as it is: {self._failed()}")
        self.most_seconds += 60 + 10 * (time.monotonic() - before)
        self.seconds |= json.loads(self.report.read_text("utf-8"))
        self.times.write_text(json.dumps(self.seconds), "utf-8")

    def killed_by(self, change: Mutation, tests: set[str]) -> str | None:
        """Return the test that fails on the change; None when all of these files pass.

        It is the first file if not a single test could begin.
        """
        if not tests:
            return None
        path = self.tree / change.path
        before, times = path.read_text("utf-8"), path.stat()
        path.write_text(change.applied(before), "utf-8")
        try:
            passed = self._pytest(sorted(tests), self.most_seconds, unchanged=False) == 0
            return None if passed else self._failed() or min(tests)
        finally:
            path.write_text(before, "utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def stop(self) -> None:
        """End the running tests, so that their caller gets an answer."""
        if self._process:
            _end_with_children(self._process)

    def _failed(self) -> str:
        return self.report.read_text("utf-8") if self.report.is_file() else ""

    def _pytest(self, tests: list[str], most_seconds: float, unchanged: bool) -> int:
        """Return the exit code of pytest; a run that takes too long is stopped, and has failed."""
        self.report.unlink(missing_ok=True)
        environment = os.environ | {
            "PYTHONPATH": str(self.tree),
            "PYTHONHASHSEED": "0",
            "MUTANTS_REPORT": str(self.report),
        }
        if not unchanged:  # compiled files are those of the unchanged program
            environment |= {"MUTANTS_TIMES": str(self.times), "PYTHONDONTWRITEBYTECODE": "1"}
        process = self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pytest",
                "-x",
                "-q",
                "-p",
                "no:cacheprovider",
                "-p",
                "tests.helpers.mutant_session",
                *tests,
            ],
            cwd=self.tree,
            env=environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            code = process.wait(most_seconds)
        except subprocess.TimeoutExpired:
            code = 3
        finally:
            _end_with_children(process)
        assert code not in (4, 5), "pytest was called wrongly"
        return code


def _end_with_children(process: subprocess.Popen[bytes]) -> None:
    """End the processes that a test left running, too: they are a group of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()
