"""What a command decided: the facts to add, and the people's records that belong to them."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.events import AnyFact
from ledger.people import PersonRecord


@dataclass(frozen=True, slots=True)
class Decision:
    """Facts in the order they happen, and records to keep beside them; both or neither are saved.

    Without facts there is nothing to save: every change of a record has a fact that carries its
    hash. notes are for the arbiter to read, and are not kept.
    """

    facts: tuple[AnyFact, ...]
    people: tuple[PersonRecord, ...] = ()
    notes: tuple[str, ...] = ()
