"""The stored hash trees: a hash beside each fact, a head at each publication.

Every function works in the transaction of its `cursor`. All of these values are computed from the
stored facts, so `ledger.integrity.verify` can compute them again and compare.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from ledger.errors import damaged
from ledger.hash_tree import HASH_BYTES, CompactRange, Head, leaf_hash
from ledger.messages import message
from ledger.store.tables.cursor import Cursor, Rows
from ledger.store.tables.layout import EVENTS_TABLE
from ledger.store.tables.recorder import StoredFact
from ledger.text_files import json_of

PUBLICATIONS = frozenset(
    {"pairing-published", "pairing-made-by-hand", "pairing-amended", "board-added"}
)
"""The topics of facts that publish a pairing, or change a published one."""

TREE = "SELECT size, peaks FROM trees WHERE tournament = ?"
FILE_TREE = "SELECT size, peaks FROM file_tree"
"""The questions that every transaction asks that writes."""

UPGRADED = "facts-before-hashes"
WITHOUT_NAMES = "without-names"
"""A key in the table meta, whose value `sealed` writes; see there."""


def check_hash(row: StoredFact) -> None:
    """Raise DamagedLedger where the hash beside a fact is not that of its content."""
    if row.leaf != row.own_hash:
        what = message("store.changed", position=row.position, tournament=row.tournament)
        raise damaged(what, row.position)


def load_tree(cursor: Cursor, tournament: str) -> CompactRange:
    """Read the compact range of a tournament; an empty one when it has no facts yet."""
    return tree_in(cursor.execute(TREE, (tournament,)), tournament)


def tree_in(answer: Rows, tournament: str) -> CompactRange:
    """Return the compact range of a tournament from the answer to `TREE`."""
    rows = answer.fetchall()
    if not rows:
        return CompactRange()
    tree = parsed_tree(rows[0][0], rows[0][1])
    if tree is None:
        raise damaged(message("store.tree-unreadable", tournament=tournament))
    return tree


def parsed_tree(size: object, peaks: object) -> CompactRange | None:
    """Return a compact range from its row, None when the row is malformed."""
    if not isinstance(size, int) or not isinstance(peaks, bytes) or size < 0:
        return None
    if len(peaks) != HASH_BYTES * size.bit_count():
        return None
    parts = tuple(peaks[at : at + HASH_BYTES] for at in range(0, len(peaks), HASH_BYTES))
    return CompactRange(size, parts)


def load_heads(cursor: Cursor, tournament: str) -> tuple[Head, ...]:
    """Read the heads recorded at the publications of a tournament, in order.

    Raise DamagedLedger when they are not those of the hashes beside its facts.
    """
    cursor.execute("SELECT size, root FROM heads WHERE tournament = ? ORDER BY size", (tournament,))
    recorded = [tuple(row) for row in cursor.fetchall()]
    cursor.execute(
        f"SELECT topic, hash FROM {EVENTS_TABLE} LEFT JOIN leaves USING (sequence)"
        " WHERE originator_id = ? ORDER BY originator_version",
        (tournament,),
    )
    heads = []
    tree = CompactRange()
    for topic, leaf in cursor.fetchall():
        if not isinstance(leaf, bytes):
            raise damaged(message("store.hash-unreadable", tournament=tournament))
        tree.add(leaf)
        if topic in PUBLICATIONS:
            heads.append(Head(tree.size, tree.root))
    if recorded != [(head.size, head.root) for head in heads]:
        raise damaged(message("store.heads-differ", tournament=tournament))
    if load_tree(cursor, tournament) != tree:
        raise damaged(message("store.tree-differs", tournament=tournament))
    return tuple(heads)


def save_tree(cursor: Cursor, tournament: str, tree: CompactRange) -> None:
    """Write the compact range of a tournament."""
    row = (tournament, tree.size, b"".join(tree.peaks))
    cursor.execute(
        "INSERT INTO trees VALUES (?, ?, ?) ON CONFLICT (tournament)"
        " DO UPDATE SET size = excluded.size, peaks = excluded.peaks",
        row,
    )


def load_file_tree(cursor: Cursor) -> CompactRange:
    """Read the compact range over all facts of the file, in order of sequence.

    Raise DamagedLedger when it is unreadable.
    """
    cursor.execute(FILE_TREE)
    rows = cursor.fetchall()
    tree = parsed_tree(*rows[0]) if len(rows) == 1 else None
    if tree is None:
        raise damaged(message("store.file-tree-unreadable"))
    return tree


def wrong_trees(cursor: Cursor, tournaments: Sequence[str]) -> frozenset[str]:
    """Return the tournaments whose hashes do not end where their facts do.

    `tournaments` are those of the file. Raise DamagedLedger where facts of the file are gone, since
    these may belong to any tournament.
    """
    cursor.execute("SELECT tournament, size FROM trees")
    sizes = dict(map(tuple, cursor.fetchall()))
    facts = load_file_tree(cursor).size
    listed = [size for size in map(sizes.get, tournaments) if isinstance(size, int)]
    if len(listed) == len(sizes) == len(tournaments) and sum(listed) == facts:
        return frozenset()
    cursor.execute(f"SELECT originator_id, COUNT(*) FROM {EVENTS_TABLE} GROUP BY originator_id")
    counts = dict(map(tuple, cursor.fetchall()))
    if sum(counts.values()) != facts:
        raise damaged(message("store.file-hashes-differ", facts=facts, hashes=sum(listed)))
    return frozenset(one for one in {*counts, *sizes} if sizes.get(one) != counts.get(one))


def ends_elsewhere(cursor: Cursor, tournament: str) -> bool:
    """Tell whether the hashes of a tournament do not end where its facts do."""
    cursor.execute(
        "SELECT (SELECT size FROM trees WHERE tournament = ?), MAX(originator_version)"
        f" FROM {EVENTS_TABLE} WHERE originator_id = ?",
        (tournament, tournament),
    )
    ((size, last),) = cursor.fetchall()
    return bool(size != last)


def save_file_tree(cursor: Cursor, tree: CompactRange | None = None) -> None:
    """Write the compact range over all facts of the file; None: that of a file without facts."""
    tree = tree or CompactRange()
    row = (tree.size, b"".join(tree.peaks))
    cursor.execute(
        "INSERT INTO file_tree VALUES (1, ?, ?) ON CONFLICT (id)"
        " DO UPDATE SET size = excluded.size, peaks = excluded.peaks",
        row,
    )


def load_without_names(cursor: Cursor) -> tuple[str, ...]:
    """Read which tournaments were opened from a bundle without names."""
    cursor.execute("SELECT value FROM meta WHERE key = ?", (WITHOUT_NAMES,))
    rows = cursor.fetchall()
    try:
        ids = unsealed(rows[0][0]) if rows else []
    except ValueError as error:
        raise damaged(message("store.left-out-changed")) from error
    return tuple(cast("list[str]", ids))


def sealed(value: object) -> str:
    """Encode a value for the table meta, with a hash that reveals accidental changes."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return f"{leaf_hash(0, 'meta', text.encode()).hex()[:16]} {text}"


def unsealed(text: object) -> object:
    """Read a text of `sealed`; raise ValueError for any other text."""
    if isinstance(text, str):
        value = json_of(text.partition(" ")[2])
        if sealed(value) == text:
            return value
    raise ValueError(text)
