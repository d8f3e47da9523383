"""Which tests may notice a change of the program: those that run the changed function.

What `tests.helpers.mutant_measure` measured says so. A change outside of every function, in one
that keeps its answers, or in one that no test calls, may be noticed by whoever runs the file or one
that imports it. A test written since belongs to the folder of its file.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.helpers.mutant_tries import file_of
from tests.helpers.mutations import Mutation
from tests.helpers.places import PROGRAM, ROOT, name_of

_KEPT = ("cache", "lru_cache", "cached_property")


class Measured:
    """What was measured of the tests, read from a folder of `tests.helpers.mutant_measure`."""

    def __init__(self, folder: Path) -> None:
        self.seconds = dict[str, float]()
        """The processor time of each test that passed."""
        self.starting_processes = set[str]()
        """The tests that started processes, of which nothing was measured."""
        self._by_function = defaultdict[str, set[str]](set)
        self._by_file = defaultdict[str, set[str]](set)
        for path in sorted(folder.glob("*.jsonl")):
            *rows, names = map(json.loads, path.read_text("utf-8").splitlines())
            for test, seconds, passed, processes, numbers in rows:
                if passed:
                    self._add(test, seconds, [names[number] for number in numbers])
                if passed and processes:
                    self.starting_processes.add(test)

    def _add(self, test: str, seconds: float, names: Iterable[str]) -> None:
        self.seconds[test] = seconds
        for name in names:
            self._by_function[name].add(test)
            self._by_file[file_of(name)].add(test)

    def near(self, change: Mutation) -> list[str]:
        """Return the tests of the mirrored folder that run the changed function, or else of any.

        The quickest come first.
        """
        tests = self._by_function[f"{change.path}::{change.function}"]
        return self._quickest(tests & self._in_folder(change.path) or tests)

    def all_of(self, change: Mutation) -> list[str]:
        """Return every test that may notice the change: those that run it, the quickest first.

        Behind them come those that start processes, of which nobody knows what they run.
        """
        tests = set(self._by_function[f"{change.path}::{change.function}"])
        if not tests or change.function.rpartition(".")[2] in _keeping(change.path):
            tests |= self._in_folder(change.path)
            for path in (change.path, *_importers(change.path)):
                tests |= self._by_file[path]
        return self._quickest(tests) + self._quickest(self.starting_processes - tests)

    def written_since(self, change: Mutation) -> list[str]:
        """Return the files of tests in the mirrored folder of which nothing was measured."""
        folder = ROOT / "tests" / change.path.rpartition("/")[0]
        measured = {file_of(test) for test in self.seconds}
        return sorted({name_of(path) for path in folder.glob("test_*.py")} - measured)

    def _in_folder(self, path: str) -> set[str]:
        folder = f"tests/{path.rpartition('/')[0]}/"
        return {test for test in self.seconds if test.startswith(folder)}

    def _quickest(self, tests: Iterable[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))


def _importers(path: str) -> list[str]:
    """Return the files of the program that import a file; one without its name is not parsed."""
    module = path.removesuffix(".py").replace("/", ".")
    name = module.rpartition(".")[2]
    return [
        name_of(other)
        for other in PROGRAM
        if name in other.read_text("utf-8")
        if module in _imported(other)
    ]


@cache
def _imported(path: Path) -> set[str]:
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def _keeping(path: str) -> set[str]:
    """Return the functions of a file that keep their answers: a test may use one kept before it."""
    return {
        node.name
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        if any(mark in ast.unparse(one) for one in node.decorator_list for mark in _KEPT)
    }
