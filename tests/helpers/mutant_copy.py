"""A copy of the repository, in which one file at a time is changed and tests run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.mutant_tries import Request, Tries, file_of
from tests.helpers.mutations import Mutation
from tests.helpers.places import ROOT

NOT_COPIED = (".git", ".venv", ".mutants", ".hypothesis", ".*_cache")


class Copy:
    """A folder with a copy, for one change after the other, and its tests, collected once.

    `shared` beside the repository is not seen: a test must be strong without it.
    """

    def __init__(self, folder: Path) -> None:
        folder.parent.chmod(0o755)  # tests have a process of somebody else run the program
        self.tree = folder / "tree"
        shutil.copytree(ROOT, self.tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
        self._running = [Tries(self.tree)]

    def killed_by(self, change: Mutation, tests: Mapping[str, float | None]) -> str | None:
        """Return the test that fails on the change; None when all of these pass.

        `tests` are node ids or files with the seconds that each takes, in the order to run them. A
        change of what is made when the program is loaded is tried by tests that load it.
        """
        if not (there := self._there(tests)):
            return None
        self._running[0].collect()
        with self._changed(change) as (path, before, after):
            request = Request(there, path=path, before=before, after=after)
            answer = self._running[0].answer(request)
        return answer.failed if answer.is_tried else self.killed_when_loaded(change, there)

    def killed_when_loaded(
        self,
        change: Mutation,
        tests: Mapping[str, float | None],
    ) -> str | None:
        """Return what `killed_by` does, by tests that load the changed program.

        It is the first file if not a single test could begin.
        """
        if not (there := self._there(tests)):
            return None
        with self._changed(change):
            files = sorted({file_of(test) for test in there})
            tries = Tries(self.tree, files, is_changed=True)
            self._running.append(tries)
            try:
                return tries.answer(Request(there)).failed
            except (EOFError, ConnectionError):
                return files[0]
            finally:
                tries.end()
                self._running.remove(tries)

    def passes(self, test: str, seconds: float | None) -> bool:
        """Return whether a test, or every test of a file, passes without a change."""
        there = self._there({test: seconds})
        return not there or self._running[0].answer(Request(there)).failed is None

    def end(self) -> None:
        """End the running tests."""
        for tries in self._running:
            tries.end()

    def _there(self, tests: Mapping[str, float | None]) -> dict[str, float | None]:
        return {test: tests[test] for test in tests if (self.tree / file_of(test)).is_file()}

    @contextmanager
    def _changed(self, change: Mutation) -> Iterator[tuple[str, str, str]]:
        """Change the file for a while, give its path and both texts; processes of tests read it."""
        path = self.tree / change.path
        before, times = path.read_text("utf-8"), path.stat()
        after = change.applied(before)
        path.write_text(after, "utf-8")
        try:
            yield str(path), before, after
        finally:
            path.write_text(before, "utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
