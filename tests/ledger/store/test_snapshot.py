"""A ledger read in bulk: the same facts as one by one, and the same damage."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.errors import DamagedLedger
from ledger.facts.tournament import AnyFact, ResultRecorded, RoundsPlanned, RoundStarted
from ledger.hash_tree import leaf_hash
from ledger.place import place_from
from ledger.store.snapshot import End, KnownUpTo, snapshot
from ledger.store.store import Store
from tests.helpers.ledgers import OPENING, at, damage, to_first_schema
from tests.helpers.words import words

RESULT = ResultRecorded(round=1, white=1, black=2, outcome="1-0")
FACTS: list[AnyFact] = [OPENING, RoundsPlanned(rounds=3), RESULT, RoundStarted(round=2)]


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store(place_from(place), create=True) as store:
        store.append("t", 0, FACTS, runtime=at())
        yield store


def test_all_facts_of_a_tournament_are_read_as_one_by_one(store: Store) -> None:
    with snapshot(store) as whole:
        read = list(whole.read("t"))
        assert [one.stamp.position for one in whole.read("t", upto=3)] == [1, 2, 3]
    assert [one.sequence for one in read] == [1, 2, 3, 4]
    assert [one.state for one in read] == [row.state for row in store.stored("t")]
    assert read[2].fact == RESULT
    assert tuple((one.fact, one.stamp) for one in read) == store.facts("t")


def test_a_result_of_a_file_without_hashes_is_read_as_a_fact(tmp_path: Path) -> None:
    path = tmp_path / "club.ledger"
    with Store(path, create=True) as store:
        store.append("t", 0, FACTS, runtime=at())
    to_first_schema(path)
    with Store(path) as old:
        facts = [fact for fact, _ in old.facts("t")]
        with snapshot(old) as whole:
            assert [one.fact for one in whole.read("t")] == facts


@pytest.mark.parametrize(
    ("sequence", "old", "new"), [(2, '"rounds":3', '"rounds":5'), (3, '"1-0"', '"0-1"')]
)
def test_a_fact_or_result_that_was_changed_is_damage(
    store: Store, sequence: int, old: str, new: str
) -> None:
    change = f"state = replace(state, '{old}', '{new}')"
    damage(store.place, f"UPDATE stored_events SET {change} WHERE sequence = {sequence}")
    with snapshot(store) as whole, pytest.raises(DamagedLedger) as caught:
        list(whole.read("t"))
    sentence = words(caught.value.refusal.what)
    assert sentence == f"#{sequence} of tournament t is not as it was recorded"


def test_a_fact_that_is_gone_is_damage(store: Store) -> None:
    damage(store.place, "DELETE FROM stored_events WHERE sequence = 2")
    with snapshot(store) as whole, pytest.raises(DamagedLedger) as caught:
        list(whole.read("t"))
    assert words(caught.value.refusal.what) == "tournament t lacks #2"


def test_the_end_of_a_ledger_is_its_last_fact_with_its_hash(tmp_path: Path, store: Store) -> None:
    store.append("u", 0, [OPENING], runtime=at())
    rows = [*store.stored("t"), *store.stored("u")]
    hashes = [leaf_hash(row.position, row.topic, row.state).hex() for row in rows]
    with snapshot(store) as whole:
        assert whole.end() == End(5, hashes[4])
        assert whole.end(2) == End(2, hashes[1])
        assert whole.end(6) == End(0, "")
        assert whole.tournaments() == [KnownUpTo("t", 4), KnownUpTo("u", 1)]
    with Store(tmp_path / "empty.ledger", create=True) as empty, snapshot(empty) as whole:
        assert whole.end() == End(0, "")


def test_the_end_of_a_file_that_is_no_fact_has_no_hash(tmp_path: Path) -> None:
    path = tmp_path / "club.ledger"
    with Store(path, create=True) as store:
        store.append("t", 0, FACTS, runtime=at())
    damage(path, "UPDATE stored_events SET topic = x'00' WHERE sequence = 4")
    with Store(path) as store, snapshot(store) as whole:
        assert whole.end() == End(4, "")
