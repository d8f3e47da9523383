"""Records of people, kept beside the facts: by tournament and key, each with its salt.

A fact carries the key and the salted hash of the record, so a changed record is noticed, and a
forgotten one leaves no trace that could be guessed from the hash. The table is generic: a key such
as "file:1" may hold the lines of a tournament file that are not facts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.errors import DamagedLedger, damaged
from ledger.facts.records import DetailsRecorded, FileImported, PersonCorrected, PersonForgotten
from ledger.facts.tournament import PlayerRegistered
from ledger.messages import message
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.port import PersonToSave
from ledger.text_files import json_of

OF_RECORDS = frozenset(
    (DetailsRecorded, FileImported, PersonCorrected, PersonForgotten, PlayerRegistered)
)
"""The facts that come with a change of the records of people."""


class Expected(NamedTuple):
    """A fact's claim about a record: its hash, None: deleted; and the fact's position."""

    hash: str | None
    position: int


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A record to be saved: `fields` are pairs of a name and a text, in any order.

    The salt comes from `Runtime.new_seed` before the decision, so that the fact can carry `hash`.
    """

    key: str
    fields: tuple[tuple[str, str], ...]
    salt: str

    @property
    def hash(self) -> str:
        """Return the hash that the fact of this record carries."""
        return hash_record(self.salt, dict(self.fields))


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """A record as it stands in the file, with the salt of its hash.

    `hash_as_written` is that of the very text in the file, "" for a record from elsewhere. A text
    that was changed to mean the same has another one than `hash`.
    """

    record: Mapping[str, str]
    salt: str
    hash_as_written: str = ""

    @property
    def hash(self) -> str:
        """Return the hash of the record as it is now; the facts say what it should be."""
        return hash_record(self.salt, self.record)

    def has_hash(self, wanted: str | None) -> bool:
        """Tell whether this is the record of a hash; the text in the file is nearly always it."""
        return wanted is not None and (wanted == self.hash_as_written or wanted == self.hash)


_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def canonical_record(record: Mapping[str, str]) -> str:
    """Write a record as the one text that is hashed and stored: sorted keys, no spaces."""
    return _ENCODER.encode(dict(record))


def hash_record(salt: str, record: Mapping[str, str]) -> str:
    """Return the SHA-256, in hexadecimal, of the salt followed by the canonical record."""
    return _sha256(salt + canonical_record(record))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def save_people(cursor: Cursor, tournament: str, people: Iterable[PersonToSave]) -> None:
    """Write records in the transaction of the cursor; a record of the same key is replaced."""
    for person in people:
        cursor.execute(
            "INSERT INTO people (tournament, key, record, salt) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (tournament, key)"
            " DO UPDATE SET record = excluded.record, salt = excluded.salt",
            (tournament, person.key, canonical_record(dict(person.fields)), person.salt),
        )


def forget_people(cursor: Cursor, tournament: str, keys: Iterable[str]) -> None:
    """Delete records with their salts, in the transaction of the cursor."""
    for key in keys:
        cursor.execute("DELETE FROM people WHERE tournament = ? AND key = ?", (tournament, key))


def expected_records(recorded: Iterable[tuple[object, object]]) -> dict[str, Expected]:
    """Return the records beside the facts of a tournament as these facts describe them, by key."""
    expected: dict[str, Expected] = {}
    keys: dict[int, str] = {}
    for fact, stamp in recorded:
        if type(fact) not in OF_RECORDS:
            continue
        position = getattr(stamp, "position", 0)
        match fact:
            case PlayerRegistered():
                keys[fact.player] = fact.person
                expected[fact.person] = Expected(fact.person_hash, position)
            case PersonCorrected():
                expected[keys.get(fact.player, "")] = Expected(fact.person_hash, position)
            case PersonForgotten():
                expected[keys.get(fact.player, "")] = Expected(None, position)
                if fact.record is not None:
                    expected[fact.record] = Expected(fact.record_hash, position)
            case FileImported(record=str(record)) | DetailsRecorded(record=record):
                expected[record] = Expected(fact.record_hash, position)
            case _:
                pass
    return expected


def changed_record(
    people: Mapping[str, StoredPerson], recorded: Iterable[tuple[object, object]], *, nameless: bool
) -> DamagedLedger | None:
    """Return the error for a record whose hash is not the one in the facts.

    `nameless`: names were left out when the facts were brought here, so that a record may be
    missing.
    """
    for key, (wanted, position) in expected_records(recorded).items():
        person = people.get(key)
        if person is None and wanted is not None and not nameless:
            return damaged(message("store.record-gone", key=key), position)
        if person is not None and not person.has_hash(wanted):
            what = message("store.record-changed", key=key)
            if not wanted:
                what = message("store.record-not-forgotten", key=key)
            return damaged(what, position)
    return None


def load_people(cursor: Cursor, tournament: str) -> dict[str, StoredPerson]:
    """Read all records of a tournament, by key.

    Raise DamagedLedger when a record is not a JSON object of texts.
    """
    cursor.execute(
        "SELECT key, record, salt FROM people WHERE tournament = ? ORDER BY key", (tournament,)
    )
    return {key: _stored(tournament, key, text, salt) for key, text, salt in cursor.fetchall()}


def _stored(tournament: str, key: str, text: object, salt: object) -> StoredPerson:
    try:
        record = json_of(text)
        if isinstance(record, dict) and isinstance(text, str) and isinstance(salt, str):
            person = StoredPerson(record, salt, _sha256(salt + text))
            # An escape may stand for a character that cannot be hashed.
            escapes = "\\" in text
            texts = all(isinstance(value, str) for value in record.values())
            if texts and (not escapes or person.hash):
                return person
    except ValueError as error:  # also for a text that cannot be hashed
        raise _unreadable(tournament, key) from error
    raise _unreadable(tournament, key)


def _unreadable(tournament: str, key: object) -> DamagedLedger:
    return damaged(message("store.record-unreadable", key=str(key), tournament=tournament))
