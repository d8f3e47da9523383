"""Nobody outside the rooms of the formats asks which format is played, or whether FIDE's is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from desk.formats.base import DeskFormat
from desk.formats.registry import format_of
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Format
from projections.formats.base import Scoring
from projections.formats.registry import scoring_of
from tests.helpers.crosstables import rules
from tests.helpers.parsed import nodes_of
from tests.helpers.places import PROGRAM, ROOT, name_of

ROOMS = {ROOT / "projections" / "formats", ROOT / "desk" / "formats"}
SAYS_ITSELF = "ledger/rulebooks/rulebook.py"
"""Where a rulebook says its format, by its system where it does not name one."""

OF_FIDE = re.compile(r"(ledger/rulebooks|pairing/fide(_\w+)?|projections/games/fide_floats).*")
"""Who reads the keys of the systems of FIDE: those systems, their rulebooks, and their floats."""

OF = {Format.TOURNAMENT: "knsb-wp-2014", Format.SEASON: "mwkeizer"}
"""A rulebook of each format."""


def _asked(path: Path) -> Iterator[int]:
    """Yield the lines that compare with the name of one format, or match it."""
    for node in nodes_of(path):
        parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        parts += [node.value] if isinstance(node, ast.MatchValue) else []
        for part in parts:
            if re.fullmatch(r"(\w+\.)*Format\.[A-Z]+", ast.unparse(part)):
                yield part.lineno


def test_nobody_outside_the_formats_compares_with_one_of_them() -> None:
    asking = {
        f"{name_of(path)}:{line}"
        for path in PROGRAM
        if path.parent not in ROOMS and name_of(path) != SAYS_ITSELF
        for line in _asked(path)
    }
    assert asking == set(), "a method of the format, or a property that says the thing itself"


def test_no_property_asks_whether_it_is_one_of_them() -> None:
    asks = re.compile(r"(plays|is)_(a_)?(season|tournament|teams?)")
    names = {
        f"{name_of(path)}: {node.attr}"
        for path in PROGRAM
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and asks.fullmatch(node.attr)
    }
    assert names == set()


def test_every_format_scores_and_is_known_at_the_desk() -> None:
    assert set(OF) == set(Format)
    for name, rulebook in OF.items():
        loaded: Rulebook = rules(rulebook)
        assert loaded.format is name
        assert isinstance(scoring_of(loaded), Scoring)
        assert isinstance(format_of(loaded), DeskFormat)


def test_nobody_outside_the_formats_tells_the_rows_of_a_season_from_others() -> None:
    asking = {
        f"{name_of(path)}:{node.lineno}"
        for path in PROGRAM
        if path.parent not in {*ROOMS, ROOT / "projections" / "season"}
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "isinstance"
        and re.search(r"\bSeason\w*(Row|Head)\b", ast.unparse(node.args[1]))
    }
    assert asking == set(), "a method of the format, a key that all have, or `part_of`"


def test_nobody_outside_the_systems_of_fide_asks_whether_rules_are_of_fide() -> None:
    asking = {
        f"{name_of(path)}: {ast.unparse(node)}"
        for path in PROGRAM
        if not OF_FIDE.fullmatch(name_of(path))
        for node in nodes_of(path)
        if _asks_for_fide(node)
    }
    assert asking == set(), "a property of the rulebook that says the thing itself"


def _asks_for_fide(node: ast.AST) -> bool:
    """Tell whether code takes the keys of FIDE of a rulebook, or asks how its name begins."""
    match node:
        case ast.ImportFrom(names=names):
            return "FideKeys" in {name.name for name in names}
        case ast.Attribute(attr="_fide"):
            return True
        case ast.Call(func=ast.Attribute(attr="startswith"), args=[ast.Constant(value=str(name))]):
            return name in ("fide", "fide-")
        case _:
            return False
