"""docs/rooms.md: every room of the house with its modules, each in its own first sentence."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.helpers.house import RANKS
from tests.helpers.parsed import tree_of
from tests.helpers.places import ROOT

INTRO = (
    "Every room in the order in which rooms may import one another, each with its modules, in the first",
    "sentence of their own docstrings. [architecture.md](architecture.md) tells how they work together.",
)


def rooms_page(generated: str) -> str:
    """Return the page: a heading a room, a line a module."""
    parts = ["# Every room", "", generated, "", *INTRO]
    for rank in (rank for rank in RANKS if rank != "."):
        parts += ["", f"## `{rank}/`", "", _first_sentence(ROOT / rank / "__init__.py"), ""]
        parts += [
            f"- `{path.name}` - {_first_sentence(path)}"
            for path in sorted((ROOT / rank).glob("*.py"))
            if path.name != "__init__.py"
        ]
    return "\n".join(parts) + "\n"


def _first_sentence(path: Path) -> str:
    text = ast.get_docstring(tree_of(path)) or ""
    return " ".join(text.split("\n\n")[0].split())
