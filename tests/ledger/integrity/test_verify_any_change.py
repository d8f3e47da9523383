"""After a change of any value or byte of a file, `verify` passes only if all is read the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.helpers.family import examples
from tests.helpers.ledgers import damage
from tests.helpers.tampered import TABLES, copy_of, sample, values, values_or_none
from tests.helpers.terminal import Ran, Terminal


def verified(path: Path) -> Ran:
    return Terminal(path).try_("verify")


@examples(150)
@given(st.integers(0, 10**9))
def test_a_file_with_any_value_changed_is_never_in_order(seed: int) -> None:
    with TemporaryDirectory() as folder:
        path = copy_of(sample(), Path(folder))
        if change_a_value(path, Random(seed)):
            assert verified(path).code == 4


def change_a_value(path: Path, chance: Random) -> bool:
    """Change one stored value of any table; return False when the file rejects it."""
    before = values(path)
    table = chance.choice(TABLES)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.text_factory = bytes
        columns = [row[1].decode() for row in connection.execute(f"PRAGMA table_info({table})")]
        column = chance.choice(columns or ["name", "seq"])
        kept = connection.execute(f"SELECT * FROM {table}").fetchall()
        row = chance.randrange(len(kept))
        names = columns or ["name", "seq"]
        old = kept[row][names.index(column)]
    new = another(old, chance, [one[names.index(column)] for one in kept])
    where = " AND ".join(
        f"{name} IS {literal(v)}" for name, v in zip(names, kept[row], strict=True)
    )
    try:
        damage(path, f"UPDATE {table} SET {column} = {literal(new)} WHERE {where}")
    except sqlite3.Error:
        return False
    return values_or_none(path) != before


def literal(value: Any) -> str:
    if isinstance(value, bytes):
        return f"x'{value.hex()}'" if value[:1] == b"\0" else f"CAST(x'{value.hex()}' AS TEXT)"
    return "NULL" if value is None else str(value)


def another(old: Any, chance: Random, others: list[Any]) -> Any:
    """Return another value: from another row, slightly different, or of another type."""
    how = chance.choice(["other", "near", "near", "near", "kind"])
    if how == "other":
        return chance.choice(others)
    if how == "kind":
        return chance.choice([7, b"", b"\0x", b"seven"])
    if isinstance(old, int):
        return old + chance.choice([-1, 1, 2, 1000])
    raw = bytearray(old)
    if not raw:
        return b"x"
    at = chance.randrange(len(raw))
    raw[at] ^= 1 << chance.randrange(8)
    return bytes(raw)


READ = ("status", "log", "standings", "pairings", "export", "bundle make", "prove 2", "head")


@examples(150)
@example(26082)  # the type of an index that SQLite made by itself
@example(50782)  # its table
@given(st.integers(0, 10**9))
def test_a_file_with_any_bytes_changed_is_in_order_only_where_every_value_is_the_same(
    seed: int,
) -> None:
    whole, before = sample().read_bytes(), values(sample())
    chance = Random(seed)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "copy.ledger"
        path.write_bytes(spoiled(whole, chance))
        ran = verified(path)
        assert ran.code in (0, 2, 4)
        if ran.code == 0:
            assert values(path) == before
        # Whatever is read, there is no traceback: the terminal looks for one.
        words = chance.choice(READ).split()
        Terminal(path).try_("-t", chance.choice(["Winter", "Summer"]), *words)


def spoiled(whole: bytes, chance: Random) -> bytes:
    """Return a file with bits flipped, a page zeroed, pages exchanged, or a part cut off."""
    data, pages = bytearray(whole), len(whole) // 4096
    how = chance.choice(["bits", "bits", "bits", "bytes", "page", "pages", "cut", "run"])
    if how in ("bits", "bytes"):
        for _ in range(chance.choice([1, 1, 2, 8])):
            at = chance.choice([chance.randrange(len(data)), chance.randrange(200)])
            data[at] = (
                data[at] ^ 1 << chance.randrange(8) if how == "bits" else chance.randrange(256)
            )
    elif how == "page":
        at = chance.randrange(pages) * 4096
        data[at : at + 4096] = bytes(4096)
    elif how == "pages":
        one, two = (chance.randrange(pages) * 4096 for _ in range(2))
        data[one : one + 4096], data[two : two + 4096] = (
            data[two : two + 4096],
            data[one : one + 4096],
        )
    elif how == "cut":
        del data[chance.randrange(len(data)) :]
    else:
        at = chance.randrange(len(data))
        data[at : at + 64] = chance.randbytes(len(data[at : at + 64]))
    return bytes(data)


@pytest.fixture(autouse=True, scope="module")
def _the_sample_stays_as_it_is() -> Iterator[None]:
    kept = sample().read_bytes()
    yield
    assert sample().read_bytes() == kept
