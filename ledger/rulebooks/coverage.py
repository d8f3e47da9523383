"""Where a clause is implemented and where it is tested: the citations in code and tests.

Code cites clauses in docstrings ("Rule: knsb-wp-2014 B1, F3; knsb-wp-1996 B1"), tests in marks
(`pytest.mark.clause`). Files are parsed, never imported.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from ledger.rulebooks.files import as_shipped, shipped
from ledger.rulebooks.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[2]
"""The parent folder of `ledger`: a source tree, or the packages of an environment."""

FLOORS = ("ledger", "projections", "pairing", "desk")

Citations = Mapping[tuple[str, str], Sequence[str]]
"""(Rulebook, clause) to the places that cite it, each "file:line" relative to `ROOT`."""


def cited_by_code() -> Citations:
    """Return the clauses that docstrings of the program cite."""
    return _by_code(ROOT)


@cache
def _by_code(root: Path) -> Citations:
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, node in _nodes(root, "Rule: ", *FLOORS):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            text = ast.get_docstring(node) or ""
            for block in re.findall(r"^Rule: (.+?)(?:\n\n|\Z)", text, re.M | re.S):
                for clause in clauses_in(" ".join(block.split())):
                    places[clause].append(f"{name}:{_line(node)}")
    return places


def cited_by_tests() -> Citations | None:
    """Return the clauses that marks of tests cite; None for a program without its tests."""
    if not (ROOT / "pyproject.toml").is_file() or not (ROOT / "tests").is_dir():
        return None
    return _by_tests(ROOT)


@cache
def _by_tests(root: Path) -> Citations:
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, node in _nodes(root, "mark.clause(", "tests"):
        match node:
            case ast.Call(func=ast.Attribute(attr="clause"), args=[ast.Constant(value=text)]):
                for clause in clauses_in(str(text)):
                    places[clause].append(f"{name}:{_line(node)}")
    return places


def clauses_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield (rulebook, clause) of "knsb-wp-2014 B1, F3; knsb-wp-1996 B1"."""
    for part in text.strip().rstrip(".").split(";"):
        rulebook, _, clauses = part.strip().partition(" ")
        for clause in clauses.split(","):
            if clause.strip():
                yield rulebook, clause.strip()


def places_of(citations: Citations, rules: Rulebook, clause: str) -> list[str]:
    """Return the places that cite a clause, its twin, or the whole of which it is a part.

    A user's own rulebook file is cited nowhere; its clauses count as those of the shipped rulebook
    that has them in the same words.
    """
    cited = [(rules.id, clause)]
    if rules.id not in shipped():
        same = rules.clauses[clause].text
        cited += [
            (name, clause)
            for name in shipped()
            if (other := as_shipped(name).clauses.get(clause)) and other.text == same
        ]
    twin = rules.clauses[clause].same_as
    cited += clauses_in(twin) if twin else []
    cited += [(book, one.split(".")[0]) for book, one in cited if "." in one]
    return list(dict.fromkeys(place for one in cited for place in citations.get(one, ())))


def _nodes(root: Path, sign: str, *folders: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield the syntax tree of every file in which the sign of a citation occurs, line by line."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            if sign in text:
                name = path.relative_to(root).as_posix()
                yield from ((name, node) for node in sorted(ast.walk(ast.parse(text)), key=_line))


def _line(node: ast.AST) -> int:
    return getattr(node, "lineno", 1)
