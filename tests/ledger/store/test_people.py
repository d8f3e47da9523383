"""Records of people beside the facts: what is deleted is gone to the last byte."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from string import ascii_lowercase

import pytest

from ledger.store.people import PersonRecord, forget_people, save_people
from ledger.store.sqlite_file import create_file
from ledger.store.store import Store

LETTERS = 14
"""As many letters in a row are not met twice by chance."""


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
        cursor = connection.cursor()
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
