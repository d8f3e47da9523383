"""Adding facts to the file: their rows, their hashes, and a check that they are there afterwards.

Every function works in the transaction of its `cursor`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.errors import damaged
from ledger.hash_tree import CompactRange
from ledger.messages import message
from ledger.store import kept_hashes
from ledger.store.kept_hashes import PUBLICATIONS, StoredFact
from ledger.store.people import Cursor
from ledger.store.sqlite_file import EVENTS_TABLE

_INSERT = (
    f"INSERT INTO {EVENTS_TABLE} (originator_id, originator_version, topic, state)"
    " VALUES (?, ?, ?, ?)"
)


class NewRow(NamedTuple):
    """A fact to be added."""

    tournament: str
    position: int
    topic: str
    state: bytes


def append_rows(cursor: Cursor, new: Sequence[NewRow]) -> list[int]:
    """Add facts with their hashes and return their sequences.

    Raise DamagedLedger when the file does not hold exactly these facts afterwards.
    """
    rows: list[StoredFact] = []
    for one in new:
        # Text, so that other tools can look inside with their JSON functions.
        cursor.execute(_INSERT, (*one[:3], one.state.decode()))
        assert cursor.lastrowid is not None
        rows.append(StoredFact(cursor.lastrowid, *one))
    if rows:
        _see_that_they_are_there(cursor, grow(cursor, rows))
    return [row.sequence for row in rows]


def grow(cursor: Cursor, rows: Sequence[StoredFact], *, hashed: bool = False) -> list[StoredFact]:
    """Add stored facts to the trees, in order of sequence; return them with their hashes.

    `hashed`: their hashes are stored already, and only the tree of the file is to grow. Raise
    DamagedLedger when a tree does not end where they begin.
    """
    trees: dict[str, CompactRange] = {}
    whole = kept_hashes.load_file_tree(cursor)
    grown = []
    for row in rows:
        leaf = row.own_hash
        if not hashed:
            if row.tournament not in trees:
                trees[row.tournament] = kept_hashes.load_tree(cursor, row.tournament)
            _add(cursor, trees[row.tournament], row, leaf)
        if whole.size != row.sequence - 1:
            ends = {"hashes": whole.size, "facts": row.sequence - 1}
            raise damaged(message("store.file-hashes-end", **ends), row.position)
        whole.add(leaf)
        grown.append(row._replace(leaf=leaf))
    for tournament, tree in trees.items():
        kept_hashes.save_tree(cursor, tournament, tree)
    kept_hashes.save_file_tree(cursor, whole)
    return grown


def _add(cursor: Cursor, tree: CompactRange, row: StoredFact, leaf: bytes) -> None:
    """Add one fact to the tree of its tournament, with the head of a publication."""
    if tree.size != row.position - 1:
        ends = {"hashes": tree.size, "facts": row.position - 1}
        what = message("store.hashes-end", tournament=row.tournament, **ends)
        raise damaged(what, row.position)
    tree.add(leaf)
    cursor.execute("INSERT INTO leaves VALUES (?, ?)", (row.sequence, leaf))
    if row.topic in PUBLICATIONS:
        cursor.execute("INSERT INTO heads VALUES (?, ?, ?)", (row.tournament, tree.size, tree.root))


def _see_that_they_are_there(cursor: Cursor, rows: Sequence[StoredFact]) -> None:
    """Check by reading that the file holds these rows, before they are acknowledged."""
    cursor.execute(
        f"SELECT originator_version, CAST(state AS BLOB), hash FROM {EVENTS_TABLE}"
        " JOIN leaves USING (sequence) WHERE sequence >= ? ORDER BY sequence",
        (rows[0].sequence,),
    )
    there = cursor.fetchall()
    if len(there) != len(rows) or any(
        (one[0], one[1], one[2]) != (row.position, row.state, row.leaf)
        for one, row in zip(there, rows, strict=True)
    ):
        first = rows[0]
        what = message("store.kept-out", position=first.position, tournament=first.tournament)
        raise damaged(what, first.position)
