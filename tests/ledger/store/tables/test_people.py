"""Records of people beside the facts: a deletion removes every byte."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import DamagedLedger
from ledger.facts.records import PersonCorrected, PersonForgotten
from ledger.facts.stamps import Stamp
from ledger.facts.tournament import AnyFact, PlayerRegistered
from ledger.place import place_from
from ledger.store.file.cursor import FileCursor
from ledger.store.file.sqlite_file import create_file
from ledger.store.store import Store
from ledger.store.tables.people import (
    PersonRecord,
    StoredPerson,
    canonical_record,
    changed_record,
    forget_people,
    hash_record,
    save_people,
)
from tests.helpers.ledgers import NOON, OPENING, at, damage, entry_of, person
from tests.helpers.words import words

LETTERS = 14
"""Two texts do not share this many letters in a row by chance."""


def parts(text: bytes) -> set[bytes]:
    return {text[at : at + LETTERS] for at in range(len(text) - LETTERS + 1)}


@pytest.mark.parametrize("seed", [1, 2])
def test_no_part_of_a_deleted_or_corrected_record_is_left_on_any_page(
    tmp_path: Path, seed: int
) -> None:
    """Records of many sizes come and go, so that pages are split, joined and given back."""
    path, chance = tmp_path / "club.ledger", Random(seed)
    create_file(path, 1)
    there: dict[tuple[str, str], str] = {}
    gone: set[str] = set()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("BEGIN")
        cursor = FileCursor(connection)
        for _ in range(1500):
            at = (f"t{chance.randrange(9)}", f"p{chance.randrange(300)}")
            if at in there:
                gone.add(there.pop(at))
                if chance.random() < 0.5:
                    forget_people(cursor, at[0], [at[1]])
                    continue
            length = chance.choice([20, 40, 200, 700, 2000])
            there[at] = "".join(chance.choices(ascii_lowercase, k=length))
            save_people(cursor, at[0], [PersonRecord(at[1], (("name", there[at]),), "salt")])
        connection.execute("COMMIT")
        kept = connection.execute("SELECT * FROM people").fetchall()
    with Store(path) as store:
        assert store.scrub()
        left = parts(b"".join(one.read_bytes() for one in tmp_path.iterdir()))
    assert len(gone) > 300
    assert [text for text in gone if not parts(text.encode()).isdisjoint(left)] == []
    assert all(parts(text.encode()) & left for text in there.values())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM people").fetchall() == kept


# Records beside their facts


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store(place_from(place), create=True) as store:
        yield store


def test_people_are_saved_with_their_facts_and_hashes_agree(store: Store) -> None:
    jansen = person("1")
    entry = PlayerRegistered(player=1, person="1", person_hash=jansen.hash)
    store.append("t", 0, [OPENING, entry], [jansen], runtime=at())
    stored = store.people("t")["1"]
    assert stored.record == {"name": "Jansen, J.", "club": "De Toren"}
    assert stored.hash == entry.person_hash == hash_record("salt1", dict(jansen.fields))
    assert store.people("u") == {}


def test_a_corrected_person_replaces_the_record(store: Store) -> None:
    people = [person("1"), person("2")]
    store.append("t", 0, [OPENING, *map(entry_of, people)], people, runtime=at())
    renamed = person("1", "Jansen, P.")
    corrected = PersonCorrected(player=1, person_hash=renamed.hash)
    store.append("t", 3, [corrected], [renamed], runtime=at())
    names = {key: one.record["name"] for key, one in store.people("t").items()}
    assert names == {"1": "Jansen, P.", "2": "Jansen, J."}


def test_a_damaged_record_is_named(store: Store) -> None:
    jansen = person("1")
    store.append("t", 0, [OPENING, entry_of(jansen)], [jansen], runtime=at())
    damage(store.place, "UPDATE people SET record = '[1]'")
    with pytest.raises(DamagedLedger) as caught:
        store.people("t")
    assert 'person "1"' in words(caught.value.refusal.what)


# Hashes of records


def test_the_hash_of_a_record_is_that_of_its_salt_and_its_canonical_text() -> None:
    text = 's{"club":"De Toren","name":"Jansen, J."}'
    fields = {"name": "Jansen, J.", "club": "De Toren"}
    assert hash_record("s", fields) == hashlib.sha256(text.encode()).hexdigest()


@given(st.dictionaries(st.text(), st.text()), st.randoms())
def test_the_hash_of_a_record_does_not_depend_on_the_order_of_its_fields(
    record: dict[str, str], shuffler: Any
) -> None:
    fields = list(record.items())
    shuffler.shuffle(fields)
    assert hash_record("s", record) == PersonRecord("1", tuple(fields), "s").hash
    assert hash_record("s", record) != hash_record("r", record)


JANSEN = person("1")
ENTERED = PlayerRegistered(player=7, person="1", person_hash=JANSEN.hash)


def judged(
    record: PersonRecord | None, *facts: AnyFact, nameless: bool = False
) -> tuple[str, int | None] | None:
    """Return what is wrong with the one record that is kept, and the fact that shows it."""
    kept = {record.key: StoredPerson(dict(record.fields), record.salt)} if record else {}
    recorded = [
        (fact, Stamp("t", at, f"e{at}", NOON, "arbiter", "c", None))
        for at, fact in enumerate(facts, 1)
    ]
    wrong = changed_record(kept, recorded, nameless=nameless)
    return None if wrong is None else (words(wrong.refusal.what), wrong.refusal.events[0])


@given(st.dictionaries(st.text(), st.text()), st.booleans())
def test_a_record_has_its_hash_however_its_text_is_written(
    record: dict[str, str], spaced: bool
) -> None:
    text = json.dumps(record) if spaced else canonical_record(record)
    written = hashlib.sha256(f"s{text}".encode()).hexdigest()
    person = StoredPerson(record, "s", written)
    assert person.has_hash(hash_record("s", record))
    assert person.has_hash(written)
    assert not person.has_hash(hash_record("r", record))
    assert not person.has_hash(None)


def test_a_record_is_the_one_that_the_facts_carry_the_hash_of() -> None:
    forgotten = PersonForgotten(player=7)
    assert judged(JANSEN, ENTERED) is None
    assert judged(person("1", "Jansen, P."), ENTERED) == (
        'the record "1" was changed since: see the fact',
        1,
    )
    assert judged(None, ENTERED) == ('the record "1" is gone: see the fact', 1)
    assert judged(None, ENTERED, nameless=True) is None
    assert judged(None, ENTERED, forgotten) is None
    assert judged(JANSEN, ENTERED, forgotten) == (
        'the record "1" is there, though it was forgotten: see the fact',
        2,
    )
