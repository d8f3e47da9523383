"""The small faults that `make mutants` tries: the changes, the exceptions, the list."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.helpers.mutant_code import forget_answers, put_in
from tests.helpers.mutant_tests import Measured
from tests.helpers.mutant_tries import Answer, Request, Tries
from tests.helpers.mutations import Mutation, mutations
from tests.helpers.parsed import tree_of
from tests.helpers.places import PROGRAM, ROOT, name_of
from tests.mutants import (
    ROOMS,
    Outcome,
    chosen,
    chosen_in_every_room,
    equivalents,
    hash_of,
    hash_of_test,
    listed,
    room_of,
    without_a_line,
)


def changed(source: str) -> list[str]:
    """Return the texts that result from one change each."""
    return [change.applied(source) for change in mutations("x.py", source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a == b is c", ["a != b is c", "a == b is not c"]),
        ("a not  in b", ["a in b"]),
        ("a and b and c", ["a or b and c", "a and b or c"]),
        ("f(not(a))", ["f((a))"]),
        ("a + b - 'é'", ["a - b - 'é'"]),
        ("n -= m", ["n += m"]),
        ("a[0], 11, 2", ["a[1], 11, 2", "a[0], 11, 1", "a[0], 11, 3"]),
        ("x = True", ["x = False"]),
        ("if f(): pass", ["if False: pass", "if True: pass", "if not (f()): pass"]),
        ("while f(): pass", ["while False: pass", "while not (f()): pass"]),
        ("b if f() else c", ["b if False else c", "b if True else c", "b if not (f()) else c"]),
        ("[b for b in c if d]", [f"[b for b in c if {d}]" for d in ("False", "True", "not (d)")]),
    ],
)
def test_each_small_fault_is_made_and_nothing_else_of_the_text_moves(
    source: str, expected: list[str]
) -> None:
    assert changed(source) == expected


def test_texts_types_guards_and_assertions_of_ours_are_left_alone() -> None:
    untouched = '''
"""1 < 2"""
from typing import TYPE_CHECKING, Literal, TypeAlias
if TYPE_CHECKING:
    import x
Digit: TypeAlias = Literal[1, 2]
@dataclass(frozen=True)
class Pair:
    def halves(self, n: Literal[0, 1]) -> Literal[1]:
        assert n > 0, f"{n + 1}"
        return zip(a, b, strict=True)
    def __repr__(self) -> str:
        return f"{1 + 2}" if self else ""
"text" + name
'''
    assert changed(untouched) == []


def test_a_change_keeps_its_key_when_lines_come_before_it_and_counts_its_equals() -> None:
    source = "def f(a, b):\n    if a < b:\n        return 1\n    if a < b:\n        return 2\n"
    before = [change.key for change in mutations("x.py", source)]
    after = mutations("x.py", f"# more\n\n{source}")
    assert [change.key for change in after] == before
    assert len(set(before)) == len(before)
    assert {change.function for change in after} == {"f"}
    assert after[0].line == "if a < b:"
    assert after[0].becomes == "if False:"
    assert after[0].number == 4


def test_the_seed_decides_and_every_change_is_a_program() -> None:
    """Every change of the whole program stands in the lot."""
    choice = chosen(1, 60)
    assert choice == chosen(1, 60)
    assert choice != chosen(2, 60)
    assert {change.key for change in chosen(1, 30)} < {change.key for change in choice}
    for change in choice:
        source = (ROOT / change.path).read_text("utf-8")
        before, after = tree_of(ROOT / change.path).body, ast.parse(change.applied(source)).body
        assert [
            was
            for was, now in zip(before, after, strict=True)
            if was.lineno <= change.number <= (was.end_lineno or 0)
            and ast.dump(was) != ast.dump(now)
        ], change.key


def test_every_folder_of_the_program_is_a_room_with_changes_to_try() -> None:
    folders = {name_of(path.parent) for path in PROGRAM if path.name != "__init__.py"}
    assert set(ROOMS) == folders
    assert {room_of(change.path) for change in chosen_in_every_room(1, 100)} == folders


def test_the_kept_list_names_three_hundred_places_and_those_that_are_gone_are_told() -> None:
    changes, gone = listed()
    assert len({change.key for change in changes}) + len(set(gone)) == 300


@pytest.fixture
def measured(tmp_path: Path) -> Measured:
    """Return what two processes measured: three tests passed, one of them by a process; one fails."""
    here, there = "tests/pairing/wp/test_engine.py", "tests/whole/test_real_files.py"
    rows = (
        [
            [f"{here}::slow", 2.0, True, False, [0, 1]],
            [f"{here}::quick", 0.5, True, False, [0]],
            ["pairing/wp/engine.py::first", "pairing/wp/engine.py::Of.second"],
        ],
        [
            [f"{there}::outside", 0.1, True, False, [0]],
            [f"{there}::by_itself", 0.2, True, True, []],
            [f"{there}::fails", 0.1, False, False, [0]],
            ["pairing/wp/engine.py::first"],
        ],
    )
    for number, lines in enumerate(rows):
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (tmp_path / f"{number}.jsonl").write_text(text, "utf-8")
    return Measured(tmp_path)


def of_function(name: str) -> Mutation:
    return replace(mutations("pairing/wp/engine.py", "if f(): pass")[0], function=name)


def names(tests: list[str]) -> list[str]:
    return [test.rpartition("::")[2] for test in tests]


def test_a_change_is_tried_with_the_tests_that_run_its_function_the_quickest_first(
    measured: Measured,
) -> None:
    assert names(measured.near(of_function("first"))) == ["quick", "slow"]
    assert names(measured.all_of(of_function("first"))) == [
        "outside",
        "quick",
        "slow",
        "by_itself",
    ]
    assert names(measured.near(of_function("Of.second"))) == ["slow"]


def test_a_change_outside_of_every_function_is_tried_with_the_tests_that_run_the_file(
    measured: Measured,
) -> None:
    assert measured.near(of_function("")) == []
    assert names(measured.all_of(of_function(""))) == ["outside", "quick", "slow", "by_itself"]


def test_a_file_of_tests_written_since_is_tried_with_the_changes_of_its_folder(
    measured: Measured,
) -> None:
    since = measured.written_since(of_function("first"))
    assert "tests/pairing/wp/test_vectors.py" in since
    assert "tests/pairing/wp/test_engine.py" not in since


def test_what_each_test_runs_is_measured_without_a_change_of_what_it_says(tmp_path: Path) -> None:
    subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-p", "tests.helpers.mutant_measure", "tests/ledger/test_hash_tree.py"),
        ],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "MUTANTS_MEASURE": str(tmp_path)},
        capture_output=True,
        check=True,
    )
    tree = mutations("ledger/hash_tree.py", "if f(): pass")[0]
    near = Measured(tmp_path).near(replace(tree, function="leaf_hash"))
    assert near
    assert {test.partition("::")[0] for test in near} == {"tests/ledger/test_hash_tree.py"}


LOADED = """
from functools import cache, partial

def doubled(a, b=1):
    return a + b

def adder(n):
    def added(a):
        return a + n
    return added

@cache
def kept(n):
    return n + 1

class Of:
    one = 1

    @property
    def half(self):
        return 4 - 2

first, second = (lambda: 1 + 1), partial(doubled, 1)
three = adder(3)
"""


@pytest.fixture
def loaded(tmp_path: Path) -> Iterator[ModuleType]:
    """Return a module that is loaded from a file with the text `LOADED`."""
    path = tmp_path / "loaded_one.py"
    path.write_text(LOADED, "utf-8")
    spec = spec_from_file_location("loaded_one", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["loaded_one"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["loaded_one"]


@pytest.mark.parametrize(
    ("written", "changed", "asked", "becomes"),
    [
        ("a + b", "a - b", "doubled(5)", 4),
        ("a + b", "a - b", "second()", 0),
        ("a + n", "a - n", "three(5)", 2),
        ("a + n", "a - n", "adder(1)(5)", 4),
        ("4 - 2", "4 + 2", "Of().half", 6),
        ("1 + 1", "1 - 1", "first()", 0),
        ("n + 1", "n - 1", "kept(1)", 0),
    ],
)
def test_a_change_is_put_into_a_program_that_is_loaded(
    loaded: ModuleType,
    written: str,
    changed: str,
    asked: str,
    becomes: int,
) -> None:
    path = str(loaded.__file__)
    before = eval(asked, vars(loaded))
    assert put_in(path, LOADED, LOADED.replace(written, changed))
    forget_answers(path)
    assert eval(asked, vars(loaded)) == becomes != before


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ("b=1", "b=2"),
        ("one = 1", "one = 0"),
        ("adder(3)", "adder(4)"),
        ("return a + n", "return a"),
    ],
)
def test_a_change_of_what_is_made_at_loading_is_not_put_in(
    loaded: ModuleType,
    written: str,
    changed: str,
) -> None:
    assert not put_in(str(loaded.__file__), LOADED, LOADED.replace(written, changed))


def test_a_change_of_a_file_that_is_not_loaded_needs_nothing(tmp_path: Path) -> None:
    assert put_in(str(tmp_path / "other.py"), "a = 1", "a = 2")


def test_tests_that_are_collected_once_are_tried_with_and_without_a_change() -> None:
    """Two seconds: a process collects the tests."""
    path, file = ROOT / "ledger" / "hash_tree.py", "tests/ledger/test_hash_tree.py"
    before = path.read_text("utf-8")
    changes = [change for change in mutations("ledger/hash_tree.py", before) if change.function]
    tries = Tries(ROOT, [file])
    try:
        assert tries.answer(Request({file: None})) == Answer(is_tried=True, failed=None)
        answers = [
            tries.answer(Request({file: None}, str(path), before, change.applied(before)))
            for change in changes[:3]
        ]
        assert tries.answer(Request({file: None})) == Answer(is_tried=True, failed=None)
    finally:
        tries.end()
    assert all(answer.is_tried for answer in answers)
    assert all((answer.failed or "").startswith(f"{file}::") for answer in answers)


def test_an_outcome_holds_as_long_as_the_file_and_its_tests_are_the_same() -> None:
    change = mutations("cli.py", (ROOT / "cli.py").read_text("utf-8"))[0]
    killer, room = "tests/house/test_mutants.py", ["tests/house/test_tidy.py"]
    test = f"{killer}::test_the_seed_decides_and_every_change_is_a_program[x]"
    killed = Outcome(hash_of("cli.py"), test, hash_of_test(test))
    survived = Outcome(hash_of("cli.py"), None, hash_of(*room))
    assert killed.holds(change, room)
    assert survived.holds(change, room)
    assert not survived.holds(change, [*room, killer])
    assert not Outcome(hash_of("cli.py"), test, hash_of_test(f"{killer}::changed")).holds(
        change, []
    )
    assert not Outcome("another", None, hash_of(*room)).holds(change, room)


def test_every_listed_change_is_possible_still_and_has_its_reason() -> None:
    rows = equivalents()
    assert without_a_line(rows) == [], "no longer there: take it off the list"
    assert [row for row in rows if not row.reason.endswith(".")] == []
    assert [row.file for row in rows] == sorted(row.file for row in rows)
