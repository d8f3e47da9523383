"""The ledger file as SQLite sees it: its tables, the triggers that guard them, and its checks.

Any SQLite tool can open the file; the state of a fact is plain JSON text. Such a tool cannot change
or delete a fact, or add one out of turn.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

from ledger.errors import (
    INSTALL_NEWER,
    NewerLedger,
    StoreError,
    a_folder,
    damaged,
    is_locked,
    no_folder,
    usage,
)
from ledger.kept_names import OF_SQLITE, check_ledger_name
from ledger.messages import Blank, Sentence, also, do, message, run_on
from ledger.private_files import make_private
from ledger.refusals import Exit, Refusal
from ledger.store.file import head_beside
from ledger.store.file.open_files import FilePlace, is_open, place_of, sqlite_uri
from ledger.store.tables.layout import EVENTS_TABLE, SCHEMA
from ledger.system_errors import CHECK_PERMISSIONS, cannot_be_read

APPLICATION_ID = int.from_bytes(b"TBLG")
"""In the header of every ledger, so that another program's SQLite file is recognised."""

_MAGIC = b"SQLite format 3\0"
"""How every SQLite file begins."""

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
    # INSERT OR REPLACE deletes without firing the trigger above, so a taken place is refused here.
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
"""Added by the second version of the tables: the hash tree of each tournament."""

FILE_TREE = """
        CREATE TABLE file_tree (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            size INTEGER NOT NULL,
            peaks BLOB NOT NULL
        )"""
"""Added by the third version: one hash tree over all facts of the file."""

OBJECTS = OBJECTS_1 | OBJECTS_2 | {"file_tree": FILE_TREE}

_OBJECTS = {1: OBJECTS_1, 2: OBJECTS_1 | OBJECTS_2, SCHEMA: OBJECTS}
"""By version: all objects in a file, besides those that SQLite creates by itself."""

_KINDS = ("table", "index", "trigger", "view")
"""Kinds of objects in an SQLite file."""

_MADE_BY_SQLITE = {
    "sqlite_sequence": ("table", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)"),
    "sqlite_autoindex_stored_events_1": ("index", EVENTS_TABLE, None),
}


def check_header(path: Path) -> None:
    """Refuse a file that is not a ledger, before any database engine touches it.

    Raise StoreError when it is missing, a folder, empty, unreadable or made by another program.
    """
    file = str(path)
    if path.is_dir():
        raise a_folder(path)
    if not path.exists():
        verbs = {"init": do("init", name=Blank("NAME")), "import": do("import", file=Blank("FILE"))}
        step = message("store.make-ledger", option=also(ledger=Blank("FILE")), **verbs)
        raise usage("ledger-missing", message("store.no-ledger", path=file), step)
    if not path.is_file():
        raise _not_a_ledger(message("store.not-a-file", path=file))
    if is_open(path):
        return  # checked when it was opened; see `open_files`
    try:
        with path.open("rb") as opened:
            header = opened.read(100)
    except OSError as error:
        what = cannot_be_read(path, error)
        raise usage("ledger-cannot-be-opened", what, CHECK_PERMISSIONS) from error
    if not header:
        raise _not_a_ledger(message("store.empty", path=file))
    if not header.startswith(_MAGIC):
        raise _not_a_ledger(message("store.not-a-ledger", path=file))
    if len(header) < 100:
        raise damaged(message("store.cut-short", path=file))
    if int.from_bytes(header[68:72]) != APPLICATION_ID:
        raise _not_a_ledger(message("store.other-program", path=file))


def is_ledger(path: Path) -> bool:
    """Tell whether a file that is not open here begins as a ledger does."""
    with suppress(OSError), path.open("rb") as file:
        header = file.read(100)
        return header.startswith(_MAGIC) and header[68:72] == APPLICATION_ID.to_bytes(4)
    return False


def keeps_log(path: Path) -> bool:
    """Tell whether a new file may have its log beside it: another machine's disk lets it not.

    Raise OSError or an error of SQLite where no file can be made at all.
    """
    with closing(sqlite3.connect(path)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("CREATE TABLE t (x)")
    return bool(mode == "wal")


def check_own_name(path: Path, place: FilePlace | None) -> None:
    """Refuse to write a ledger that has two names, or whose name is no longer its own.

    SQLite keeps its log and its locks beside a ledger, by the name that was opened. Two programs
    that use two names of one file (hard links) then write over each other's facts; and what is
    written to a file without its name, nobody finds. `place` is the file that was opened.

    Raise StoreError.
    """
    if place_of(path) != place:
        what = message("store.name-lost", path=str(path))
        raise usage("ledger-moved", what, message("store.see-where"))
    if place is not None and path.stat().st_nlink > 1:
        others = _names_beside(path, place)
        what = message("store.second-name-elsewhere", path=str(path))
        if others:
            what = message("store.second-name", path=str(path), other=", ".join(others))
        copy = do("copy", source=str(path), target=Blank("FILE"))
        raise usage("ledger-has-two-names", what, message("store.copy-it", command=copy))


def _names_beside(path: Path, place: FilePlace) -> list[str]:
    """Return the other names of a file in its folder."""
    own = Path(os.path.realpath(path))
    with os.scandir(own.parent) as entries:
        same = [entry.path for entry in entries if entry.inode() == place[1]]
    return sorted(name for each in same if (name := Path(each).name) != own.name)


def create_file(path: Path, patience_s: float) -> None:
    """Make an empty ledger if none is there yet; several processes may do so at once.

    The tables and the header come in one transaction, so a process killed here leaves an empty file
    or a whole ledger; where it cannot be made no file is left. Only then does the file switch to
    write-ahead logging: the header is then in the file itself, where `check_header` looks. A new
    file is private, and so is the log that SQLite keeps beside it.
    """
    check_ledger_name(path)
    if path.exists() and not (path.is_file() and path.stat().st_size == 0):
        check_header(path)
    elif not path.parent.is_dir():
        raise no_folder(path.parent)
    _check_room_for_names(path)
    make_private(path)
    connection = sqlite3.connect(
        sqlite_uri(path.absolute()), uri=True, isolation_level=None, timeout=patience_s
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        if _is_blank(connection):
            _make_tables(connection, path)
        _log_ahead(connection, patience_s)
    except sqlite3.Error:
        _delete_empty(connection, path)
        raise
    finally:
        connection.close()


def _check_room_for_names(path: Path) -> None:
    """Raise OSError where the names of the files that SQLite keeps beside are too long."""
    for ending in OF_SQLITE:
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).lstat()


def _delete_empty(connection: sqlite3.Connection, path: Path) -> None:
    """Delete a file in which no ledger could be made, where no other process has made one.

    While this one reads, no other can commit; it does not find its file afterwards.
    """
    with suppress(sqlite3.Error, OSError):
        connection.rollback()
        connection.execute("BEGIN")
        if _is_blank(connection) and path.stat().st_size == 0:
            path.unlink()
        connection.rollback()


def _is_blank(connection: sqlite3.Connection) -> bool:
    objects: int = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
    return objects == 0


def _make_tables(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if _is_blank(connection):  # still blank, now that nobody else can make the tables
        head_beside.forget(path)  # of a ledger that stood here before
        for statement in OBJECTS.values():
            connection.execute(statement)
        connection.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
        connection.execute("INSERT INTO file_tree VALUES (1, 0, x'')")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")


def _log_ahead(connection: sqlite3.Connection, patience_s: float) -> None:
    """Switch to write-ahead logging; retry, because SQLite does not wait for others here."""
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

    Raise NewerLedger when it is newer, DamagedLedger when the file has any object other than the
    tables, indexes and triggers that the program makes in a file of that version.
    """
    entries = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    if not any((kind, name) == ("table", "meta") for kind, name, _, _ in entries):
        raise damaged(message("store.file-lacks", path=str(path), names="meta"))
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    meta = connection.execute("SELECT * FROM meta").fetchall()
    if ("schema", str(version)) not in map(tuple, meta) or version < 1:
        raise damaged(message("store.contradicts", path=str(path)))
    if version > SCHEMA:
        what = message("store.newer", path=str(path), version=version, known=SCHEMA)
        raise NewerLedger(Refusal("newer-ledger", what, INSTALL_NEWER, exit=Exit.USAGE))
    objects = tuple(map(tuple, entries))
    if not _are_as_made(version, objects):
        _check_entries(version, objects, path)
    return version


_Entries: TypeAlias = tuple[tuple[str, str, str, str | None], ...]
"""The objects of a file: kind, name, table and definition of each."""


@lru_cache(maxsize=8)
def _are_as_made(version: int, entries: _Entries) -> bool:
    """Tell whether the objects of a file are those the program makes; files have the same."""
    return len(entries) == len(_expected(version)) and _by_name(entries) == _expected(version)


def _check_entries(version: int, entries: _Entries, path: Path) -> None:
    """Raise DamagedLedger if the objects of a file differ from those the program makes."""
    wanted = _expected(version)
    file = str(path)
    there = _by_name(entries)
    missing = [name for name in wanted if name not in there]
    if missing:
        raise damaged(message("store.file-lacks", path=file, names=", ".join(missing)))
    foreign = [(kind, name) for kind, name, _, _ in entries if name not in wanted]
    if foreign or len(there) != len(entries):
        objects = (
            message(f"store.the-{kind}", name=name) if kind in _KINDS else name
            for kind, name in foreign
        )
        what = run_on(*objects, between=", ") if foreign else message("store.of-one-name")
        raise damaged(message("store.foreign", path=file, what=what, version=version))
    changed = [name for name in wanted if there[name] != wanted[name]]
    if changed:
        names = ", ".join(changed)
        raise damaged(message("store.other-definition", path=file, names=names))


_ByName: TypeAlias = dict[str, tuple[str, str, list[str] | None]]
"""Kind, table and the words of the definition of each object, by name."""


def _by_name(entries: _Entries) -> _ByName:
    return {name: (kind, table, _words(sql)) for kind, name, table, sql in entries}


@cache
def _expected(version: int) -> _ByName:
    """Return type, table and definition of everything in a file of a version, by name."""
    expected: _ByName = {
        name: (kind, table, _words(sql)) for name, (kind, table, sql) in _MADE_BY_SQLITE.items()
    }
    for name, sql in _OBJECTS[version].items():
        words = sql.split()
        table = name if words[1] == "TABLE" else words[words.index("ON") + 1]
        expected[name] = (words[1].lower(), table, words)
    return expected


def _words(sql: str | None) -> list[str] | None:
    """Return the words of a definition, without the meaningless white space between them."""
    return None if sql is None else sql.split()


def _not_a_ledger(what: Sentence) -> StoreError:
    step = message("store.name-ledger", option=also(ledger=Blank("FILE")))
    return usage("not-a-ledger", what, step)
