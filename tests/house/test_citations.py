"""Every clause the program says it does is cited by code and held by a test; none is invented."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from ledger.rulebooks.files import load, shipped
from ledger.rulebooks.rulebook import Rulebook
from tests.helpers.places import ROOT

CODE = [
    p for room in ("ledger", "projections", "pairing", "desk") for p in (ROOT / room).rglob("*.py")
]
TESTS = list((ROOT / "tests").rglob("test_*.py"))


def books() -> dict[str, Rulebook]:
    found = {}
    for name in shipped():
        rules = load(name)
        assert isinstance(rules, Rulebook), rules
        found[name] = rules
    return found


BOOKS = books()


def split(text: str) -> Iterator[tuple[str, str]]:
    """Yield (rulebook, clause) of "knsb-wp-2014 B1, F3; knsb-wp-1996 B1"."""
    for part in text.strip().rstrip(".").split(";"):
        rulebook, _, clauses = part.strip().partition(" ")
        for clause in clauses.split(","):
            if clause.strip():
                yield rulebook, clause.strip()


def cited_by_code() -> dict[tuple[str, str], str]:
    found = {}
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                text = ast.get_docstring(node) or ""
                for block in re.findall(r"^Rule: (.+?)(?:\n\n|\Z)", text, re.M | re.S):
                    for clause in split(" ".join(block.split())):
                        found[clause] = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
    return found


def held_by_tests() -> dict[tuple[str, str], str]:
    found = {}
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "clause"
            ):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        for clause in split(argument.value):
                            found[clause] = f"{path.relative_to(ROOT)}:{node.lineno}"
    return found


CITED, HELD = cited_by_code(), held_by_tests()


def serves(cited: dict[tuple[str, str], str], name: str, clause: str) -> bool:
    """Tell whether the clause, its twin, or the whole of which it is a part is cited."""
    wanted = [(name, clause)]
    twin = BOOKS[name].clauses[clause].same_as
    if twin:
        wanted += split(twin)
    for book, one in list(wanted):
        whole = one.split(".")[0]
        if whole != one:
            wanted.append((book, whole))
    return any(one in cited for one in wanted)


def known(name: str, clause: str) -> bool:
    """Tell whether a rulebook has the clause, or parts of it: D has D1, C has C4.1."""
    clauses = BOOKS[name].clauses if name in BOOKS else {}
    return clause in clauses or any(
        other.startswith(clause) and other[len(clause) : len(clause) + 1] != "" for other in clauses
    )


@pytest.mark.parametrize("name", shipped())
def test_every_implemented_clause_is_cited_by_code(name: str) -> None:
    left = [
        clause
        for clause, entry in BOOKS[name].clauses.items()
        if entry.status == "implemented" and not serves(CITED, name, clause)
    ]
    assert not left, f"no code cites {name} {', '.join(left)}"


@pytest.mark.parametrize("name", shipped())
def test_every_implemented_clause_is_held_by_a_test(name: str) -> None:
    left = [
        clause
        for clause, entry in BOOKS[name].clauses.items()
        if entry.status == "implemented" and not serves(HELD, name, clause)
    ]
    assert not left, f"no test holds {name} {', '.join(left)}"


def test_no_code_and_no_test_cites_a_clause_that_no_rulebook_has() -> None:
    invented = [
        f"{where} cites {book} {clause}"
        for citations in (CITED, HELD)
        for (book, clause), where in citations.items()
        if not known(book, clause)
    ]
    assert not invented, "\n".join(invented)
