"""Helpers for tests of tamper evidence: a small ledger, its values, and ways to damage it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, cast

from ledger.place import LedgerPlace
from ledger.runtime import Runtime
from tests.helpers.terminal import Ran, Terminal

TABLES = (
    "stored_events",
    "leaves",
    "trees",
    "heads",
    "people",
    "meta",
    "file_tree",
    "sqlite_sequence",
)


@cache
def sample() -> Path:
    """Return a ledger of two tournaments: one with a correction, one with a forgotten person."""
    path = Path(mkdtemp()) / "club.ledger"
    terminal = Terminal(path)
    terminal.run("init", "Winter", "--rounds", 3)
    for name in ("Aalbers", "Bakker", "Cornelisse", "Dekker"):
        terminal.run("enter", name, "--birth", "1990-04-01", "--club", "De Toren")
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("board", "swap", 1, 1, 2, "--reason", "they came in one car")
    terminal.run("result", 1, 1, "1-0", 2, "=")
    terminal.run("publish")
    terminal.run("correct", "result", 1, 1, "0-1", "--reason", "score sheet misread")
    terminal.run("init", "Summer", "--rounds", 1)
    other = ("-t", "Summer")
    for name in ("Evers", "Faber"):
        terminal.run(*other, "enter", name)
    terminal.run(*other, "lots", "--by", "entry")
    terminal.run(*other, "publish")
    terminal.run(*other, "forget", "Faber")
    return path


def copy_of(path: Path, folder: Path, name: str = "copy.ledger") -> Path:
    """Copy a ledger that nobody has open."""
    target = folder / name
    shutil.copyfile(path, target)
    return target


def values(path: Path) -> list[Any]:
    """Return every value the program reads of a file, the definitions of the tables included."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        connection.text_factory = bytes
        read: list[Any] = [
            connection.execute(f"PRAGMA {name}").fetchone()
            for name in ("application_id", "user_version")
        ]
        schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
        # A space more or less in a definition is none in what it defines.
        read.append([(*row[:3], (row[3] or b"").split()) for row in connection.execute(schema)])
        for table in TABLES:
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()
            typed = [[(type(value).__name__, value) for value in row] for row in rows]
            read.append((table, sorted(typed, key=repr)))
        return read


def values_or_none(path: Path) -> list[Any] | None:
    """Return the values of a file that may be damaged, None where they cannot be read."""
    try:
        return values(path)
    except sqlite3.Error:
        return None


def at_terminal(place: LedgerPlace) -> Terminal:
    """Return a terminal on a ledger; the address of a server is typed with its password."""
    typed = place if isinstance(place, Path) else cast("Path", place.uri)
    return Terminal(typed, Runtime())


def verified(place: LedgerPlace, *arguments: object) -> Ran:
    return at_terminal(place).try_("verify", *arguments)


def findings(place: LedgerPlace, *arguments: object) -> list[tuple[str, str | None]]:
    """Return code and fact of every finding of verification, each of which must be damage."""
    ran = verified(place, *arguments, "--json")
    assert ran.code == 4, ran
    record = json.loads(ran.out)
    if "refused" in record:
        return [(one["code"], None) for one in record["refused"]]
    assert record["damaged"]
    assert not record["clean"]
    return [(row["code"], row["fact"]) for row in record["rows"]]
