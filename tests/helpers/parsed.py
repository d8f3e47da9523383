"""The source of the program, parsed once in a run."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.helpers.places import PROGRAM


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a file of the program; it is not to be changed."""
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file of the program, as `ast.walk` gives them."""
    return tuple(ast.walk(tree_of(path)))


@cache
def calls() -> tuple[tuple[Path, ast.Call], ...]:
    """Return every call in the program, with its file."""
    return tuple(
        (path, node) for path in PROGRAM for node in nodes_of(path) if isinstance(node, ast.Call)
    )
