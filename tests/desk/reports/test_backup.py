"""backup and restore as an arbiter uses them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.helpers.ledgers import damage
from tests.helpers.terminal import Terminal


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
    assert sorted(os.listdir(tmp_path)) == ["broken", "cup.backup"]


def test_what_is_no_ledger_is_not_put_back(cup: Terminal, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no ledger")
    cup.ledger.rename(tmp_path / "elsewhere")
    assert "not-a-ledger" in cup.refused("restore", tmp_path / "notes.txt", code=2)


def test_damage_names_restore(cup: Terminal) -> None:
    damage(cup.ledger, "UPDATE stored_events SET state = replace(state, 'Cup', 'Cap')")
    assert "toernooi restore BACKUP" in cup.refused("log", code=4)
    assert "toernooi restore BACKUP" in cup.try_("verify").out
