"""Adding facts to a ledger: their rows, their hashes, and a check that they are there afterwards.

Every function works in the transaction of its `cursor`.
"""

from __future__ import annotations

from collections.abc import Sequence

from eventsourcing.persistence import StoredEvent

from ledger.errors import damaged
from ledger.garbage import without_collection
from ledger.hash_tree import CompactRange
from ledger.messages import message
from ledger.store.tables import kept_hashes
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import PUBLICATIONS
from ledger.store.tables.people import forget_people, save_people
from ledger.store.tables.port import Entry
from ledger.store.tables.recorder import StoredFact


def write_entry(cursor: Cursor, entry: Entry) -> list[int]:
    """Write everything of an entry; return the sequences of its facts."""
    with without_collection():
        sequences = append_rows(cursor, entry.rows)
    save_people(cursor, entry.tournament, entry.people)
    forget_people(cursor, entry.tournament, entry.forget)
    for row in entry.meta:
        cursor.execute(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            row,
        )
    return sequences


def append_rows(cursor: Cursor, new: Sequence[StoredEvent]) -> list[int]:
    """Add facts with their hashes and return their sequences.

    Raise DamagedLedger when the ledger does not hold exactly these facts afterwards.
    """
    sequences = cursor.add_facts(new)
    rows = [
        StoredFact(sequence, str(one.originator_id), one.originator_version, one.topic, one.state)
        for sequence, one in zip(sequences, new, strict=True)
    ]
    if rows:
        _see_that_they_are_there(cursor, grow(cursor, rows))
    return sequences


def grow(cursor: Cursor, rows: Sequence[StoredFact], *, hashed: bool = False) -> list[StoredFact]:
    """Add stored facts to the trees, in order of sequence; return them with their hashes.

    `hashed`: their hashes are stored already, and only the tree of the file is to grow. Raise
    DamagedLedger when a tree does not end where they begin.
    """
    trees: dict[str, CompactRange] = {}
    whole = kept_hashes.load_file_tree(cursor)
    grown: list[StoredFact] = []
    heads: list[tuple[str, int, bytes]] = []
    for row in rows:
        leaf = row.own_hash
        if not hashed:
            if row.tournament not in trees:
                trees[row.tournament] = kept_hashes.load_tree(cursor, row.tournament)
            tree = trees[row.tournament]
            _add(tree, row, leaf)
            if row.topic in PUBLICATIONS:
                heads.append((row.tournament, tree.size, tree.root))
        if whole.size != row.sequence - 1:
            ends = {"hashes": whole.size, "facts": row.sequence - 1}
            raise damaged(message("store.file-hashes-end", **ends), row.position)
        whole.add(leaf)
        grown.append(row._replace(leaf=leaf))
    if not hashed:
        leaves = [(row.sequence, row.leaf) for row in grown]
        cursor.execute_each("INSERT INTO leaves VALUES (?, ?)", leaves)
        cursor.execute_each("INSERT INTO heads VALUES (?, ?, ?)", heads)
    for tournament, tree in trees.items():
        kept_hashes.save_tree(cursor, tournament, tree)
    kept_hashes.save_file_tree(cursor, whole)
    return grown


def _add(tree: CompactRange, row: StoredFact, leaf: bytes) -> None:
    """Add one fact to the tree of its tournament."""
    if tree.size != row.position - 1:
        ends = {"hashes": tree.size, "facts": row.position - 1}
        what = message("store.hashes-end", tournament=row.tournament, **ends)
        raise damaged(what, row.position)
    tree.add(leaf)


def _see_that_they_are_there(cursor: Cursor, rows: Sequence[StoredFact]) -> None:
    """Check by reading that the ledger holds these rows, before they are acknowledged."""
    first = rows[0]
    if cursor.recorder.page(first.sequence - 1, len(rows) + 1) != rows:
        what = message("store.kept-out", position=first.position, tournament=first.tournament)
        raise damaged(what, first.position)
