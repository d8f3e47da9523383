"""`verify` finds and names any change in a ledger file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ledger.hash_tree import KnownHead, head_of, leaf_hash
from ledger.integrity.evidence import Kept, reading_of
from ledger.integrity.verify import check_head, verify
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.file.sqlite_file import OBJECTS
from ledger.store.store import Store
from ledger.store.tables.kept_hashes import sealed
from tests.helpers.ledgers import damage, to_second_schema
from tests.helpers.tampered import copy_of, findings, sample, values, verified
from tests.helpers.terminal import Terminal
from tests.helpers.words import words


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return copy_of(sample(), tmp_path)


def test_a_ledger_as_it_was_recorded_is_in_order(path: Path) -> None:
    before = values(path)
    record = Terminal(path).json("verify")
    assert record["clean"]
    assert record["rows"] == []
    assert [(one["tournament"], one["heads"]) for one in record["tournaments"]] == [
        ("Winter", 3),
        ("Summer", 1),
    ]
    assert values(path) == before


def of_winter(position: int) -> str:
    return f"originator_version = {position} AND state LIKE '%\"Winter\"%' OR sequence = {position}"


# Sequence and position are the same in the first tournament of the sample, which has 14 facts.
DAMAGE: dict[str, tuple[str, list[tuple[str, str | None]]]] = {
    "a result": (
        """UPDATE stored_events SET state = replace(state, '"0-1"', '"1-0"') WHERE sequence = 14""",
        [("changed", "#14")],
    ),
    "a reason": (
        "UPDATE stored_events SET state = replace(state, 'misread', 'reread') WHERE sequence = 14",
        [("changed", "#14")],
    ),
    "a space": (
        "UPDATE stored_events SET state = replace(state, '\"v\":1,', '\"v\":1, ')"
        " WHERE sequence = 2",
        [("changed", "#2")],
    ),
    "a version": (
        "UPDATE stored_events SET state = replace(state, '\"v\":1,', '\"v\":8,')"
        " WHERE sequence = 2",
        [("unreadable", "#2"), ("changed", "#2")],
    ),
    "no JSON": (
        "UPDATE stored_events SET state = '{' WHERE sequence = 3",
        [("unreadable", "#3"), ("changed", "#3")],
    ),
    "a blob": (
        "UPDATE stored_events SET state = CAST(state AS BLOB) WHERE sequence = 3",
        [("row-unreadable", None), ("sequence", None), ("gap", "#3")],
    ),
    "a topic": (
        "UPDATE stored_events SET topic = 'round-closed' WHERE sequence = 2",
        [("unreadable", "#2"), ("changed", "#2")],
    ),
    "no text": (
        "UPDATE stored_events SET topic = CAST(x'ff' AS TEXT) WHERE sequence = 2",
        [("unreadable", "#2"), ("changed", "#2")],
    ),
    "a position": (
        "UPDATE stored_events SET originator_version = 99 WHERE sequence = 14",
        [("gap", "#14"), ("unreadable", "#99"), ("changed", "#99"), ("tree-differs", None)],
    ),
    "a deleted fact": (
        "DELETE FROM stored_events WHERE sequence = 5",
        [("sequence", None), ("gap", "#5")],
    ),
    "the last fact": (
        "DELETE FROM stored_events WHERE sequence = 14",
        [("sequence", None), ("gap", "#14")],
    ),
    "the opening": (
        "DELETE FROM stored_events WHERE sequence = 1",
        [("sequence", None), ("gap", "#1")],
    ),
    "a hash": ("UPDATE leaves SET hash = zeroblob(32) WHERE sequence = 4", [("changed", "#4")]),
    "no hash": ("DELETE FROM leaves WHERE sequence = 4", [("inserted", "#4")]),
    "a hash too many": ("INSERT INTO leaves VALUES (99, x'00')", [("sequence", None)]),
    "the tree": ("DELETE FROM trees", [("tree-differs", None)] * 2),
    "its size": ("UPDATE trees SET size = 7 WHERE size = 14", [("tree-differs", None)]),
    "its peaks": (
        "UPDATE trees SET peaks = zeroblob(length(peaks)) WHERE size = 14",
        [("tree-differs", None)],
    ),
    "a head": ("UPDATE heads SET root = zeroblob(32) WHERE size = 8", [("head-differs", "#8")]),
    "no head": ("DELETE FROM heads WHERE size = 8", [("head-missing", "#8")]),
    "a head's size": (
        "UPDATE heads SET size = 70 WHERE size = 8",
        [("head-missing", "#8"), ("head-differs", None)],
    ),
    "a head that is text": (
        "UPDATE heads SET root = 'x' WHERE size = 8",
        [("head-differs", None), ("head-missing", "#8")],
    ),
    "a name": (
        "UPDATE people SET record = replace(record, 'Aalbers', 'Aalbert')",
        [("person-changed", "#3")],
    ),
    "a salt": (
        "UPDATE people SET salt = 'x' WHERE record LIKE '%Bakker%'",
        [("person-changed", "#4")],
    ),
    "a record that is none": (
        "UPDATE people SET record = '[' WHERE record LIKE '%Bakker%'",
        [("person-changed", "#4")],
    ),
    "a record in other words": (
        "UPDATE people SET record = replace(record, ':', ': ') WHERE record LIKE '%Bakker%'",
        [("person-changed", "#4")],
    ),
    "a record that is gone": (
        "DELETE FROM people WHERE record LIKE '%Bakker%'",
        [("person-missing", "#4")],
    ),
    "a record too many": (
        "INSERT INTO people SELECT tournament, 'p9', record, salt FROM people LIMIT 1",
        [("person-added", None)],
    ),
    "a person who came back": (
        "INSERT INTO people SELECT tournament, 'p2', record, salt FROM people"
        " WHERE record LIKE '%Evers%'",
        [("person-not-forgotten", "#7")],
    ),
    "the schema": ("UPDATE meta SET value = '7'", [("ledger-damaged", None)]),
    "another key": ("INSERT INTO meta VALUES ('x', 'y')", [("file-structure", None)]),
    "the sequence": ("UPDATE sqlite_sequence SET seq = 99", [("sequence", None)]),
    "a guard": (
        "DROP TRIGGER a_fact_takes_the_next_position",
        [("ledger-damaged", None)],
    ),
    "a guard that guards nothing": (
        "DROP TRIGGER a_fact_takes_the_next_position; CREATE TRIGGER"
        " a_fact_takes_the_next_position BEFORE INSERT ON people BEGIN SELECT 1; END",
        [("ledger-damaged", None)],
    ),
    "the tree of the file": (
        "UPDATE file_tree SET peaks = zeroblob(length(peaks))",
        [("file-tree-differs", None)],
    ),
    "the size of the file": ("UPDATE file_tree SET size = 30", [("file-tree-differs", None)]),
    "no tree of the file": ("DELETE FROM file_tree", [("file-tree-differs", None)]),
    "hashes of nobody": ("INSERT INTO trees VALUES ('x', 0, x'')", [("stray", None)]),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_each_kind_of_damage_is_named(path: Path, what: str) -> None:
    statement, expected = DAMAGE[what]
    damage(path, *statement.split("; ", 1) if "END" in statement else [statement])
    assert findings(path) == expected


OF_FILES = {
    "a blob",
    "no text",
    "the sequence",
    "a guard",
    "a guard that guards nothing",
    "a head that is text",
    "the schema",
}
"""Damage that a server does not let happen, has no table for, or calls a newer ledger."""


@pytest.mark.server
@pytest.mark.parametrize("what", [what for what in DAMAGE if what not in OF_FILES])
def test_each_kind_of_damage_on_a_server_is_named_as_in_a_file(what: str, database: str) -> None:
    Terminal(sample()).run("copy", sample(), database)
    statement, expected = DAMAGE[what]
    damage(place_from(database), statement)
    assert findings(place_from(database)) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (DAMAGE["a result"][0], "is not as it was recorded"),
        (DAMAGE["a hash"][0], "is as it was recorded, but the hash beside it is not"),
        (DAMAGE["the last fact"][0], "#14 is gone"),
        ("DELETE FROM stored_events WHERE sequence IN (13, 14)", "#13 to #14 are gone"),
        (DAMAGE["a deleted fact"][0], "#5 is gone"),
    ],
)
def test_what_was_changed_or_is_gone_is_told_in_words(
    path: Path, statement: str, expected: str
) -> None:
    damage(path, statement)
    actual = [words(finding.what) for finding in verify(winter(path)).findings]
    assert actual == [expected]


def winter(path: Path) -> Kept:
    """Return the stored content of the first tournament of a file."""
    with Store(path) as store, reading_of(store) as reading:
        return reading.kept(reading.tournaments()[0])


def test_a_head_of_another_tournament_is_told_apart_from_one_that_does_not_fit(path: Path) -> None:
    kept = winter(path)
    root = head_of(kept.leaves, 8).root
    for tournament in ("", kept.tournament):
        assert check_head(kept, KnownHead(8, root, tournament)) == []
    for reference, code in (
        (KnownHead(8, root, "another"), "other-tournament"),
        (KnownHead(9, root, kept.tournament), "head-differs"),
        (KnownHead(15, root, kept.tournament), "tail-missing"),
    ):
        assert [finding.code for finding in check_head(kept, reference)] == [code]


def test_two_facts_that_changed_places_are_both_named(path: Path) -> None:
    damage(
        path,
        "UPDATE stored_events SET originator_version = 0 WHERE sequence = 4",
        "UPDATE stored_events SET originator_version = 4 WHERE sequence = 5",
        "UPDATE stored_events SET originator_version = 5 WHERE sequence = 4",
    )
    codes = findings(path)
    assert {("changed", "#4"), ("changed", "#5"), ("order", None)} <= set(codes)


def test_facts_of_two_tournaments_cannot_change_places_in_the_file(path: Path) -> None:
    # The order within each tournament stays; only the order between the two differs.
    damage(
        path,
        "UPDATE stored_events SET sequence = 99 WHERE sequence = 14",
        "UPDATE stored_events SET sequence = 14 WHERE sequence = 15",
        "UPDATE stored_events SET sequence = 15 WHERE sequence = 99",
    )
    assert findings(path) == [("changed", "#14"), ("changed", "#1")]


def insert(path: Path, sequence: int, position: int, state: str) -> None:
    """Add a fact with an SQLite tool, past the guard of the next position."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER a_fact_takes_the_next_position")
        connection.execute(
            "INSERT INTO stored_events SELECT ?, originator_id, ?, 'rounds-planned', ?"
            " FROM stored_events WHERE sequence = 1",
            (sequence, position, state),
        )
        connection.execute(OBJECTS["a_fact_takes_the_next_position"])


def test_an_inserted_fact_is_named(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (state,) = connection.execute(
            "SELECT state FROM stored_events WHERE sequence = 2"
        ).fetchone()
    forged = state.replace('"position":2', '"position":15').replace('"event_id":"', '"event_id":"x')
    insert(path, 22, 15, forged)
    assert ("inserted", "#15") in findings(path)
    assert "is not as it was recorded" in Terminal(path).refused("-t", "Winter", "log", code=4)


def rewrite(path: Path, sequence: int, old: str, new: str) -> None:
    """Change a fact and the hash beside it, as a person who knows the format could."""
    with closing(sqlite3.connect(path)) as connection:
        position, topic, state = connection.execute(
            "SELECT originator_version, topic, state FROM stored_events WHERE sequence = ?",
            (sequence,),
        ).fetchone()
    state = state.replace(old, new)
    leaf = leaf_hash(position, topic, state.encode()).hex()
    damage(
        path,
        f"UPDATE stored_events SET state = '{state}' WHERE sequence = {sequence}",
        f"UPDATE leaves SET hash = x'{leaf}' WHERE sequence = {sequence}",
    )


def test_a_fact_rewritten_with_its_hash_is_found_by_the_tree_and_the_heads(path: Path) -> None:
    rewrite(path, 2, '"rounds":3', '"rounds":5')
    codes = findings(path)
    assert codes[:2] == [("file-tree-differs", None), ("tree-differs", None)]
    assert [code for code, _ in codes[2:]] == ["head-differs"] * 3


def test_a_history_that_was_rewritten_whole_is_found_by_a_head_from_a_sheet(tmp_path: Path) -> None:
    honest, forged = Terminal(tmp_path / "a.ledger"), Terminal(tmp_path / "b.ledger")
    for terminal, result in ((honest, "1-0"), (forged, "0-1")):
        terminal.run("init", "Cup", "--rounds", 2)
        for name in ("Aalbers", "Bakker", "Cornelisse", "Dekker"):
            terminal.run("enter", name)
        terminal.run("lots", "--by", "entry")
        terminal.run("publish")
        terminal.run("result", 1, 1, result, 2, "=")
        terminal.run("publish")
    first, second = (row["short"] for row in honest.json("head")["rows"][:2])
    assert honest.json("verify", "--head", second)["clean"]
    assert forged.json("verify", "--head", first)["clean"], "round 1 was published alike"
    assert forged.json("verify")["clean"], "nothing in the file itself shows it"
    assert findings(forged.ledger, "--head", second) == [("head-differs", None)]
    assert findings(forged.ledger, "--against", honest.ledger) == [("fork", "#9")]
    bundle = tmp_path / "honest.json"
    honest.run("bundle", "make", "-o", bundle)
    assert findings(forged.ledger, "--against", bundle) == [("fork", "#9")]


def test_an_older_copy_is_found_by_a_head_and_by_another_copy(path: Path, tmp_path: Path) -> None:
    older = copy_of(path, tmp_path, "older.ledger")
    newer = Terminal(path, Runtime())
    newer.run("-t", "Winter", "result", 2, 1, "1-0", 2, "1-0")
    newer.run("-t", "Winter", "publish")
    head = newer.json("-t", "Winter", "head")["rows"][-1]["short"]
    assert verified(older).code == 0, "by itself an older copy is in order"
    assert findings(older, "--against", path) == [("tail-missing", None)]
    assert verified(path, "--against", older).code == 0
    ran = Terminal(older).try_("-t", "Winter", "verify", "--head", head)
    assert ran.code == 4
    assert "covers #1 to #18, but the facts end at #14" in ran.out


def test_another_copy_that_is_damaged_is_told_apart_from_a_fork(path: Path, tmp_path: Path) -> None:
    other = copy_of(path, tmp_path, "other.ledger")
    damage(other, DAMAGE["a result"][0])
    assert findings(path, "--against", other) == [("fork", "#14")]
    assert "other.ledger is damaged itself" in verified(path, "--against", other).out


def test_a_tournament_that_is_gone_altogether_is_found_by_another_copy(
    path: Path, tmp_path: Path
) -> None:
    fewer = Terminal(tmp_path / "fewer.ledger")
    bundle = tmp_path / "winter.json"
    Terminal(path).run("-t", "Winter", "bundle", "make", "-o", bundle)
    fewer.run("bundle", "open", bundle)
    assert findings(fewer.ledger, "--against", path) == [("tournament-missing", None)]
    assert verified(path, "--against", bundle).code == 0


def test_a_copy_of_other_tournaments_tells_nothing_and_is_no_damage(
    path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "spring.ledger"
    Terminal(other, Runtime()).run("init", "Spring")
    ran = verified(path, "--against", other)
    assert ran.code == 1
    assert "spring.ledger holds none of these tournaments" in ran.out
    assert "every fact they share" not in ran.out


def test_what_an_earlier_program_noted_of_facts_before_hashes_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cup.ledger"
    Terminal(path, Runtime()).run("init", "Cup", "--rounds", 3)
    to_second_schema(path)
    (cup,) = Terminal(path, Runtime()).json("verify")["tournaments"]
    noted = sealed({cup["id"]: 2})
    damage(path, f"INSERT INTO meta VALUES ('facts-before-hashes', '{noted}')")
    ran = verified(path)
    assert ran.code == 0
    assert "Cup: #1 to #2 were recorded before hashes were kept" in ran.out
    damage(path, "UPDATE meta SET value = replace(value, ':2}', ':1}') WHERE key LIKE 'facts%'")
    assert findings(path) == [("file-structure", None)]


def test_a_verification_is_read_in_dutch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOERNOOI_LANG", "nl")
    club = Terminal(tmp_path / "club.ledger")
    club.run("init", "Beker", "--rounds", 3)
    output = club.run("verify")
    assert "club.ledger: in orde" in output
    assert "geen bevindingen" in output
    assert "Beker: 2 feiten, 0 vastgelegde controlecodes, controlecode nu 2:" in output
    refused = club.refused("prove", 7, code=2)
    assert "er is geen feit #7; het laatste is #2" in refused
