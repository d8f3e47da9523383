"""A ledger read in bulk, within one read transaction: for a mirror, which copies all of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from ledger.codec import decode
from ledger.events import AnyFact, PersonCorrected, PersonForgotten
from ledger.integrity import leaf_hash
from ledger.people import load_people
from ledger.store import Store
from ledger.store_errors import damaged
from ledger.store_file import EVENTS_TABLE, SCHEMA

_PAGE_ROWS = 5000


class Row(NamedTuple):
    """A stored fact that was not made a fact: its state is the JSON text as it stands there."""

    sequence: int
    tournament: str
    position: int
    topic: str
    state: str


class End(NamedTuple):
    """The last fact of a file: its sequence (0: there is none), and the hash of what it holds."""

    sequence: int
    leaf: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole file as it stood when it was opened, however long the reading takes."""

    connection: sqlite3.Connection
    hashed: bool

    def end(self, upto: int | None = None) -> End:
        """Return the last fact, or that of a sequence; End(0, "") where there is none."""
        where = "" if upto is None else f"WHERE sequence = {int(upto)}"
        row = self.connection.execute(
            "SELECT sequence, originator_version, topic, CAST(state AS BLOB)"
            f" FROM {EVENTS_TABLE} {where} ORDER BY sequence DESC LIMIT 1"
        ).fetchone()
        return End(row[0], leaf_hash(*row[1:]).hex()) if row else End(0, "")

    def rows(self, after: int = 0) -> Iterator[list[Row]]:
        """Yield the rows of all tournaments after a sequence, in file order, a page at a time."""
        cursor = self.connection.execute(
            f"SELECT sequence, originator_id, originator_version, topic, CAST(state AS BLOB)"
            f" FROM {EVENTS_TABLE} WHERE sequence > ? ORDER BY sequence",
            (after,),
        )
        while page := cursor.fetchmany(_PAGE_ROWS):
            yield [
                Row(sequence, tournament, position, topic, state.decode("utf-8", "replace"))
                for sequence, tournament, position, topic, state in page
            ]

    def records_changed(self, after: int) -> bool:
        """Tell whether, after a sequence, somebody's record was corrected or deleted."""
        found: int = self.connection.execute(
            f"SELECT EXISTS (SELECT 1 FROM {EVENTS_TABLE} WHERE sequence > ? AND topic IN (?, ?))",
            (after, PersonCorrected.TOPIC, PersonForgotten.TOPIC),
        ).fetchone()[0]
        return bool(found)

    def facts(self, tournament: str) -> tuple[AnyFact, ...]:
        """Return the facts of a tournament; raises DamagedLedger when one is not as recorded."""
        leaf = "hash" if self.hashed else "NULL"
        join = "LEFT JOIN leaves USING (sequence)" if self.hashed else ""
        found: list[AnyFact] = []
        for position, topic, state, kept in self.connection.execute(
            f"SELECT originator_version, topic, CAST(state AS BLOB), {leaf}"
            f" FROM {EVENTS_TABLE} {join} WHERE originator_id = ? ORDER BY originator_version",
            (tournament,),
        ):
            where = f"#{position} of tournament {tournament}"
            if position != len(found) + 1:
                raise damaged(f"tournament {tournament} lacks #{len(found) + 1}", len(found) + 1)
            found.append(decode(tournament, position, topic, state))
            if self.hashed and kept != leaf_hash(position, topic, state):
                raise damaged(f"{where} is not as it was recorded", position)
        return tuple(found)

    def people(self, tournament: str) -> dict[str, Mapping[str, str]]:
        """Return the records kept beside a tournament, by key."""
        kept = load_people(self.connection.cursor(), tournament)
        return {key: person.record for key, person in kept.items()}


@contextmanager
def snapshot(store: Store) -> Iterator[Snapshot]:
    """Give a ledger's content as it stands now; writers are not held up."""
    with store.reading() as connection:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        yield Snapshot(connection, version == SCHEMA)
