"""Everything a ledger file holds, read as it stands, for `ledger.integrity.verify` to judge.

Nothing is decoded here and nothing refused: what is of no use as a row becomes a finding.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from ledger.hash_tree import CompactRange, Head, KnownHead, range_of
from ledger.store.kept_hashes import UPGRADED, WITHOUT_NAMES, StoredFact, parsed_tree, unsealed
from ledger.store.sqlite_file import EVENTS_TABLE, SCHEMA
from ledger.store.store import Store
from ledger.wording import count_of


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be.

    code is a stable name. position is that of the fact concerned, None where it is none or several.
    damage is False where nothing is wrong, but something cannot be told.
    """

    code: str
    what: str
    tournament: str = ""
    position: int | None = None
    damage: bool = True


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of one tournament, in a ledger file or in a bundle.

    rows are in order of position. tree is None where none is kept that can be read. people maps a
    key to record and salt; it is None where names were left out and none was entered since.
    nameless: they were left out, so records may be missing. unhashed is how many facts there
    were before hashes were kept, as an earlier program noted it; see `HashesBegun`. schema is the
    version that the file says it is of.
    """

    tournament: str
    rows: tuple[StoredFact, ...]
    tree: CompactRange | None
    heads: tuple[Head, ...]
    people: Mapping[str, tuple[str, str]] | None
    schema: int = SCHEMA
    unhashed: int = 0
    nameless: bool = False

    @property
    def hashed(self) -> bool:
        """Tell whether hashes are kept; files of the first version have none."""
        return self.schema > 1

    @property
    def leaves(self) -> list[bytes]:
        """The hashes of the facts as they are now."""
        return [row.own_hash for row in self.rows]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A whole ledger file: its tournaments, the head over all its facts, and what is wrong."""

    tournaments: tuple[Kept, ...]
    head: Head
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class _File:
    """The rows of a file, sorted by tournament."""

    schema: int
    rows: list[StoredFact] = field(default_factory=list)
    leaves: set[int] = field(default_factory=set)
    trees: dict[str, tuple[object, object]] = field(default_factory=dict)
    heads: dict[str, list[Head]] = field(default_factory=dict)
    people: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    meta: dict[str, object] = field(default_factory=dict)
    tree: CompactRange = field(default_factory=CompactRange)
    kept_tree: CompactRange | None = None
    agrees: bool = False
    findings: list[Finding] = field(default_factory=list)


def evidence_of(store: Store, reference: KnownHead | None = None) -> Evidence:
    """Read a ledger file whole, in one transaction; reference is a head of it from elsewhere."""
    with store.reading() as connection:
        factory = connection.text_factory
        # Text that is no text is a finding, not the end of the reading.
        connection.text_factory = lambda raw: raw.decode("utf-8", "backslashreplace")
        try:
            return _sorted(_read(connection, reference))
        finally:
            connection.text_factory = factory


def _read(c: sqlite3.Connection, reference: KnownHead | None) -> _File:
    file = _File(c.execute("PRAGMA user_version").fetchone()[0])
    for (said,) in c.execute("PRAGMA integrity_check(20)").fetchall():
        if said != "ok":
            file.findings.append(Finding("file-structure", f"SQLite finds: {said}"))
    hashed = file.schema > 1
    leaf, join = ("hash", "LEFT JOIN leaves USING (sequence)") if hashed else ("NULL", "")
    rows = c.execute(
        "SELECT sequence, originator_id, originator_version, topic, CAST(state AS BLOB),"
        f" {leaf}, typeof(state) FROM {EVENTS_TABLE} {join} ORDER BY sequence"
    )
    for *row, kind in rows:
        if kind != "text" or not _is_fact(row):
            what = f"the fact of sequence {row[0]} has values of the wrong kind"
            file.findings.append(Finding("row-unreadable", what))
        else:
            file.rows.append(StoredFact(*row))
            file.tree.add(file.rows[-1].own_hash)
            if reference is not None and reference.size == file.tree.size:
                file.agrees = reference.agrees_with(file.tree.root)
    if hashed:
        file.leaves = {sequence for (sequence,) in c.execute("SELECT sequence FROM leaves")}
        for tournament, size, peaks in c.execute("SELECT tournament, size, peaks FROM trees"):
            file.trees[tournament] = (size, peaks)
        for tournament, size, root in c.execute("SELECT * FROM heads ORDER BY tournament, size"):
            if isinstance(size, int) and isinstance(root, bytes):
                file.heads.setdefault(tournament, []).append(Head(size, root))
            else:
                what = f"a recorded head cannot be read: {size}"
                file.findings.append(Finding("head-differs", what, tournament))
    for tournament, key, record, salt in c.execute("SELECT * FROM people"):
        file.people.setdefault(tournament, {})[key] = (record, salt)
    file.meta = dict(c.execute("SELECT key, value FROM meta").fetchall())
    if file.schema == SCHEMA:
        file.kept_tree = _kept_tree(c)
    file.findings += _sequences(c, file)
    if file.schema == SCHEMA:
        file.findings += _of_the_tree(file)
    if reference is not None and not file.agrees:
        file.findings += _of_the_head(file, reference)
    return file


def _kept_tree(c: sqlite3.Connection) -> CompactRange | None:
    rows = c.execute("SELECT size, peaks FROM file_tree").fetchall()
    return parsed_tree(*rows[0]) if len(rows) == 1 else None


def _of_the_tree(file: _File) -> Iterator[Finding]:
    """Compare the tree of the file with its facts; facts that are gone are named already."""
    if file.kept_tree is None:
        yield Finding("file-tree-differs", "the hash tree of the file is gone or cannot be read")
    elif not file.findings and file.kept_tree != file.tree:
        recorded = range_of(row.leaf or row.own_hash for row in file.rows)
        if file.kept_tree != recorded:
            what = "the hash tree of the file is not that of its facts"
            yield Finding("file-tree-differs", what)


def _of_the_head(file: _File, reference: KnownHead) -> Iterator[Finding]:
    """Tell why the file has no such head."""
    if reference.size > file.tree.size:
        what = f"the head of the file covers {reference.size} facts, but there are {file.tree.size}"
        yield Finding("tail-missing", f"{what}: an older copy, or cut off")
    else:
        first = count_of(reference.size, "fact")
        yield Finding("head-differs", f"the first {first} of the file are not those of that head")


def _is_fact(row: list[object]) -> bool:
    _, tournament, position, topic, state, leaf = row
    return (
        isinstance(tournament, str)
        and isinstance(position, int)
        and isinstance(topic, str)
        and isinstance(state, bytes)
        and isinstance(leaf, bytes | None)
    )


def _sequences(c: sqlite3.Connection, file: _File) -> Iterator[Finding]:
    """Sequences are given out 1, 2, 3 ... over the whole file; SQLite keeps the last one."""
    there = {row.sequence for row in file.rows}
    said = c.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    last = said[0][1] if said and isinstance(said[0][1], int) else 0
    if [name for name, _ in said] not in ([], [EVENTS_TABLE]) or last != max(there, default=0):
        yield Finding("sequence", f"the last sequence given out is {last}, not that of the facts")
    numbers = there | {s for s in file.leaves if isinstance(s, int)}
    most = max(*numbers, 0 if file.kept_tree is None else file.kept_tree.size, 0)
    gone = most - len(there) if min(there, default=1) >= 1 else 0
    if gone > 0:
        first = next(s for s in range(1, most + 1) if s not in there)
        yield Finding("sequence", f"the fact of sequence {first} is gone ({gone} in all)")
    if min(numbers, default=1) < 1:
        yield Finding("sequence", f"sequences begin with {min(numbers)}")


def _sorted(file: _File) -> Evidence:
    findings = list(file.findings)
    unhashed = cast("dict[str, int]", _meta(file, UPGRADED, dict, findings) or {})
    nameless = cast("list[str]", _meta(file, WITHOUT_NAMES, list, findings) or [])
    for key in sorted(set(file.meta) - {"schema", UPGRADED, WITHOUT_NAMES}):
        findings.append(Finding("file-structure", f"the table meta has an unknown key {key}"))
    by_tournament: dict[str, list[StoredFact]] = {}
    for row in file.rows:
        by_tournament.setdefault(row.tournament, []).append(row)
    strays = {*file.trees, *file.heads, *file.people, *unhashed, *nameless} - set(by_tournament)
    for tournament in sorted(strays):
        what = "hashes, heads or people are kept of a tournament without facts"
        findings.append(Finding("stray", what, tournament))
    kept = []
    for tournament, in_file in by_tournament.items():
        if [r.position for r in in_file] != sorted({r.position for r in in_file}):
            what = "its facts are not in the order in which they were recorded"
            findings.append(Finding("order", what, tournament))
        rows = sorted(in_file, key=lambda row: row.position)
        people = file.people.get(tournament, {})
        tree = parsed_tree(*file.trees[tournament]) if tournament in file.trees else None
        kept.append(Kept(
            tournament, tuple(rows), tree, tuple(file.heads.get(tournament, [])),
            None if tournament in nameless and not people else people, file.schema,
            unhashed.get(tournament, 0), tournament in nameless,
        ))  # fmt: skip
    head = Head(file.tree.size, file.tree.root)
    return Evidence(tuple(kept), head, tuple(findings))


def _meta(file: _File, key: str, kind: type, findings: list[Finding]) -> object:
    if key not in file.meta:
        return None
    try:
        value = unsealed(file.meta[key])
        if isinstance(value, kind):
            return value
    except ValueError:
        pass
    findings.append(Finding("file-structure", f"what the table meta says of {key} is changed"))
    return None
