"""The source of the program, parsed once in a run."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

from ledger.garbage import without_collection
from tests.helpers.places import PROGRAM


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a file of the program; it is not to be changed.

    Looking for garbage among so many nodes takes twice as long as parsing, and they all stay.
    """
    with without_collection():
        tree = ast.parse(path.read_text("utf-8"))
        gc.freeze()
        return tree


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file of the program, in the order of `ast.walk`, which is slower."""
    nodes: list[ast.AST] = [tree_of(path)]
    for node in nodes:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                nodes += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                nodes.append(value)
    return tuple(nodes)


@cache
def calls() -> tuple[tuple[Path, ast.Call], ...]:
    """Return every call in the program, with its file."""
    return tuple(
        (path, node) for path in PROGRAM for node in nodes_of(path) if isinstance(node, ast.Call)
    )
