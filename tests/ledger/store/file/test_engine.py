"""How a ledger is opened: by an address, with every commit on disk and no files left behind."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from unittest.mock import patch

import pytest

from ledger.store.file.engine import opened
from ledger.store.file.sqlite_file import create_file
from ledger.store.tables.layout import SCHEMA


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club 100%?#.ledger"
    create_file(path, 0.1)
    return path


def test_a_ledger_is_opened_by_an_address_however_sqlite_was_built(path: Path) -> None:
    """Some builds of SQLite read every name as an address, so opening a ledger proves nothing."""
    with patch.object(sqlite3, "connect", wraps=sqlite3.connect) as connect:
        datastore, schema, without_room = opened(path, 0.1)
    datastore.close()
    assert (schema, without_room) == (SCHEMA, False)
    (((address,), options),) = connect.call_args_list
    assert address == f"file://{path.parent}/club%20100%25%3F%23.ledger?mode=rw"
    assert options["uri"] is True


def test_files_beside_a_ledger_become_as_writable_as_it_is_again(path: Path) -> None:
    beside = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
    for mode in (0o444, 0o644):
        path.chmod(mode)
        for file in beside:
            file.touch(0o444)
        datastore, *_ = opened(path, 0.1)
        for file in beside:
            assert file.stat().st_mode & 0o777 == mode, file
        datastore.close()
        for file in beside:
            file.unlink(missing_ok=True)


def test_a_commit_reaches_the_disk_and_deleted_bytes_are_cleared(path: Path) -> None:
    datastore, *_ = opened(path, 0.1)
    with datastore.get_connection(commit=False) as connection:
        raw = connection._sqlite_conn
        (synchronous,) = raw.execute("PRAGMA synchronous").fetchone()
        (secure,) = raw.execute("PRAGMA secure_delete").fetchone()
        (journal,) = raw.execute("PRAGMA journal_mode").fetchone()
    datastore.close()
    assert (synchronous, secure, journal) == (2, 1, "wal")
