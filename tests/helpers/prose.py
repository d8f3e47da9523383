"""Finds texts for people in a module: words in a row that no program reads, and no docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_WORDS = re.compile(r"[A-Za-zÀ-ÿ]{2,}[,:]? [A-Za-zÀ-ÿ]{2,}")

REFERENCES = ("projections/mirror/tables.py", "projections/mirror/macros.py")
"""Modules whose texts are pages of the reference: what tables, columns and macros mean."""

WITH_SQL = (
    "projections/sql",
    "projections/mirror",
    "ledger/store",
    "ledger/integrity",
    "projections/exports",
)
"""Folders with texts in SQL."""

_SQL = re.compile(
    r"\b(select|insert|create|drop|pragma|begin|delete|update|alter|attach|detach|copy|set|with|"
    r"from|where|order by|group by|values|join|primary key|cast|typeof|not null|comment on)\b",
    re.IGNORECASE,
)
_FAULTS = {"AssertionError", "TypeError", "KeyError", "NotImplementedError", "RuntimeError"}


def prose_in(path: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of each text for people in a module."""
    if path in REFERENCES:
        return
    passed = _not_for_people(tree)
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        text = _text_of(node)
        if text is None or not _WORDS.search(text):
            continue
        if _SQL.search(text) and path.startswith(WITH_SQL):
            continue
        yield getattr(node, "lineno", 0), text


def _text_of(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(
                str(value.value) if isinstance(value, ast.Constant) else "{}" for value in values
            )
    return None


def _not_for_people(tree: ast.Module) -> set[int]:
    """Return the nodes in docstrings, in what a key of JSON means, and in faults of our own."""
    passed = set[int]()
    for node in ast.walk(tree):
        inner: list[ast.AST] = []
        match node:
            case ast.Expr(value=ast.Constant() as text):
                inner = [text]
            case ast.JoinedStr(values=values):
                passed |= {id(value) for value in values if isinstance(value, ast.Constant)}
            case ast.Subscript(value=ast.Name(id="Annotated" | "Literal")):
                inner = [node]
            case ast.Assert(msg=message) if message is not None:
                inner = [message]
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) as call) if name in _FAULTS:
                inner = [call]
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"))):
                inner = [node]
        passed |= {id(each) for part in inner for each in ast.walk(part)}
    return passed
