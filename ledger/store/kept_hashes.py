"""The hash trees as the file keeps them: a hash beside each fact, a head at each publication.

Every function works in the transaction of the cursor it is given. What is kept here is all computed
from the stored facts, so `ledger.integrity.verify` can compute it again and compare.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from ledger.errors import damaged
from ledger.hash_tree import HASH_BYTES, CompactRange, Head, leaf_hash
from ledger.store.people import Cursor
from ledger.store.sqlite_file import EVENTS_TABLE, OBJECTS_2, SCHEMA

PUBLICATIONS = frozenset(
    {"pairing-published", "pairing-made-by-hand", "pairing-amended", "board-added"}
)
"""The topics of facts that make a pairing public, or change one that is."""

UPGRADED = "facts-before-hashes"
WITHOUT_NAMES = "without-names"
"""Keys in the table meta, of what `sealed` writes; see there."""


class StoredFact(NamedTuple):
    """A row of the file as it stands there. leaf is the hash kept beside it, None for none."""

    sequence: int
    tournament: str
    position: int
    topic: str
    state: bytes
    leaf: bytes | None = None

    @property
    def own_hash(self) -> bytes:
        """The hash of what the row holds now."""
        return leaf_hash(self.position, self.topic, self.state)


def grow(cursor: Cursor, rows: Iterable[StoredFact]) -> None:
    """Take stored facts of one tournament into its tree, in order, with their publications' heads.

    Raises DamagedLedger when the tree does not end where they begin.
    """
    tree: CompactRange | None = None
    for row in rows:
        if tree is None:
            tree = load_tree(cursor, row.tournament)
        if tree.size != row.position - 1:
            what = f"the hashes of tournament {row.tournament} end at #{tree.size}"
            raise damaged(f"{what}, its facts at #{row.position - 1}", row.position)
        leaf = row.own_hash
        tree.add(leaf)
        cursor.execute("INSERT INTO leaves VALUES (?, ?)", (row.sequence, leaf))
        if row.topic in PUBLICATIONS:
            head = (row.tournament, tree.size, tree.root)
            cursor.execute("INSERT INTO heads VALUES (?, ?, ?)", head)
        last = row.tournament
    if tree is not None:
        cursor.execute(
            "INSERT OR REPLACE INTO trees VALUES (?, ?, ?)", (last, tree.size, b"".join(tree.peaks))
        )


def load_tree(cursor: Cursor, tournament: str) -> CompactRange:
    """Read the compact range of a tournament; an empty one when it has no facts yet."""
    cursor.execute("SELECT size, peaks FROM trees WHERE tournament = ?", (tournament,))
    rows = cursor.fetchall()
    if not rows:
        return CompactRange()
    tree = parsed_tree(rows[0][0], rows[0][1])
    if tree is None:
        raise damaged(f"the hash tree of tournament {tournament} cannot be read")
    return tree


def parsed_tree(size: object, peaks: object) -> CompactRange | None:
    """Return a compact range from its row, None when it can be none."""
    if not isinstance(size, int) or not isinstance(peaks, bytes) or size < 0:
        return None
    if len(peaks) != HASH_BYTES * size.bit_count():
        return None
    parts = tuple(peaks[at : at + HASH_BYTES] for at in range(0, len(peaks), HASH_BYTES))
    return CompactRange(size, parts)


def load_heads(cursor: Cursor, tournament: str) -> tuple[Head, ...]:
    """Read the heads recorded at the publications of a tournament, in order.

    Raises DamagedLedger when one cannot be read.
    """
    cursor.execute("SELECT size, root FROM heads WHERE tournament = ? ORDER BY size", (tournament,))
    rows = cursor.fetchall()
    if not all(isinstance(s, int) and isinstance(r, bytes) for s, r in rows):
        raise damaged(f"a recorded head of tournament {tournament} cannot be read")
    return tuple(Head(size, root) for size, root in rows)


def upgrade(cursor: Cursor) -> None:
    """Bring a file of the first schema to this one: every fact in it gets its hash.

    How many facts there were is kept, since nothing tells that those are as they were recorded.
    """
    for statement in OBJECTS_2.values():
        cursor.execute(statement)
    cursor.execute(
        "SELECT sequence, originator_id, originator_version, topic, CAST(state AS BLOB)"
        f" FROM {EVENTS_TABLE} ORDER BY originator_id, originator_version"
    )
    by_tournament: dict[str, list[StoredFact]] = defaultdict(list)
    for row in cursor.fetchall():
        by_tournament[row[1]].append(StoredFact(*row))
    for rows in by_tournament.values():
        grow(cursor, rows)
    counted = {tournament: len(rows) for tournament, rows in by_tournament.items()}
    cursor.execute("INSERT INTO meta VALUES (?, ?)", (UPGRADED, sealed(counted)))
    cursor.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (str(SCHEMA),))
    cursor.execute(f"PRAGMA user_version = {SCHEMA}")


def sealed(value: object) -> str:
    """Write a value for the table meta, with a hash that shows when it was changed by accident."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return f"{leaf_hash(0, 'meta', text.encode()).hex()[:16]} {text}"


def unsealed(text: object) -> object:
    """Read what `sealed` wrote; raises ValueError when it is something else."""
    if isinstance(text, str):
        value = json.loads(text.partition(" ")[2])
        if sealed(value) == text:
            return value
    raise ValueError("not as the program writes it")
