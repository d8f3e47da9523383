"""Facts are read by the recorders of the event store library, and by nothing else."""

from __future__ import annotations

import ast
import re

from ledger.store.tables.layout import EVENTS_TABLE
from tests.helpers.parsed import nodes_of
from tests.helpers.places import PROGRAM, name_of

RECORDERS = {"ledger/store/file/recorder.py", "ledger/store/server/recorder.py"}
GUARDS = "ledger/store/server/guards.py"
"""The functions in the database, which see that a hash is that of the fact beside it."""


def written(node: ast.AST) -> str:
    """Return a text as it is written, with the name of the table of facts in its place."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(map(written, node.values))
    if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name):
        return EVENTS_TABLE if node.value.id == "EVENTS_TABLE" else "{}"
    return "{}" if isinstance(node, ast.FormattedValue) else ""


def selects_facts(text: str) -> bool:
    """Tell whether a text is a statement that selects the content of facts."""
    read = re.search(rf"\bSELECT\b(.*?)\bFROM\b.*?\b{EVENTS_TABLE}\b", text, re.DOTALL)
    return read is not None and re.search(r"\bstate\b|(?<!COUNT\()\*|\{\}\.", read[1]) is not None


def test_no_statement_but_those_of_the_recorders_selects_facts() -> None:
    found = {
        name_of(path) for path in PROGRAM for node in nodes_of(path) if selects_facts(written(node))
    }
    assert found - {GUARDS} == {"ledger/store/file/recorder.py"}
    assert selects_facts(f"SELECT topic, state FROM {EVENTS_TABLE} WHERE sequence = ?")
    assert selects_facts(f"SELECT CAST(state AS BLOB) FROM leaves JOIN {EVENTS_TABLE}")
    assert not selects_facts(f"SELECT sequence, hash FROM {EVENTS_TABLE} LEFT JOIN leaves")


def test_nobody_reaches_behind_the_library_for_its_connection() -> None:
    reaching = {
        name_of(path)
        for path in PROGRAM
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and node.attr == "_sqlite_conn"
    }
    assert reaching == set()
