"""Helpers for tests of the ledger file: a clock that can be set, sample facts, and damage."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ledger.facts.tournament import TournamentOpened
from ledger.runtime import Runtime
from ledger.store.people import PersonRecord
from ledger.store.sqlite_file import OBJECTS
from ledger.store.store import Store

NOON = datetime(2026, 11, 20, 12, 2, tzinfo=UTC)
OPENING = TournamentOpened(name="Open", rulebook="x", rulebook_text="", rulebook_hash="")


def at(*times: datetime) -> Runtime:
    """Return a runtime whose clock shows these times in turn, then the last one for ever."""
    ids, left = count(1), list(times or (NOON,))

    def now() -> datetime:
        return left.pop(0) if len(left) > 1 else left[0]

    return Runtime(now=now, new_id=lambda: f"id{next(ids)}", new_seed=lambda: "seed")


def person(key: str, name: str = "Jansen, J.") -> PersonRecord:
    return PersonRecord(key, (("name", name), ("club", "De Toren")), salt=f"salt{key}")


def to_first_schema(path: Path) -> None:
    """Make a ledger as the first version of the program wrote it, before hashes were kept."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for name in ("leaves", "trees", "heads"):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("DELETE FROM meta WHERE key = 'facts-before-hashes'")
        connection.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")
        connection.execute("PRAGMA user_version = 1")


GUARDS = tuple(name for name in OBJECTS if "_never_" in name)


def impatient() -> Any:
    """Let another program's transaction be waited for hardly at all."""
    waits = {"create": False, "patience_s": 0.1}
    return patch.object(Store.__init__, "__kwdefaults__", waits)


def damage(path: Path, *statements: str) -> None:
    """Change a ledger behind its triggers, as somebody with an SQLite tool could."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for name in GUARDS:
            sql = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,))
            (trigger,) = sql.fetchone()
            connection.execute(f"DROP TRIGGER {name}")
            statements = (*statements, trigger)
        for statement in statements:
            connection.execute(statement)
