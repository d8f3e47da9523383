"""Helpers for tests of the ledger file: a clock that can be set, sample facts, and damage."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from desk.desk import Desk
from ledger.facts.tournament import PlayerRegistered, TournamentOpened
from ledger.hash_tree import CompactRange, leaf_hash
from ledger.place import LedgerPlace, ServerAddress, place_from
from ledger.runtime import Runtime
from ledger.state.book import Book
from ledger.store.file.sqlite_file import OBJECTS
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord

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


def entry_of(record: PersonRecord) -> PlayerRegistered:
    """Return the fact by which the person of a record entered: its key is their number."""
    return PlayerRegistered(player=int(record.key), person=record.key, person_hash=record.hash)


GUARDS = tuple(name for name in OBJECTS if "_never_" in name)

LOWERED = (
    "DROP TABLE file_tree",
    "UPDATE meta SET value = '2' WHERE key = 'schema'",
    "PRAGMA user_version = 2",
)
"""The rows that mark a file as of the second version, which kept no tree of the file."""


def to_second_schema(path: Path) -> None:
    """Make a ledger as the second version of the program wrote it."""
    _without_file_version(path)
    damage(path, *LOWERED)


def to_first_schema(path: Path) -> None:
    """Make a ledger as the first version of the program wrote it, before hashes were kept."""
    _without_file_version(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for name in ("leaves", "trees", "heads", "file_tree"):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")
        connection.execute("PRAGMA user_version = 1")


def _without_file_version(path: Path) -> None:
    """Write every opening as it was before it named the file, with its hashes."""
    with closing(sqlite3.connect(path)) as connection:
        whole = connection.execute(
            "SELECT sequence, originator_id, originator_version, topic, CAST(state AS BLOB)"
            " FROM stored_events ORDER BY sequence"
        ).fetchall()
    trees: dict[str, CompactRange] = {}
    statements = []
    for sequence, tournament, position, topic, state in whole:
        stripped = re.sub(rb',"file_version":[0-9]+', b"", state)
        leaf = leaf_hash(position, topic, stripped)
        tree = trees.setdefault(tournament, CompactRange())
        tree.add(leaf)
        if stripped != state:
            text = f"CAST(x'{stripped.hex()}' AS TEXT)"
            statements.append(f"UPDATE stored_events SET state = {text} WHERE sequence={sequence}")
        statements += [
            f"UPDATE leaves SET hash = x'{leaf.hex()}' WHERE sequence = {sequence}",
            f"UPDATE heads SET root = x'{tree.root.hex()}'"
            f" WHERE tournament = '{tournament}' AND size = {tree.size}",
            f"UPDATE trees SET peaks = x'{b''.join(tree.peaks).hex()}'"
            f" WHERE tournament = '{tournament}'",
        ]
    damage(path, *statements)


def impatient() -> Any:
    """Wait hardly at all for another program's transaction."""
    waits = {"create": False, "patience_s": 0.1, "despite_loss": False}
    return patch.object(Store.__init__, "__kwdefaults__", waits)


def damage(place: LedgerPlace, *statements: str) -> None:
    """Change a ledger behind its triggers, as somebody with another tool could."""
    if not isinstance(place, Path):
        _damage_on_server(place, statements)
        return
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        for name in GUARDS:
            sql = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,))
            (trigger,) = sql.fetchone()
            connection.execute(f"DROP TRIGGER {name}")
            statements = (*statements, trigger)
        for statement in statements:
            connection.execute(statement)


def _damage_on_server(place: ServerAddress, statements: Sequence[str]) -> None:
    """Change tables on a server, as their owner can."""
    import psycopg

    from ledger.store.server.guards import NAMESPACE, TRIGGERS

    on = {one.table for one in TRIGGERS.values()}
    away = [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in on]
    back = [
        f"ALTER TABLE {one.table} ENABLE ALWAYS TRIGGER {name}" for name, one in TRIGGERS.items()
    ]
    with psycopg.connect(place.uri, autocommit=True) as connection:
        for statement in (f"SET search_path = {NAMESPACE}", *away, *statements, *back):
            connection.execute(_in_postgresql(statement).encode())


def to_earlier_tables(address: str) -> None:
    """Make the tables of a ledger on a server as version 3 of the program made them."""
    import psycopg

    from ledger.store.server.guards import FUNCTIONS, NAMESPACE, TRIGGERS
    from ledger.store.server.schema import Groups

    writers, _ = Groups.of(place_from(address).stem)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"SET search_path TO {NAMESPACE}")
        for name, one in TRIGGERS.items():
            if one.since > 3:
                connection.execute(f"DROP TRIGGER {name} ON {one.table}".encode())
        for name, function in FUNCTIONS.items():
            at = f"{name}({function.arguments})"
            order = (
                f"DROP FUNCTION {at}" if function.since > 3 else f"ALTER FUNCTION {at} RESET ALL"
            )
            connection.execute(order.encode())
        connection.execute("DROP TABLE desk")
        connection.execute("UPDATE meta SET value = '3' WHERE key = 'schema'")
        connection.execute(f"GRANT UPDATE, DELETE ON people, file_tree TO {writers}".encode())


def _in_postgresql(statement: str) -> str:
    """Return a statement with PostgreSQL's words for bytes."""
    zeros = r"decode(repeat('00', \1), 'hex')"
    statement = re.sub(r"zeroblob\((\d+|length\(\w+\))\)", zeros, statement)
    return re.sub(r"\bx'(\w*)'", r"decode('\1', 'hex')", statement)


def books(ledger: Path) -> list[Book]:
    """Return every tournament of a ledger."""
    with Store(ledger) as store:
        ids = [id_ for id_, _ in store.tournaments()]
    read = [Desk(ledger).read(id_) for id_ in ids]
    assert all(isinstance(book, Book) for book in read)
    return [book for book in read if isinstance(book, Book)]
