"""From a clause to the places in code and tests that cite it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.rulebooks import coverage
from ledger.rulebooks.coverage import cited_by_code, cited_by_tests, clauses_in, places_of
from ledger.rulebooks.rulebook import Rulebook
from pairing.systems.registry import load_rulebook


def loaded(name: str) -> Rulebook:
    rules = load_rulebook(name)
    assert isinstance(rules, Rulebook), rules
    return rules


CODE = '''"""A module.

Rule: knsb-wp-2014 B1a, C4;
knsb-wp-1996 B1.
"""


class Bye:
    """Who may be free.

    Rule: knsb-wp-2014 B1b.
    """
'''
TEST = """import pytest

@pytest.mark.parametrize("x", [1])
@pytest.mark.clause("knsb-wp-2014 C4.1, B1a")
def test_a_pair(): ...
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("pairing/a.py", CODE), ("tests/test_a.py", TEST), ("pyproject.toml", "")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    return tmp_path


def test_citations_are_rulebooks_with_their_clauses() -> None:
    assert list(clauses_in("knsb-wp-2014 B1, F3; knsb-wp-1996 B1.")) == [
        ("knsb-wp-2014", "B1"),
        ("knsb-wp-2014", "F3"),
        ("knsb-wp-1996", "B1"),
    ]


def test_places_are_files_with_lines_of_docstrings_and_marks(tree: Path) -> None:
    assert dict(cited_by_code()) == {
        ("knsb-wp-2014", "B1a"): ["pairing/a.py:1"],
        ("knsb-wp-2014", "C4"): ["pairing/a.py:1"],
        ("knsb-wp-1996", "B1"): ["pairing/a.py:1"],
        ("knsb-wp-2014", "B1b"): ["pairing/a.py:8"],
    }
    assert dict(cited_by_tests() or {}) == {
        ("knsb-wp-2014", "C4.1"): ["tests/test_a.py:4"],
        ("knsb-wp-2014", "B1a"): ["tests/test_a.py:4"],
    }


def test_the_whole_of_which_a_clause_is_a_part_serves_it(tree: Path) -> None:
    rules, code = loaded("knsb-wp-2014"), cited_by_code()
    assert places_of(code, rules, "C4.1") == ["pairing/a.py:1"]
    assert places_of(code, rules, "B2") == []


def test_a_program_without_its_source_tree_has_no_places_of_tests(tree: Path) -> None:
    (tree / "pyproject.toml").unlink()
    assert cited_by_tests() is None


def test_a_rulebook_of_ones_own_has_the_places_of_the_clauses_it_takes_over(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('base = "knsb-wp-2014"\nid = "own"\n')
    code = cited_by_code()
    own = places_of(code, loaded(str(file)), "C4.1")
    assert set(own) >= set(places_of(code, loaded("knsb-wp-2014"), "C4.1")) > set()
