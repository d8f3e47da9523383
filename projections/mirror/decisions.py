"""The decisions of rounds in a mirror: their table, or the view in its place that says how.

Rounds are decided again only where somebody asks for it, as that takes longer than all other rows.
A mirror or a lake without decisions has a view that raises an error: an empty table would be an
answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from ledger.errors import each_apart
from ledger.facts.tournament import AnyFact
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from ledger.store.snapshot import End, Read, Snapshot, snapshot
from ledger.store.store import Store
from projections.mirror.columns import PackedPart, of_rows, of_values, repeated
from projections.mirror.history import taken_back
from projections.mirror.progress import has_decisions
from projections.mirror.tables import (
    DECIDED,
    DECISIONS,
    of_relation,
    table_named,
    without_decisions,
)
from projections.mirror.workers import check_end
from projections.sql.duck import duckdb

Decide: TypeAlias = Callable[[Sequence[AnyFact], Container[int]], Iterable[tuple[Any, ...]]]
"""A function from facts, and the publications to skip, to rows of pairing_decisions."""


class Deciding(NamedTuple):
    """What decides rounds again; `engines` tells the engines with their versions.

    Both are functions of a module, which processes import by name.
    """

    decide: Decide
    engines: Callable[[], str]

    @property
    def made_with(self) -> str:
        """Return a hash that changes when the rows of a tournament could."""
        return hashlib.sha256(self.engines().encode()).hexdigest()


UNDER_WAY = "decisions_under_way"
"""The name of the table until all decisions are in it."""


class ToDecide(NamedTuple):
    """A tournament up to a position, and the position up to which its rounds are decided already.

    `rounds` is the number of publications between the two.
    """

    tournament: str
    position: int
    decided: int = 0
    rounds: int = 0


def forget_decisions(database: duckdb.DuckDBPyConnection) -> None:
    """Put the view that says how in the place of decisions, in a transaction of the caller."""
    database.execute(f"DELETE FROM {DECIDED}")
    database.execute(f"DROP TABLE IF EXISTS {UNDER_WAY}")
    if has_decisions(database):
        database.execute(f"DROP TABLE {DECISIONS}")
        for statement in of_relation(table_named(DECISIONS), without_decisions()[DECISIONS]):
            database.execute(statement)


def publish_decisions(database: duckdb.DuckDBPyConnection, name: str) -> None:
    """Put a table of decisions in the place of that view, in a transaction of the caller."""
    database.execute(f"DROP VIEW {DECISIONS}")
    database.execute(f"ALTER TABLE {name} RENAME TO {DECISIONS}")
    _, *comments = of_relation(table_named(DECISIONS))
    for statement in comments:
        database.execute(statement)


DecidedPart: TypeAlias = tuple[PackedPart, list[tuple[str, Refusal]]]


@contextmanager
def decider(
    ledger: LedgerPlace, end: End, deciding: Deciding
) -> Iterator[Callable[[Sequence[ToDecide]], DecidedPart]]:
    """Open a ledger in a process, and give the function that decides rounds of some tournaments.

    `end` is the last fact of the ledger.
    """
    with Store(ledger) as store, snapshot(store) as now:
        check_end(now, end, ledger)
        yield lambda part: decided_part(now, part, deciding)


def decided_part(now: Snapshot, part: Iterable[ToDecide], deciding: Deciding) -> DecidedPart:
    """Return the columns of some tournaments, and those whose rounds cannot be decided again."""

    def decided(each: ToDecide) -> DecidedTournament:
        if not each.rounds:
            return DecidedTournament(each, [], {})
        return decided_again(tuple(now.read(each.tournament, each.position)), each, deciding)

    there, refused = each_apart([(each.tournament, each) for each in part], decided)
    return decision_columns(there, deciding), refused


class DecidedTournament(NamedTuple):
    """A tournament with its rows, without the columns that the mirror adds.

    `undone` maps the position of each fact that was taken back to that of its undo.
    """

    wanted: ToDecide
    rows: list[tuple[Any, ...]]
    undone: Mapping[int, int]


def decided_again(read: Sequence[Read], wanted: ToDecide, deciding: Deciding) -> DecidedTournament:
    """Return a tournament that was read, with its rows."""
    undone = taken_back(enumerate(read, 1))
    rows = deciding.decide([one.fact for one in read], range(1, wanted.decided + 1))
    return DecidedTournament(wanted, [*rows], undone)


def decision_columns(decided: Sequence[DecidedTournament], deciding: Deciding) -> PackedPart:
    """Return the columns of tournaments: the name before those of their rows, the undo after."""
    made_with = deciding.made_with
    ends = [(one.wanted.tournament, made_with, one.wanted.position) for one in decided]
    part: PackedPart = {DECIDED: of_rows(table_named(DECIDED), ends)} if ends else {}
    if rows := [row for one in decided for row in one.rows]:
        table = table_named(DECISIONS)
        names = repeated([(one.wanted.tournament, len(one.rows)) for one in decided])
        own = of_rows(table._replace(columns=table.columns[1:-1]), rows)
        undone = [one.undone.get(row[0]) for one in decided for row in one.rows]
        part[DECISIONS] = (names, *own, of_values(table.columns[-1].type, undone))
    return part
