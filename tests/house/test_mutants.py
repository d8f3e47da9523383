"""The small faults that `make mutants` tries: the changes, the exceptions, the list."""

from __future__ import annotations

import ast

import pytest

from tests.helpers.mutations import mutations
from tests.helpers.places import ROOT
from tests.mutants import (
    ROOMS,
    Outcome,
    chosen,
    equivalents,
    hash_of,
    hash_of_test,
    held_in,
    room_tests,
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
    choice = chosen(1, 60)
    assert choice == chosen(1, 60)
    assert choice != chosen(2, 60)
    assert {change.key for change in chosen(1, 30)} < {change.key for change in choice}
    for change in choice:
        source = (ROOT / change.path).read_text("utf-8")
        assert ast.dump(ast.parse(change.applied(source))) != ast.dump(ast.parse(source))


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_its_tests(room: str) -> None:
    tests = room_tests(room)
    assert tests
    assert [test for test in tests if not (ROOT / test).is_file()] == []


def test_the_tests_of_a_module_are_its_own_and_those_of_the_table() -> None:
    assert held_in("ledger/hash_tree.py") == ["tests/ledger/test_hash_tree.py"]
    assert held_in("pairing/wp/groups/below.py") == ["tests/pairing/wp/test_engine.py"]


def test_an_outcome_holds_as_long_as_the_file_and_its_tests_are_the_same() -> None:
    change = mutations("cli.py", (ROOT / "cli.py").read_text("utf-8"))[0]
    killer, room = "tests/house/test_mutants.py", ["tests/house/test_tidy.py"]
    test = f"{killer}::test_every_room_has_its_tests[pairing/wp]"
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
