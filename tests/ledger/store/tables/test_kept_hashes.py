"""The heads stored at publications are those of the facts, or the file is damaged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.errors import DamagedLedger
from ledger.hash_tree import head_of
from ledger.place import LedgerPlace
from ledger.store.store import Store
from ledger.store.tables.kept_hashes import PUBLICATIONS
from tests.helpers.ledgers import damage
from tests.helpers.tampered import copy_of, sample
from tests.helpers.words import words


@pytest.fixture
def store(sample_place: LedgerPlace) -> Iterator[Store]:
    with Store(sample_place) as store:
        yield store


def test_each_publication_has_the_head_over_the_facts_up_to_it(store: Store) -> None:
    for tournament, number in zip(["Winter", "Summer"], [3, 1], strict=True):
        (id_,) = [id_ for id_, name in store.tournaments() if name == tournament]
        rows = store.stored(id_)
        leaves = [row.own_hash for row in rows]
        published = [row.position for row in rows if row.topic in PUBLICATIONS]
        assert store.heads(id_) == tuple(head_of(leaves, size) for size in published)
        assert len(published) == number


def test_a_hash_of_another_type_is_damage(tmp_path: Path) -> None:
    path = copy_of(sample(), tmp_path)
    damage(path, "UPDATE leaves SET hash = 'x' WHERE sequence = 2")
    with Store(path) as store, pytest.raises(DamagedLedger) as caught:
        store.heads(store.tournaments()[0][0])
    assert words(caught.value.refusal.what).startswith("a hash of tournament")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE leaves SET hash = zeroblob(32) WHERE sequence = 2", "the recorded heads"),
        ("UPDATE leaves SET hash = zeroblob(32) WHERE sequence = 14", "the hash tree"),
        ("DELETE FROM leaves WHERE sequence = 2", "a hash of tournament"),
        ("DELETE FROM heads WHERE size = 8", "the recorded heads"),
        ("UPDATE heads SET root = zeroblob(32) WHERE size = 8", "the recorded heads"),
        ("DELETE FROM trees", "the hash tree"),
    ],
)
def test_heads_that_are_not_those_of_the_facts_are_damage(
    store: Store, statement: str, expected: str
) -> None:
    winter = store.tournaments()[0][0]
    damage(store.place, statement)
    with pytest.raises(DamagedLedger) as caught:
        store.heads(winter)
    assert words(caught.value.refusal.what).startswith(expected)
