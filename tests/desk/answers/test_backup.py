"""backup and restore as an arbiter uses them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast
from unittest.mock import patch

import pytest

from ledger.runtime import Runtime
from tests.helpers.ledgers import damage, to_first_schema
from tests.helpers.tampered import sample
from tests.helpers.terminal import Terminal

if TYPE_CHECKING:
    from tests.helpers.postgres import Cluster


@pytest.fixture
def cup(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", "3")
    terminal.run("enter", "Jansen, Piet")
    return terminal


def test_a_backup_put_back_is_the_same_tournament(cup: Terminal, tmp_path: Path) -> None:
    copied = cup.json("backup", tmp_path / "cup.backup")
    (head,) = (row["short"] for row in copied["rows"])
    log = cup.run("log")
    cup.ledger.rename(tmp_path / "broken")
    assert cup.json("restore", tmp_path / "cup.backup")["rows"] == copied["rows"]
    assert cup.run("log") == log
    cup.run("verify", "--head", head)
    cup.run("enter", "Smit, Jan")


def test_a_folder_gets_a_file_named_by_ledger_and_time(cup: Terminal, tmp_path: Path) -> None:
    (folder := tmp_path / "stick").mkdir()
    cup.run("backup", folder)
    cup.run("backup", folder)
    first, second = sorted(os.listdir(folder))
    assert first.startswith("cup-2026")
    assert first.endswith(".backup")
    assert first != second


def test_the_time_in_its_name_is_that_of_the_zone_of_the_tournament(
    cup: Terminal, tmp_path: Path
) -> None:
    (folder := tmp_path / "stick").mkdir()
    cup.run("details", "--time-zone", "Pacific/Kiritimati")
    cup.run("backup", folder)
    (name,) = os.listdir(folder)
    assert name.startswith("cup-20260905-09")  # nineteen hours in Greenwich, fourteen later there
    cup.run("init", "Second")
    cup.run("backup", folder)
    assert len(os.listdir(folder)) == 2


def test_restore_refuses_to_write_over_a_ledger(cup: Terminal, tmp_path: Path) -> None:
    cup.run("backup", tmp_path / "cup.backup")
    before = cup.ledger.read_bytes()
    assert "file-exists" in cup.refused("restore", tmp_path / "cup.backup", code=2)
    assert cup.ledger.read_bytes() == before


def test_a_damaged_ledger_is_not_backed_up_and_a_damaged_backup_not_put_back(
    cup: Terminal, tmp_path: Path
) -> None:
    cup.run("backup", backup := tmp_path / "cup.backup")
    damage(cup.ledger, "UPDATE stored_events SET state = replace(state, 'Cup', 'Cap')")
    assert "ledger-damaged" in cup.refused("backup", tmp_path / "second", code=4)
    cup.ledger.rename(tmp_path / "broken")
    damage(backup, "UPDATE stored_events SET state = replace(state, 'Cup', 'Cap')")
    said = cup.refused("restore", backup, code=4)
    assert f"toernooi --ledger {backup} verify" in said
    assert sorted(os.listdir(tmp_path)) == ["broken", "cup.backup", "cup.ledger.last-head"]


def test_of_a_backup_that_cannot_be_copied_it_is_named_and_not_the_copy_that_was_made(
    cup: Terminal, tmp_path: Path
) -> None:
    cup.run("backup", backup := tmp_path / "cup.backup")
    cup.ledger.rename(tmp_path / "elsewhere")
    with backup.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\xff" * 40)
    said = cup.refused("restore", backup, code=4)
    assert f"{backup} is damaged\n" in said
    assert ".part" not in said


def test_what_is_no_ledger_is_not_put_back(cup: Terminal, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no ledger")
    cup.ledger.rename(tmp_path / "elsewhere")
    assert "not-a-ledger" in cup.refused("restore", tmp_path / "notes.txt", code=2)


def test_damage_names_restore(cup: Terminal) -> None:
    damage(cup.ledger, "UPDATE stored_events SET state = replace(state, 'Cup', 'Cap')")
    assert "toernooi restore BACKUP" in cup.refused("log", code=4)
    assert "toernooi restore BACKUP" in cup.try_("verify").out


# --- into a server --------------------------------------------------------------------------------


@pytest.fixture
def server(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a terminal on an empty database."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Terminal(cast("Path", database))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return the backup of two tournaments, one with a forgotten person."""
    Terminal(sample()).run("backup", tmp_path / "club.backup")
    return tmp_path / "club.backup"


@contextmanager
def in_small_batches() -> Iterator[None]:
    """Write three facts at a time."""
    from ledger.store.server import carrying

    with patch.object(carrying, "_BATCH", 3):
        yield


@pytest.mark.server
def test_a_backup_comes_to_a_server_with_the_same_heads(server: Terminal, saved: Path) -> None:
    with in_small_batches():
        rows = server.json("restore", saved)["rows"]
    assert [row["name"] for row in rows] == ["Winter", "Summer"]
    file = Terminal(saved)
    here, there = (one.json("verify") for one in (file, server))
    assert there["clean"]
    assert here["file"] == there["file"], "the order of the facts is the same too"
    assert here["tournaments"] == there["tournaments"]
    for name in ("Winter", "Summer"):
        for verb in ("log", "players", "standings"):
            assert server.run("-t", name, verb) == file.run("-t", name, verb)
    server.run("-t", "Winter", "result", 2, 1, "1-0")


@pytest.mark.server
def test_a_ledger_with_facts_on_a_server_is_left_alone(server: Terminal, saved: Path) -> None:
    server = replace(server, world=Runtime())
    server.run("init", "Other", "--rounds", 3)
    before = server.run("verify")
    refusal = server.refused("restore", saved, code=2)
    assert "ledger-not-empty" in refusal
    assert f"toernooi copy {saved} postgresql://" in refusal
    assert server.run("verify") == before
    server.run("copy", saved, server.ledger)


@pytest.mark.server
def test_a_damaged_backup_leaves_the_database_empty(server: Terminal, saved: Path) -> None:
    damage(saved, "UPDATE stored_events SET state = replace(state, 'Dekker', 'Decker')")
    damage(saved, "UPDATE people SET record = replace(record, 'Dekker', 'Decker')")
    assert f"toernooi --ledger {saved} verify" in server.refused("restore", saved, code=4)
    assert "ledger-missing" in server.refused("status", code=2)


@pytest.mark.server
def test_a_restore_that_is_stopped_or_cut_off_leaves_nothing_and_can_be_given_again(
    server: Terminal, saved: Path, cluster: Cluster
) -> None:
    from ledger.store.server import carrying
    from ledger.store.tables.appending import append_rows

    cuts = iter(["stop", "cut"])

    def interrupted(cursor: object, rows: object) -> object:
        written = append_rows(cursor, rows)  # type: ignore[arg-type]
        if len(written) and written[-1] > 6:
            if next(cuts) == "stop":
                raise KeyboardInterrupt
            cluster.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND usename = 'keeper'"
            )
        return written

    with in_small_batches(), patch.object(carrying, "append_rows", interrupted):
        assert server.try_("restore", saved).code == 130
        assert server.json("tournaments")["rows"] == []
        refusal = server.refused("restore", saved, code=2)
    assert "connection-lost" in refusal
    assert server.json("tournaments")["rows"] == []
    server.run("restore", saved)
    assert server.json("verify")["clean"]


@pytest.mark.server
def test_a_backup_of_the_first_version_comes_to_a_server_too(
    server: Terminal, cup: Terminal
) -> None:
    to_first_schema(cup.ledger)
    server.run("restore", cup.ledger)
    assert server.json("verify")["clean"]
    assert server.run("log") == cup.run("log")
