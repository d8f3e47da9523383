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
        self.seconds = dict[str, float]()
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, tests: list[str]) -> None:
        """Run the tests of a room unchanged; they must pass, and show how long they take."""
        self.times.unlink(missing_ok=True)
        before = time.monotonic()
        if self._pytest(tests, most_seconds=1800) != 0:
            raise SystemExit(f"a test fails on the program as it is: {self._failed()}")
        self.report.replace(self.times)
        self.most_seconds = 60 + 10 * (time.monotonic() - before)
        self.seconds = dict.fromkeys(tests, 0.0)
        for name, seconds in json.loads(self.times.read_text("utf-8")).items():
            self.seconds[name.partition("::")[0]] += seconds

    def killed_by(self, change: Mutation, first: set[str]) -> str | None:
        """Return the test that fails on the change; None when all of the room pass.

        The files named `first` are tried first; empty when not even a test could begin.
        """
        path = self.tree / change.path
        before, times = path.read_text("utf-8"), path.stat()
        path.write_text(change.applied(before), "utf-8")
        try:
            for tests in (self.seconds.keys() & first, self.seconds.keys() - first):
                quick_first = sorted(tests, key=lambda test: (self.seconds[test], test))
                if tests and self._pytest(quick_first, self.most_seconds) != 0:
                    return self._failed()
            return None
        finally:
            path.write_text(before, "utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def stop(self) -> None:
        """End the tests that run, so that who waits for them gets an answer."""
        if self._process:
            _end_with_children(self._process)

    def _failed(self) -> str:
        return self.report.read_text("utf-8") if self.report.is_file() else ""

    def _pytest(self, tests: list[str], most_seconds: float) -> int:
        """Return the exit code of pytest; it is stopped, and has failed, after too long a time."""
        self.report.unlink(missing_ok=True)
        environment = os.environ | {
            "PYTHONPATH": str(self.tree), "PYTHONHASHSEED": "0", "MUTANTS_REPORT": str(self.report),
        }  # fmt: skip
        if self.times.is_file():  # compiled files are those of the unchanged program
            environment |= {"MUTANTS_TIMES": str(self.times), "PYTHONDONTWRITEBYTECODE": "1"}
        process = self._process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider",
             "-p", "tests.helpers.mutant_session", *tests],
            cwd=self.tree, env=environment, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            code = process.wait(most_seconds)
        except subprocess.TimeoutExpired:
            code = 3
        finally:
            _end_with_children(process)
        assert code not in (4, 5), "pytest was called wrongly"
        return code


def _end_with_children(process: subprocess.Popen[bytes]) -> None:
    """End what a test left running, too: they are a group of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()
