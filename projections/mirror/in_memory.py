"""A temporary DuckDB copy of a tournament, and the loading of its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ledger.facts.codec import encode
from ledger.facts.stamps import Recorded
from ledger.store.snapshot import Read
from projections.mirror.blocks import ReadTournament, Wanted
from projections.mirror.columns import Loaded, PackedPart
from projections.mirror.parts import Decide, part_of
from projections.mirror.rows import Says
from projections.mirror.tables import TABLES, loading, statements
from projections.sql.connections import interrupts_raised, opened

if TYPE_CHECKING:
    import duckdb


@interrupts_raised()
def mirror(
    facts: Sequence[Recorded], people: Mapping[str, Mapping[str, str]], says: Says,
    decide: Decide | None = None,
) -> duckdb.DuckDBPyConnection:  # fmt: skip
    """Return an in-memory database of one tournament, with the tables of a mirror file.

    `people` are the records kept beside the facts, by key. `says` turns sentences into words. A
    sequence in it is the position.
    """
    database = opened()
    for statement in statements():
        database.execute(statement)
    read = [Read(one.stamp.position, encode(one), *one) for one in facts]
    wanted = Wanted(facts[0].stamp.tournament, len(facts), whole=True)
    load(database, part_of([ReadTournament(wanted, read, people)], (), says, decide))
    return database


def load(database: duckdb.DuckDBPyConnection, part: PackedPart) -> int:
    """Put the columns of a part into their tables; return the number of rows."""
    rows = 0
    for table in TABLES:
        if columns := part.get(table.name):
            database.register("part", Loaded(table, columns))
            database.execute(loading(table))
            database.unregister("part")
            rows += columns[0].rows
    return rows
