"""The stored content of a tournament, unaltered, for `ledger.integrity.verify` to judge.

Nothing is decoded here and nothing refused: a malformed row becomes a finding. Tournaments are
identified by the bytes of their ids, so that an id that is not text can be inspected too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, cast

from ledger.hash_tree import CompactRange, Head, range_of
from ledger.messages import Sentence, message
from ledger.store.store import Store
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import (
    UPGRADED,
    WITHOUT_NAMES,
    parsed_tree,
    unsealed,
)
from ledger.store.tables.layout import EVENTS_TABLE, SCHEMA, STREAMS, shown
from ledger.store.tables.recorder import StoredFact

_Counts: TypeAlias = dict[str, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """One deviation.

    `code` is a stable name. `position` is that of the fact concerned, None for no fact or several.
    `damage` is False if nothing is wrong, but a check was impossible.
    """

    code: str
    what: Sentence
    tournament: str = ""
    position: int | None = None
    damage: bool = True


@dataclass(frozen=True)
class Kept:
    """The stored content of one tournament, in a ledger file or in a bundle.

    `rows` are in order of position. `tree` is None where no readable tree is stored. `people` maps
    a key to record and salt; it is None where names were left out and none was entered since.
    `nameless`: they were left out, so records may be missing. `unhashed` is the number of facts
    recorded before hashes were kept, as an earlier program noted it; see `HashesBegun`. `schema` is
    the version that the file states. `unreadable` are findings about malformed rows.
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
        """Return the hashes of the facts as they are now."""
        return tuple(row.own_hash for row in self.rows)

    @cached_property
    def own_tree(self) -> CompactRange:
        """Return the tree over the facts as they are now; do not add to it."""
        return range_of(self.leaves)

    @property
    def head(self) -> Head:
        """Return the head over all facts as they are now."""
        return Head(self.own_tree.size, self.own_tree.root)


def all_rows(cursor: Cursor, *, hashed: bool) -> Iterator[tuple[bytes, StoredFact | Finding]]:
    """Yield the stored facts in order, each with its tournament's id.

    A malformed row yields a finding.
    """
    malformed = _malformed(cursor, hashed=hashed)
    id_bytes = cursor.dialect.as_bytes.format("originator_id")
    for page in cursor.recorder.pages():
        cursor.execute(
            f"SELECT sequence, {id_bytes} FROM {EVENTS_TABLE} WHERE sequence BETWEEN ? AND ?",
            (page[0].sequence, page[-1].sequence),
        )
        ids = dict(map(tuple, cursor.fetchall()))
        for row in page:
            # Where damage put rows out of order, one may not be found by its place.
            id_ = ids.get(row.sequence) or str(row.tournament).encode()
            yield id_, malformed.get(row.sequence, row)


def _malformed(cursor: Cursor, id_: bytes | None = None, *, hashed: bool) -> dict[int, Finding]:
    """Return findings for the rows of a tournament, None: of all, whose values are of other kinds.

    They are by the sequences of the rows.
    """
    leaf, join = ("hash", "LEFT JOIN leaves USING (sequence)") if hashed else ("NULL", "")
    dialect = cursor.dialect
    where = f"NOT ({dialect.is_fact.format(leaf=leaf)})"
    if id_ is not None:
        where += f" AND originator_id = {dialect.as_text.format('?')}"
    rows = cursor.execute(
        f"SELECT sequence FROM {EVENTS_TABLE} {join} WHERE {where} ORDER BY sequence",
        () if id_ is None else (id_,),
    )
    return {
        sequence: Finding("row-unreadable", message("integrity.wrong-kind", sequence=sequence))
        for (sequence,) in rows.fetchall()
    }


@dataclass(frozen=True, slots=True)
class FileReading:
    """A ledger at one moment, however long the reading takes.

    `findings` concern the table meta, the file's statements about itself, which is also the source
    of `unhashed` (by tournament, see `Kept`) and `nameless` (the tournaments without names).
    """

    cursor: Cursor
    schema: int
    unhashed: Mapping[str, int] = field(default_factory=dict)
    nameless: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()

    @property
    def hashed(self) -> bool:
        """Tell whether hashes are kept; files of the first version have none."""
        return self.schema > 1

    def tournaments(self) -> list[bytes]:
        """Return the ids of all tournaments, at the cost of one index seek each."""
        dialect = self.cursor.dialect
        rows = self.cursor.execute(
            f"{STREAMS} SELECT {dialect.as_bytes.format('id')} FROM stream"
            f" WHERE {dialect.is_text.format('id')}"
        )
        return [id_ for (id_,) in rows]

    def kept(self, id_: bytes) -> Kept:
        """Read the stored content of one tournament."""
        tournament = shown(id_)
        malformed = _malformed(self.cursor, id_, hashed=self.hashed)
        rows = self.cursor.recorder.facts(_asked(id_))
        facts = [row for row in rows if row.sequence not in malformed]
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
            stored = self._of(id_, "SELECT size, root FROM heads")
            read = [(s, r) for s, r in stored if isinstance(s, int) and isinstance(r, bytes)]
            heads = tuple(Head(size, root) for size, root in sorted(read))
        return Kept(
            tournament=tournament,
            rows=tuple(facts),
            tree=tree,
            heads=heads,
            people=None if tournament in self.nameless and not people else people,
            schema=self.schema,
            unhashed=self.unhashed.get(tournament, 0),
            nameless=tournament in self.nameless,
            unreadable=tuple(malformed.values()),
        )

    def _of(self, id_: bytes, select: str) -> list[Any]:
        where = f"WHERE tournament = {self.cursor.dialect.as_text.format('?')}"
        return self.cursor.execute(f"{select} {where}", (id_,)).fetchall()


def _asked(id_: bytes) -> str:
    """Return an id as the recorder is asked for it: bytes only where damage made it no text."""
    with suppress(UnicodeDecodeError):
        return id_.decode()
    return cast("str", id_)


@contextmanager
def reading_of(store: Store) -> Iterator[FileReading]:
    """Read a ledger in one transaction; raise KeyboardInterrupt when Ctrl-C stops it."""
    with store.reading(lenient=True) as cursor:
        yield _reading(cursor)


def _reading(cursor: Cursor) -> FileReading:
    schema = cursor.version()
    meta = dict(cursor.execute("SELECT key, value FROM meta").fetchall())
    findings: list[Finding] = []
    unhashed = cast("_Counts", _meta(meta, UPGRADED, dict, findings) or {})
    nameless = cast("list[str]", _meta(meta, WITHOUT_NAMES, list, findings) or [])
    for key in sorted(set(meta) - {"schema", UPGRADED, WITHOUT_NAMES}):
        what = message("integrity.unknown-key", key=str(key))
        findings.append(Finding("file-structure", what))
    return FileReading(cursor, schema, unhashed, frozenset(nameless), tuple(findings))


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
