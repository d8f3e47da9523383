"""Tests that are collected once and tried on one change after the other, in a process of their own.

The process is pytest with the plugin `tests.helpers.mutant_session`; what it is sent and what it
sends back is here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from multiprocessing import Pipe
from pathlib import Path
from typing import NamedTuple

CONNECTION = "MUTANTS_CONNECTION"
"""The variable with the number of the file that requests come on and answers go back on."""

DO_NOT_COMPILE = "PYTHONDONTWRITEBYTECODE"

TRIED = "not desk and not elsewhere and not long"
"""The tests that changes are tried with: a browser needs more memory than a changed program may have,
and the others would be the same tests once more.
"""


def file_of(test: str) -> str:
    """Return the file of a test or a function that is named with it: `file::name`."""
    return test.partition("::")[0]


class Request(NamedTuple):
    """Tests to run, and the change to run them with; no path, no change."""

    tests: dict[str, float | None]
    """Node ids or whole files in the order to run them; the seconds that each takes unchanged."""
    path: str = ""
    before: str = ""
    after: str = ""


class Answer(NamedTuple):
    """What came of a request."""

    is_tried: bool
    """False if the change is of what is made when the program is loaded."""
    failed: str | None
    """The test that failed, or ended its process; None if all passed."""


class Tries:
    """The process in a folder that holds the project; all tests that are tried, or of some files."""

    def __init__(self, tree: Path, files: Iterable[str] = (), *, is_changed: bool = False) -> None:
        """Start it; compiled files stay those of the program as it is, if this one is changed."""
        self._connection, theirs = Pipe()
        usual = {name: value for name, value in os.environ.items() if name != DO_NOT_COMPILE}
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
                *("-p", "tests.helpers.mutant_session", "-m", TRIED, *files),
            ],
            cwd=tree,
            env=usual
            | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", CONNECTION: str(theirs.fileno())}
            | ({DO_NOT_COMPILE: "1"} if is_changed else {}),
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()
        self._has_collected = False

    def collect(self) -> None:
        """Wait until all is loaded and nothing of it is read again; EOFError as for an answer."""
        if not self._has_collected:
            self._connection.recv()
            self._has_collected = True

    def answer(self, request: Request) -> Answer:
        """Wait for the answer; EOFError when the tests could not be collected, or were ended."""
        self.collect()
        self._connection.send(request)
        answer = self._connection.recv()
        assert isinstance(answer, Answer)
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._connection.close()
