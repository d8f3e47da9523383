"""The facts of records beside the ledger: people, details of the tournament, imported files.

Those records may be corrected or deleted; a fact has their key and their salted hash alone.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from ledger.facts.base import Fact, PlayerField, RoundField

DetailField: TypeAlias = Literal[
    "city",
    "federation",
    "begins",
    "ends",
    "type",
    "arbiter",
    "deputy_arbiters",
    "tempo",
    "club",
    "venue",
    "organiser",
    "time_zone",
]
"""A field of the details of a tournament; see `ledger.state.details`."""

ClearedField: TypeAlias = DetailField | Literal["history"]
"""What may be emptied: a detail, or the record of what details were before."""

ChangedField: TypeAlias = Literal["name"] | ClearedField
"""What a fact of details may change: the tournament's own name too."""


ForeignFormat: TypeAlias = Literal["swiss-manager", "keizer-for-clubs"]
"""The files of other programs that can be imported, beside TRF."""


class FileImported(Fact):
    """A tournament or season file was imported; facts of the same correlation id come from it.

    `format` is trf16 for every tournament file in ledgers made before trf26 had a name of its own.
    `sha256` is of the file's bytes (where players are in a file of their own: without it). `record`
    names the row beside it with the lines that are not facts (place, arbiter), None for none. In
    FIDE mode `engine` is what paired the rounds again, None where the file has none, and `differs`
    are the rounds that it pairs otherwise, None for none.
    """

    TOPIC: ClassVar[str] = "file-imported"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"engine", "differs"}
    format: Literal["trf16", "trf26", "season-csv"] | ForeignFormat
    sha256: str
    record: str | None = None
    record_hash: str | None = None
    engine: str | None = None
    differs: tuple[RoundField, ...] | None = None


class DetailsRecorded(Fact):
    """The name, the place, the dates or the arbiters of the tournament were recorded, or changed.

    Arbiters are people, so the details are in a record beside the ledger: `record` is its key, and
    `record_hash` its salted hash. A later record with the same key replaces it. `changed` are the
    fields that differ from the one before, None in facts from before that was recorded; what they
    were stands in the record. `name` is that of the tournament from here on, None: it stays.
    """

    TOPIC: ClassVar[str] = "details-recorded"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"changed", "name"}
    record: str
    record_hash: str
    changed: tuple[ChangedField, ...] | None = None
    name: str | None = None


class PersonCorrected(Fact):
    """A player's record beside the ledger was corrected: a name, a birth date, a club."""

    TOPIC: ClassVar[str] = "person-corrected"
    player: PlayerField
    person_hash: str


class PersonForgotten(Fact):
    """A player's record beside the ledger was deleted: from now on they are a number.

    `record` names the row with the lines of an imported file, see `FileImported`, if lines that
    named the player were taken out of it, and `record_hash` is its salted hash without them.
    """

    TOPIC: ClassVar[str] = "person-forgotten"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {"record", "record_hash"}
    player: PlayerField
    record: str | None = None
    record_hash: str | None = None


RecordFact: TypeAlias = FileImported | DetailsRecorded | PersonCorrected | PersonForgotten
