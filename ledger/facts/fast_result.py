"""Results read in bulk: most facts of a ledger are results, and building a fact takes long.

A row is read this way only if it is exactly a result as the current version writes it, with the
recorded hash. All other rows are left to `ledger.facts.codec`, which reports what is wrong.
"""

from __future__ import annotations

import struct
from hashlib import sha256
from typing import ClassVar, Literal

import msgspec

from ledger.facts.tournament import ResultRecorded
from ledger.values import BoardOutcome

_TOPIC = ResultRecorded.TOPIC.encode()
_AFTER_POSITION = struct.pack(">II", ResultRecorded.VERSION, len(_TOPIC)) + _TOPIC
"""The part of a leaf between position and bytes, see `ledger.hash_tree.leaf_hash`."""


class PlainResult(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A `ResultRecorded` with its stamp; `recorded_at` is the text of its moment, in UTC."""

    TOPIC: ClassVar[str] = ResultRecorded.TOPIC
    answered: ClassVar[None] = None

    v: Literal[1]
    tournament: str
    position: int
    event_id: str
    recorded_at: str
    actor: str
    reason: str | None
    correlation_id: str
    causation_id: str | None
    round: int
    white: int
    black: int
    outcome: BoardOutcome
    rated: bool


_leaf_and_position = struct.Struct(">Bq").pack
_decode = msgspec.json.Decoder(PlainResult).decode


def plain_result(tournament: str, position: int, state: bytes, leaf: bytes) -> PlainResult | None:
    """Return the result in a row, None if it has to be read as a fact.

    `leaf` is the hash stored for the row.
    """
    try:
        read = _decode(state)
    except msgspec.MsgspecError:
        return None
    if read.position != position or read.tournament != tournament:
        return None
    hashed = sha256(b"%b%b%b" % (_leaf_and_position(0, position), _AFTER_POSITION, state)).digest()
    return read if hashed == leaf else None
