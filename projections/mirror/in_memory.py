"""A temporary DuckDB copy of a tournament, and the loading of its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.facts.codec import encode
from ledger.facts.stamps import Recorded
from ledger.store.snapshot import Read
from projections.mirror.blocks import ReadTournament, Wanted
from projections.mirror.columns import Loaded, Packed, PackedPart, joined
from projections.mirror.decisions import (
    Deciding,
    ToDecide,
    decided_again,
    decision_columns,
)
from projections.mirror.needed import needed_by
from projections.mirror.parts import part_of
from projections.mirror.rows import Says
from projections.mirror.schema.relation import Relation
from projections.mirror.tables import (
    TABLES,
    loading,
    statements,
    without_decisions,
)
from projections.sql.connections import interrupts_raised, opened
from projections.sql.duck import duckdb


@interrupts_raised()
def mirror(
    facts: Sequence[Recorded],
    people: Mapping[str, Mapping[str, str]],
    says: Says,
    deciding: Deciding | None = None,
    *,
    described: bool = True,
    question: str = "",
) -> duckdb.DuckDBPyConnection:
    """Return an in-memory database of one tournament, with the tables of a mirror file.

    `people` are the records kept beside the facts, by key. `says` turns sentences into words.
    `deciding` None: without the decisions of its rounds.
    `described` False: its tables and columns have no comments. `question` is all that is asked of
    it, "": anything; only the tables that it needs are then made, which takes most of the time. A
    sequence in it is the position.
    """
    database = opened()
    views = {} if deciding else without_decisions()
    alone = needed_by(database, question) if question else None
    for statement in statements(views, described=described, alone=alone):
        database.execute(statement)
    read = [Read(one.stamp.position, encode(one), *one) for one in facts]
    wanted = Wanted(facts[0].stamp.tournament, len(facts), whole=True)
    part = part_of([ReadTournament(wanted, read, people)], (), says)
    load(database, {name: part[name] for name in part if alone is None or name in alone})
    if deciding and alone is None:
        every = ToDecide(*wanted[:2])
        decided = decided_again(read, every, deciding)
        load(database, decision_columns([decided], deciding))
    return database


def load(
    database: duckdb.DuckDBPyConnection, part: PackedPart, later: Loading | None = None
) -> int:
    """Put the columns of a part into their tables; return the number of rows.

    With `later` they may wait there for those of other parts.
    """
    loading_ = later or Loading(database)
    rows = loading_.add(part)
    if later is None:
        loading_.flush()
    return rows


A_LOAD = 30_000
"""Rows of a table that are loaded at once: each load costs as much as some thousands of rows."""


class Loading:
    """Puts the columns of parts into their tables, those of several parts at once.

    `names` are the tables that have another name in the database.
    """

    def __init__(
        self, database: duckdb.DuckDBPyConnection, names: Mapping[str, str] | None = None
    ) -> None:
        self._database = database
        self._names = names or {}
        self._waiting: dict[str, list[tuple[Packed, ...]]] = {}

    def add(self, part: PackedPart) -> int:
        """Take in a part; return the number of its rows. Some wait for more, or for `flush`."""
        rows = 0
        for table in TABLES:
            if columns := part.get(table.name):
                waiting = self._waiting.setdefault(table.name, [])
                waiting.append(columns)
                rows += columns[0].rows
                if sum(more[0].rows for more in waiting) >= A_LOAD:
                    self._load(table)
        return rows

    def flush(self) -> None:
        """Load the rows that wait; they must be there before a COMMIT."""
        for table in TABLES:
            if table.name in self._waiting:
                self._load(table)

    def _load(self, table: Relation) -> None:
        columns = joined(self._waiting.pop(table.name))
        self._database.register("part", Loaded(table, columns))
        name = self._names.get(table.name, table.name)
        self._database.execute(loading(table._replace(name=name)))
        self._database.unregister("part")
