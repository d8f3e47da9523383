"""Columns of a mirror: what is packed, joined and loaded comes back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, groupby

import duckdb
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from projections.mirror.columns import (
    Loaded,
    Packed,
    chosen,
    joined,
    of_rows,
    of_texts,
    repeated,
)
from projections.mirror.in_memory import A_LOAD, Loading
from projections.mirror.schema.relation import Col, Relation
from projections.mirror.tables import TABLES, statements
from tests.helpers.family import examples

ONE = Relation("one", "", (Col("text", "VARCHAR", ""),))
_texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
_few = st.sampled_from(["", "1-0", "a text of thirteen", "twelve bytes", "é" * 7, None])
_columns = st.lists(st.one_of(_texts, st.none()) | _few, max_size=20) | st.lists(_few, max_size=60)


_database = cache(duckdb.connect)


def loaded(column: Packed) -> list[str | None]:
    _database().register("part", Loaded(ONE, [column]))
    return [text for (text,) in _database().execute("SELECT text FROM part").fetchall()]


@examples(40)
@given(st.lists(_columns.filter(bool), min_size=1, max_size=4))
def test_texts_come_back_however_often_each_is_there(blocks: Sequence[list[str | None]]) -> None:
    columns = joined([(of_texts(block),) for block in blocks])
    assert loaded(columns[0]) == [*chain.from_iterable(blocks)]


@examples(40)
@given(st.lists(_texts, min_size=1, max_size=30))
def test_runs_and_choices_are_the_texts_written_out(rows: list[str]) -> None:
    runs = [(text, len([*same])) for text, same in groupby(rows)]
    names = sorted(set(rows))
    places = of_texts(rows), repeated(runs), chosen(names, _places(rows, names))
    assert [loaded(column) for column in places] == [rows] * 3
    assert loaded(joined([(column,) for column in places])[0]) == rows * 3


_NUMBERS = Relation(
    "numbers",
    "",
    (
        Col("whole", "BIGINT", ""),
        Col("small", "INTEGER", ""),
        Col("told", "BOOLEAN", ""),
        Col("each", "INTEGER[]", ""),
    ),
)
_small = st.none() | st.integers(-(2**31), 2**31 - 1)
_whole = st.none() | st.integers(-(2**63), 2**63 - 1)
_rows = st.tuples(_whole, _small, st.none() | st.booleans(), st.lists(_small, max_size=3))


@examples(40)
@given(st.lists(_rows, min_size=1, max_size=30))
def test_numbers_come_back_and_so_does_their_absence(
    rows: list[tuple[int | None, int | None, bool | None, list[int | None]]],
) -> None:
    _database().register("part", Loaded(_NUMBERS, of_rows(_NUMBERS, rows)))
    assert _database().execute("FROM part").fetchall() == rows


def _places(rows: Sequence[str], names: Sequence[str]) -> NDArray[np.int64]:
    return np.array([names.index(row) for row in rows])


def test_rows_wait_for_more_and_all_are_there_after_a_flush() -> None:
    (names,) = (table for table in TABLES if table.name == "names")
    half = A_LOAD // 2 + 1
    part = {"names": tuple(repeated([(c.name, half)]) for c in names.columns[:1])}
    player = Packed("int32", np.arange(half, dtype=np.int32))
    part["names"] += (player, *(repeated([(c.name, half)]) for c in names.columns[2:]))
    with duckdb.connect() as database:
        for statement in statements():
            database.execute(statement)
        loading = Loading(database)
        counts: list[tuple[int]] = []
        for step in (lambda: loading.add(part),) * 3 + (loading.flush, loading.flush):
            step()
            counts += database.execute("SELECT count(*) FROM names").fetchall()
    assert [count for (count,) in counts] == [0, 2 * half, 2 * half, 3 * half, 3 * half]
