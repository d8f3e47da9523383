"""Files of earlier versions are read and brought up to date; a lowered version is damage."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from desk.version import VERSION
from ledger.errors import StoreError
from ledger.facts.tournament import HashesBegun, RoundsPlanned, RoundStarted
from ledger.runtime import Runtime
from ledger.store.store import Store
from tests.helpers.ledgers import (
    GUARDS,
    LOWERED,
    OPENING,
    at,
    damage,
    to_first_schema,
    to_second_schema,
)
from tests.helpers.tampered import copy_of, sample
from tests.helpers.terminal import Terminal

READING = ("status", "log", "standings", "pairings", "head", "mirror build", "bundle make")
WRITING = ("result 2 1 1-0", "undo --confirm yes", "enter Evers")

FORGE = """UPDATE stored_events SET state = replace(state, '"0-1"', '"1-0"') WHERE sequence = 14"""
WITHOUT_HASHES = tuple(f"DROP TABLE {name}" for name in ("leaves", "trees", "heads", "file_tree"))
FIRST = ("PRAGMA user_version = 1", "UPDATE meta SET value = '1' WHERE key = 'schema'")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return copy_of(sample(), tmp_path)


def lower(path: Path, *statements: str) -> None:
    """Change a file past its guards, and restore the guards whose table is still there."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        guards = {name: sql for name, sql in triggers if name in GUARDS}
        for name in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        for sql in guards.values():
            if re.search(r" ON (\w+)", sql)[1] in tables:  # type: ignore[index]
                connection.execute(sql)


def is_damage(path: Path, *words: str) -> None:
    """Assert that nothing reads or continues the file, and that verify finds it damaged."""
    terminal = Terminal(path)
    for line in (*READING, *WRITING, "upgrade"):
        ran = terminal.try_(*(["-t", "Winter"] if line != "upgrade" else []), *line.split())
        assert ran.code == 4, (line, ran)
    ran = terminal.try_("verify")
    assert ran.code == 4
    assert all(word in ran.out + ran.err for word in words), ran


def test_a_file_that_was_lowered_with_its_hashes_in_it_is_damage(path: Path) -> None:
    lower(path, FORGE, *FIRST)
    is_damage(path, "file_tree", "which no program of its version 1 makes")


def test_a_file_that_was_lowered_without_its_hashes_is_damage(path: Path) -> None:
    lower(path, FORGE, *WITHOUT_HASHES, *FIRST)
    is_damage(path, "#1", "recorded in a file of version 3", "it was lowered")


def test_a_file_that_lost_the_tree_of_the_file_is_damage(path: Path) -> None:
    lower(path, *LOWERED)
    is_damage(path, "recorded in a file of version 3")


def test_a_key_of_a_later_version_in_a_file_of_the_first_is_damage(path: Path) -> None:
    to_first_schema(path)
    lower(path, "INSERT INTO meta VALUES ('without-names', 'x')")
    assert Terminal(path).try_("verify").code == 4


@pytest.mark.parametrize(
    "change",
    [
        "topic = 'person-forgotten', state = replace(state, '\"rounds\":3', '\"player\":1')",
        "topic = 'hashes-begun',"
        ' state = replace(state, \'"rounds":3\', \'"facts":1,"program":"1"\')',
    ],
)
def test_a_kind_of_fact_that_is_newer_than_the_file_shows_that_it_was_lowered(
    path: Path, change: str
) -> None:
    to_first_schema(path)
    lower(path, f"UPDATE stored_events SET {change} WHERE sequence = 2")
    for line in ("log", "result 2 1 1-0"):
        assert "it was lowered" in Terminal(path).refused("-t", "Winter", *line.split(), code=4)


def test_a_file_of_which_every_sign_was_taken_is_found_by_a_head_from_elsewhere(
    tmp_path: Path,
) -> None:
    path = tmp_path / "cup.ledger"
    terminal = Terminal(path, Runtime())
    terminal.run("init", "Cup", "--rounds", 3)
    head = terminal.json("head")["rows"][-1]["short"]
    to_first_schema(path)
    lower(path, """UPDATE stored_events SET state = replace(state, '"rounds":3', '"rounds":9')""")
    assert terminal.try_("verify").code == 1
    assert terminal.try_("verify", "--head", head).code == 4
    assert "toernooi upgrade" in terminal.refused("enter", "Aalbers", code=2)
    assert re.search(r"Cup: head 3:\S+", terminal.run("upgrade"))
    assert terminal.try_("verify", "--head", head).code == 4
    assert "#1 to #2 were recorded before hashes were kept (#3 says so)" in terminal.run("verify")


def test_a_file_of_the_first_version_is_read_and_upgraded_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "cup.ledger"
    terminal = Terminal(path, Runtime())
    for name in ("Cup", "Plate"):
        terminal.run("init", name, "--rounds", 3)
        terminal.run("-t", name, "plan", 4)
    with Store(path) as store:
        before = {tournament: store.facts(tournament) for tournament, _ in store.tournaments()}
    to_first_schema(path)
    assert "3 rounds planned" in terminal.run("-t", "Cup", "log")
    assert "no hashes are kept yet" in terminal.try_("verify").out
    terminal.refused("-t", "Cup", "enter", "Bakker", code=2)
    output = terminal.run("upgrade")
    assert output.count("hashes begin at #4, also over #1 to #3") == 2
    assert "hashes are kept from here on, over 3 facts" in terminal.run("-t", "Cup", "log")
    with Store(path) as store:
        for tournament, recorded in before.items():
            (*old, begun) = store.facts(tournament)
            assert [stamp for _, stamp in old] == [stamp for _, stamp in recorded]
            assert begun.fact == HashesBegun(facts=3, program=VERSION)
    assert terminal.json("verify")["clean"]
    terminal.run("-t", "Cup", "undo", "--confirm", "yes")
    assert "taken back: #3" in terminal.run("-t", "Cup", "log"), "what is of the file stays"
    assert "nothing had to be recorded" in terminal.run("upgrade")


def test_an_upgrade_is_refused_where_the_file_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "cup.ledger"
    Terminal(path).run("init", "Cup", "--rounds", 3)
    to_first_schema(path)
    lower(path, "DELETE FROM stored_events WHERE sequence = 1")
    before = path.read_bytes()
    assert "the fact of sequence 1 is gone" in Terminal(path).refused("upgrade", code=4)
    assert path.read_bytes() == before


def test_a_file_of_the_second_version_gets_the_tree_of_the_file_with_its_next_fact(
    tmp_path: Path,
) -> None:
    path = tmp_path / "club.ledger"
    terminal = Terminal(path, Runtime())
    terminal.run("init", "Winter", "--rounds", 3)
    terminal.run("init", "Summer", "--rounds", 3)
    to_second_schema(path)
    before = terminal.json("verify")
    terminal.run("-t", "Summer", "plan", 4)
    after = terminal.json("verify")
    assert after["clean"]
    assert after["tournaments"][0] == before["tournaments"][0]
    assert after["file"]["size"] == before["file"]["size"] + 1
    lower(path, "DELETE FROM stored_events WHERE sequence = 5")
    assert terminal.try_("verify").code == 4


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE stored_events SET state = replace(state, '\"rounds\":7', '\"rounds\":8')",
        "DELETE FROM stored_events WHERE sequence = 4",
        "DELETE FROM stored_events WHERE sequence = 2",
    ],
)
def test_a_changed_file_of_the_second_version_is_not_continued(
    tmp_path: Path, statement: str
) -> None:
    path = tmp_path / "club.ledger"
    with Store(path, create=True) as store:
        for tournament in ("t", "u"):
            store.append(tournament, 0, [OPENING, RoundsPlanned(rounds=7)], runtime=at())
        store.append("v", 0, [OPENING], runtime=at())
    to_second_schema(path)
    damage(path, statement)
    with Store(path) as old, pytest.raises(StoreError) as caught:
        old.append("v", 1, [RoundStarted(round=1)], runtime=at())
    assert caught.value.refusal.code == "ledger-damaged"
