"""What a ledger file keeps of a tournament, as it stands, for `ledger.integrity.verify` to judge.

Nothing is decoded here and nothing refused: what is of no use as a row becomes a finding. A
tournament is found by the bytes of its id, so that one whose id is no text can be looked at too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, cast

from ledger.hash_tree import CompactRange, Head, range_of
from ledger.messages import Sentence, message
from ledger.store.kept_hashes import UPGRADED, WITHOUT_NAMES, StoredFact, parsed_tree, unsealed
from ledger.store.sqlite_file import EVENTS_TABLE, SCHEMA, STREAMS
from ledger.store.store import Store

_Counts: TypeAlias = dict[str, int]

_ASKED_EVERY = 100_000
"""After as many steps of SQLite, Ctrl-C is heard."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be.

    code is a stable name. position is that of the fact concerned, None where it is none or several.
    damage is False where nothing is wrong, but something cannot be told.
    """

    code: str
    what: Sentence
    tournament: str = ""
    position: int | None = None
    damage: bool = True


@dataclass(frozen=True)
class Kept:
    """What is kept of one tournament, in a ledger file or in a bundle.

    rows are in order of position. tree is None where none is kept that can be read. people maps a
    key to record and salt; it is None where names were left out and none was entered since.
    nameless: they were left out, so records may be missing. unhashed is how many facts there
    were before hashes were kept, as an earlier program noted it; see `HashesBegun`. schema is the
    version that the file says it is of. unreadable are findings about rows that are none.
    """

    tournament: str
    rows: tuple[StoredFact, ...]
    tree: CompactRange | None
    heads: tuple[Head, ...]
    people: Mapping[str, tuple[str, str]] | None
    schema: int = SCHEMA
    unhashed: int = 0
    nameless: bool = False
    unreadable: tuple[Finding, ...] = ()

    @property
    def hashed(self) -> bool:
        """Tell whether hashes are kept; files of the first version have none."""
        return self.schema > 1

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """The hashes of the facts as they are now."""
        return tuple(row.own_hash for row in self.rows)

    @cached_property
    def own_tree(self) -> CompactRange:
        """The tree over the facts as they are now; it is read, never added to."""
        return range_of(self.leaves)

    @property
    def head(self) -> Head:
        """The head over all facts as they are now."""
        return Head(self.own_tree.size, self.own_tree.root)


def rows_of(
    connection: sqlite3.Connection, schema: int, rest: str, parameters: tuple[bytes, ...] = ()
) -> Iterator[tuple[bytes, StoredFact | Finding]]:
    """Yield facts as they stand, each with its tournament's id; a finding where one is none.

    rest is what the query ends with: which facts, in which order.
    """
    leaf, join = ("hash", "LEFT JOIN leaves USING (sequence)") if schema > 1 else ("NULL", "")
    kinds = f"""typeof(originator_id) = 'text' AND typeof(originator_version) = 'integer'
        AND typeof(topic) = 'text' AND typeof(state) = 'text'
        AND typeof({leaf}) IN ('blob', 'null')"""
    names: dict[bytes, str] = {}
    for is_fact, id_, sequence, *row in connection.execute(
        f"SELECT {kinds}, CAST(originator_id AS BLOB), sequence, originator_version, topic,"
        f" CAST(state AS BLOB), {leaf} FROM {EVENTS_TABLE} {join} {rest}",
        parameters,
    ):
        if is_fact:
            name = names.get(id_) or names.setdefault(id_, shown(id_))
            yield id_, StoredFact(sequence, name, *row)
        else:
            what = message("integrity.wrong-kind", sequence=sequence)
            yield id_, Finding("row-unreadable", what)


@dataclass(frozen=True, slots=True)
class FileReading:
    """A ledger file as it stands, however long the reading takes.

    findings are about what the file says of itself in the table meta, which unhashed (by
    tournament, see `Kept`) and nameless (those without names) come from.
    """

    connection: sqlite3.Connection
    schema: int
    unhashed: Mapping[str, int] = field(default_factory=dict)
    nameless: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()

    @property
    def hashed(self) -> bool:
        """Tell whether hashes are kept; files of the first version have none."""
        return self.schema > 1

    def tournaments(self) -> list[bytes]:
        """Return the ids of all tournaments, a seek in the index each."""
        rows = self.connection.execute(
            f"{STREAMS} SELECT CAST(id AS BLOB) FROM stream WHERE typeof(id) = 'text'"
        )
        return [id_ for (id_,) in rows]

    def kept(self, id_: bytes) -> Kept:
        """Read what is kept of a tournament, and of no other."""
        facts: list[StoredFact] = []
        unreadable: list[Finding] = []
        tournament = shown(id_)
        where = "WHERE originator_id = CAST(? AS TEXT)"
        for _, row in rows_of(self.connection, self.schema, where, (id_,)):
            if isinstance(row, StoredFact):
                facts.append(row)
            else:
                unreadable.append(row)
        facts.sort(key=lambda row: (row.position, row.sequence))
        people = {
            key: (record, salt)
            for key, record, salt in self._of(id_, "SELECT key, record, salt FROM people")
        }
        tree: CompactRange | None = None
        heads: tuple[Head, ...] = ()
        if self.hashed:
            for size, peaks in self._of(id_, "SELECT size, peaks FROM trees"):
                tree = parsed_tree(size, peaks)
            said = self._of(id_, "SELECT size, root FROM heads")
            read = [(s, r) for s, r in said if isinstance(s, int) and isinstance(r, bytes)]
            heads = tuple(Head(size, root) for size, root in sorted(read))
        return Kept(
            tournament, tuple(facts), tree, heads,
            None if tournament in self.nameless and not people else people, self.schema,
            self.unhashed.get(tournament, 0), tournament in self.nameless, tuple(unreadable),
        )  # fmt: skip

    def _of(self, id_: bytes, select: str) -> list[Any]:
        where = "WHERE tournament = CAST(? AS TEXT)"
        return self.connection.execute(f"{select} {where}", (id_,)).fetchall()


def shown(id_: bytes) -> str:
    """Return an id as text, also where it is none."""
    return id_.decode("utf-8", "backslashreplace")


@contextmanager
def reading_of(store: Store) -> Iterator[FileReading]:
    """Read a ledger file in one transaction; raises KeyboardInterrupt when Ctrl-C stops it."""
    with store.reading() as connection:
        factory = connection.text_factory
        # Text that is no text is a finding, not the end of the reading.
        connection.text_factory = shown
        # In a long question Ctrl-C is heard here, and SQLite then says that it was interrupted.
        connection.set_progress_handler(lambda: 0, _ASKED_EVERY)
        try:
            yield _reading(connection)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname == "SQLITE_INTERRUPT":
                raise KeyboardInterrupt from error
            raise
        finally:
            connection.set_progress_handler(None, 0)
            connection.text_factory = factory


def _reading(connection: sqlite3.Connection) -> FileReading:
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    meta = dict(connection.execute("SELECT key, value FROM meta").fetchall())
    findings: list[Finding] = []
    unhashed = cast("_Counts", _meta(meta, UPGRADED, dict, findings) or {})
    nameless = cast("list[str]", _meta(meta, WITHOUT_NAMES, list, findings) or [])
    for key in sorted(set(meta) - {"schema", UPGRADED, WITHOUT_NAMES}):
        what = message("integrity.unknown-key", key=str(key))
        findings.append(Finding("file-structure", what))
    return FileReading(connection, schema, unhashed, frozenset(nameless), tuple(findings))


def _meta(meta: Mapping[str, object], key: str, kind: type, findings: list[Finding]) -> object:
    if key not in meta:
        return None
    try:
        value = unsealed(meta[key])
        if isinstance(value, kind):
            return value
    except ValueError:
        pass
    findings.append(Finding("file-structure", message("integrity.meta-changed", key=key)))
    return None
