"""The head of a ledger after its last acknowledged fact, remembered outside the ledger itself.

The hashes in a ledger cover the facts that are in it. Where facts at the end are gone together with
their hashes - a changed byte in the log of SQLite ends it there - only somebody who knew the head
can tell. It is remembered after a transaction is on the disk, never before, so a ledger always has
at least what is remembered of it.
"""

from __future__ import annotations

import hashlib
import re
from typing import Literal, NamedTuple, TypeAlias

from ledger.hash_tree import HASH_BYTES, CompactRange, Head
from ledger.messages import Sentence, message
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.kept_hashes import FILE_TREE, parsed_tree
from ledger.store.tables.layout import SCHEMA

FORMAT = "toernooiboek-last-head:"
"""How a remembered head begins, whatever its version."""

_HASH = f"([0-9a-f]{{{2 * HASH_BYTES}}})"
_WRITTEN = re.compile(f"({FORMAT}1:{_HASH}:([0-9]{{1,18}}):{_HASH}:{_HASH}):([0-9a-f]{{16}})\n?")

LossCode: TypeAlias = Literal["tail-missing", "head-differs"]
"""Facts at the end are gone, or others stand in their places; see `integrity.evidence.Finding`."""


class LastHead(NamedTuple):
    """The end of a ledger: the number of its facts, the root over them, and two of their hashes.

    `first` is the hash of the first fact, by which another ledger of the same name is told apart;
    `last` that of fact number `size` of all.
    """

    first: bytes
    size: int
    last: bytes
    root: bytes

    @property
    def head(self) -> Head:
        """Return the head of the file, as `verify` prints it."""
        return Head(self.size, self.root)

    def written(self) -> str:
        """Return the line that `remembered` reads; it ends in a sum over the rest."""
        hashes = f"{self.first.hex()}:{self.size}:{self.last.hex()}:{self.root.hex()}"
        return f"{FORMAT}1:{hashes}:{_sum(f'{FORMAT}1:{hashes}')}\n"

    def is_newer_than(self, other: LastHead | None) -> bool:
        """Tell whether this one is to be remembered instead of another; None: there is none.

        One of another ledger gives way, whatever its size.
        """
        return other is None or other.first != self.first or other.size < self.size


class Loss(NamedTuple):
    """What a ledger lacks of that which was acknowledged: a kind of finding, and words."""

    code: LossCode
    what: Sentence


def remembered(text: str) -> LastHead | None:
    """Read what `LastHead.written` wrote; None for any other text, a half-written one as well."""
    read = _WRITTEN.fullmatch(text)
    if read is None or _sum(read[1]) != read[6]:
        return None
    first, last, root = (bytes.fromhex(read[group]) for group in (2, 4, 5))
    return LastHead(first, int(read[3]), last, root)


def load_last_head(cursor: Cursor) -> LastHead | None:
    """Read the end of a ledger of the present version; None: it has no facts, or is not in order.

    Every function here works in the transaction of its `cursor`.
    """
    cursor.execute(
        "SELECT tree.size, tree.peaks, one.hash, other.hash FROM file_tree AS tree"
        " JOIN leaves AS one ON one.sequence = 1 JOIN leaves AS other ON other.sequence = tree.size"
    )
    rows = cursor.fetchall()
    if len(rows) != 1:
        return None
    size, peaks, first, last = rows[0]
    tree = parsed_tree(size, peaks)
    if tree is None or not all(isinstance(one, bytes) for one in (first, last)):
        return None
    return LastHead(first, tree.size, last, tree.root)


def loss_of(cursor: Cursor, schema: int, known: LastHead | None) -> Loss | None:
    """Return what a ledger lacks of the head remembered of it, None where it lacks nothing.

    `schema` is the version of its tables. A remembered head of another ledger, which stood here
    before, says nothing. The cost does not depend on the number of facts: of a ledger that went on,
    fact number `known.size` is compared; of one that did not, the root over all as well.
    """
    if known is None:
        return None
    tree = _tree(cursor) if schema == SCHEMA else None
    if tree is not None and tree.size == known.size and load_last_head(cursor) == known:
        return None  # so it nearly always is, and no fact has to be read to tell
    there = tree.size if tree is not None else cursor.recorder.max_notification_id() or 0
    if there and known.first not in _hashes(cursor, 1):
        return None
    if there < known.size:
        what = message(
            "store.facts-lost",
            n=known.size - there,
            size=known.size,
            there=there,
            head=known.head.short,
        )
        return Loss("tail-missing", what)
    hashes = _hashes(cursor, known.size)
    other_root = tree is not None and tree.size == known.size and tree.root != known.root
    if hashes and (known.last not in hashes or other_root):
        return Loss("head-differs", message("store.other-facts", head=known.head.short))
    return None


def _tree(cursor: Cursor) -> CompactRange | None:
    """Read the tree over all facts, None where it is unreadable."""
    cursor.execute(FILE_TREE)
    rows = cursor.fetchall()
    return parsed_tree(*rows[0]) if len(rows) == 1 else None


def _hashes(cursor: Cursor, sequence: int) -> tuple[bytes | None, ...]:
    """Return the hash beside a fact and that of its content, nothing where it is missing.

    Where these two differ it was changed. That, and a fact that is missing though the tree has it,
    is told by whoever reads its tournament.
    """
    for row in cursor.recorder.page(sequence - 1, 1, sequence):
        kinds = isinstance(row.position, int), isinstance(row.topic, str)
        is_fact = all((*kinds, isinstance(row.state, bytes)))
        return row.leaf, row.own_hash if is_fact else None
    return ()


def _sum(text: str) -> str:
    """Return sixteen signs by which a line that was written by half is known."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
