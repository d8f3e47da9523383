"""A plugin of pytest: the functions of the program that each test runs, and its processor time.

Each function of the program notes its number when it is called, which costs a fifth; tracing lines
would take three times as long. `MUTANTS_MEASURE` names the folder that gets a file for each
process: a line for each test (node id, seconds, whether it passed, whether it started processes,
the numbers), and as the last one the names that the numbers stand for.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import sys
from collections.abc import Generator
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from tests.helpers.places import FLOORS, ROOT

OUT = Path(os.environ["MUTANTS_MEASURE"]) / f"{os.getpid()}.jsonl"

functions: list[str] = []
"""The name of each function by its number: its file, "::", its qualified name."""

_called = set[int]()
_processes = 0
_failed = set[str]()


class _Noting(ast.NodeTransformer):
    """Puts a call that notes the function's number before the first statement of each."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.within: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.visit_ClassDef(node)  # type: ignore[arg-type]
        note = ast.Expr(
            ast.Call(
                func=ast.Name("__called__", ast.Load()),
                args=[ast.Constant(len(functions))],
                keywords=[],
            )
        )
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        place = node.body[min(first, len(node.body) - 1)]
        node.body.insert(first, ast.fix_missing_locations(ast.copy_location(note, place)))
        functions.append(f"{self.path}::{'.'.join([*self.within, node.name])}")
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]  # noqa: N815


def _compiled(loader: SourceFileLoader, data: bytes, path: str, **options: object) -> object:
    place = Path(path)
    if place.is_relative_to(ROOT) and place.relative_to(ROOT).parts[0] in FLOORS:
        tree = _Noting(place.relative_to(ROOT).as_posix()).visit(ast.parse(data))
        return compile(tree, path, "exec", dont_inherit=True)
    return compile(data, path, "exec", dont_inherit=True)


def pytest_configure() -> None:
    builtins.__called__ = _called.add  # type: ignore[attr-defined]
    SourceFileLoader.source_to_code = _compiled  # type: ignore[assignment,method-assign]
    # Nothing compiled is read, nor left: a test copies what there is of the program for a toy.
    sys.pycache_prefix = str(OUT.with_suffix(""))
    sys.dont_write_bytecode = True
    sys.addaudithook(_note_process)


def _note_process(event: str, _: object) -> None:
    global _processes
    _processes += event in ("subprocess.Popen", "os.fork", "os.posix_spawn")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _called.clear()
    processes, before = _processes, sum(os.times()[:4])
    outcome = yield
    seconds = round(sum(os.times()[:4]) - before, 3)
    row = (item.nodeid, seconds, item.nodeid not in _failed, _processes > processes)
    with OUT.open("a", encoding="utf-8") as file:
        print(json.dumps([*row, sorted(_called)]), file=file)
    return outcome


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if not report.passed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    if OUT.exists():
        with OUT.open("a", encoding="utf-8") as file:
            print(json.dumps(functions), file=file)
