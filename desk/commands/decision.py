"""What a command decided: the facts to add, and the people's records that belong to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from ledger.facts.tournament import AnyFact
from ledger.store.people import PersonRecord

if TYPE_CHECKING:
    from desk.commands.tournament import AnyCommand


@dataclass(frozen=True, slots=True)
class Warn:
    """Something a person should know before he decides, and how much he must do to go on.

    confirm: he says yes. round: he types the number of the round. What only needs to be read is a
    note, and what cannot be allowed a refusal.
    """

    code: str
    what: str
    level: Literal["confirm", "round"]
    round: int | None = None
    clause: str | None = None

    @property
    def answer(self) -> str:
        """Return what must be typed."""
        return "yes" if self.level == "confirm" else str(self.round)


@dataclass(frozen=True, slots=True)
class Decision:
    """Facts in the order they happen, and records to keep beside them; both or neither are saved.

    Without facts there is nothing to save: every change of a record has a fact that carries its
    hash. forgotten are the keys of records to be deleted. notes are for the arbiter to read, and
    are not kept. warnings must be answered first.
    """

    facts: tuple[AnyFact, ...]
    people: tuple[PersonRecord, ...] = ()
    notes: tuple[str, ...] = ()
    warnings: tuple[Warn, ...] = ()
    forgotten: tuple[str, ...] = ()


Numbered: TypeAlias = "tuple[int | None, AnyCommand]"
"""A command and its line in a file, None when it was given by itself."""


def joined(decisions: Sequence[Decision]) -> Decision:
    """Return decisions as one, in order; a record that one of them deletes is not kept."""
    forgotten = tuple(key for decision in decisions for key in decision.forgotten)
    return Decision(
        tuple(fact for decision in decisions for fact in decision.facts),
        tuple(p for decision in decisions for p in decision.people if p.key not in forgotten),
        tuple(note for decision in decisions for note in decision.notes),
        forgotten=forgotten,
    )
