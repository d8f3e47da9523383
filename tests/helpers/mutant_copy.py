"""A copy of the repository, in which one file at a time is changed and tests run."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.helpers.mutations import Mutation
from tests.helpers.places import ROOT

NOT_COPIED = (".git", ".venv", ".mutants", ".hypothesis", ".*_cache")

DO_NOT_COMPILE = "PYTHONDONTWRITEBYTECODE"

PYTEST = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]


class Copy:
    """A folder with a copy, for one change after the other.

    `shared` beside the repository is not seen: a test must be strong without it.
    """

    def __init__(self, folder: Path, original: Path = ROOT) -> None:
        folder.parent.chmod(0o755)  # tests have a process of somebody else run the program
        self.tree, self.report, self.tests = folder / "tree", folder / "report", folder / "tests"
        shutil.copytree(original, self.tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
        self._process: subprocess.Popen[bytes] | None = None

    def compile(self) -> None:
        """Compile program and tests, which a changed program then need not do again."""
        subprocess.run(
            [*PYTEST, "--collect-only"],
            cwd=self.tree,
            env={name: value for name, value in os.environ.items() if name != DO_NOT_COMPILE}
            | {"PYTHONPATH": str(self.tree)},
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def killed_by(self, change: Mutation, tests: Mapping[str, float | None]) -> str | None:
        """Return the test that fails on the change; None when all of these pass.

        `tests` are node ids or files with the seconds that each takes, in the order to run them. It
        is the first file if not a single test could begin.
        """
        if not tests:
            return None
        path = self.tree / change.path
        before, times = path.read_text("utf-8"), path.stat()
        path.write_text(change.applied(before), "utf-8")
        try:
            return None if self.passes(tests) else self._failed() or next(iter(tests))
        finally:
            path.write_text(before, "utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def stop(self) -> None:
        """End the running tests, so that their caller gets an answer."""
        if self._process:
            _end_with_children(self._process)

    def _failed(self) -> str:
        return self.report.read_text("utf-8") if self.report.is_file() else ""

    def passes(self, tests: Mapping[str, float | None]) -> bool:
        """Return whether all pass; a run that takes too long is stopped, and has failed."""
        self.report.unlink(missing_ok=True)
        self.tests.write_text(json.dumps(tests), "utf-8")
        files = sorted({test.partition("::")[0] for test in tests})
        there = [file for file in files if (self.tree / file).is_file()]
        if not there:
            return True
        process = self._process = subprocess.Popen(
            [*PYTEST, "-p", "tests.helpers.mutant_session", *there],
            cwd=self.tree,
            env=os.environ
            | {
                "PYTHONPATH": str(self.tree),
                "PYTHONHASHSEED": "0",
                DO_NOT_COMPILE: "1",  # compiled files are those of the unchanged program
                "MUTANTS_REPORT": str(self.report),
                "MUTANTS_TESTS": str(self.tests),
            },
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            code = process.wait(300 + 20 * sum(filter(None, tests.values())))
        except subprocess.TimeoutExpired:
            code = 3
        finally:
            _end_with_children(process)
        assert code != 4, "pytest was called wrongly"
        return code in (0, 5)  # 5: none of these tests is there any more


def _end_with_children(process: subprocess.Popen[bytes]) -> None:
    """End the processes that a test left running, too: they are a group of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()
