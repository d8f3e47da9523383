"""The hash tree of a tournament, as RFC 6962 defines it: leaves, heads and proofs. Pure.

A leaf is a stored fact: its position, version, topic and bytes. A head is the number of facts and
the root of the tree over them; anybody who has a head can detect any change of those facts.
docs/integrity.md describes every format byte by byte, so that others can check a ledger without
this program.
"""

from __future__ import annotations

import base64
import hashlib
import re
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from ledger.records import Extra, Record

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256().digest()

_VERSION = re.compile(rb'\{"v":([0-9]{1,9}),')
_PLAIN = {b'{"v":%d,' % version: version for version in range(10)}
"""How nearly all facts begin."""
_place = struct.Struct(">Bq").pack
_SHORT_BYTES = 10
_SCANNED = re.compile(r"toernooiboek-head:1:([^:\s]+):([0-9]{1,18}):([0-9a-f]{64})")
_TYPED = re.compile(r"#?([0-9]{1,18}):([0-9A-Za-z -]+)")


def leaf_hash(position: int, topic: str, state: bytes) -> bytes:
    """Return the hash of a stored fact.

    Each part has a fixed length or states its length, so no two facts are hashed over the same
    bytes. The version is the one at the start of the stored bytes, 0 if there is none.
    """
    kind = _kind(topic, version_of(state))
    return hashlib.sha256(_place(0, position) + kind + state).digest()


@lru_cache(maxsize=1_000)
def _kind(topic: str, version: int) -> bytes:
    """Return the part of a leaf between the position and the bytes of the fact."""
    name = topic.encode("utf-8", "surrogatepass")
    return struct.pack(">II", version, len(name)) + name


def version_of(state: bytes) -> int:
    """Return the version at the start of the stored bytes of a fact, 0 if there is none."""
    plain = _PLAIN.get(state[:7])
    if plain is not None:
        return plain
    match = _VERSION.match(state)
    return int(match[1]) if match else 0


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return hashlib.sha256(b"\x01" + left + right).digest()


@dataclass(slots=True)
class CompactRange:
    """The roots of the perfect subtrees over the first `size` leaves, largest first.

    There is one for each bit set in `size`, so adding a leaf takes a few hashes at any size.
    """

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    def add(self, leaf: bytes) -> None:
        """Add one leaf."""
        peaks = list(self.peaks)
        carry = self.size
        while carry & 1:
            leaf = node_hash(peaks.pop(), leaf)
            carry >>= 1
        self.peaks, self.size = (*peaks, leaf), self.size + 1

    @property
    def root(self) -> bytes:
        """Return the root of the tree over the leaves so far."""
        if not self.peaks:
            return EMPTY_ROOT
        *rest, root = self.peaks
        for peak in reversed(rest):
            root = node_hash(peak, root)
        return root


@dataclass(frozen=True, slots=True)
class Head:
    """The first `size` facts of a tournament, as one hash."""

    size: int
    root: bytes

    @property
    def short(self) -> str:
        """Return the printed form: "12:ABCD-EFGH-IJKL-MNOP", 80 bits of the root in base 32."""
        text = base64.b32encode(self.root[:_SHORT_BYTES]).decode()
        return f"{self.size}:" + "-".join(text[at : at + 4] for at in range(0, len(text), 4))

    def scanned(self, tournament: str) -> str:
        """Return the text of the QR code."""
        return f"toernooiboek-head:1:{tournament}:{self.size}:{self.root.hex()}"

    def record(self) -> HeadRecord:
        """Return the record in JSON files and `--json`."""
        return HeadRecord(self.size, self.root.hex(), self.short)


class HeadRecord(Record):
    """A head of the ledger."""

    size: Annotated[int, "Number of facts it covers."]
    root: Annotated[
        str, "Root of the hash tree over them, in hexadecimal.", Extra(pattern="^[0-9a-f]{64}$")
    ]
    short: Annotated[str, "As it is printed and typed: 12:ABCD-EFGH-IJKL-MNOP."]


@dataclass(frozen=True, slots=True)
class KnownHead:
    """A head known from elsewhere: a sheet, a QR code, a file.

    `root` is the whole root or its first bytes; `tournament` is "" if the source does not name it.
    """

    size: int
    root: bytes
    tournament: str = ""

    def agrees_with(self, root: bytes) -> bool:
        """Tell whether `root` is the known root, as far as the latter is known."""
        return root.startswith(self.root)


def parse_head(text: str) -> KnownHead | None:
    """Read a printed, scanned or hexadecimal head; return None if `text` is not a head."""
    scanned = _SCANNED.fullmatch(text.strip())
    if scanned:
        return KnownHead(int(scanned[2]), bytes.fromhex(scanned[3]), scanned[1])
    typed = _TYPED.fullmatch(text.strip())
    if not typed:
        return None
    size = int(typed[1])
    word = typed[2].replace("-", "").replace(" ", "")
    try:
        if len(word) == 2 * HASH_BYTES:
            return KnownHead(size, bytes.fromhex(word))
        if len(word) == _SHORT_BYTES * 8 // 5:
            return KnownHead(size, base64.b32decode(word.upper()))
    except ValueError:
        return None
    return None


def range_of(leaves: Iterable[bytes]) -> CompactRange:
    """Return the compact range of `leaves`."""
    compact = CompactRange()
    for leaf in leaves:
        compact.add(leaf)
    return compact


def head_of(leaves: Sequence[bytes], size: int | None = None) -> Head:
    """Return the head over the first `size` leaves (None: all)."""
    chosen = len(leaves) if size is None else size
    return Head(chosen, range_of(leaves[:chosen]).root)


def inclusion_paths(leaves: Sequence[bytes]) -> Callable[[int], tuple[bytes, ...]]:
    """Return what gives the proof that the leaf at a position (from 1) is in the tree over all.

    It is PATH of RFC 6962, 2.1.1: the siblings from the leaf up. Each node is hashed once, for
    however many proofs.
    """
    levels = [list(leaves)]
    while len(level := levels[-1]) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        last_alone = level[len(level) & ~1 :]
        levels.append([*(node_hash(left, right) for left, right in pairs), *last_alone])

    def path_to(position: int) -> tuple[bytes, ...]:
        assert 1 <= position <= len(leaves)
        beside = (((position - 1) >> up) ^ 1 for up in range(len(levels)))
        return tuple(level[at] for at, level in zip(beside, levels, strict=True) if at < len(level))

    return path_to


def consistency_path(leaves: Sequence[bytes], size: int) -> tuple[bytes, ...]:
    """Return the proof that the tree over all leaves continues the one over the first `size`.

    It is PROOF of RFC 6962, 2.1.2; empty when both trees are the same.
    """
    assert 1 <= size <= len(leaves)
    return _subproof(size, leaves, True)


def _subproof(size: int, leaves: Sequence[bytes], whole: bool) -> tuple[bytes, ...]:
    if size == len(leaves):
        return () if whole else (range_of(leaves).root,)
    split = _split(len(leaves))
    if size <= split:
        return (*_subproof(size, leaves[:split], whole), range_of(leaves[split:]).root)
    return (*_subproof(size - split, leaves[split:], False), range_of(leaves[:split]).root)


def _split(number: int) -> int:
    """Return the largest power of two below a number above 1."""
    return 1 << ((number - 1).bit_length() - 1)


def root_of_inclusion(leaf: bytes, position: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that an inclusion proof leads to; None if its length is impossible.

    The algorithm is that of RFC 9162, 2.1.3.2.
    """
    if not 1 <= position <= size:
        return None
    node = position - 1
    last = size - 1
    root = leaf
    for sibling in path:
        if last == 0:
            return None
        if node & 1 or node == last:
            root = node_hash(sibling, root)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            root = node_hash(root, sibling)
        node, last = node >> 1, last >> 1
    return root if last == 0 else None


def continues(old: Head, new: Head, path: Sequence[bytes]) -> bool:
    """Tell whether a consistency proof shows that `new` continues `old`.

    The algorithm is that of RFC 9162, 2.1.4.2.
    """
    if not 1 <= old.size <= new.size:
        return False
    if old.size == new.size:
        return not path and old.root == new.root
    steps = list(path)
    if old.size & (old.size - 1) == 0:
        steps.insert(0, old.root)
    if not steps:
        return False
    node = old.size - 1
    last = new.size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    first = second = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            first, second = node_hash(step, first), node_hash(step, second)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            second = node_hash(second, step)
        node, last = node >> 1, last >> 1
    return last == 0 and (first, second) == (old.root, new.root)
