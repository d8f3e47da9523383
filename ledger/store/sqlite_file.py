"""The ledger file as SQLite sees it: its tables, the triggers that guard them, and its checks.

Any SQLite tool can open the file; the state of a fact is plain JSON text. What such a tool cannot
do is change or delete a fact, or add one out of turn.
"""

from __future__ import annotations

import sqlite3
import time
from functools import cache
from pathlib import Path

from ledger.errors import (
    INSTALL_NEWER,
    KEEP_AND_RESTORE,
    DamagedLedger,
    NewerLedger,
    StoreError,
    damaged,
    is_locked,
    usage,
)
from ledger.messages import Blank, also, do, run_on
from ledger.private_files import make_private
from ledger.refusals import Exit, Refusal

SCHEMA = 3
"""The version of the tables. A file of a newer one is refused, of an older one: `old_files`."""

APPLICATION_ID = int.from_bytes(b"TBLG")
"""In the header of every ledger, so that another program's SQLite file is recognised."""

EVENTS_TABLE = "stored_events"

STREAMS = f"""
    WITH RECURSIVE stream (id) AS (
        SELECT MIN(originator_id) FROM {EVENTS_TABLE}
        UNION ALL
        SELECT (SELECT MIN(originator_id) FROM {EVENTS_TABLE} WHERE originator_id > stream.id)
        FROM stream WHERE stream.id IS NOT NULL)"""
"""Every tournament, and a NULL, by a jump from id to id in the index: at no cost by facts."""

OBJECTS_1 = {
    EVENTS_TABLE: """
        CREATE TABLE stored_events (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            originator_id TEXT NOT NULL,
            originator_version INTEGER NOT NULL,
            topic TEXT NOT NULL,
            state TEXT NOT NULL,
            UNIQUE (originator_id, originator_version)
        )""",
    "people": """
        CREATE TABLE people (
            tournament TEXT NOT NULL,
            key TEXT NOT NULL,
            record TEXT NOT NULL,
            salt TEXT NOT NULL,
            PRIMARY KEY (tournament, key)
        ) WITHOUT ROWID""",
    "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "a_fact_is_never_changed": """
        CREATE TRIGGER a_fact_is_never_changed BEFORE UPDATE ON stored_events
        BEGIN SELECT RAISE(ABORT, 'a fact is never changed: record a correction'); END""",
    "a_fact_is_never_deleted": """
        CREATE TRIGGER a_fact_is_never_deleted BEFORE DELETE ON stored_events
        BEGIN SELECT RAISE(ABORT, 'a fact is never deleted: record a correction'); END""",
    # INSERT OR REPLACE deletes without asking the trigger above, so a taken place is refused here.
    "a_fact_takes_the_next_position": """
        CREATE TRIGGER a_fact_takes_the_next_position BEFORE INSERT ON stored_events
        WHEN NEW.originator_version <> 1 + (
                SELECT COALESCE(MAX(originator_version), 0) FROM stored_events
                WHERE originator_id = NEW.originator_id)
            OR EXISTS (SELECT 1 FROM stored_events WHERE sequence = NEW.sequence)
        BEGIN SELECT RAISE(ABORT, 'a fact takes the next position of its tournament'); END""",
}


def _kept(table: str) -> dict[str, str]:
    return {
        f"{table}_are_never_{done}": f"""
        CREATE TRIGGER {table}_are_never_{done} BEFORE {verb} ON {table}
        BEGIN SELECT RAISE(ABORT, '{table} are never {done}'); END"""
        for verb, done in (("UPDATE", "changed"), ("DELETE", "deleted"))
    }


OBJECTS_2 = {
    # By sequence and not by position, so that a fact is bound to its place in the file as well.
    "leaves": "CREATE TABLE leaves (sequence INTEGER PRIMARY KEY, hash BLOB NOT NULL)",
    "trees": """
        CREATE TABLE trees (
            tournament TEXT PRIMARY KEY,
            size INTEGER NOT NULL,
            peaks BLOB NOT NULL
        ) WITHOUT ROWID""",
    "heads": """
        CREATE TABLE heads (
            tournament TEXT NOT NULL,
            size INTEGER NOT NULL,
            root BLOB NOT NULL,
            PRIMARY KEY (tournament, size)
        ) WITHOUT ROWID""",
    **_kept("leaves"),
    **_kept("heads"),
}
"""What the second version of the tables added: the hash tree of each tournament."""

FILE_TREE = """
        CREATE TABLE file_tree (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            size INTEGER NOT NULL,
            peaks BLOB NOT NULL
        )"""
"""What the third version added: one hash tree over all facts of the file."""

OBJECTS = OBJECTS_1 | OBJECTS_2 | {"file_tree": FILE_TREE}

_OBJECTS = {1: OBJECTS_1, 2: OBJECTS_1 | OBJECTS_2, SCHEMA: OBJECTS}
"""By version: all that a file has, besides what SQLite makes of it by itself."""

_MADE_BY_SQLITE = {
    "sqlite_sequence": ("table", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)"),
    "sqlite_autoindex_stored_events_1": ("index", EVENTS_TABLE, None),
}


def check_header(path: Path) -> None:
    """Refuse, before any database engine touches it, a file that is no ledger.

    Raises StoreError when it is missing, a folder, empty, unreadable or made by another program.
    """
    if path.is_dir():
        what = f"{path} is a folder"
        raise usage("ledger-is-a-folder", what, run_on("name a file: ", also(ledger=Blank("FILE"))))
    if not path.exists():
        other = run_on(also(ledger=Blank("FILE")), " names another")
        step = run_on(do("init"), " or ", do("import"), " makes one; ", other)
        raise usage("ledger-missing", f"there is no ledger {path}", step)
    if not path.is_file():
        raise _not_a_ledger(path, "is not a file")
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        what = f"{path} cannot be read: {error.strerror}"
        rights = "check the permissions of the file"
        raise usage("ledger-cannot-be-opened", what, rights) from error
    if not header:
        raise _not_a_ledger(path, "is empty")
    if not header.startswith(b"SQLite format 3\0"):
        raise _not_a_ledger(path, "is not a ledger")
    if len(header) < 100:
        raise damaged(f"{path} is cut short")
    if int.from_bytes(header[68:72]) != APPLICATION_ID:
        raise _not_a_ledger(path, "is an SQLite file of another program")


def create_file(path: Path, patience_s: float) -> None:
    """Make an empty ledger unless it is there already; several processes may do so at once.

    The tables and the header come in one transaction, so a process killed here leaves an empty file
    or a whole ledger. Only afterwards does the file go to write-ahead logging: the header is then
    in the file itself, where `check_header` looks. A new file is private, and so is the log that
    SQLite keeps beside it.
    """
    if path.exists() and not (path.is_file() and path.stat().st_size == 0):
        check_header(path)
    elif not path.parent.is_dir():
        what = f"there is no folder {path.parent}"
        raise usage("folder-missing", what, f"mkdir -p {path.parent}")
    make_private(path)
    connection = sqlite3.connect(
        path.absolute().as_uri(), uri=True, isolation_level=None, timeout=patience_s
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        if _is_blank(connection):
            _make_tables(connection)
        _log_ahead(connection, patience_s)
    finally:
        connection.close()


def _is_blank(connection: sqlite3.Connection) -> bool:
    objects: int = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
    return objects == 0


def _make_tables(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if _is_blank(connection):  # still, now that nobody else can make them
        for statement in OBJECTS.values():
            connection.execute(statement)
        connection.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
        connection.execute("INSERT INTO file_tree VALUES (1, 0, x'')")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")


def _log_ahead(connection: sqlite3.Connection, patience_s: float) -> None:
    """Switch to write-ahead logging; SQLite itself does not wait for others here, so we do."""
    pause_s = 0.01
    for _ in range(max(1, int(patience_s / pause_s))):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not is_locked(error):
                raise
            time.sleep(pause_s)
        else:
            return
    connection.execute("PRAGMA journal_mode = WAL")


def check_schema(connection: sqlite3.Connection, path: Path) -> int:
    """Return the file's schema version.

    Raises NewerLedger when it is newer, DamagedLedger when the file has anything else than the
    tables, indexes and triggers that the program makes in a file of that version.
    """
    entries = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    if not any((kind, name) == ("table", "meta") for kind, name, _, _ in entries):
        raise damaged(f"{path} lacks meta")
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    said = connection.execute("SELECT * FROM meta").fetchall()
    if ("schema", str(version)) not in map(tuple, said) or version < 1:
        raise damaged(f"{path} contradicts itself about its schema version")
    if version > SCHEMA:
        what = f"{path} has schema version {version}; this program knows up to {SCHEMA}"
        raise NewerLedger(Refusal("newer-ledger", what, INSTALL_NEWER, exit=Exit.USAGE))
    _check_entries(version, [tuple(entry) for entry in entries], path)
    return version


def _check_entries(
    version: int, entries: list[tuple[str, str, str, str | None]], path: Path
) -> None:
    """Compare all that a file has with what the program makes; raises DamagedLedger."""
    wanted = _expected(version)
    there = {name: (kind, table, _words(sql)) for kind, name, table, sql in entries}
    missing = [name for name in wanted if name not in there]
    if missing:
        raise damaged(f"{path} lacks {', '.join(missing)}")
    foreign = [(kind, name) for kind, name, _, _ in entries if name not in wanted]
    if foreign or len(there) != len(entries):
        what = ", ".join(f"the {kind} {name}" for kind, name in foreign) or "two of one name"
        raise _foreign(f"{path} has {what}, which no program of its version {version} makes")
    changed = [name for name in wanted if there[name] != wanted[name]]
    if changed:
        raise damaged(f"{path} has another {', '.join(changed)} than the program makes")


def _foreign(what: str) -> DamagedLedger:
    why = "what others put into a ledger may hide, keep or change what is recorded"
    return DamagedLedger(
        Refusal("ledger-damaged", f"{what}: {why}", KEEP_AND_RESTORE, exit=Exit.DAMAGED)
    )


@cache
def _expected(version: int) -> dict[str, tuple[str, str, list[str] | None]]:
    """Return type, table and definition of everything in a file of a version, by name."""
    expected: dict[str, tuple[str, str, list[str] | None]] = {
        name: (kind, table, _words(sql)) for name, (kind, table, sql) in _MADE_BY_SQLITE.items()
    }
    for name, sql in _OBJECTS[version].items():
        words = sql.split()
        table = name if words[1] == "TABLE" else words[words.index("ON") + 1]
        expected[name] = (words[1].lower(), table, words)
    return expected


def _words(sql: str | None) -> list[str] | None:
    """Return a definition without the space between its words, which means nothing."""
    return None if sql is None else sql.split()


def _not_a_ledger(path: Path, why: str) -> StoreError:
    step = run_on("name a ledger: ", also(ledger=Blank("FILE")))
    return usage("not-a-ledger", f"{path} {why}", step)
