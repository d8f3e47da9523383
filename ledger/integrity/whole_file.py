"""A whole ledger file for `ledger.integrity.verify`: its tree, and its tournaments one by one.

Every fact is read twice in one transaction: in the order of the file, and tournament by tournament.
Only one tournament is in memory at a time, however many facts there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ledger.hash_tree import CompactRange, Head, KnownHead
from ledger.integrity.evidence import FileReading, Finding, Kept, all_rows, reading_of
from ledger.messages import message
from ledger.store.store import Store
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import parsed_tree
from ledger.store.tables.layout import EVENTS_TABLE, SCHEMA, shown
from ledger.store.tables.port import Progress
from ledger.store.tables.recorder import StoredFact

_TOLD_EVERY = 5000


def untold(done: int, total: int) -> None:
    """Ignore the progress of a reading."""


@dataclass(slots=True)
class _Met:
    """The part of a tournament seen so far, in the order of the file."""

    facts: int = 0
    last: int = 0
    in_order: bool = True


@dataclass(slots=True)
class _Facts:
    """The part of the facts read so far, in the order of the file.

    `last` is the last sequence, `next` the first missing one. `tree` covers the facts as they are
    now; `recorded` the hashes beside them, None as long as both are the same.
    """

    tournaments: dict[bytes, _Met] = field(default_factory=dict)
    first: int = 1
    last: int = 0
    next: int = 1
    tree: CompactRange = field(default_factory=CompactRange)
    recorded: CompactRange | None = None
    agrees: bool = False

    def take(self, id_: bytes, row: StoredFact, reference: KnownHead | None) -> None:
        """Take in the next fact; `reference` is a head of the file from elsewhere."""
        own = row.own_hash
        if row.leaf not in (None, own) and self.recorded is None:
            self.recorded = replace(self.tree)
        if self.recorded is not None:
            self.recorded.add(row.leaf or own)
        self.tree.add(own)
        if reference is not None and reference.size == self.tree.size:
            self.agrees = reference.agrees_with(self.tree.root)
        if self.tree.size == 1:
            self.first = row.sequence
        self.last = row.sequence
        self.next += row.sequence == self.next
        met = self.tournaments.setdefault(id_, _Met())
        met.facts += 1
        met.in_order = met.in_order and (met.facts == 1 or row.position > met.last)
        met.last = row.position


@dataclass(slots=True)
class Evidence:
    """A ledger file and its tournaments, by id, in the order in which they begin.

    `head` covers all facts of the file; it is None if only one tournament is read and the rest of
    the file is not. `findings` is complete once `kept` is exhausted.
    """

    head: Head | None
    findings: list[Finding]
    tournaments: tuple[bytes, ...]
    _reading: FileReading
    _met: Mapping[bytes, _Met] = field(default_factory=dict)
    _progress: Progress = untold

    def kept(self) -> Iterator[Kept]:
        """Read the tournaments one by one."""
        done = 0 if self.head is None else self.head.size
        total = 2 * done
        for id_ in self.tournaments:
            kept = self._reading.kept(id_)
            number = len(kept.rows)
            if self.head is None:
                self.findings += kept.unreadable
            elif number != self._met[id_].facts:
                what = message("integrity.by-id", n=number, there=self._met[id_].facts)
                self.findings.append(Finding("file-structure", what, kept.tournament))
            yield kept
            del kept
            done += number
            self._progress(min(done, total), total)
        self._progress(total, total)


@contextmanager
def evidence_of(
    store: Store,
    reference: KnownHead | None = None,
    progress: Progress = untold,
    only: str | None = None,
) -> Iterator[Evidence]:
    """Read a ledger file in one transaction.

    `reference` is a head of the file from elsewhere. `only` is the id of the one tournament to
    read; the file around it is then read only if there is a reference. Raise KeyboardInterrupt when
    Ctrl-C stops it.
    """
    with reading_of(store) as reading:
        if only is not None and reference is None:
            yield Evidence(None, [*reading.findings], (only.encode(),), reading)
            return
        evidence = _read(reading, reference, progress)
        if only is not None:
            evidence.tournaments = (only.encode(),)
        yield evidence


def _read(reading: FileReading, reference: KnownHead | None, progress: Progress) -> Evidence:
    c = reading.cursor
    facts = _Facts()
    total = 2 * c.execute(f"SELECT COUNT(*) FROM {EVENTS_TABLE}").fetchall()[0][0]
    progress(0, total)
    findings = [Finding("file-structure", fault) for fault in c.faults()]
    for done, (id_, row) in enumerate(all_rows(c, hashed=reading.hashed), 1):
        if isinstance(row, StoredFact):
            facts.take(id_, row, reference)
        else:
            findings.append(row)
        if done % _TOLD_EVERY == 0:
            progress(done, total)
    tree = _kept_tree(c) if reading.schema == SCHEMA else None
    if reading.hashed:
        findings += _heads(c)
    findings += _sequences(reading, facts, tree)
    if reading.schema == SCHEMA:
        findings += _of_the_tree(tree, facts, bool(findings))
    if reference is not None and not facts.agrees:
        findings += _of_the_head(facts.tree.size, reference)
    findings += [*reading.findings, *_strays(reading, facts), *_order(facts)]
    head = Head(facts.tree.size, facts.tree.root)
    met = facts.tournaments
    return Evidence(
        head=head,
        findings=findings,
        tournaments=tuple(met),
        _reading=reading,
        _met=met,
        _progress=progress,
    )


def _kept_tree(c: Cursor) -> CompactRange | None:
    rows = c.execute("SELECT size, peaks FROM file_tree").fetchall()
    return parsed_tree(*rows[0]) if len(rows) == 1 else None


def _heads(c: Cursor) -> Iterator[Finding]:
    for tournament, size in c.execute(
        "SELECT tournament, size FROM heads"
        f" WHERE NOT ({c.dialect.is_head}) ORDER BY tournament, size"
    ):
        what = message("integrity.head-unreadable", size=str(size))
        yield Finding("head-differs", what, tournament)


def _sequences(reading: FileReading, facts: _Facts, tree: CompactRange | None) -> Iterator[Finding]:
    """Check that sequences run 1, 2, 3 ... over the whole ledger; SQLite keeps the last one."""
    c = reading.cursor
    count = facts.tree.size
    last = c.last_sequence()
    if last not in (None, facts.last):
        yield Finding("sequence", message("integrity.last-sequence", last=last))
    ends = [facts.first, facts.last] if count else []
    if reading.hashed:
        rows = c.execute("SELECT MIN(sequence), MAX(sequence) FROM leaves")
        ends += [end for end in rows.fetchall()[0] if end is not None]
    most = max(*ends, 0 if tree is None else tree.size, 0)
    gone = most - count if facts.first >= 1 else 0
    if gone > 0:
        what = message("integrity.sequence-gone", sequence=facts.next, gone=gone)
        yield Finding("sequence", what)
    if min(ends, default=1) < 1:
        yield Finding("sequence", message("integrity.sequence-begins", first=min(ends)))


def _of_the_tree(tree: CompactRange | None, facts: _Facts, gone: bool) -> Iterator[Finding]:
    """Compare the tree of the file with its facts; `gone`: missing facts are reported already."""
    if tree is None:
        yield Finding("file-tree-differs", message("integrity.file-tree-gone"))
    elif not gone and tree not in (facts.tree, facts.recorded):
        yield Finding("file-tree-differs", message("integrity.file-tree-differs"))


def _of_the_head(size: int, reference: KnownHead) -> Iterator[Finding]:
    """Explain why the file has no such head."""
    if reference.size > size:
        what = message("integrity.file-head-covers", size=reference.size, there=size)
        yield Finding("tail-missing", what)
    else:
        what = message("integrity.not-of-file-head", n=reference.size)
        yield Finding("head-differs", what)


def _strays(reading: FileReading, facts: _Facts) -> Iterator[Finding]:
    """Look for rows that belong to a tournament that is not in the file."""
    tables = ("people", "trees", "heads") if reading.hashed else ("people",)
    listed = " UNION ".join(f"SELECT tournament FROM {table}" for table in tables)
    rows = reading.cursor.execute(
        f"SELECT tournament FROM ({listed}) AS kept WHERE NOT EXISTS"
        f" (SELECT 1 FROM {EVENTS_TABLE} WHERE originator_id = kept.tournament)"
    )
    named = {*reading.unhashed, *reading.nameless} - set(map(shown, facts.tournaments))
    for tournament in sorted({*named, *(stray for (stray,) in rows)}, key=str):
        what = message("integrity.stray")
        yield Finding("stray", what, tournament)


def _order(facts: _Facts) -> Iterator[Finding]:
    for id_, met in facts.tournaments.items():
        if not met.in_order:
            what = message("integrity.order")
            yield Finding("order", what, shown(id_))
