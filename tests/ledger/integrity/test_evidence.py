"""Verification of a whole file: foreign content, and facts missing together with their hashes."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import cast
from unittest.mock import patch

import pytest

from ledger.errors import StoreError
from ledger.hash_tree import leaf_hash, range_of
from ledger.integrity.evidence import reading_of
from ledger.place import LedgerPlace
from ledger.refusals import Exit
from ledger.runtime import Runtime
from ledger.store.file import engine
from ledger.store.store import Store
from tests.helpers.ledgers import NOON, at, damage, to_second_schema
from tests.helpers.tampered import at_terminal, copy_of, findings, sample, values
from tests.helpers.terminal import Terminal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return copy_of(sample(), tmp_path)


FOREIGN = {
    "the trigger keeps_out": "CREATE TRIGGER keeps_out BEFORE INSERT ON stored_events"
    " BEGIN SELECT RAISE(IGNORE); END",
    "the trigger copies": "CREATE TRIGGER copies AFTER DELETE ON people"
    " BEGIN INSERT INTO meta VALUES (OLD.key, OLD.record); END",
    "the table notes": "CREATE TABLE notes (text)",
    "the view facts": "CREATE VIEW facts AS SELECT * FROM stored_events",
    "the index by_topic": "CREATE INDEX by_topic ON stored_events (topic)",
    "the index Meta2": "CREATE UNIQUE INDEX Meta2 ON meta (value)",
    "the table sqlite_stat1": "ANALYZE",
}


@pytest.mark.parametrize("what", FOREIGN)
def test_what_others_put_into_a_ledger_is_damage_named_by_kind_and_name(
    path: Path, what: str
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(FOREIGN[what])
    terminal, before = Terminal(path), values(path)
    for line in ("verify", "status", "result 2 1 1-0", "forget Aalbers"):
        words = () if line == "verify" else ("-t", "Winter")
        refusal = terminal.refused(*words, *line.split(), code=4)
        assert f"has {what}, which no program of its version 3 makes" in refusal
    assert values(path) == before


def test_a_fact_is_acknowledged_only_when_it_is_there(path: Path) -> None:
    terminal = Terminal(path, Runtime())
    with patch.object(engine, "check_schema", lambda *_: 3):  # without the check at opening
        for keeps_out in (
            "CREATE TRIGGER x BEFORE INSERT ON stored_events BEGIN SELECT RAISE(IGNORE); END",
            "CREATE TRIGGER x BEFORE INSERT ON leaves BEGIN SELECT RAISE(IGNORE); END",
        ):
            with closing(sqlite3.connect(path)) as connection:
                connection.execute(keeps_out)
            before = values(path)
            terminal.refused("-t", "Winter", "result", 2, 1, "1-0", code=4)
            assert values(path) == before
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("DROP TRIGGER x")
    assert Terminal(path).try_("verify").code == 0


def test_a_tournament_taken_from_the_end_of_the_file_is_found(path: Path) -> None:
    summer = Terminal(path).json("verify")["tournaments"][1]["id"]
    cut = [
        f"DELETE FROM {table} WHERE {column} = '{summer}'"
        for table, column in (
            ("stored_events", "originator_id"),
            ("trees", "tournament"),
            ("heads", "tournament"),
            ("people", "tournament"),
        )
    ]
    damage(
        path, *cut, "DELETE FROM leaves WHERE sequence > 14", "UPDATE sqlite_sequence SET seq = 14"
    )
    assert findings(path) == [("sequence", None)]
    assert "the hashes of the file end at fact 21" in Terminal(path).refused(
        "-t", "Winter", "result", 2, 1, "1-0", code=4
    )


def test_facts_taken_from_the_end_with_their_hashes_are_found(sample_place: LedgerPlace) -> None:
    desk, on_file = at_terminal(sample_place), isinstance(sample_place, Path)
    summer = desk.json("verify")["tournaments"][1]["id"]
    one = desk.json("-t", "Winter", "verify")
    assert one["file"] is None, "one tournament is not the whole file"
    with Store(sample_place) as store:
        rows = store.stored(summer)[:-1]
    shorter = range_of(row.own_hash for row in rows)
    damage(
        sample_place,
        "DELETE FROM stored_events WHERE sequence = 21",
        "DELETE FROM leaves WHERE sequence = 21",
        f"UPDATE trees SET size = {shorter.size}, peaks = x'{b''.join(shorter.peaks).hex()}'"
        f" WHERE tournament = '{summer}'",
        *(["UPDATE sqlite_sequence SET seq = 20"] if on_file else []),
    )
    assert ("sequence", None) in findings(sample_place)


def test_a_file_made_again_without_a_tournament_is_found_by_a_head_of_the_file(
    sample_place: LedgerPlace, tmp_path: Path
) -> None:
    desk = at_terminal(sample_place)
    file_head = desk.json("verify")["file"]["short"]
    assert desk.json("verify", "--file-head", file_head)["clean"]
    bundle, fewer = tmp_path / "winter.json", Terminal(tmp_path / "fewer.ledger")
    desk.run("-t", "Winter", "bundle", "make", "-o", bundle)
    fewer.run("bundle", "open", bundle)
    assert fewer.json("verify")["clean"], "nothing in the file itself shows it"
    assert findings(fewer.ledger, "--file-head", file_head) == [("tail-missing", None)]
    fewer = replace(fewer, world=Runtime())
    fewer.run("init", "Other")
    for name in ("Evers", "Faber", "Gerritsen", "Hendriks", "Jansen", "Kuiper"):
        fewer.run("-t", "Other", "enter", name)
    assert findings(fewer.ledger, "--file-head", file_head) == [("head-differs", None)]


def test_a_head_of_the_file_still_holds_when_the_file_goes_on(sample_place: LedgerPlace) -> None:
    newer = at_terminal(sample_place)
    file_head = newer.json("verify")["file"]["short"]
    newer.run("-t", "Winter", "result", 2, 1, "1-0")
    assert newer.json("verify", "--file-head", file_head)["clean"]
    newer.refused("verify", "--file-head", newer.json("-t", "Winter", "head")["id"], code=2)


def test_a_file_of_the_second_version_has_a_hash_beside_each_fact(path: Path) -> None:
    to_second_schema(path)
    with Store(path) as store, reading_of(store) as reading:
        kept = reading.kept(reading.tournaments()[0])
        assert tuple(row.leaf for row in kept.rows) == kept.leaves


# No damage causes an internal error


def letters(path: Path) -> list[tuple[str, int]]:
    """Return name and place of letters all over the definitions; every letter of the short ones."""
    with closing(sqlite3.connect(path)) as connection:
        defined = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL")
        return [
            (name, place)
            for name, sql in defined.fetchall()
            for place in range(0, len(sql), 1 if len(sql) < 50 else 9)
            if sql[place] != "X"
        ]


def test_a_wrong_letter_anywhere_in_the_definitions_is_damage(path: Path, tmp_path: Path) -> None:
    whole, broken = path.read_bytes(), tmp_path / "broken.ledger"
    assert len(letters(path)) > 150
    for name, place in letters(path):
        broken.write_bytes(whole)
        with closing(sqlite3.connect(broken, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(
                "UPDATE sqlite_schema SET sql = substr(sql, 1, ?) || 'X' || substr(sql, ?)"
                " WHERE name = ?",
                (place, place + 2, name),
            )
        with pytest.raises(StoreError) as caught:
            Store(broken)
        assert caught.value.refusal.exit is Exit.DAMAGED, (name, place)


def test_a_row_where_the_next_hash_belongs_is_damage_to_whoever_writes(path: Path) -> None:
    damage(path, "INSERT INTO leaves VALUES (22, x'00')")
    terminal = Terminal(path, Runtime())
    assert terminal.try_("verify").code == 4
    refusal = terminal.refused("-t", "Winter", "result", 2, 1, "1-0", code=4)
    assert "something is in the way of the next fact" in refusal


DAMAGED_HASHES = {
    "a head": "UPDATE heads SET root = zeroblob(32)",
    "a head that is gone": "DELETE FROM heads",
    "a leaf": "UPDATE leaves SET hash = zeroblob(32) WHERE sequence = 3",
    "a tree": "UPDATE trees SET peaks = zeroblob(length(peaks))",
}


@pytest.mark.parametrize("statement", DAMAGED_HASHES.values(), ids=DAMAGED_HASHES)
def test_nothing_is_added_to_a_tournament_whose_hashes_are_damaged(
    sample_place: LedgerPlace, statement: str
) -> None:
    damage(sample_place, statement)
    desk = at_terminal(sample_place)
    with Store(sample_place) as store:
        before = store.last_head()
    for words in (["status"], ["result", 2, 1, "1-0"], ["enter", "Evers"]):
        assert "(ledger-damaged)" in desk.refused("-t", "Winter", *words, code=4)
    with Store(sample_place) as store:
        assert store.last_head() == before


@pytest.mark.parametrize("text", ["{", "{}", "[]", '{\\"id\\":7}'])
def test_a_rulebook_that_is_none_is_damage_to_whoever_reads(
    sample_place: LedgerPlace, text: str
) -> None:
    with Store(sample_place) as store:
        ((id_, _), _) = store.tournaments()
        opening = store.stored(id_)[0].state.decode()
    before = re.search(r'"rulebook_text":"((?:[^"\\]|\\.)*)"', opening)
    assert before is not None
    state = opening.replace(before[1], text)
    leaf = leaf_hash(1, "tournament-opened", state.encode()).hex()
    damage(
        sample_place,
        "UPDATE stored_events SET state = '{}' WHERE sequence = 1".format(state.replace("'", "''")),
        f"UPDATE leaves SET hash = x'{leaf}' WHERE sequence = 1",
    )
    for line in ("standings", "pair", "status", "result 2 1 1-0", "verify"):
        words = () if line == "verify" else ("-t", "Winter")
        assert at_terminal(sample_place).try_(*words, *line.split()).code == 4, line


# A wrong clock


def test_a_time_that_is_still_to_come_is_named_and_no_damage(place: str) -> None:
    path = cast("Path", place)
    ahead = replace(Runtime(), now=lambda: NOON + timedelta(days=400))
    Terminal(path, at()).run("init", "Cup")
    Terminal(path, ahead).run("plan", 5)
    output = Terminal(path, at()).run("plan", 6)
    assert "one of the two clocks was wrong" in output
    ran = Terminal(path, at()).try_("verify", "--json")
    assert ran.code == 1
    assert [(r["code"], r["fact"]) for r in ran.json["rows"]] == [("time-ahead", "#2")]
    assert "the 2 facts from here on" in ran.json["rows"][0]["what"]
    (note,) = Terminal(path, at()).json("status")["notes"]
    assert note == f"#2 {ran.json['rows'][0]['what']}"
    assert note in Terminal(path, at()).run("status")
    zoned = Terminal(path, ahead).run("details", "--time-zone", "Pacific/Kiritimati")
    assert "clock" not in zoned
    there = (NOON + timedelta(days=400, hours=14)).strftime("%d-%m-%Y %H:%M")
    assert there in Terminal(path, at()).run("plan", 8)
    rows = Terminal(path, at()).try_("verify", "--json").json["rows"]
    assert [there in row["what"] for row in rows if row["code"] == "time-ahead"] == [True]
    assert there in Terminal(path, at()).json("status")["notes"][0]
    later = replace(Runtime(), now=lambda: NOON + timedelta(days=401))
    assert Terminal(path, later).json("status")["notes"] == []
    assert "clock" not in Terminal(path, later).run("plan", 7)
    assert "time-ahead" not in Terminal(path, later).try_("verify").out


def test_facts_that_are_gone_are_a_finding_of_verify_which_opens_the_ledger_all_the_same(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup")
    before = terminal.ledger.read_bytes()
    terminal.run("plan", 5)
    terminal.ledger.write_bytes(before)
    assert "facts-lost" in terminal.refused("status", code=4)
    ran = terminal.try_("verify", "--json")
    assert (ran.code, ran.json["damaged"]) == (4, True)
    assert [row["code"] for row in ran.json["rows"]] == ["tail-missing"]
    assert [one["tournament"] for one in ran.json["tournaments"]] == ["Cup"]
