"""The file of accounts: private, whole or refused, and never part of the ledger or a backup."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from desk.access.accounts import accounts
from desk.access.file import SCHEMA, TABLES, AccessFile, access_path
from desk.access.invitations import invite, open_invitations
from desk.access.roles import Role
from ledger.errors import StoreError
from ledger.refusals import Exit
from ledger.runtime import Runtime
from tests.helpers.access import joined, opened
from tests.helpers.terminal import Terminal
from tests.helpers.words import words


def refused(folder: Path, code: str) -> str:
    with pytest.raises(StoreError) as caught:
        opened(folder)
    assert caught.value.refusal.code == code
    return words(caught.value.refusal.what)


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "cup.ledger.desk", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_it_stands_beside_the_ledger_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    with opened(tmp_path) as file:
        joined(file, Role.CHIEF)
        paths = sorted(tmp_path.iterdir())
        assert paths[0] == tmp_path / "cup.ledger.desk"
        assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o600}


def test_a_link_to_a_ledger_has_the_accounts_of_the_ledger(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "cup.ledger").symlink_to(tmp_path / "far" / "cup.ledger")
    assert access_path(tmp_path / "cup.ledger") == tmp_path / "far" / "cup.ledger.desk"


def test_what_was_written_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    with opened(tmp_path) as file:
        key, code = joined(file, Role.HELPER, "Noor"), file.mac("x", 1)
    with opened(tmp_path) as again:
        assert [one.key for one in accounts(again)] == [key]
        assert again.mac("x", 1) == code


def test_two_files_have_keys_of_their_own(tmp_path: Path) -> None:
    with (
        AccessFile(tmp_path / "a.ledger", Runtime()) as one,
        AccessFile(tmp_path / "b.ledger", Runtime()) as other,
    ):
        assert one.mac("x", 1) != other.mac("x", 1)


def test_a_code_says_of_which_parts_it_is(tmp_path: Path) -> None:
    with opened(tmp_path) as file:
        codes = [("x", "a", "b"), ("x", "ab"), ("x", "a,b"), ("xa", "b"), ("x", "", "ab")]
        assert len({file.mac(*parts) for parts in codes}) == len(codes)
        assert file.mac("x", 1) != file.mac("x", "1")


def test_an_empty_file_of_a_killed_program_is_filled(tmp_path: Path) -> None:
    (tmp_path / "cup.ledger.desk").touch()
    with opened(tmp_path) as file:
        joined(file, Role.CHIEF)


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + b"x" * 200])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "cup.ledger.desk"
    path.write_bytes(content)
    assert "is damaged" in refused(tmp_path, "desk-file-damaged")
    assert path.read_bytes() == content


def test_a_ledger_by_that_name_is_no_file_of_accounts(tmp_path: Path) -> None:
    Terminal(tmp_path / "cup.ledger.desk").run("init", "Cup", "--rounds", 3)
    assert "is not the file of accounts" in refused(tmp_path, "desk-file-damaged")


def test_a_newer_file_is_refused_as_newer(tmp_path: Path) -> None:
    opened(tmp_path).close()
    change(tmp_path, f"PRAGMA user_version = {SCHEMA + 1}")
    assert f"has version {SCHEMA + 1}" in refused(tmp_path, "newer-desk-file")


@pytest.mark.parametrize(
    "statement",
    [
        *(f"DROP TABLE {name}" for name in TABLES),
        "ALTER TABLE grants ADD COLUMN more TEXT",
        "CREATE TRIGGER t AFTER INSERT ON sessions BEGIN DELETE FROM accounts; END",
        "CREATE VIEW v AS SELECT 1",
    ],
)
def test_a_file_with_other_tables_or_a_trigger_is_refused(tmp_path: Path, statement: str) -> None:
    opened(tmp_path).close()
    change(tmp_path, statement)
    assert "has other tables" in refused(tmp_path, "desk-file-damaged")


def test_a_file_without_its_key_is_damaged(tmp_path: Path) -> None:
    opened(tmp_path).close()
    change(tmp_path, "DELETE FROM meta")
    assert "is damaged" in refused(tmp_path, "desk-file-damaged")


def test_a_page_that_was_overwritten_is_damage(tmp_path: Path) -> None:
    with opened(tmp_path) as file:
        joined(file, Role.CHIEF)
    path = tmp_path / "cup.ledger.desk"
    content = bytearray(path.read_bytes())
    content[2 * 4096 + 100 : 3 * 4096] = b"\xff" * (4096 - 100)
    content[4 * 4096 : 5 * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    refused(tmp_path, "desk-file-damaged")


def test_the_way_out_of_damage_says_that_the_ledger_is_in_order(tmp_path: Path) -> None:
    (tmp_path / "cup.ledger.desk").write_bytes(b"nonsense")
    with pytest.raises(StoreError) as caught:
        opened(tmp_path)
    assert caught.value.refusal.exit is Exit.DAMAGED
    assert "the ledger itself is another file" in words(caught.value.refusal.next)


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cup.ledger.desk").mkdir()
    refused(tmp_path, "ledger-cannot-be-opened")


def test_a_change_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with opened(tmp_path) as file:
        with pytest.raises(sqlite3.ProgrammingError), file.writing() as connection:
            connection.executemany("INSERT INTO meta VALUES (?, 'y')", [("x",), ()])
        with file.reading() as connection:
            assert not connection.execute("SELECT * FROM meta WHERE key = 'x'").fetchall()


def test_threads_and_another_program_write_side_by_side(tmp_path: Path) -> None:
    with opened(tmp_path) as file, AccessFile(tmp_path / "cup.ledger", Runtime()) as other:
        threads = [
            Thread(target=lambda: [invite(file, Role.HELPER) for _ in range(10)]),
            Thread(target=lambda: [invite(file, Role.HELPER) for _ in range(10)]),
            Thread(target=lambda: [invite(other, Role.HELPER) for _ in range(10)]),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(open_invitations(file)) == 30


def test_no_secret_stands_in_the_file(tmp_path: Path) -> None:
    with opened(tmp_path) as file:
        token = invite(file, Role.HELPER)
        joined(file, Role.CHIEF, phrase="a phrase nobody else has")
    kept = (tmp_path / "cup.ledger.desk").read_bytes()
    assert token.encode() + b"\0" not in kept
    assert b"a phrase nobody else has" not in kept
    assert b"$argon2id$" in kept


def test_a_backup_of_a_ledger_has_no_accounts(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    with opened(tmp_path) as file:
        joined(file, Role.HELPER, "Noor van den Berg")
    terminal.run("backup", tmp_path / "copy.backup")
    assert b"Noor" not in (tmp_path / "copy.backup").read_bytes()
    assert not (tmp_path / "copy.backup.desk").exists()
